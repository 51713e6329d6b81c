import { newId } from '@fulfilment/kernel';
import { makeOutbox } from '@fulfilment/messaging';
import { connectMongo, ensureIndexes, makeCursors, type Mongo } from '@fulfilment/mongo';
import { uniqueName } from '@fulfilment/testing';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { pendingOrder } from '../domain/order.builder.ts';
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

function placeIn(store: OrderStore, order: OrderIn<'pending'>): Promise<boolean> {
  return store.place(order, stockCommandMessage(order));
}

function pendingIn(tenant: Order['tenant'], externalId: string | null): OrderIn<'pending'> {
  const id = newId('ord');
  return { ...pendingOrder({ id, tenant, externalId }), pending: { ...pendingOrder().pending, commandId: `allocate:${id}:1` } };
}

async function sentMessages(): Promise<Sent[]> {
  return mongo.db.collection<Sent>('outbox').find().sort({ created_at: 1 }).toArray();
}
