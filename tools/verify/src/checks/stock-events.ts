import { alongside } from '../alongside.ts';
import { type Check, isKept, placeOf } from '../check.ts';
import { MOVEMENTS, type MovementRow, SKUS, type SkuRow } from '../documents.ts';
import type { Look } from '../look.ts';
import { type SkuEvent, skuEvents } from '../sku-event.ts';
import { endFaults, movesOf, stepFaults } from './stock-event-faults.ts';

export const stockEventsCheck: Check = {
  invariant: 3,
  name: 'stock events',
  promise:
    'Every change of a quantity has its event: each goes on from the one before, tells what the ledger moved, and the last what there is.',
  mayPass: true,
  run: async (look) => {
    const { compared, differs } = look.findings;
    const events = skuEvents(look);
    const ledger = alongside(look.rows(MOVEMENTS, { sort: { tenant: 1, sku: 1, version: 1, line: 1 } }), {
      keyOf: ({ tenant, sku }: MovementRow) => placeOf(tenant, sku),
      onOrphan: () => undefined,
    });
    for await (const sku of look.rows(SKUS, { sort: { tenant: 1, sku: 1 } })) {
      const place = placeOf(sku.tenant, sku.sku);
      const isDifferent = (fault: string): void => differs(`${sku.tenant} ${sku.sku}: ${fault}`);
      compared('SKUs');
      const trail = { sku, events: events.of(place), ledger: ledger.of(place), now: look.now, isDifferent };
      compared('events', await followEvents(trail));
    }
    await events.end();
  },
};

interface Trail extends Pick<Look, 'now'> {
  readonly sku: SkuRow;
  /** In the order in which they are stored. */
  readonly events: AsyncIterable<SkuEvent>;
  /** By version. */
  readonly ledger: AsyncIterable<MovementRow>;
  readonly isDifferent: (fault: string) => void;
}

/** @returns how many there were. */
async function followEvents({ sku, events, ledger, now, isDifferent }: Trail): Promise<number> {
  const moves = alongside(ledger, {
    keyOf: ({ version }) => versionKey(version),
    onOrphan: ({ version, created_at: at }) => {
      if (isKept(at, now)) isDifferent(`version ${version} moved stock and has no event`);
    },
  });
  let count = 0;
  let last: SkuEvent | undefined;
  for await (const event of events) {
    count += 1;
    // The ledger is read once for a version, whatever is told of it.
    const isNext = event.sequence > (last?.sequence ?? 0);
    const moved = isNext ? await movesOf(moves.of(versionKey(event.sequence))) : undefined;
    for (const fault of stepFaults(event, last, moved)) isDifferent(`event ${event.id}: ${fault}`);
    last = event;
  }
  await moves.end();
  const known = isKept(sku.created_at, now);
  for (const fault of endFaults(sku, last, known)) isDifferent(fault);
  return count;
}

/** Sorts as text as versions do. */
const versionKey = (version: number): string => String(version).padStart(16, '0');
