import { ProgressWatch } from '@fulfilment/kernel';
import { expect, test } from 'vitest';
import { eventually } from '@fulfilment/testing';
import { startKeepFilling } from './keep-filling.ts';

const now = () => new Date('2026-11-21T09:00:00.000Z');
const fail = (error: unknown) => expect.unreachable(String(error));
const nothingFilling = { filling: async () => [] };

test('a fill that did not reach the end is followed by the next, one at a time', async () => {
  let left = 3;
  let atOnce = 0;
  const filling = startKeepFilling({
    store: nothingFilling,
    runCommand: async () => {
      atOnce += 1;
      expect(atOnce).toBe(1);
      await Promise.resolve();
      left -= 1;
      if (left > 0) filling.goOn('acc_1:sandbox', ['A']);
      atOnce -= 1;
      return { result: { type: 'done' }, replayed: false };
    },
    now,
    onError: () => {},
  });

  filling.goOn('acc_1:sandbox', ['A']);

  await eventually(() => expect(left).toBe(0));
  await filling.stop();
});

test('what another process left half filled is found, and found again after a failure', async () => {
  const filled: string[] = [];
  const errors: unknown[] = [];
  const filling = startKeepFilling({
    store: { filling: async () => (filled.length < 2 ? [{ tenant: 'acc_1:sandbox', sku: 'A' }] : []) },
    runCommand: async (tenant, command) => {
      filled.push(`${tenant.accountId} ${command.type}`);
      if (filled.length === 1) throw new Error('away');
      return { result: { type: 'done' }, replayed: false };
    },
    now,
    onError: (error) => void errors.push(error),
    lookEveryMs: 5,
    quietMs: 60_000,
  });

  await eventually(() => expect(filled).toEqual(['acc_1 fill', 'acc_1 fill']));
  await filling.stop();
  expect(errors).toHaveLength(1);
});

test('a fill that fails while nothing else is to be filled is found again soon', async () => {
  let left = 2;
  let looks = 0;
  const filling = startKeepFilling({
    store: {
      filling: async () => {
        looks += 1;
        return looks > 1 && left > 0 ? [{ tenant: 'acc_1:sandbox', sku: 'A' }] : [];
      },
    },
    runCommand: async () => {
      left -= 1;
      if (left > 0) throw new Error('away');
      return { result: { type: 'done' }, replayed: false };
    },
    now,
    onError: () => {},
    lookEveryMs: 5,
    quietMs: 60_000,
  });
  await eventually(() => expect(looks).toBe(1));

  filling.goOn('acc_1:sandbox', ['A']);

  await eventually(() => expect(left).toBe(0));
  await filling.stop();
});

test('beside a tenant with more SKUs to fill than one look takes, those of the next tenant have their turn', async () => {
  const many = Array.from({ length: 100 }, (_, n) => ({ tenant: 'acc_1:sandbox', sku: `S-${n}` }));
  const all = [...many, { tenant: 'acc_2:sandbox', sku: 'B' }];
  const filled: string[] = [];
  const filling = startKeepFilling({
    store: {
      filling: async (atMost, after = '') => all.filter(({ tenant }) => tenant > after).slice(0, atMost),
    },
    // Those of the first tenant stay half filled.
    runCommand: async (tenant) => {
      filled.push(tenant.accountId);
      return { result: { type: 'done' }, replayed: false };
    },
    now,
    onError: () => {},
    lookEveryMs: 5,
  });

  await eventually(() => expect(filled.filter((account) => account === 'acc_2').length).toBeGreaterThan(1));
  await filling.stop();
});

test('a look that never ends is left, and the next one finds what is to be filled', async () => {
  const told: string[] = [];
  const onReplaced = (_: Error, part: string): void => void told.push(part);
  const watch = new ProgressWatch({ everyMs: 20, engines: { mongodb: async () => true }, onReplaced, onGivenUp: fail });
  let looks = 0;
  const filled: string[] = [];
  const filling = startKeepFilling({
    store: {
      filling: () => {
        looks += 1;
        if (looks === 1) return new Promise(() => undefined);
        return Promise.resolve(filled.length === 0 ? [{ tenant: 'acc_1:sandbox', sku: 'A' }] : []);
      },
    },
    runCommand: async (tenant, { type }) => {
      filled.push(`${tenant.accountId} ${type}`);
      return { result: { type: 'done' }, replayed: false };
    },
    now,
    progress: watch,
    onError: fail,
  });

  await eventually(() => expect(filled).toEqual(['acc_1 fill']));

  expect(told).toEqual(['backorders']);
  await filling.stop();
  await watch.stop();
});
