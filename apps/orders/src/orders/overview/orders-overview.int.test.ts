import { orderRecord, ordersOverview } from '@fulfilment/contracts';
import { makeReceipts } from '@fulfilment/idempotency';
import { newId, tenantKey } from '@fulfilment/kernel';
import { makeOutbox } from '@fulfilment/messaging';
import { makeCursors } from '@fulfilment/mongo';
import { eventually } from '@fulfilment/testing';
import { type Caller, identityOf, newCaller, type ServiceInstance } from '@fulfilment/service/test-bed';
import type { Document } from 'mongodb';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { FakeInventory } from '../../saga/fake-inventory.fixture.ts';
import { openTestBed, type TestBed } from '../../orders.fixture.ts';
import { type OrderDocument, ORDERS } from '../order-documents.ts';
import { BY_HOLD, MongoOrderLists } from '../order-lists-store.ts';
import { OrderOutbox } from '../order-outbox-store.ts';
import { MongoOrderStore } from '../order-store.ts';
import { orderFiguresConformance } from './order-figures.conformance.ts';
import { MongoOrderFigures } from './order-figures-store.ts';

let bed: TestBed;
let orders: ServiceInstance;
let inventory: FakeInventory;

beforeAll(async () => {
  bed = await openTestBed(inject('engines'));
  orders = await bed.start({ ORDER_WAIT_MS: '20000' });
  inventory = new FakeInventory(bed.log, { 'MUG-01': 1_000, 'CUP-01': 1 });
  await inventory.start();
});

afterAll(async () => {
  await orders.stop();
  await inventory.stop();
  await bed.stop();
});

const ask = async (by: Caller) => orders.send('GET /account/v1/overview/orders', { token: await identityOf(by, 'orders') });

test('the overview counts the open orders of one tenant by allocation, and follows their changes', async () => {
  const [by, other] = [newCaller(), newCaller()];
  const place = async (who: Caller, sku: string, quantity: number) =>
    orderRecord.parse((await orders.call(who, 'POST /orders', { lines: [{ sku, quantity }] })).body);
  await place(other, 'MUG-01', 1);
  const [first, second, third] = [await place(by, 'MUG-01', 1), await place(by, 'MUG-01', 1), await place(by, 'MUG-01', 1)];
  await place(by, 'CUP-01', 2);
  await place(by, 'CUP-01', 2);
  await orders.call(by, `POST /orders/${first.id}/pack`, {});
  await orders.call(by, `POST /orders/${second.id}/cancel`, {});

  await orders.call(by, `POST /orders/${third.id}/holds`, { reason: 'fraud' });

  const whole = { pending: 0, created: { allocated: 1, on_hold: 1, partial: 1, backordered: 1 }, packed: 1 };
  await eventually(async () => expect(ordersOverview.parse((await ask(by)).body)).toMatchObject(whole));
  expect(ordersOverview.parse((await ask(by)).body).open_by_age[0]).toEqual({ min_days: 0, max_days: 1, orders: 4 });
  await orders.call(by, `POST /orders/${first.id}/ship`, {});
  await eventually(async () => {
    const { shipped_by_day: days } = ordersOverview.parse((await ask(by)).body);
    expect(days.reduce((sum, day) => sum + day.orders, 0)).toBe(1);
  });
  const [hold] = orderRecord.parse((await orders.call(by, `GET /orders/${third.id}`)).body).holds;
  await orders.call(by, `DELETE /orders/${third.id}/holds/${hold?.id}`);
  await eventually(async () => expect((await ask(by)).body).toMatchObject({ created: { allocated: 1, on_hold: 0 } }));
  await orders.call(by, `POST /orders/${third.id}/pack`, {});
  await eventually(async () =>
    expect(ordersOverview.parse((await ask(by)).body)).toMatchObject({
      pending: 0,
      created: { allocated: 0, on_hold: 0, partial: 1, backordered: 1 },
      packed: 1,
    }),
  );
});

test('open orders end at the limit of the tenant, which the overview has; ended ones make room', async () => {
  const by = { ...newCaller(), storage: { skus: 9, open_orders: 2 } };
  const place = () => orders.call(by, 'POST /orders', { lines: [{ sku: 'MUG-01', quantity: 1 }] });
  const { id } = orderRecord.parse((await place()).body);
  await place();
  const full = { code: 'storage_limit_reached', errors: [{ stored: 'open_orders', used: 2, maximum: 2 }] };
  expect(await place()).toMatchObject({ status: 403, body: full });
  expect((await ask(by)).body).toMatchObject({ storage: { used: 2, limit: 2 } });
  await orders.call(by, `POST /orders/${id}/cancel`, {});
  await eventually(async () => expect((await place()).status).toBe(201));
});

orderFiguresConformance('MongoDB', () => {
  const { client, db } = bed.mongo;
  const relay = { handOver: () => undefined, doubt: () => undefined };
  const outbox = new OrderOutbox(db, makeOutbox(db, { source: 'orders' }), { blocks: false });
  const store = new MongoOrderStore({
    client,
    db,
    receipts: makeReceipts(db),
    outbox,
    relays: { sagas: relay, events: relay },
    onBatch: () => undefined,
  });
  return { orders: store, figures: new MongoOrderFigures(db) };
});

/** The same orders as another tenant's, of which the service reads nothing while a test looks. */
async function copied(from: Caller): Promise<Caller> {
  const to = newCaller();
  const stored = bed.mongo.db.collection<OrderDocument>(ORDERS);
  const documents = await stored.find({ tenant: tenantKey(from) }).toArray();
  await stored.insertMany(documents.map((document) => ({ ...document, _id: newId('ord'), tenant: tenantKey(to) })));
  return to;
}

/** Keys and documents that aggregations of a tenant's orders read during the work. */
async function readBy(tenant: Caller, work: () => Promise<unknown>) {
  const { db } = bed.mongo;
  const profile = db.collection<Document & { keysExamined: number; docsExamined: number }>('system.profile');
  await db.command({ profile: 2 });
  await work();
  await db.command({ profile: 0 });
  return await profile.find({ 'command.aggregate': ORDERS, 'command.pipeline.0.$match.tenant': tenantKey(tenant) }).toArray();
}

test('counting reads only keys of open orders in the index', async () => {
  const by = newCaller();
  const { db } = bed.mongo;
  const { id } = orderRecord.parse((await orders.call(by, 'POST /orders', { lines: [{ sku: 'MUG-01', quantity: 1 }] })).body);
  await orders.call(by, `POST /orders/${id}/cancel`, {});
  await orders.call(by, 'POST /orders', { lines: [{ sku: 'MUG-01', quantity: 1 }] });
  const tenant = await copied(by);
  const looks = await readBy(tenant, async () => {
    await new MongoOrderLists(db, makeCursors('a secret for cursors in tests only')).countByStatus(tenant, ['created', 'packed']);
    await new MongoOrderFigures(db).countBySpan(tenant, ['created', 'packed'], [new Date(0), new Date()]);
  });

  expect(looks.map(({ docsExamined }) => docsExamined)).toEqual([0, 0]);
  for (const { keysExamined } of looks) expect(keysExamined).toBeLessThanOrEqual(8);
});

test('counting allocated orders on hold reads those alone, however many others there are', async () => {
  const by = newCaller();
  const place = async (sku: string) =>
    orderRecord.parse((await orders.call(by, 'POST /orders', { lines: [{ sku, quantity: 1 }] })).body).id;
  const hold = async (id: string) => await orders.call(by, `POST /orders/${id}/holds`, { reason: 'fraud' });
  const [held, packed] = [await place('MUG-01'), await place('MUG-01'), await place('MUG-01')];
  await orders.call(by, `POST /orders/${packed}/pack`, {});
  for (const id of [held, packed]) await hold(id);
  const tenant = await copied(by);
  const [look] = await readBy(tenant, async () => {
    expect(await new MongoOrderFigures(bed.mongo.db).countHeld(tenant, new Date())).toBe(1);
  });

  expect(look).toMatchObject({ docsExamined: 1, command: { hint: BY_HOLD } });
});

test('the overview needs account:read', async () => {
  expect(await ask(newCaller('viewer'))).toMatchObject({ status: 403, body: { code: 'forbidden', permission: 'account:read' } });
});
