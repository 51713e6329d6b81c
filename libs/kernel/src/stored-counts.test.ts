import { expect, test, vi } from 'vitest';
import { StoredCounts, type StoredCountsOptions } from './stored-counts.ts';

/** Counts of records that change, with a clock of their own. */
function counted(records: number, options: Partial<StoredCountsOptions> = {}) {
  const state = { records, nowMs: 0, counts: 0, fails: false };
  const stored = new StoredCounts({
    count: async () => {
      state.counts += 1;
      if (state.fails) throw new Error('away');
      return state.records;
    },
    nowMs: () => state.nowMs,
    ...options,
  });
  return { state, stored };
}

test('records are counted once, and what is added afterwards is added in memory', async () => {
  const { state, stored } = counted(5);
  expect(await Promise.all([stored.used('a', 10), stored.used('a', 10)])).toEqual([5, 5]);
  stored.added('a', 3);
  expect(await stored.used('a', 10)).toBe(8);
  expect(state.counts).toBe(1);
});

test('at the bound records are counted again, once a second at most', async () => {
  const { state, stored } = counted(10);
  expect(await stored.used('a', 10)).toBe(10);
  state.records = 9;
  expect(await stored.used('a', 10)).toBe(10);
  state.nowMs = 1_000;
  expect(await stored.used('a', 10)).toBe(9);
  expect(state.counts).toBe(2);
});

test('below the bound no caller waits for a new count, which corrects the number by what others have added', async () => {
  const { state, stored } = counted(1);
  await stored.used('a', 10);
  state.records = 7;
  state.nowMs = 10_000;
  expect(await stored.used('a', 10)).toBe(1);
  expect(await stored.used('a', 10)).toBe(7);
});

test('near the bound a new count is due after a second', async () => {
  const { state, stored } = counted(9);
  await stored.used('a', 10);
  state.records = 10;
  state.nowMs = 1_000;
  expect([await stored.used('a', 10), await stored.used('a', 10)]).toEqual([9, 10]);
});

test('a count that fails is told where it is waited for, and tried again', async () => {
  const { state, stored } = counted(3);
  state.fails = true;
  await expect(stored.used('a', 10)).rejects.toThrow('away');
  state.fails = false;
  expect(await stored.used('a', 10)).toBe(3);
  state.fails = true;
  state.nowMs = 10_000;
  expect(await stored.used('a', 10)).toBe(3);
  expect(await stored.used('b', 10).catch(() => 'away')).toBe('away');
});

test('the last number is given without a wait, and counted again once it is due', async () => {
  const { state, stored } = counted(5);
  expect(stored.last('a')).toBeUndefined();
  await vi.waitFor(() => expect(stored.last('a')).toBe(5));
  state.records = 7;
  expect(stored.last('a')).toBe(5);
  expect(state.counts).toBe(1);

  state.nowMs = 10_000;
  expect(stored.last('a')).toBe(5);
  await vi.waitFor(() => expect(stored.last('a')).toBe(7));
  expect(state.counts).toBe(2);
});

test('a count that fails leaves the last number', async () => {
  const { state, stored } = counted(5);
  await stored.used('a');
  Object.assign(state, { fails: true, nowMs: 10_000 });
  expect(stored.last('a')).toBe(5);
  await vi.waitFor(() => expect(state.counts).toBe(2));
  expect(stored.last('a')).toBe(5);
});

test('a count is due again after twice as long each time, where that is asked for', async () => {
  const { state, stored } = counted(5, { firstFreshMs: 1_000, freshMs: 3_000 });
  await stored.used('a');
  const counts = [];
  for (const waitMs of [999, 1, 1_999, 1, 2_999, 1, 2_999, 1]) {
    state.nowMs += waitMs;
    stored.last('a');
    await new Promise(setImmediate);
    counts.push(state.counts);
  }
  expect(counts).toEqual([1, 2, 2, 3, 3, 4, 4, 5]);
});

test('a number to be shown is counted again once a second at most, and waited for', async () => {
  const { state, stored } = counted(4);
  expect(await stored.recent('a')).toBe(4);
  state.records = 6;
  state.nowMs = 999;
  expect(await stored.recent('a')).toBe(4);
  state.nowMs = 1_000;
  expect(await Promise.all([stored.recent('a'), stored.recent('a')])).toEqual([6, 6]);
  expect(state.counts).toBe(2);
});

test('what is added while records are counted makes the next count due after a second', async () => {
  const { state, stored } = counted(4);
  const first = stored.used('a');
  // The count has read its number already.
  state.records = 6;
  stored.added('a', 2);
  expect(await first).toBe(4);
  state.nowMs = 1_000;
  expect([await stored.used('a'), await stored.used('a')]).toEqual([4, 6]);
});
