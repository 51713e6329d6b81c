import { ALLOCATIONS, ORDER_STATUSES } from '@fulfilment/contracts';
import { newId, type Tenant } from '@fulfilment/kernel';
import { connectMongo, ensureIndexes, makeCursors, type Mongo } from '@fulfilment/mongo';
import { uniqueName } from '@fulfilment/testing';
import { type Collection, type Document } from 'mongodb';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { cancelledOrder, createdOrder, mugs, shippedOrder } from '../domain/order.builder.ts';
import type { Order } from '../domain/order.ts';
import { isFoundIn, searchTermsOf, searchWords } from './domain/search-terms.ts';
import { matches } from '../memory-order-store.fixture.ts';
import { toOrderDocument, type OrderDocument, ORDERS } from '../order-documents.ts';
import { MongoOrderLists, ORDER_INDEXES, PARTLY_INDEX, PARTLY_SHIPPED, WAREHOUSE_INDEXES } from '../order-lists-store.ts';
import { OrderTerms, SEARCH_INDEX } from './order-search-store.ts';
import type { OrderFilter } from '../order-ports.ts';

const ORDER_COUNT = 20_000;
const LIMIT = 50;
/** Orders that a page looks through or sorts at most, and one more that tells that there are more. */
const SEARCHED = 1_001;
const MOST_WORDS = 8;

const tenant: Tenant = { accountId: newId('acc'), environment: 'sandbox' };
const at = (second: number): Date => new Date(Date.parse('2026-11-21T00:00:00.000Z') + second * 1_000);

let mongo: Mongo;
let lists: MongoOrderLists;
let stored: Collection<OrderDocument>;
let newestFirst: readonly Order[];
let oldestFirst: readonly Order[];

beforeAll(async () => {
  mongo = await connectMongo({ url: inject('engines').mongodbUrl, database: uniqueName('orders_search'), appName: 'test' });
  await ensureIndexes(mongo.db, [...ORDER_INDEXES, ...WAREHOUSE_INDEXES, SEARCH_INDEX, PARTLY_INDEX]);
  lists = new MongoOrderLists(mongo.db, makeCursors('a secret for cursors in tests only'));
  stored = mongo.db.collection(ORDERS);
  oldestFirst = Array.from({ length: ORDER_COUNT }, (_, n) => orderNumber(n));
  newestFirst = oldestFirst.toReversed();
  await stored.insertMany(oldestFirst.map(toOrderDocument));
});

afterAll(async () => {
  await mongo.db.dropDatabase();
  await mongo.stop();
});

/** All of one shop, the first 2,000 numbered otherwise; three names, one in a thousand has another, and one order its own. */
function orderNumber(n: number): Order {
  const name = n === 12_345 ? 'Zoë Ångström' : `${['Ann', 'Bob', 'Cem'][n % 3]} ${n % 1_000 === 7 ? 'Rare' : 'Smith'}`;
  return (n % 400 === 5 ? cancelledOrder : n % 50 === 1 ? createdOrder : shippedOrder)({
    id: `ord_${String(n).padStart(26, '0')}`,
    tenant,
    externalId: n < 2_000 ? `OLD-${n}` : `shop-${n}`,
    shipTo: { name, address1: '1 Road', city: 'Town', country: 'HK' },
    // Of one in twenty-five open orders some units have left.
    lines: [mugs({ sku: n % 1_000 === 0 ? 'RARE' : 'HOT', shipped: n % 50 === 1 && n % 1_250 === 1 ? 1 : 0 })],
    createdAt: at(Math.floor(n / 3)),
    updatedAt: at(100_000 + n),
  });
}

const search = (text: string, ofPersons = true) => ({ words: searchWords(text), ofPersons });
const everything = {
  statuses: ORDER_STATUSES,
  allocations: ALLOCATIONS,
  externalId: undefined,
  sku: undefined,
  createdFrom: undefined,
  createdBefore: undefined,
  updatedFrom: undefined,
  sort: 'created_at',
} as const;

/** Of few orders, of many, of many that are all old, of none; in several words of each kind. */
const TEXTS = [
  'zoe',
  'ÅNGSTRÖM zo',
  'rare',
  'rare ann',
  'smith bob',
  's',
  'shop-',
  '#shop-1234',
  'old',
  'old-19 cem',
  'old smith',
  'nothing',
  'ord_00000000000000000000012345',
  'ord_ a b c s shop smith ann',
];
const OTHERS: readonly Partial<OrderFilter>[] = [
  {},
  { statuses: ['created', 'cancelled'] },
  { sku: 'RARE' },
  { createdFrom: at(100), createdBefore: at(5_000) },
];
/** Each text alone, without what tells of persons, and with one of the other filters by turns, in both orders. */
const FILTERS: readonly OrderFilter[] = TEXTS.flatMap((text, n) => [
  { ...everything, search: search(text) },
  { ...everything, search: search(text, false) },
  { ...everything, ...OTHERS[n % OTHERS.length], search: search(text), sort: 'updated_at' as const },
  { ...everything, ...OTHERS[(n + 1) % OTHERS.length], search: search(text) },
]);

/** The ids of the first orders, however many pages they take. */
async function firstOf(filter: OrderFilter, count: number): Promise<readonly string[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await lists.orders(tenant, filter, { limit: LIMIT, cursor });
    ids.push(...page.data.map(({ id }) => id));
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined && ids.length < count);
  return ids.slice(0, count);
}

/** Documents that each page examined, over all answers of its cursor. */
function examinedByPages(reads: readonly Document[]): number[] {
  const byCursor = Map.groupBy(reads, ({ cursorid }, place) => String(cursorid ?? place));
  return Array.from(byCursor.values(), (some) => some.reduce((sum, { docsExamined }) => sum + Number(docsExamined), 0));
}

describe(`a search in ${ORDER_COUNT} orders`, () => {
  test('finds exactly the orders that each word begins something of, in the order of the list', async () => {
    const terms = new Map(oldestFirst.map((order) => [order.id, searchTermsOf(order)]));
    for (const { search: searched = search(''), ...filter } of FILTERS) {
      const inOrder = filter.sort === 'created_at' ? newestFirst : oldestFirst;
      const expected = inOrder
        .values()
        .filter((order) => isFoundIn(terms.get(order.id) ?? [], searched) && matches(order, filter))
        .take(2 * LIMIT);

      const ids = await firstOf({ ...filter, search: searched }, 2 * LIMIT);
      expect({ filter, searched, ids }).toEqual({ filter, searched, ids: Array.from(expected, ({ id }) => id) });
    }
  });

  test('looks at a thousand orders for a page at most, and at no order to choose its index', async () => {
    await mongo.db.createCollection('system.profile', { capped: true, size: 64 * 1_048_576 });
    await mongo.db.command({ profile: 2 });
    for (const filter of FILTERS) await lists.orders(tenant, filter, { limit: LIMIT, cursor: undefined });
    await mongo.db.command({ profile: 0 });

    const profile = mongo.db.collection<Document & { keysExamined: number; docsExamined: number; op: string }>('system.profile');
    const found = await profile
      .find({ ns: `${mongo.db.databaseName}.${ORDERS}`, op: { $in: ['query', 'getmore', 'command'] } })
      .toArray();
    const reads = found.filter(({ op }) => op !== 'command');
    const counts = found.filter(({ op }) => op === 'command');
    expect(reads.length).toBeGreaterThanOrEqual(FILTERS.length);
    expect(counts.length).toBeGreaterThan(FILTERS.length);
    expect(counts.length).toBeLessThanOrEqual(FILTERS.length * MOST_WORDS);
    // Of two ranges, with and without the sign of persons.
    expect(counts.filter(({ keysExamined, docsExamined }) => keysExamined > 2 * SEARCHED || docsExamined > 0)).toEqual([]);
    expect(Math.max(...examinedByPages(reads))).toBeLessThanOrEqual(SEARCHED + LIMIT);
  });

  test('has a page that is not full where none of a thousand orders is found, and goes on behind it', async () => {
    const filter = { ...everything, search: search('old') };
    const first = await lists.orders(tenant, filter, { limit: LIMIT, cursor: undefined });

    expect(first.data).toEqual([]);
    expect(first.has_more).toBe(true);
    expect(await firstOf(filter, 3)).toEqual(newestFirst.slice(-2_000, -1_997).map(({ id }) => id));
  });
});

const OPEN = ['created', 'packed'] as const;
const BY_PROGRESS: readonly OrderFilter[] = (['created_at', 'updated_at'] as const).flatMap((sort) =>
  [{}, { sku: 'RARE' }, { search: search('ann') }, { updatedFrom: at(100_000) }].flatMap((other) => [
    { ...everything, sort, statuses: OPEN, progress: 'partial' as const, ...other },
    { ...everything, sort, statuses: OPEN, progress: 'none' as const, ...other },
    { ...everything, sort, statuses: ['shipped'] as const, progress: 'complete' as const, ...other },
  ]),
);

describe('a list by how much has left', () => {
  test('has exactly the matching orders in its order', async () => {
    for (const filter of BY_PROGRESS) {
      const inOrder = filter.sort === 'created_at' ? newestFirst : oldestFirst;
      const expected = inOrder
        .values()
        .filter((order) => matches(order, filter))
        .take(2 * LIMIT);

      expect({ filter, ids: await firstOf(filter, 2 * LIMIT) }).toEqual({ filter, ids: Array.from(expected, ({ id }) => id) });
    }
  });

  test('reads partly shipped orders alone, and looks at a thousand of the others at most', async () => {
    await mongo.db.command({ profile: 0 });
    await mongo.db.dropCollection('system.profile').catch(() => undefined);
    await mongo.db.createCollection('system.profile', { capped: true, size: 64 * 1_048_576 });
    await mongo.db.command({ profile: 2 });
    for (const filter of BY_PROGRESS) await lists.orders(tenant, filter, { limit: LIMIT, cursor: undefined });
    const partly = { ...everything, statuses: OPEN, progress: 'partial' } as const;
    await mongo.db.command({ profile: 0 });
    const reads = await mongo.db
      .collection<Document & { docsExamined: number }>('system.profile')
      .find({ ns: `${mongo.db.databaseName}.${ORDERS}`, op: { $in: ['query', 'getmore'] } })
      .toArray();

    expect(reads.length).toBeGreaterThanOrEqual(BY_PROGRESS.length);
    expect(Math.max(...examinedByPages(reads))).toBeLessThanOrEqual(SEARCHED + LIMIT);
    expect((await firstOf(partly, 99)).length).toBe(16);
  });

  test('finds partly shipped orders of releases before once they are migrated, each once', async () => {
    if (PARTLY_SHIPPED.type !== 'update') throw new Error('The migration changes documents');
    const { filter, update } = PARTLY_SHIPPED;
    const partly = { ...everything, statuses: OPEN, progress: 'partial' } as const;
    const before = await firstOf(partly, 99);
    await stored.updateMany({ partly_shipped: true }, { $unset: { partly_shipped: '' } });
    expect(await firstOf(partly, 99)).toEqual([]);

    await stored.updateMany(filter, [...update]);

    expect(await firstOf(partly, 99)).toEqual(before);
    expect(await stored.countDocuments(filter)).toBe(0);
  });
});

describe('orders of releases that wrote no terms', () => {
  const owner: Tenant = { accountId: newId('acc'), environment: 'sandbox' };
  const late = { ...everything, search: search('late') };
  const listed = async () => (await lists.orders(owner, late, { limit: 500, cursor: undefined })).data.map(({ id }) => id);
  const stopping = new AbortController();

  test('get them in rounds; each order once', async () => {
    const orders = Array.from({ length: 450 }, (_, n) =>
      createdOrder({ id: `ord_l${String(n).padStart(3, '0')}`, tenant: owner, externalId: `late-${n}` }),
    );
    await stored.insertMany(orders.map(toOrderDocument).map(({ search: _none, ...document }) => document));
    expect(await listed()).toEqual([]);
    const rounds: number[] = [];

    expect(await new OrderTerms(mongo.db).pass(() => rounds.push(rounds.length), stopping.signal)).toBe(450);

    expect(await listed()).toHaveLength(450);
    expect(rounds).toHaveLength(3);
    expect(await new OrderTerms(mongo.db).pass(() => undefined, stopping.signal)).toBe(0);
  });

  test('that are broken off have what is done, and the next pass goes on', async () => {
    await stored.updateMany({ tenant: { $regex: `^${owner.accountId}` } }, { $unset: { search: '' } });
    const broken = new AbortController();

    expect(await new OrderTerms(mongo.db).pass(() => broken.abort(), broken.signal)).toBe(200);
    expect(await listed()).toHaveLength(200);
    expect(await new OrderTerms(mongo.db).pass(() => undefined, stopping.signal)).toBe(250);
    expect(await listed()).toHaveLength(450);
  });

  test('an order that such a release erased loses its terms of persons once its copies are done', async () => {
    const id = newId('ord');
    const shipTo = { name: 'Planted Person', address1: '1 Road', city: 'Town', country: 'HK' };
    const { search: terms } = toOrderDocument(shippedOrder({ id, tenant: owner, shipTo }));
    const erased = toOrderDocument(shippedOrder({ id, tenant: owner, shipTo: { ...shipTo, name: '[erased]' }, erasedAt: at(9) }));
    await stored.insertOne({ ...erased, search: terms });
    expect(terms).toContain('\u0001planted');

    await new OrderTerms(mongo.db).renew([id]);

    expect((await stored.findOne({ _id: id }))?.search).toEqual([id.toLowerCase()]);
  });
});
