import { uniqueName } from '@fulfilment/testing';
import type { Collection } from 'mongodb';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { connectMongo, makeCursors, type Mongo, type PageRequest, readPage, transact } from './index.ts';

interface Thing {
  readonly _id: string;
  readonly tenant: string;
  readonly at: Date;
  readonly inner: { readonly rank: number; readonly text?: string };
}

const cursors = makeCursors('the secret of a test, 32 letters long');
const scope = { tenant: 't', list: 'things', filter: {} };

let mongo: Mongo;
let things: Collection<Thing>;

beforeEach(async () => {
  mongo = await connectMongo({ url: inject('engines').mongodbUrl, database: uniqueName('page'), appName: 'page' });
  things = mongo.db.collection<Thing>('things');
});

afterEach(async () => {
  await mongo.db.dropDatabase();
  await mongo.stop();
});

/** As many as told, in threes at the same moment, and of five ranks. */
async function insertThings(count: number): Promise<void> {
  await things.insertMany(
    Array.from({ length: count }, (_, place) => ({
      _id: `id ${String(place).padStart(3, '0')}`,
      tenant: 't',
      at: new Date(1_000 * Math.floor(place / 3)),
      inner: { rank: (place * 7) % 5 },
    })),
  );
}

async function readAll(request: Pick<PageRequest<Thing>, 'sort'> & Partial<PageRequest<Thing>>, limit: number): Promise<Thing[]> {
  const read: Thing[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await readPage(
      cursors,
      { collection: things, filter: { tenant: 't' }, limit, cursor, scope, ...request },
      (each) => each,
    );
    read.push(...page.data);
    expect(page.has_more).toBe(page.next_cursor !== null);
    if (page.next_cursor === null) return read;
    cursor = page.next_cursor;
  }
}

describe('page after page, each record comes once and in its order', () => {
  test.each([
    ['one field', { _id: 1 }],
    ['one field, backwards', { _id: -1 }],
    ['a moment that several share', { at: 1, _id: 1 }],
    ['a moment backwards, ties forwards', { at: -1, _id: 1 }],
    ['three fields, one of them inside', { 'inner.rank': -1, at: 1, _id: -1 }],
  ] as const)('by %s', async (_what, sort) => {
    await insertThings(50);
    const expected = await things.find({}, { sort }).toArray();

    for (const limit of [1, 2, 3, 7, 50, 51]) expect(await readAll({ sort }, limit)).toEqual(expected);
  });
});

const ofRank = (rank: number, among: number) => ({ picks: (thing: Thing) => thing.inner.rank === rank, among });

describe('a page that picks some of the records', () => {
  const sort = { at: 1, _id: 1 } as const;

  test.each([1, 2, 3, 7, 10, 51])(
    'has each of them once and in order, with %i a page, however few it looks at',
    async (limit) => {
      await insertThings(50);
      const expected = await things.find({ 'inner.rank': 3 }, { sort }).toArray();

      for (const among of [1, 4, 49, 50, 200])
        expect(await readAll({ sort, picking: ofRank(3, among) }, limit)).toEqual(expected);
    },
  );

  test('ends after as many as it looks at, and goes on behind them', async () => {
    await insertThings(50);
    const picking = ofRank(3, 20);
    const request = { collection: things, filter: { tenant: 't' }, sort, limit: 9, scope, picking };
    const read = (cursor?: string) => readPage(cursors, { ...request, cursor }, ({ _id }) => _id);
    const first = await read();

    expect(first.data).toHaveLength(4);
    expect(first.has_more).toBe(true);
    expect((await read(first.next_cursor ?? '')).data).toHaveLength(4);
  });
});

/** A list of which one index has the records of rank 0, another the others. */
const inTwoParts = {
  filter: { tenant: 't', 'inner.rank': { $gt: 0 } },
  also: { filter: { tenant: 't', 'inner.rank': 0 }, hint: 'first_rank' },
  sort: { at: 1, _id: 1 },
} as const;

const indexFirstRank = () =>
  things.createIndex({ tenant: 1, at: 1, _id: 1 }, { name: 'first_rank', partialFilterExpression: { 'inner.rank': 0 } });

test('a list of two parts is one list', async () => {
  await indexFirstRank();
  await insertThings(50);
  const expected = await things.find({}, { sort: inTwoParts.sort }).toArray();

  for (const limit of [1, 2, 3, 7, 50, 51]) expect(await readAll(inTwoParts, limit)).toEqual(expected);
});

test('a record that goes from one part to the other while a page is read stands in it once', async () => {
  await indexFirstRank();
  await insertThings(3);
  const over = new AbortController();
  const goOn = async (): Promise<void> => {
    for (let times = 1; !over.signal.aborted; times += 1)
      await things.updateOne({ _id: 'id 001' }, { $set: { at: new Date(times), 'inner.rank': times % 2 } });
  };
  const writing = goOn();
  const pages: string[][] = [];

  for (let read = 0; read < 200; read += 1) pages.push((await readAll(inTwoParts, 10)).map(({ _id: id }) => id).toSorted());

  over.abort();
  await writing;
  expect(pages.filter((page) => page.join() !== 'id 000,id 001,id 002')).toEqual([]);
});

const archive = () => mongo.db.collection<Thing>('archive');

async function archiveOldest(count: number): Promise<void> {
  const oldest = await things.find().sort({ at: 1, _id: 1 }).limit(count).toArray();
  await transact(mongo.client, async (session) => {
    await archive().insertMany(oldest, { session });
    await things.deleteMany({ _id: { $in: oldest.map(({ _id }) => _id) } }, { session });
  });
}

async function archiveOneByOne(count: number): Promise<void> {
  for (let moved = 0; moved < count; moved += 1) await archiveOldest(1);
}

describe('a list that goes on in another collection', () => {
  const sort = { at: -1, _id: -1 } as const;
  const goingOn = () => ({ sort, behind: { collection: archive(), filter: { tenant: 't' }, hint: 'in_order' } });

  beforeEach(async () => {
    await archive().createIndex({ tenant: 1, at: -1, _id: -1 }, { name: 'in_order' });
    await insertThings(12);
  });

  test('is one list, wherever the border is', async () => {
    const expected = await things.find({}, { sort }).toArray();
    for (const moved of [0, 1, 4, 6, 1]) {
      if (moved > 0) await archiveOldest(moved);
      for (const limit of [1, 2, 3, 7, 12, 13]) expect(await readAll(goingOn(), limit)).toEqual(expected);
    }
  });

  test('reads it only where a page is not full without it', async () => {
    await archiveOldest(5);
    await mongo.db.command({ profile: 2 });
    const request = { collection: things, filter: { tenant: 't' }, scope, cursor: undefined, ...goingOn() };
    const readers = async (limit: number): Promise<readonly string[]> => {
      await mongo.db.collection('system.profile').findOne();
      await readPage(cursors, { ...request, limit }, ({ _id }) => _id);
      const found = await mongo.db.collection('system.profile').find({ op: 'query' }).sort({ $natural: 1 }).toArray();
      return found.map(({ ns }) => String(ns).split('.')[1] ?? '').filter((name) => name !== 'system');
    };
    expect(await readers(6)).toEqual(['things']);
    expect(await readers(7)).toEqual(['things', 'things', 'archive']);
    await mongo.db.command({ profile: 0 });
  });

  test('has each record once while records go there', async () => {
    const expected = (await things.find({}, { sort }).toArray()).map(({ _id }) => _id);
    const over = new AbortController();
    const moving = archiveOneByOne(12).finally(() => over.abort());
    const pages: string[][] = [];

    while (!over.signal.aborted) pages.push((await readAll(goingOn(), 5)).map(({ _id }) => _id));

    await moving;
    expect(pages.length).toBeGreaterThan(0);
    expect(pages.filter((page) => page.join() !== expected.join())).toEqual([]);
  });
});

async function insertLarge(sizes: readonly number[]): Promise<void> {
  await things.insertMany(
    sizes.map((size, place) => ({
      _id: `id ${String(place).padStart(2, '0')}`,
      tenant: 't',
      at: new Date(place),
      inner: { rank: 0, text: 'ä'.repeat(size / 2) },
    })),
  );
}

describe('of large records', () => {
  const sort = { 'inner.rank': 1, _id: 1 } as const;
  const pagesOf = async (more: Pick<PageRequest<Thing>, 'maxBytes'> & { readonly limit?: number }): Promise<string[][]> => {
    const pages: string[][] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const request = { collection: things, filter: { tenant: 't' }, limit: 50, scope, sort, cursor, ...more };
      const page = await readPage(cursors, request, ({ _id }) => _id.slice(3));
      pages.push(page.data);
      cursor = page.next_cursor;
      expect(page.has_more).toBe(cursor !== null);
    }
    return pages;
  };

  test('a page ends at 1 MB, or where it is told to, whatever its limit, and has at least one record', async () => {
    await insertLarge([400_000, 400_000, 400_000, 6_000_000, 100, 100]);

    expect(await pagesOf({})).toEqual([['00', '01'], ['02'], ['03'], ['04', '05']]);
    expect(await pagesOf({ maxBytes: 900 })).toEqual([['00'], ['01'], ['02'], ['03'], ['04', '05']]);
  });

  test('the database sends about what a page has room for, once a page has shown how large they are', async () => {
    await insertLarge(Array<number>(40).fill(200_000));
    await pagesOf({});
    await mongo.db.command({ profile: 2 });

    const pages = await pagesOf({});

    await mongo.db.command({ profile: 0 });
    const profile = await mongo.db.collection('system.profile').find({ ns: things.namespace }).toArray();
    expect(pages.map((page) => page.length)).toEqual(Array(10).fill(4));
    // Five that are shown or seen, and one more.
    const sent = profile.map(({ nreturned: count }) => Number(count ?? 0)).filter((count) => count > 0);
    expect(Math.max(...sent)).toBeLessThanOrEqual(6);
    expect(sent.length).toBeLessThanOrEqual(2 * pages.length);
  });

  test('small records come in one answer again, some pages after large ones', async () => {
    await insertLarge(Array<number>(20).fill(200_000));
    await pagesOf({});
    await things.deleteMany({});
    await insertThings(200);
    for (let page = 0; page < 20; page += 1) await pagesOf({ limit: 200 });
    await mongo.db.command({ profile: 2 });

    await pagesOf({ limit: 200 });

    await mongo.db.command({ profile: 0 });
    const profile = await mongo.db.collection('system.profile').find({ ns: things.namespace }).toArray();
    expect(profile.map(({ op, nreturned: count }): unknown => [op, count])).toEqual([['query', 200]]);
  });
});

test('what comes and goes between pages moves nothing that stays', async () => {
  await insertThings(12);
  const request = { collection: things, filter: { tenant: 't' }, sort: { at: 1, _id: 1 }, limit: 5, scope } as const;
  const first = await readPage(cursors, { ...request, cursor: undefined }, ({ _id }) => _id);

  await things.deleteOne({ _id: 'id 002' });
  await things.deleteOne({ _id: 'id 004' });
  await things.insertOne({ _id: 'id 0015', tenant: 't', at: new Date(0), inner: { rank: 0 } });
  const second = await readPage(cursors, { ...request, cursor: first.next_cursor ?? '' }, ({ _id }) => _id);

  expect(second.data).toEqual(['id 005', 'id 006', 'id 007', 'id 008', 'id 009']);
});

test('a cursor is of one order alone', async () => {
  await insertThings(5);
  const request = { collection: things, filter: { tenant: 't' }, limit: 2, scope };
  const { next_cursor: cursor } = await readPage(cursors, { ...request, sort: { _id: 1 }, cursor: undefined }, ({ _id }) => _id);

  await expect(
    readPage(cursors, { ...request, sort: { _id: -1 }, cursor: cursor ?? '' }, ({ _id }) => _id),
  ).rejects.toMatchObject({ code: 'invalid_cursor' });
});
