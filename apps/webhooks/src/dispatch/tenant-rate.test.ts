import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Block } from './tenant-rate-ports.ts';
import { ratesOf, TenantRate } from './tenant-rate.ts';

/** Starts as many attempts of a tenant at once. @returns how many of them do not wait. */
async function begunOf(rate: TenantRate, attempts: number): Promise<number> {
  let begun = 0;
  for (let attempt = 0; attempt < attempts; attempt += 1) void rate.wait('t').then(() => (begun += 1));
  for (let turn = 0; turn < 3 * attempts; turn += 1) await setImmediate();
  return begun;
}

const UNUSED: Block = { beginsInMs: -1e9, processes: 1 };

test.each([
  [1_000, undefined, 100],
  [5, undefined, 1],
  [1_000, 700, 700],
])('of a rate of %j, and %j for sandboxes, a sandbox has %j attempts a second', (rate, given, ofSandbox) => {
  expect(['acc_1:production', 'acc_1:sandbox'].map(ratesOf(rate, given))).toEqual([rate, ofSandbox]);
});

test('a process asks once for a twentieth of a second’s attempts', async () => {
  let asked = 0;
  const rate = new TenantRate(
    () => 1_000,
    async () => {
      asked += 1;
      return UNUSED;
    },
  );

  expect([await begunOf(rate, 200), asked]).toEqual([200, 4]);
});

test('a block that begins later is waited for', async () => {
  const rate = new TenantRate(
    () => 1_000,
    async () => ({ beginsInMs: 1e6, processes: 2 }),
  );

  expect(await begunOf(rate, 10)).toBe(0);
});

test('while no block can be had, a process has a second’s worth of its share', async () => {
  const blocks: Block[] = [{ ...UNUSED, processes: 4 }];
  const rate = new TenantRate(
    () => 8,
    async () => blocks.shift(),
  );

  // One of the block, and two of eight attempts a second that four processes share.
  expect(await begunOf(rate, 20)).toBe(3);
});
