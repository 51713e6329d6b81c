import { newId } from '@fulfilment/kernel';
import { makeOutbox } from '@fulfilment/messaging';
import { connectMongo, ensureIndexes, makeCursors, type Mongo } from '@fulfilment/mongo';
import { uniqueName } from '@fulfilment/testing';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createdOrder, pendingOrder, rejectedOrder } from '../domain/order.builder.ts';
import type { Order } from '../domain/order.ts';
import type { OrderLists, OrderStore } from '../use-cases/ports.ts';
import { stockCommandMessage } from '../use-cases/stock-command-message.ts';
import { makeMongoOrderLists } from './mongo-order-lists.ts';
import { makeMongoOrderStore } from './mongo-order-store.ts';
import { ORDER_INDEXES } from './order-indexes.ts';
import { orderStoreConformance } from './order-store.conformance.ts';

interface Sent {
  readonly _id: string;
  readonly created_at: Date;
}

let mongo: Mongo;
let orders: OrderStore;
let lists: OrderLists;

beforeAll(async () => {
  mongo = await connectMongo({ url: inject('engines').mongodbUrl, database: uniqueName('orders_store'), appName: 'test' });
  const { client, db } = mongo;
  const outbox = makeOutbox(db, { source: 'orders' });
  await ensureIndexes(db, [...ORDER_INDEXES, ...outbox.indexes]);
  orders = makeMongoOrderStore({ client, db, addToOutbox: outbox.add, onCommitted: () => undefined });
  lists = makeMongoOrderLists(db, makeCursors('a secret for cursors in tests only'));
});

afterAll(async () => {
  await mongo.db.dropDatabase();
  await mongo.stop();
});

orderStoreConformance('The store on MongoDB', async () => {
  const before = new Set((await sentMessages()).map(({ _id: id }) => id));
  const sent = async (): Promise<string[]> => {
    const messages = await sentMessages();
    return messages.map(({ _id: id }) => id).filter((id) => !before.has(id));
  };
  return { orders: { ...orders, history: (key, page) => lists.history(key, page) }, sent };
});

describe('lists', () => {
  test('orders come newest first, by status, and each once through all pages', async () => {
    const tenant = { accountId: newId('acc'), environment: 'sandbox' as const };
    const placed = await Promise.all(Array.from({ length: 7 }, () => place(tenant)));
    await settle(placed[1], (order) => createdOrder(order));
    await settle(placed[4], (order) => createdOrder(order));
    await settle(placed[5], (order) => rejectedOrder(order));

    const filter = { statuses: ['pending', 'created'] as const, externalId: undefined };
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await lists.orders(tenant, filter, { limit: 2, cursor });
      seen.push(...page.data.map(({ id }) => id));
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);

    const expected = placed.filter((order) => order !== placed[5]).map(({ id }) => id);
    expect(seen).toEqual(expected.toSorted().toReversed());
  });

  test('an external id finds the rejected ones too', async () => {
    const tenant = { accountId: newId('acc'), environment: 'sandbox' as const };
    const first = await place(tenant, 'shop-1');
    await settle(first, (order) => rejectedOrder(order));
    const second = await place(tenant, 'shop-1');

    const filter = { statuses: ['pending', 'rejected'] as const, externalId: 'shop-1' };
    const page = await lists.orders(tenant, filter, { limit: 50, cursor: undefined });

    expect(page.data.map(({ id }) => id)).toEqual([second.id, first.id]);
  });

  test.each([
    ['by status', { tenant: 't', status: { $in: ['created', 'packed'] } }],
    ['by status and external id', { tenant: 't', status: { $in: ['created', 'packed'] }, external_id: 'shop-1' }],
  ])('%s is read from an index and not sorted', async (_name, filter) => {
    const plan = await mongo.db.collection('orders').find(filter).sort({ _id: -1 }).limit(3).explain('queryPlanner');

    const text = JSON.stringify(plan.queryPlanner.winningPlan);
    expect(text).toContain('"IXSCAN"');
    expect(text).not.toMatch(/"COLLSCAN"|"stage":"SORT"/);
  });
});

async function place(tenant: Order['tenant'], externalId: string | null = null): Promise<Order> {
  const id = newId('ord');
  const order = {
    ...pendingOrder({ id, tenant, externalId }),
    pending: { ...pendingOrder().pending, commandId: `allocate:${id}:1` },
  };
  await orders.place(order, stockCommandMessage(order));
  return order;
}

async function settle(
  order: Order | undefined,
  as: (order: Pick<Order, 'id' | 'tenant' | 'externalId' | 'version'>) => Order,
): Promise<void> {
  if (!order) throw new Error('No order');
  const { id, tenant, externalId, version } = order;
  await orders.save([{ from: version, order: as({ id, tenant, externalId, version: version + 1 }), history: [], messages: [] }]);
}

async function sentMessages(): Promise<Sent[]> {
  return mongo.db.collection<Sent>('outbox').find().sort({ created_at: 1 }).toArray();
}
