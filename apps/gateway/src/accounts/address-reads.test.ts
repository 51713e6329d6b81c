import type { CallerClaims } from '@fulfilment/contracts';
import { type Kept, newId, type Progress, type Replaceable, StandsStill, unwatched } from '@fulfilment/kernel';
import { eventually } from '@fulfilment/testing';
import { expect, test } from 'vitest';
import type { AuditEntry } from './account-ports.ts';
import { AddressReads } from './address-reads.ts';

const caller: CallerClaims = { sub: newId('key'), acc: newId('acc'), env: 'sandbox', role: 'manager' };
const unexpected = (error: unknown): never => expect.unreachable(String(error));

/** A watch that takes a part for standing still where the test says so. */
function replacing() {
  const rebuilds: ((reason: StandsStill) => void)[] = [];
  const progress: Progress = {
    ...unwatched,
    keep: <Part extends Replaceable>({ make }: { readonly make: (mark: () => void) => Part }): Kept<Part> => {
      let current = make(() => undefined);
      rebuilds.push(() => {
        const before = current;
        current = make(() => undefined);
        before.abandon();
      });
      return { current: () => current, stop: () => current.stop() };
    },
  };
  return { progress, replace: () => rebuilds.forEach((rebuild) => rebuild(new StandsStill('planted'))) };
}

test('reads whose write never ends are written by the next round, though their caller reads no more', async () => {
  const begun: (readonly AuditEntry[])[] = [];
  const written: AuditEntry[] = [];
  const write = async (entries: readonly AuditEntry[]): Promise<void> => {
    begun.push(entries);
    if (begun.length === 1) await new Promise(() => undefined);
    written.push(...entries);
  };
  const { progress, replace } = replacing();
  const reads = new AddressReads({ write, now: () => new Date(0), onError: unexpected, everyMs: 5, progress });
  reads.note({ claims: caller, address: '198.18.0.1', requestId: 'req-1', orders: 60 });
  await eventually(() => expect(begun).toHaveLength(1));

  replace();

  await eventually(() => expect(written).toMatchObject([{ details: { answers: 1, orders: 60 } }]));
  await reads.stop();
  expect(begun).toHaveLength(2);
});

test('reads that are noted during a write are written by the next one', async () => {
  const sent: unknown[] = [];
  const first = Promise.withResolvers<void>();
  const write = async (entries: readonly AuditEntry[]): Promise<void> => {
    sent.push(...entries.map(({ details }) => details));
    await first.promise;
  };
  const reads = new AddressReads({ write, now: () => new Date(0), onError: unexpected, everyMs: 5 });
  const note = () => reads.note({ claims: caller, address: '198.18.0.1', requestId: 'req-1', orders: 60 });
  note();
  await eventually(() => expect(sent).toHaveLength(1));
  note();
  first.resolve();

  await eventually(() => expect(sent).toMatchObject([{ orders: 60 }, { orders: 120 }]));
  await reads.stop();
  expect(sent).toHaveLength(2);
});
