import { expect, test } from 'vitest';
import { withNewest } from './newest-page.ts';

type Row = readonly [id: string, state?: string];

const rows = (...ids: readonly string[]): readonly Row[] => ids.map((id) => [id]);
const keyOf = ([id]: Row): string => id;
const page = (data: readonly Row[], cursor: string | null = 'more') => ({ data, next_cursor: cursor });
const idsOf = (found: readonly Row[] | undefined) => found?.map(keyOf).join('');

test.each([
  ['nothing changed', 'cba', 'cb', 'cba'],
  ['a row came: the one that it pushed out of the page stays', 'cba', 'dc', 'dcba'],
  ['a row of the page is gone', 'dcba', 'db', 'dba'],
  ['a row came and one is gone', 'dcba', 'edb', 'edba'],
  ['a row moved to the beginning', 'dcba', 'bd', 'bdca'],
])('%s', (_what, read, newest, expected) => {
  expect(idsOf(withNewest(rows(...read.split('')), page(rows(...newest.split(''))), keyOf))).toBe(expected);
});

test('a row is as the newest page has it', () => {
  const found = withNewest([['b', 'pending'], ['a']], page([['b', 'done']]), keyOf);
  expect(found).toEqual([['b', 'done'], ['a']]);
});

test('a page that is the whole list leaves nothing of what was read', () => {
  expect(withNewest(rows('c', 'b', 'a'), page(rows('c'), null), keyOf)).toEqual(rows('c'));
  expect(withNewest(rows('c'), page([], null), keyOf)).toEqual([]);
});

test('more new rows than a page has: the list begins again', () => {
  expect(withNewest(rows('c', 'b', 'a'), page(rows('z', 'y')), keyOf)).toBeUndefined();
});
