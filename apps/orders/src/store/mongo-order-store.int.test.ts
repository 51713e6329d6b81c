import { newId } from '@fulfilment/kernel';
import { makeOutbox } from '@fulfilment/messaging';
import { connectMongo, ensureIndexes, makeCursors, type Mongo } from '@fulfilment/mongo';
import { uniqueName } from '@fulfilment/testing';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createdOrder, pendingOrder, rejectedOrder } from '../domain/order.builder.ts';
import type { Order, OrderIn } from '../domain/order.ts';
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
  const store = openStore();
  await ensureIndexes(mongo.db, [...ORDER_INDEXES, ...store.outbox.indexes]);
  orders = store.orders;
  lists = makeMongoOrderLists(mongo.db, makeCursors('a secret for cursors in tests only'));
});

afterAll(async () => {
  await mongo.db.dropDatabase();
  await mongo.stop();
});

/** As another process has it. */
function openStore() {
  const { client, db } = mongo;
  const outbox = makeOutbox(db, { source: 'orders' });
  return { outbox, orders: makeMongoOrderStore({ client, db, addToOutbox: outbox.add, onCommitted: () => undefined }) };
}

orderStoreConformance('The store on MongoDB', async () => {
  const before = new Set((await sentMessages()).map(({ _id: id }) => id));
  const sent = async (): Promise<string[]> => {
    const messages = await sentMessages();
    return messages.map(({ _id: id }) => id).filter((id) => !before.has(id));
  };
  return { orders: { ...orders, history: (key, page) => lists.history(key, page) }, sent };
});

describe('two processes', () => {
  test('that take one external id at the same moment: one gets it, and what shares their commits is not lost', async () => {
    const tenant = { accountId: newId('acc'), environment: 'sandbox' as const };
    const { orders: other } = openStore();
    const placing = (store: OrderStore, externalId: string | null): Promise<boolean> =>
      placeIn(store, pendingIn(tenant, externalId));

    const taken = await Promise.all([orders, other].map((store) => placing(store, 'shop-1')));
    const wanted = Array.from({ length: 20 }, (_, each) => `shop-${each + 2}`);
    const both = await Promise.all(wanted.flatMap((id) => [placing(orders, id), placing(other, id), placing(other, null)]));

    expect(taken.filter(Boolean)).toHaveLength(1);
    expect(both.filter(Boolean)).toHaveLength(2 * wanted.length);
  });
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
  const order = pendingIn(tenant, externalId);
  await placeIn(orders, order);
  return order;
}

function placeIn(store: OrderStore, order: OrderIn<'pending'>): Promise<boolean> {
  return store.place(order, stockCommandMessage(order));
}

function pendingIn(tenant: Order['tenant'], externalId: string | null): OrderIn<'pending'> {
  const id = newId('ord');
  return { ...pendingOrder({ id, tenant, externalId }), pending: { ...pendingOrder().pending, commandId: `allocate:${id}:1` } };
}

async function settle(
  order: Order | undefined,
  as: (order: Pick<Order, 'id' | 'tenant' | 'externalId' | 'version'>) => Order,
): Promise<void> {
  if (!order) throw new Error('No order');
  const { id, tenant, externalId, version } = order;
  await orders.save({ from: version, order: as({ id, tenant, externalId, version: version + 1 }), history: [], messages: [] });
}

async function sentMessages(): Promise<Sent[]> {
  return mongo.db.collection<Sent>('outbox').find().sort({ created_at: 1 }).toArray();
}
