import { ALLOCATIONS, ORDER_STATUSES } from '@fulfilment/contracts';
import { newId, type Tenant, tenantKey } from '@fulfilment/kernel';
import { connectMongo, ensureIndexes, makeCursors, type Mongo } from '@fulfilment/mongo';
import { uniqueName } from '@fulfilment/testing';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import {
  cancelledOrder,
  createdOrder,
  mugs,
  packedOrder,
  pendingOrder,
  rejectedOrder,
  shippedOrder,
} from './domain/order.builder.ts';
import type { Order, OrderStatus } from './domain/order.ts';
import type { OrderFilter, OrderLists } from './order-ports.ts';
import { matches } from './memory-order-store.fixture.ts';
import { MongoOrderLists, ORDER_INDEXES, WAREHOUSE_INDEXES } from './order-lists-store.ts';
import { type OrderDocument, ORDERS, toOrderDocument } from './order-documents.ts';
import { makeExportOrders } from './read-orders.ts';

const ORDER_COUNT = 20_000;
const LIMIT = 50;
/** Scans of one pair of status and allocation each that MongoDB merges at most, and what each reads beyond what it gives. */
const SCANS = ORDER_STATUSES.length * ALLOCATIONS.length;

const tenant: Tenant = { accountId: newId('acc'), environment: 'sandbox' };
const FIRST_AT = Date.parse('2026-11-21T00:00:00.000Z');
const at = (second: number): Date => new Date(FIRST_AT + second * 1_000);

const BUILDERS = {
  pending: pendingOrder,
  created: createdOrder,
  packed: packedOrder,
  shipped: shippedOrder,
  cancelled: cancelledOrder,
  rejected: rejectedOrder,
};
const RARE: readonly OrderStatus[] = ['created', 'packed', 'cancelled', 'rejected', 'pending'];
const ALL: OrderFilter = {
  statuses: ORDER_STATUSES,
  allocations: ALLOCATIONS,
  externalId: undefined,
  sku: undefined,
  createdFrom: undefined,
  createdBefore: undefined,
  updatedFrom: undefined,
  sort: 'created_at',
};

let mongo: Mongo;
let lists: OrderLists;
let newestFirst: Order[];
let oldestFirst: Order[];

beforeAll(async () => {
  mongo = await connectMongo({ url: inject('engines').mongodbUrl, database: uniqueName('orders_lists'), appName: 'test' });
  await ensureIndexes(mongo.db, [...ORDER_INDEXES, ...WAREHOUSE_INDEXES]);
  lists = new MongoOrderLists(mongo.db, makeCursors('a secret for cursors in tests only'));
  const orders = Array.from({ length: ORDER_COUNT }, (_, n) => orderNumber(n));
  await mongo.db.collection<OrderDocument>(ORDERS).insertMany(orders.map(toOrderDocument));
  oldestFirst = orders;
  newestFirst = orders.toReversed();
});

afterAll(async () => {
  await mongo.db.dropDatabase();
  await mongo.stop();
});

/** Nearly all are shipped and of one SKU, three a second; one external id was tried with five times before it was right. */
function orderNumber(n: number): Order {
  const status = RARE[n % 2_000] ?? 'shipped';
  return BUILDERS[status]({
    id: `ord_${String(n).padStart(26, '0')}`,
    tenant,
    // Only a rejected order leaves its external id to another.
    externalId: n % 2_000 === 3 || n === 11_111 ? 'tried-often' : `shop-${n}`,
    allocation: n % 2_500 === 7 ? 'partial' : 'allocated',
    lines: [mugs({ sku: 'HOT' }), mugs({ sku: n % 1_000 === 0 ? 'RARE' : `SKU-${n}` }), mugs({ sku: 'HOT' })],
    createdAt: at(Math.floor(n / 3)),
    updatedAt: changedAt(n),
    shippedFrom: warehousesOf(n),
  });
}

/** Most were shipped from one warehouse, each five hundredth from another as well, and some from none in particular. */
function warehousesOf(n: number): readonly string[] | undefined {
  if (n % 10 === 9) return undefined;
  return n % 500 === 0 ? ['loc_rare', 'loc_common'] : ['loc_common'];
}

function changedAt(n: number): Date {
  return at(100_000 + Math.floor(n / 60));
}

const CHOICES: { readonly [Name in keyof OrderFilter]: readonly OrderFilter[Name][] } = {
  statuses: [['created', 'packed', 'shipped', 'cancelled'], ['created'], ['rejected', 'pending']],
  allocations: [ALLOCATIONS, ['partial', 'backordered']],
  externalId: [undefined, 'tried-often', 'shop-5000'],
  sku: [undefined, 'HOT', 'RARE', 'NONE'],
  createdFrom: [undefined, at(1_000)],
  createdBefore: [undefined, at(1_040)],
  updatedFrom: [undefined],
  sort: ['created_at'],
};

/** Filters by change: everything changed in the order of its creation, twenty times as fast. */
const BY_CHANGE: readonly OrderFilter[] = (['updated_at', 'created_at'] as const).flatMap((sort) =>
  CHOICES.statuses.flatMap((statuses) =>
    CHOICES.sku.flatMap((sku) =>
      [undefined, changedAt(ORDER_COUNT / 2), changedAt(ORDER_COUNT - 200)].flatMap((updatedFrom) =>
        ['tried-often', undefined].map((externalId) => ({ ...ALL, sort, statuses, sku, updatedFrom, externalId })),
      ),
    ),
  ),
);

/** Every way to choose one of each. */
function everyFilter(): OrderFilter[] {
  const filters = CHOICES.statuses.flatMap((statuses) =>
    CHOICES.allocations.map((allocations) => ({ ...ALL, statuses, allocations })),
  );
  const named = filters.flatMap((filter) =>
    CHOICES.externalId.flatMap((externalId) => CHOICES.sku.map((sku) => ({ ...filter, externalId, sku }))),
  );
  return named.flatMap((filter) =>
    CHOICES.createdFrom.flatMap((createdFrom) =>
      CHOICES.createdBefore.map((createdBefore) => ({ ...filter, createdFrom, createdBefore })),
    ),
  );
}

/** The cost of a query, from MongoDB's profiler. */
interface Cost {
  readonly keysExamined: number;
  readonly docsExamined: number;
  readonly nreturned: number;
  readonly planSummary: string;
}

async function costs(): Promise<Cost[]> {
  const profile = mongo.db.collection<Cost & { readonly ns: string; readonly op: string }>('system.profile');
  const found = await profile.find({ ns: `${mongo.db.databaseName}.${ORDERS}`, op: 'query' }).toArray();
  return found.map(({ keysExamined, docsExamined, nreturned, planSummary }) => ({
    keysExamined,
    docsExamined,
    nreturned,
    planSummary,
  }));
}

async function idsOf(filter: OrderFilter, pages: number): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < pages; page += 1) {
    const read = await lists.orders(tenant, filter, { limit: LIMIT, cursor });
    ids.push(...read.data.map(({ id }) => id));
    if (read.next_cursor === null) break;
    cursor = read.next_cursor;
  }
  return ids;
}

/** Those that the first two pages have to name. */
function expectedIds(filter: OrderFilter): string[] {
  const inOrder = filter.sort === 'created_at' ? newestFirst : oldestFirst;
  const found = inOrder.values().filter((order) => matches(order, filter));
  return Array.from(found.take(2 * LIMIT), ({ id }) => id);
}

describe(`a list of ${ORDER_COUNT} orders, nearly all of one status and SKU`, () => {
  test('has exactly the matching orders for every combination of filters, newest first, over two pages', async () => {
    for (const filter of everyFilter())
      expect({ filter, ids: await idsOf(filter, 2) }).toEqual({ filter, ids: expectedIds(filter) });
  });

  test('examines at most a small multiple of what it returns, for every combination of filters', async () => {
    // The one that MongoDB makes holds 1 MiB, too little for all of them.
    await mongo.db.createCollection('system.profile', { capped: true, size: 64 * 1_048_576 });
    await mongo.db.command({ profile: 2 });
    for (const filter of everyFilter()) await idsOf(filter, 2);
    await mongo.db.command({ profile: 0 });

    const found = await costs();

    expect(found.length).toBeGreaterThan(everyFilter().length);
    const dear = found.filter(
      ({ keysExamined, docsExamined, nreturned }) => keysExamined > nreturned + 3 * SCANS || docsExamined > nreturned + SCANS,
    );
    expect(dear).toEqual([]);
  });
});

/** Orders that are read and sorted where few match, and those of one SKU that are looked for among all. */
const SORTED = 1_001;

describe('a list by change', () => {
  test('has exactly the matching orders, the oldest change first, or by creation', async () => {
    for (const filter of BY_CHANGE) expect({ filter, ids: await idsOf(filter, 2) }).toEqual({ filter, ids: expectedIds(filter) });
  });

  test('examines no more than what few orders need to be sorted', async () => {
    await mongo.db.command({ profile: 0 });
    await mongo.db.collection('system.profile').drop();
    await mongo.db.createCollection('system.profile', { capped: true, size: 64 * 1_048_576 });
    await mongo.db.command({ profile: 2 });
    for (const filter of BY_CHANGE) await idsOf(filter, 2);
    await mongo.db.command({ profile: 0 });

    const found = await costs();

    expect(found.length).toBeGreaterThan(BY_CHANGE.length);
    expect(found.filter(({ docsExamined, nreturned }) => docsExamined > nreturned + SORTED)).toEqual([]);
  });
});

const WAREHOUSES = ['loc_common', 'loc_rare', 'loc_none'];
/** Each of the other filters with one of the warehouses, by turns, and each warehouse alone. */
const BY_WAREHOUSE: readonly OrderFilter[] = [
  ...WAREHOUSES.map((warehouse) => ({ ...ALL, warehouse })),
  ...[...BY_CHANGE, ...everyFilter().filter(({ createdFrom }) => createdFrom === undefined)].map((filter, n) => ({
    ...filter,
    // 3 of 7, so that no filter of those that follow each other always has the same one.
    warehouse: WAREHOUSES[(n % 7) % WAREHOUSES.length],
  })),
];

/** For some 900 lists one after the other, on a machine that does other work beside it. */
const MANY_READS_MS = 180_000;

describe('a list by warehouse', () => {
  test(
    'has exactly the orders that hold units in it or were shipped from it, in the order of the list',
    async () => {
      for (const filter of BY_WAREHOUSE)
        expect({ filter, ids: await idsOf(filter, 2) }).toEqual({ filter, ids: expectedIds(filter) });
    },
    MANY_READS_MS,
  );

  test('examines no more than what few orders need to be sorted', async () => {
    await mongo.db.command({ profile: 0 });
    await mongo.db.collection('system.profile').drop();
    await mongo.db.createCollection('system.profile', { capped: true, size: 64 * 1_048_576 });
    await mongo.db.command({ profile: 2 });
    for (const filter of BY_WAREHOUSE) await idsOf(filter, 2);
    await mongo.db.command({ profile: 0 });

    const found = await costs();

    expect(found.length).toBeGreaterThan(BY_WAREHOUSE.length);
    expect(found.filter(({ docsExamined, nreturned }) => docsExamined > nreturned + SORTED)).toEqual([]);
  });
});

describe('while orders are written', () => {
  const moment = fc.integer({ min: 0, max: 20 });
  const change = fc.record({ before: fc.nat(6), second: moment, place: fc.nat(40), status: fc.constantFrom(...ORDER_STATUSES) });

  test('every reading by pages has the orders that existed throughout, each once and newest first', async () => {
    const reads = fc.asyncProperty(
      fc.array(moment, { minLength: 1, maxLength: 40 }),
      fc.integer({ min: 1, max: 9 }),
      fc.array(change, { maxLength: 20 }),
      async (seconds, limit, changes) => {
        const owner: Tenant = { accountId: newId('acc'), environment: 'sandbox' };
        const there = seconds.map((second) => orderOf(owner, { second, status: 'created' }));
        await insert(there);
        const seen = await readWhile({ owner, limit }, async (page) => {
          for (const { place, second, status } of changes.filter(({ before }) => before === page)) {
            await insert([orderOf(owner, { second, status: 'created' })]);
            await move(there[place], status);
          }
        });

        const known = new Set(there.map(({ id }) => id));
        const asListed = there.toSorted((a, b) => Number(b.createdAt) - Number(a.createdAt) || (a.id < b.id ? 1 : -1));
        expect(seen.filter((id) => known.has(id))).toEqual(asListed.map(({ id }) => id));
        expect(new Set(seen).size).toBe(seen.length);
      },
    );

    await fc.assert(reads, { numRuns: 15 });
  });
});

function orderOf(owner: Tenant, { second, status }: { readonly second: number; readonly status: OrderStatus }): Order {
  return BUILDERS[status]({ id: newId('ord'), tenant: owner, createdAt: at(second) });
}

async function insert(orders: readonly Order[]): Promise<void> {
  await mongo.db.collection<OrderDocument>(ORDERS).insertMany(orders.map(toOrderDocument));
}

/** Another status, and with it another place in every index of lists. */
async function move(order: Order | undefined, status: OrderStatus): Promise<void> {
  if (!order) return;
  const { id, tenant: owner, createdAt } = order;
  const { _id, ...moved } = toOrderDocument(BUILDERS[status]({ id, tenant: owner, createdAt }));
  await mongo.db.collection<OrderDocument>(ORDERS).replaceOne({ _id }, moved);
}

async function readWhile(
  { owner, limit }: { readonly owner: Tenant; readonly limit: number },
  write: (page: number) => Promise<void>,
): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  for (let page = 0; ; page += 1) {
    const read = await lists.orders(owner, ALL, { limit, cursor });
    ids.push(...read.data.map(({ id }) => id));
    if (read.next_cursor === null) return ids;
    cursor = read.next_cursor;
    await write(page);
  }
}

describe('orders of another tenant', () => {
  test('are in no list, whatever the filter', async () => {
    const others = { ...tenant, environment: 'production' as const };

    expect((await lists.orders(others, ALL, { limit: LIMIT, cursor: undefined })).data).toEqual([]);
    expect(tenantKey(others)).not.toBe(tenantKey(tenant));
  });
});

test('a piece of an export ends at 256 KB, and every order is in one', async () => {
  const owner: Tenant = { accountId: newId('acc'), environment: 'sandbox' };
  const large = Array.from({ length: 30 }, (_, n) =>
    createdOrder({ id: newId('ord'), tenant: owner, createdAt: at(n), note: 'x'.repeat(60_000) }),
  );
  await mongo.db.collection<OrderDocument>(ORDERS).insertMany(large.map(toOrderDocument));

  const pieces = await Array.fromAsync(makeExportOrders(lists)(owner, {}));

  expect(pieces.flat().map(({ id }) => id)).toEqual(large.map(({ id }) => id).toReversed());
  expect(Math.max(...pieces.map((piece) => piece.length))).toBe(4);
});
