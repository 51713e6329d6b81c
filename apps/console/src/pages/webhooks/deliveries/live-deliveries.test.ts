import { expect, test } from 'vitest';
import { mergedRows } from './live-deliveries.ts';

const rows = (...ids: string[]) => ids.map((id) => ({ id, read: 'earlier' }));
const newest = (ids: readonly string[], cursor: string | null = 'more') => ({
  data: ids.map((id) => ({ id, read: 'now' })),
  next_cursor: cursor,
});

test('puts new rows first, and shows known ones as they are now', () => {
  expect(mergedRows(newest(['d', 'c', 'b']), rows('c', 'b', 'a'))).toEqual([
    { id: 'd', read: 'now' },
    { id: 'c', read: 'now' },
    { id: 'b', read: 'now' },
    { id: 'a', read: 'earlier' },
  ]);
});

test('drops a row that has left the list', () => {
  expect(mergedRows(newest(['d', 'b']), rows('c', 'b', 'a'))).toMatchObject([{ id: 'd' }, { id: 'b' }, { id: 'a' }]);
});

test('is the newest page alone where that is the whole list', () => {
  expect(mergedRows(newest(['d'], null), rows('c', 'b'))).toMatchObject([{ id: 'd' }]);
});

test('says that rows are missing between the two', () => {
  expect(mergedRows(newest(['f', 'e']), rows('b', 'a'))).toBe('gap');
});
