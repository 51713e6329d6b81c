import { expect, test } from 'vitest';
import { mergeSources } from './merge-sources.ts';
import type { OutboxPage, OutboxSource } from './outbox.ts';

const pageOf = (ids: readonly string[], more = false): OutboxPage => ({
  rows: ids.map((id) => ({ id, shard: 0, record: { topic: 'orders.events', key: id.slice(0, 3), value: id, headers: {} } })),
  more,
});

function sourceOf(page: OutboxPage, oldest?: Date) {
  const calls: unknown[] = [];
  const source: OutboxSource = {
    name: 'orders.events',
    shards: 8,
    read: () => Promise.resolve(page),
    markPublished: async (ids) => void calls.push(ids),
    deadLetter: async (id, reason) => void calls.push([id, reason]),
    oldestAt: () => Promise.resolve(oldest),
  };
  return { source, calls };
}

const isOfSecond = (id: string): boolean => id.includes('#');
const FROM = { shards: [0], after: undefined };

test.each([
  [
    'of one key, those of the first place go first',
    pageOf(['t|a1', 't|b1']),
    pageOf(['t|a#1', 't|c#1']),
    ['t|a1', 't|a#1', 't|b1', 't|c#1'],
    false,
  ],
  [
    'no further than the page that ends first',
    pageOf(['t|a1', 't|c1'], true),
    pageOf(['t|b#1', 't|d#1'], true),
    ['t|a1', 't|b#1', 't|c1'],
    true,
  ],
  [
    'none behind rows that are not read yet',
    pageOf(['t|a1', 't|b1'], true),
    pageOf(['t|a#1', 't|b#1']),
    ['t|a1', 't|a#1', 't|b1'],
    true,
  ],
])('rows of two places are read in order: %s', async (_, first, second, ids, more) => {
  const merged = mergeSources(sourceOf(first).source, sourceOf(second).source, { isOfSecond });

  const page = await merged.read(FROM);

  expect(page.rows.map(({ id }) => id)).toEqual(ids);
  expect(page.more).toBe(more);
});

test('rows are marked and dead-lettered where they were read', async () => {
  const [first, second] = [sourceOf(pageOf([])), sourceOf(pageOf([]))];
  const merged = mergeSources(first.source, second.source, { isOfSecond });

  await merged.markPublished(['t|a1', 't|b#1']);
  await merged.markPublished(['t|a2']);
  await merged.deadLetter('t|c#1', 'too large');

  expect(first.calls).toEqual([['t|a1'], ['t|a2']]);
  expect(second.calls).toEqual([['t|b#1'], ['t|c#1', 'too large']]);
});

test.each([
  [new Date(2_000), new Date(1_000), new Date(1_000)],
  [new Date(2_000), undefined, new Date(2_000)],
  [undefined, undefined, undefined],
])('of %o and %o the oldest row is %o', async (first, second, oldest) => {
  const merged = mergeSources(sourceOf(pageOf([]), first).source, sourceOf(pageOf([]), second).source, { isOfSecond });

  expect(await merged.oldestAt()).toEqual(oldest);
});

test('what was committed in the first place before a row of the second is in the page with it', async () => {
  const reads: string[] = [];
  const reading = (name: string, page: OutboxPage): OutboxSource => ({
    ...sourceOf(page).source,
    read: async () => {
      reads.push(`${name} begins`);
      await Promise.resolve();
      reads.push(`${name} ends`);
      return page;
    },
  });

  await mergeSources(reading('first', pageOf([])), reading('second', pageOf([])), { isOfSecond }).read(FROM);

  expect(reads).toEqual(['second begins', 'second ends', 'first begins', 'first ends']);
});
