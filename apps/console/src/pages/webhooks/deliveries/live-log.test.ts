import { expect, test } from 'vitest';
import { LiveLog } from './live-log.ts';

interface Row {
  readonly id: string;
  readonly attempts: number;
  readonly status: string;
}

const row = (id: string, attempts = 1, status = 'delivered'): Row => ({ id, attempts, status });
const rows = (...ids: readonly string[]) => ids.map((id) => row(id));
const page = (data: readonly Row[], cursor: string | null = 'older') => ({ data, next_cursor: cursor });
const padded = (number: number) => String(number).padStart(6, '0');

/** A log of a list that has these pages: the newest without a cursor. */
function logOf(pages: Readonly<Record<string, ReturnType<typeof page>>> = {}, fits: (row: Row) => boolean = () => true) {
  const asked: string[] = [];
  const log = new LiveLog<Row>({
    fits,
    readPage: async (cursor = 'newest') => {
      asked.push(cursor);
      const found = pages[cursor];
      if (!found) throw new Error(`There is no page ${cursor}`);
      return found;
    },
  });
  return {
    log,
    asked,
    ids: () =>
      log.view
        .get()
        .rows?.map(({ id }) => id)
        .join(''),
  };
}

test('new rows stand at their place by id, and known ones change where they stand', () => {
  const { log, ids } = logOf();
  log.takeNewest(page(rows('f', 'd', 'b')));

  log.tell([row('g'), row('e', 2), row('d', 2, 'failed')]);

  expect(ids()).toBe('gfedb');
  expect(log.view.get().rows?.[3]).toEqual(row('d', 2, 'failed'));
});

test('what is told late does not undo what is known', () => {
  const { log } = logOf();
  log.takeNewest(page([row('a', 3)], null));

  log.tell([row('a', 2, 'pending'), row('b', 2), row('b', 1, 'pending')]);

  expect(log.view.get().rows).toEqual([row('b', 2), row('a', 3)]);
});

test('a row of a page that was not read yet is left to that page', async () => {
  const { log, ids } = logOf({ older: page(rows('b', 'a'), null) });
  log.takeNewest(page(rows('d', 'c')));

  log.tell([row('b', 2)]);
  expect(ids()).toBe('dc');
  await log.loadMore();

  expect(ids()).toBe('dcba');
  expect(log.view.get().hasMore).toBe(false);
});

test('a row that has left the list goes, but none that was told while the list was read', () => {
  const { log, ids } = logOf();
  log.takeNewest(page(rows('d', 'c', 'b', 'a')));
  log.tell([row('e')]);

  log.takeNewest(page(rows('d', 'b')));
  expect(ids()).toBe('edba');
  log.takeNewest(page(rows('d', 'b')));
  expect(ids()).toBe('dba');
});

test('a row that fits the filter no more goes', () => {
  const { log, ids } = logOf({}, ({ status }) => status === 'failed');
  log.takeNewest(page([row('b', 1, 'failed'), row('a', 1, 'failed')]));

  log.tell([row('b', 2, 'delivered'), row('c', 1, 'delivered')]);

  expect(ids()).toBe('a');
});

test('while the reader is away from the top no row moves: new ones wait, known ones change, and all is right at the top', () => {
  const { log, ids } = logOf({}, ({ status }) => status === 'failed');
  log.takeNewest(page([row('b', 1, 'failed'), row('a', 1, 'failed')], null));
  log.setReading(true);

  log.tell([row('c', 1, 'failed'), row('d', 1, 'failed'), row('b', 2, 'delivered'), row('d', 2, 'delivered')]);

  expect([ids(), log.view.get().waiting]).toEqual(['ba', 1]);
  expect(log.view.get().rows?.[0]).toEqual(row('b', 2, 'delivered'));
  log.setReading(false);
  expect([ids(), log.view.get().waiting]).toEqual(['ca', 0]);
});

test('a gap between the newest page and the rows is shown by reading again, at the top at once, elsewhere on demand', async () => {
  const { log, ids, asked } = logOf({ newest: page(rows('k', 'j')) });
  log.takeNewest(page(rows('b', 'a')));
  log.takeNewest(page(rows('e', 'd')));
  expect(ids()).toBe('ed');

  log.setReading(true);
  log.takeNewest(page(rows('i', 'h')));
  expect([ids(), log.view.get().waiting]).toEqual(['ed', 1]);
  await log.showWaiting();

  expect([ids(), log.view.get().waiting, asked]).toEqual(['kj', 0, ['newest']]);
});

test('a page that was asked for before the list began again is not appended', async () => {
  const { log, ids } = logOf({ older: page(rows('a')) });
  log.takeNewest(page(rows('c', 'b')));
  const reading = log.loadMore();

  log.takeNewest(page(rows('z', 'y'), 'behind y'));
  await reading;

  expect(ids()).toBe('zy');
  expect(log.view.get().isLoadingMore).toBe(false);
});

test('an older page that cannot be read is said, and can be asked for again', async () => {
  const pages: Record<string, ReturnType<typeof page>> = {};
  const { log, ids } = logOf(pages);
  log.takeNewest(page(rows('b')));

  await log.loadMore();
  expect(log.view.get().error).toBeInstanceOf(Error);
  pages['older'] = page(rows('a'), null);
  await log.loadMore();

  expect([ids(), log.view.get().error]).toEqual(['ba', undefined]);
});

test('an endless stream is held in bounded memory: the list begins again with its newest page', async () => {
  const { log, asked } = logOf({ newest: page([row(padded(9_999))]) });
  log.takeNewest(page([row(padded(0))]));

  log.tell(Array.from({ length: 2_001 }, (_, at) => row(padded(at + 1))));
  await Promise.resolve();
  expect(asked).toEqual(['newest']);
  await expect.poll(() => log.view.get().rows).toEqual([row(padded(9_999))]);

  log.setReading(true);
  log.tell(Array.from({ length: 1_001 }, (_, at) => row(padded(at + 10_000))));
  log.setReading(false);
  await expect.poll(() => asked).toEqual(['newest', 'newest']);
});
