import { newId, type Tenant } from '@fulfilment/kernel';
import { connectMongo, ensureIndexes, makeCursors, type Mongo } from '@fulfilment/mongo';
import { uniqueName } from '@fulfilment/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { newFulfilment } from './domain/fulfilment.ts';
import { createdOrder } from './domain/order.builder.ts';
import { FULFILMENT_INDEXES, MongoPartLists, WAREHOUSE_INDEX } from './part-lists-store.ts';
import { type OrderDocument, ORDERS, toOrderDocument } from './order-documents.ts';
import type { FulfilmentFilter } from './order-ports.ts';

const ORDER_COUNT = 1_000;
const tenant: Tenant = { accountId: newId('acc'), environment: 'sandbox' };
const ALL: FulfilmentFilter = {
  statuses: ['open', 'packed', 'shipped', 'cancelled'],
  orderId: undefined,
  carrier: undefined,
  externalId: undefined,
};

let mongo: Mongo;
let lists: MongoPartLists;

beforeAll(async () => {
  const database = uniqueName('fulfilment_lists');
  mongo = await connectMongo({ url: inject('engines').mongodbUrl, database, appName: 'test' });
  await ensureIndexes(mongo.db, [...FULFILMENT_INDEXES, WAREHOUSE_INDEX]);
  lists = new MongoPartLists(mongo.db, makeCursors('a secret for cursors in tests only'));
  const at = new Date('2026-11-21T09:00:00.000Z');
  const orders = Array.from({ length: ORDER_COUNT }, (_, n) => {
    const fulfilment = newFulfilment({ id: newId('ful'), lines: [], externalId: `part-${n}` }, 1, at);
    const inWarehouse = n % 100 === 7 ? { ...fulfilment, warehouse: { id: 'loc_1', code: 'W1' } } : fulfilment;
    return createdOrder({
      id: newId('ord'),
      tenant,
      fulfilments: [inWarehouse, { ...fulfilment, id: newId('ful'), externalId: null }],
    });
  });
  await mongo.db.collection<OrderDocument>(ORDERS).insertMany(orders.map(toOrderDocument));
});

beforeEach(async () => {
  await mongo.db.command({ profile: 0 });
  await mongo.db.collection('system.profile').drop();
  await mongo.db.command({ profile: 2 });
});

afterAll(async () => {
  await mongo.db.dropDatabase();
  await mongo.stop();
});

async function examined(): Promise<number> {
  const profile = mongo.db.collection<{ readonly ns: string; readonly op: string; readonly docsExamined: number }>(
    'system.profile',
  );
  const found = await profile.find({ ns: `${mongo.db.databaseName}.${ORDERS}`, op: { $in: ['query', 'getmore'] } }).toArray();
  return found.reduce((sum, { docsExamined }) => sum + docsExamined, 0);
}

test('a fulfilment is found by its external id alone, however many there are', async () => {
  const { data } = await lists.fulfilments(tenant, { ...ALL, externalId: 'part-7' }, { limit: 50, cursor: undefined });

  expect(data.map(({ fulfilment }) => fulfilment.externalId)).toEqual(['part-7']);
  expect(await examined()).toBe(1);
});

test('those of a warehouse are found alone, page by page', async () => {
  const ofOne = { ...ALL, warehouseId: 'loc_1' };
  const first = await lists.fulfilments(tenant, ofOne, { limit: 6, cursor: undefined });
  const second = await lists.fulfilments(tenant, ofOne, { limit: 6, cursor: first.next_cursor ?? undefined });

  const found = [...first.data, ...second.data].map(({ fulfilment }) => fulfilment.externalId);
  expect(found).toEqual(Array.from({ length: 10 }, (_, n) => `part-${907 - 100 * n}`));
  expect(await examined()).toBeLessThanOrEqual(15);
});

test('a page of all of them reads little more than it gives', async () => {
  const { data } = await lists.fulfilments(tenant, ALL, { limit: 50, cursor: undefined });

  expect(data).toHaveLength(50);
  expect(await examined()).toBeLessThanOrEqual(100);
});

describe('where no index tells all that is asked, a page looks at 1,000 orders at most', () => {
  const owner: Tenant = { accountId: newId('acc'), environment: 'sandbox' };
  const MANY = 2_200;

  /** Shipped from one warehouse by one carrier, but for three. */
  beforeAll(async () => {
    const at = new Date('2026-11-21T09:00:00.000Z');
    const orders = Array.from({ length: MANY }, (_, n) => {
      const made = newFulfilment({ id: newId('ful'), lines: [], externalId: null }, 1, at);
      const usual = { ...made, status: 'shipped' as const, warehouse: { id: 'loc_1', code: 'W1' } };
      const carrier = n === 1 ? 'Rare' : 'DHL';
      const shipped = { ...usual, shipment: { ...made.shipment, carrier } };
      const status = n === 2 ? ('cancelled' as const) : n === 3 ? ('open' as const) : ('shipped' as const);
      return createdOrder({ id: newId('ord'), tenant: owner, fulfilments: [{ ...shipped, status }] });
    });
    await mongo.db.collection<OrderDocument>(ORDERS).insertMany(orders.map(toOrderDocument));
  });

  test.each<[FulfilmentFilter, number, string[]]>([
    [{ ...ALL, carrier: 'Rare' }, 3, ['shipped Rare']],
    [{ ...ALL, carrier: 'None' }, 3, []],
    [{ ...ALL, warehouseId: 'loc_1', statuses: ['cancelled'] }, 3, ['cancelled DHL']],
    [{ ...ALL, warehouseId: 'loc_1', statuses: ['open'] }, 1, ['open DHL']],
    [{ ...ALL, warehouseId: 'loc_2', statuses: ['shipped'] }, 1, []],
  ])('%j', async (filter, expectedPages, expected) => {
    const found: string[] = [];
    let [pages, cursor]: [number, string | undefined] = [0, undefined];
    do {
      const before = await examined();
      const page = await lists.fulfilments(owner, filter, { limit: 20, cursor });
      // One more batch is read.
      expect((await examined()) - before).toBeLessThanOrEqual(1_050);
      found.push(...page.data.map(({ fulfilment: { status, shipment } }) => `${status} ${shipment.carrier}`));
      pages += 1;
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);

    expect(pages).toBe(expectedPages);
    expect(found).toEqual(expected);
  });
});
