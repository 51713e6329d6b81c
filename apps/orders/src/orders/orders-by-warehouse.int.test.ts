import { ALLOCATIONS, ORDER_STATUSES } from '@fulfilment/contracts';
import { newId, type Tenant } from '@fulfilment/kernel';
import { connectMongo, ensureIndexes, makeCursors, type Mongo } from '@fulfilment/mongo';
import { uniqueName } from '@fulfilment/testing';
import type { Document } from 'mongodb';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { newFulfilment } from './domain/fulfilment.ts';
import { at, createdOrder, mugs, shippedOrder } from './domain/order.builder.ts';
import type { Order } from './domain/order.ts';
import { MongoOrderLists, ORDER_INDEXES, WAREHOUSE_INDEXES, WAREHOUSES_OF_ORDERS } from './order-lists-store.ts';
import { ORDERS, toOrderDocument } from './order-documents.ts';

const tenant: Tenant = { accountId: newId('acc'), environment: 'sandbox' };

let mongo: Mongo;

beforeAll(async () => {
  mongo = await connectMongo({ url: inject('engines').mongodbUrl, database: uniqueName('by_warehouse'), appName: 'test' });
  await ensureIndexes(mongo.db, [...ORDER_INDEXES, ...WAREHOUSE_INDEXES]);
});

afterAll(async () => {
  await mongo.db.dropDatabase();
  await mongo.stop();
});

/** A document of the release before, which does not say where an order's units are. */
function earlier(order: Order): Document {
  const { warehouses: _none, shipped_from: _from, ...document } = toOrderDocument(order);
  return document;
}

const held = (...warehouses: readonly string[]) =>
  mugs({ sources: warehouses.map((warehouseId) => ({ warehouseId, warehouse: warehouseId, units: 1 })) });

function fulfilled(status: 'open' | 'shipped' | 'cancelled', warehouse?: string) {
  const fulfilment = newFulfilment({ id: newId('ful'), lines: [] }, 1, at);
  return { ...fulfilment, status, ...(warehouse !== undefined && { warehouse: { id: warehouse, code: 'W' } }) };
}

test('orders of releases before are found by the warehouses that hold units of them, or that a fulfilment was shipped from', async () => {
  const named = (order: Parameters<typeof createdOrder>[0]) => earlier(createdOrder({ tenant, ...order }));
  const orders = mongo.db.collection<Document & { readonly _id: string }>(ORDERS);
  await orders.insertMany([
    { ...named({ id: 'ord_held', lines: [held('loc_1'), held('loc_1', 'loc_2'), mugs()] }), _id: 'ord_held' },
    { ...named({ id: 'ord_shipped', fulfilments: [fulfilled('shipped', 'loc_1'), fulfilled('shipped')] }), _id: 'ord_shipped' },
    { ...named({ id: 'ord_dropped', fulfilments: [fulfilled('cancelled', 'loc_1')] }), _id: 'ord_dropped' },
    { ...earlier(shippedOrder({ id: 'ord_pooled', tenant })), _id: 'ord_pooled' },
  ]);

  if (WAREHOUSES_OF_ORDERS.type !== 'update') throw new Error('The migration changes documents');
  const { filter, update } = WAREHOUSES_OF_ORDERS;
  await orders.updateMany(filter, [...update]);

  const lists = new MongoOrderLists(mongo.db, makeCursors('a secret for cursors in tests only'));
  const any = { statuses: ORDER_STATUSES, allocations: ALLOCATIONS, externalId: undefined, sku: undefined };
  const ever = { createdFrom: undefined, createdBefore: undefined, updatedFrom: undefined, sort: 'created_at' } as const;
  const listed = async (warehouse: string) => {
    const page = await lists.orders(tenant, { ...any, ...ever, warehouse }, { limit: 9, cursor: undefined });
    return page.data.map(({ id }) => id).toSorted();
  };
  expect(await listed('loc_1')).toEqual(['ord_held', 'ord_shipped']);
  expect(await listed('loc_2')).toEqual(['ord_held']);
  expect(await orders.countDocuments(filter)).toBe(0);
});
