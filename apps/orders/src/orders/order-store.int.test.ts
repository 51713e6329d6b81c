import { makeReceipts, receiptIndexes, type Receipt } from '@fulfilment/idempotency';
import { newId, systemClock, type Tenant, tenantKey } from '@fulfilment/kernel';
import { makeOutbox, outboxIndexes, type OutboxRow } from '@fulfilment/messaging';
import { connectMongo, ensureIndexes, makeCursors, type Mongo } from '@fulfilment/mongo';
import { uniqueName } from '@fulfilment/testing';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { OrderAnswers } from '../saga/order-answers.ts';
import { watchOver } from '../saga/saga.fixture.ts';
import { makeTakeOutcomes } from '../saga/take-outcomes.ts';
import { cancelledOrder, pendingOrder, snapshotOf } from './domain/order.builder.ts';
import type { Order, OrderIn } from './domain/order.ts';
import { endingHoldsConformance } from './ending-holds.conformance.ts';
import type { OrderLists, OrderStore, SaveResult } from './order-ports.ts';
import { placing } from './order-change.builder.ts';
import { HOLD_INDEXES, HOLDS_BY_TENANT_INDEX, MongoOrderLists, ORDER_INDEXES } from './order-lists-store.ts';
import { CARRIED_INDEXES, OrderOutbox } from './order-outbox-store.ts';
import { MongoOrderStore } from './order-store.ts';
import { orderStoreConformance } from './order-store.conformance.ts';

let mongo: Mongo;
let orders: OrderStore;
let lists: OrderLists;
let handedOver: readonly OutboxRow[];

beforeAll(async () => {
  mongo = await connectMongo({ url: inject('engines').mongodbUrl, database: uniqueName('orders_store'), appName: 'test' });
  const store = openStore();
  await ensureIndexes(mongo.db, [
    ...ORDER_INDEXES,
    ...HOLD_INDEXES,
    HOLDS_BY_TENANT_INDEX,
    ...CARRIED_INDEXES,
    ...outboxIndexes,
    ...receiptIndexes,
  ]);
  ({ orders, handedOver } = store);
  lists = new MongoOrderLists(mongo.db, makeCursors('a secret for cursors in tests only'));
});

afterAll(async () => {
  await mongo.db.dropDatabase();
  await mongo.stop();
});

/** The store of another process; its relays get `handedOver`. */
function openStore(onBatch: (size: number) => void = () => undefined) {
  const { client, db } = mongo;
  const rows = makeOutbox(db, { source: 'orders' });
  const outbox = new OrderOutbox(db, rows, { blocks: false });
  const receipts = makeReceipts(db);
  const handed: OutboxRow[] = [];
  const relay = { handOver: (more: readonly OutboxRow[]) => void handed.push(...more), doubt: () => undefined };
  return {
    orders: new MongoOrderStore({ client, db, receipts, outbox, relays: { sagas: relay, events: relay }, onBatch }),
    handedOver: handed,
  };
}

orderStoreConformance('The store on MongoDB', async () => {
  const before = handedOver.length;
  const sent = async () => handedOver.slice(before).map(({ record: { headers } }) => headers['ce_id'] ?? '');
  return { orders, history: (key, page) => lists.history(key, page), sent };
});

endingHoldsConformance('The store on MongoDB', async () => ({ orders, holds: lists }));

describe('two processes', () => {
  test('race for one external id: one gets it, and the changes in the same batches are not lost', async () => {
    const tenant = newTenant();
    const { orders: other } = openStore();
    const place = (store: OrderStore, externalId: string | null): Promise<SaveResult> =>
      placeIn(store, pendingIn(tenant, externalId));

    const taken = await Promise.all([orders, other].map((store) => place(store, 'shop-1')));
    const wanted = Array.from({ length: 20 }, (_, each) => `shop-${each + 2}`);
    const both = await Promise.all(wanted.flatMap((id) => [place(orders, id), place(other, id), place(other, null)]));

    expect(taken.toSorted()).toEqual(['conflict', 'saved']);
    expect(both.filter((each) => each === 'saved')).toHaveLength(2 * wanted.length);
  });

  test('race for one idempotency key: one order for each key, and the changes in the same batches are not lost', async () => {
    const tenant = newTenant();
    const { orders: other } = openStore();
    const place = (store: OrderStore, claimId?: string): Promise<SaveResult> =>
      placeIn(store, pendingIn(tenant, null), claimId === undefined ? undefined : receiptOf(claimId));

    const claims = Array.from({ length: 20 }, (_, each) => `claim-${each}`);
    const all = await Promise.all(claims.flatMap((id) => [place(orders, id), place(other, id), place(other), place(orders, id)]));

    const count = Map.groupBy(all, (each) => each);
    expect(count.get('saved')).toHaveLength(2 * claims.length);
    expect(count.get('repeated')).toHaveLength(2 * claims.length);
    expect(await mongo.db.collection('orders').countDocuments({ tenant: tenantKey(tenant) })).toBe(2 * claims.length);
  });

  test('refuse one request at the same time: one refusal is kept, and no order is created under its key', async () => {
    const tenant = newTenant();
    const { orders: other } = openStore();
    const refusal = { ...receiptOf('a-claim'), subject: null, answer: { type: 'result', result: 'no' } as const };

    const kept = await Promise.all([orders, other, orders, other].map((store) => store.addReceipt(tenant, refusal)));

    expect(kept.filter(Boolean)).toHaveLength(1);
    expect(await placeIn(other, pendingIn(tenant, null), receiptOf('a-claim'))).toBe('repeated');
    expect(await other.findReceipt(tenant, 'a-claim')).toEqual(refusal);
  });
});

test('a cancelled order gives its external id up to the one that replaces it, and is written again without it', async () => {
  const tenant = newTenant();
  const cancelled = cancelledOrder({ id: newId('ord'), tenant, externalId: 'shop-1', version: 1 });
  expect(await orders.save({ from: 0, order: cancelled, history: [], messages: [] })).toBe('saved');
  const second = pendingIn(tenant, 'shop-1');
  const third = pendingIn(tenant, 'shop-1');

  expect(await orders.save(placing(second))).toBe('conflict');
  const results = await Promise.all([second, third].map((order) => orders.save({ ...placing(order), replaces: cancelled.id })));

  expect(Map.groupBy(results, (each) => each).get('saved')).toHaveLength(1);
  expect((await orders.findByExternalId(tenant, 'shop-1'))?.id).not.toBe(cancelled.id);
  const kept = await orders.find(cancelled);
  expect(kept).toMatchObject({ externalId: 'shop-1', status: 'cancelled' });
  expect(kept && (await orders.save({ from: 1, order: { ...kept, version: 2 }, history: [], messages: [] }))).toBe('saved');
});

test('an external id that an earlier release kept in NFD is found by NFC', async () => {
  const order = pendingIn(newTenant(), 'Cafe\u0301-1');
  expect(await orders.save(placing(order))).toBe('saved');

  expect(await orders.findByExternalId(order.tenant, 'Caf\u00E9-1')).toMatchObject({ id: order.id });
});

test('outcomes that are not being saved as their partition is taken away are left', async () => {
  const aborting = new AbortController();
  const store = openStore(() => aborting.abort(new Error('the partition is gone'))).orders;
  const tenant = newTenant();
  const pending = Array.from({ length: 200 }, () => pendingIn(tenant, null));
  await Promise.all(pending.map((order) => placeIn(orders, order)));
  const watch = watchOver(store);
  const answers = new OrderAnswers({ orders: store, watch, now: systemClock });
  const take = makeTakeOutcomes({ orders: store, watch, answers, announce: () => 0, now: () => new Date() });

  const taken = take(
    pending.map((order) => ({ order: { tenant, id: order.id }, ...snapshotOf(order) })),
    aborting.signal,
  );

  await expect(taken).rejects.toThrow('the partition is gone');
  expect(await mongo.db.collection('orders').countDocuments({ tenant: tenantKey(tenant), version: { $gt: 1 } })).toBe(100);
});

const newTenant = (): Tenant => ({ accountId: newId('acc'), environment: 'sandbox' });

const receiptOf = (id: string): Receipt => ({ id, fingerprint: 'of a body', subject: 'allocate:ord_1:1', answer: null });

function placeIn(store: OrderStore, order: OrderIn<'pending'>, receipt?: Receipt): Promise<SaveResult> {
  return store.save(placing(order, receipt));
}

function pendingIn(tenant: Order['tenant'], externalId: string | null): OrderIn<'pending'> {
  const id = newId('ord');
  return { ...pendingOrder({ id, tenant, externalId }), pending: { ...pendingOrder().pending, commandId: `allocate:${id}:1` } };
}
