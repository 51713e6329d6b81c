import { expect, test, vi } from 'vitest';
import type { Rows } from '../../parts/data-table.tsx';
import { mergedRows } from './merged-rows.ts';

interface Row {
  readonly id: string;
  readonly created_at: string;
}

/** A list whose rows are from these seconds. */
function listOf(seconds: readonly number[] | undefined, hasMore = false) {
  const rows = seconds?.map((second) => ({ id: `aud_${second}`, created_at: `2026-11-27T05:00:${second}.000Z` }));
  return {
    rows,
    error: undefined,
    hasMore,
    isLoadingMore: false,
    loadMore: vi.fn<() => void>(),
    reload: vi.fn<() => void>(),
  } satisfies Rows<Row>;
}

const secondsOf = ({ rows }: Rows<Row>) => rows?.map(({ id }) => Number(id.slice('aud_'.length)));

test('two lists are one, newest first', () => {
  expect(secondsOf(mergedRows([listOf([50, 20]), listOf([40, 30])]))).toEqual([50, 40, 30, 20]);
});

test('no row stands below the end of a list that has more: another could come in between', () => {
  expect(secondsOf(mergedRows([listOf([50, 40], true), listOf([45, 30, 20])]))).toEqual([50, 45, 40]);
});

test('no row stands while the page of a list had nothing and there is more; that list alone is read on', () => {
  const [empty, other] = [listOf([], true), listOf([45, 30], true)];
  const merged = mergedRows([empty, other]);
  expect(secondsOf(merged)).toEqual([]);
  merged.loadMore();
  expect([empty.loadMore.mock.calls.length, other.loadMore.mock.calls.length]).toEqual([1, 0]);
});

test('the list whose end comes first is read on, and no other', () => {
  const [near, far] = [listOf([50, 40], true), listOf([45, 20], true)];
  mergedRows([near, far]).loadMore();
  expect([near.loadMore.mock.calls.length, far.loadMore.mock.calls.length]).toEqual([1, 0]);
});

test('nothing is shown before each list has its first page, or has failed', () => {
  expect(mergedRows([listOf([50]), listOf(undefined)]).rows).toBeUndefined();
  const failed = { ...listOf(undefined), error: new Error('down') };
  const merged = mergedRows([listOf([50]), failed]);
  expect([secondsOf(merged), merged.error]).toEqual([[50], failed.error]);
});
