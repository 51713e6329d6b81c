import type { ListPage } from './call.ts';

/**
 * The rows of a list that were read before, with its newest page in place of its beginning: rows that the page covers are as it has them,
 * those that it no longer has are gone, and older ones stay.
 *
 * @returns undefined where nothing joins the two: more rows came than a page has, and the list begins again with the page.
 */
export function withNewest<Row>(
  read: readonly Row[],
  newest: ListPage<Row>,
  keyOf: (row: Row) => string,
): readonly Row[] | undefined {
  if (newest.next_cursor === null) return newest.data;
  const known = new Map(read.map((row, index) => [keyOf(row), index]));
  const joint = newest.data.findLast((row) => known.has(keyOf(row)));
  if (joint === undefined) return undefined;
  const fresh = new Set(newest.data.map(keyOf));
  const older = read.slice((known.get(keyOf(joint)) ?? 0) + 1).filter((row) => !fresh.has(keyOf(row)));
  return [...newest.data, ...older];
}
