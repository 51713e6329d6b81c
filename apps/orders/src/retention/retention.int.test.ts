import { orderRecord, problemDocument, retentionRecord, returnRecord } from '@fulfilment/contracts';
import { newId, tenantKey } from '@fulfilment/kernel';
import { type Caller, identityOf, newCaller, type Reply, type ServiceInstance } from '@fulfilment/service/test-bed';
import { eventually } from '@fulfilment/testing';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { ERASURES, type ErasureDocument } from '../orders/erasure-store.ts';
import type { OrderDocument } from '../orders/order-documents.ts';
import { openTestBed, type TestBed } from '../orders.fixture.ts';
import { FakeInventory } from '../saga/fake-inventory.fixture.ts';
import { MongoRetentions, RETENTIONS, type RetentionDocument } from './retention-store.ts';

let bed: TestBed;
let orders: ServiceInstance;
let inventory: FakeInventory;
let caller: Caller;

beforeAll(async () => {
  bed = await openTestBed(inject('engines'));
  orders = await bed.start({ ORDER_WAIT_MS: '20000' });
  inventory = new FakeInventory(bed.log, { 'MUG-01': 1_000 });
  await inventory.start();
});

beforeEach(() => {
  caller = newCaller();
});

afterAll(async () => {
  await orders.stop();
  await inventory.stop();
  await bed.stop();
});

const DAY_MS = 86_400_000;
/** Passes come every 15 s. */
const PATIENCE = { withinMs: 60_000 };
const ADDRESS = { name: 'Planted Person', address1: '1 Planted Road', city: 'Plantedville', country: 'HK' };

const stored = () => bed.mongo.db.collection<OrderDocument>('orders');
const retentions = () => bed.mongo.db.collection<RetentionDocument>(RETENTIONS);
const idOf = ({ body }: Reply): string => orderRecord.parse(body).id;

async function settings(method: 'GET' | 'PATCH', body?: unknown, by: Caller = caller): Promise<Reply> {
  return orders.send(`${method} /account/v1/retention`, { token: await identityOf(by, 'orders'), body, headers: by.headers });
}

/** An order that was cancelled days ago, or is still open. */
async function order(ended: { readonly daysAgo: number } | 'open'): Promise<string> {
  const id = idOf(await orders.call(caller, 'POST /orders', { lines: [{ sku: 'MUG-01', quantity: 1 }], ship_to: ADDRESS }));
  if (ended !== 'open') await orders.call(caller, `POST /orders/${id}/cancel`, {});
  await eventually(async () => expect(await stored().countDocuments({ _id: id, outbox: { $exists: true } })).toBe(0));
  const daysAgo = ended === 'open' ? 5_000 : ended.daysAgo;
  await stored().updateOne({ _id: id }, { $set: { updated_at: new Date(Date.now() - daysAgo * DAY_MS) } });
  return id;
}

const shown = async (id: string) => orderRecord.parse((await orders.call(caller, `GET /orders/${id}`)).body);

test('orders that ended before the retention lose persons’ data, with their history and event; others keep it', async () => {
  const [old, older, young, open] = [
    await order({ daysAgo: 40 }),
    await order({ daysAgo: 400 }),
    await order({ daysAgo: 20 }),
    await order('open'),
  ];
  const before = await shown(old);

  expect((await settings('PATCH', { ship_to_days: 30 })).status).toBe(200);

  await eventually(async () => expect((await shown(old)).erased_at).not.toBeNull(), PATIENCE);
  const erased = { ship_to: { name: '[erased]', country: 'HK' }, status: 'cancelled' };
  expect(await shown(old)).toMatchObject({ ...erased, version: before.version + 1 });
  expect(await shown(older)).toMatchObject(erased);
  for (const id of [young, open]) expect(await shown(id)).toMatchObject({ ship_to: ADDRESS, erased_at: null });
  const history = await orders.call(caller, `GET /orders/${old}/history`);
  expect(JSON.stringify(history.body)).toContain('"actor":"orders"');
  const erasure = await bed.mongo.db.collection<ErasureDocument>(ERASURES).findOne({ _id: old });
  expect(erasure).toMatchObject({ kept_answers: false, event: { type: 'order.updated' } });
}, 360_000);

test('a return without an order that rested for the retention loses its notes, and its event says so', async () => {
  const lines = [{ sku: 'MUG-01', quantity: 1, note: 'Planted Person' }];
  const body = { order_id: null, lines, approved: true, note: 'Planted Person' };
  const { id } = returnRecord.parse((await orders.call(caller, 'POST /returns', body)).body);
  const stands = id.replace('ret_', 'ord_');
  await eventually(async () => expect(await stored().countDocuments({ _id: stands, outbox: { $exists: true } })).toBe(0));
  await stored().updateOne({ _id: stands }, { $set: { updated_at: new Date(Date.now() - 40 * DAY_MS) } });

  await settings('PATCH', { ship_to_days: 30 });

  const read = async () => returnRecord.parse((await orders.call(caller, `GET /returns/${id}`)).body);
  await eventually(async () => expect(await read()).toMatchObject({ note: null, lines: [{ note: null }], version: 2 }), PATIENCE);
  const kept = async () =>
    JSON.stringify(
      await bed.mongo.db
        .collection('outbox')
        .find({ key: { $regex: stands } })
        .toArray(),
    );
  await eventually(async () => expect(await kept()).not.toContain('Planted'), PATIENCE);
  expect(await kept()).toContain('return.updated');
}, 360_000);

test('a pass goes on behind the last order that it looked at, and finds an order again only once it has changed', async () => {
  const id = await order({ daysAgo: 40 });
  await settings('PATCH', { ship_to_days: 30 });
  await eventually(async () => expect((await shown(id)).erased_at).not.toBeNull(), PATIENCE);
  await eventually(async () => {
    const { reached } = (await retentions().findOne({ _id: tenantKey(caller) })) ?? {};
    expect(reached?.id).toBe(id);
  });
  const store = new MongoRetentions(bed.mongo);
  const [mine] = (await store.limited()).filter(({ tenant }) => tenantKey(tenant) === tenantKey(caller));

  expect(mine && (await store.endedBefore(mine, new Date(Date.now() - 30 * DAY_MS), 10))).toEqual([]);
  expect(mine && (await store.endedBefore(mine, new Date(Date.now() + DAY_MS), 10))).toMatchObject([{ id }]);
}, 360_000);

test('none by default; a change shows who made it, and holds for its environment alone', async () => {
  const none = { ship_to_days: null, updated_at: null, updated_by: null };
  expect((await settings('GET')).body).toEqual(none);

  const keyed = { ...caller, headers: { 'idempotency-key': newId('req') } };
  const first = await settings('PATCH', { ship_to_days: 400 }, keyed);
  const again = await settings('PATCH', { ship_to_days: 400 }, keyed);

  const expected = { ship_to_days: 400, updated_at: expect.any(String), updated_by: caller.keyId };
  expect(retentionRecord.parse(first.body)).toEqual(expected);
  expect(again.body).toEqual(first.body);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect((await settings('GET')).body).toEqual(first.body);
  expect((await settings('GET', undefined, { ...caller, environment: 'production' })).body).toEqual(none);
  expect((await settings('PATCH', {})).body).toEqual(first.body);
  const stale = await settings('PATCH', { ...expected, ship_to_days: 500, updated_at: '2026-11-21T09:05:12.411Z' });
  expect(problemDocument.parse(stale.body).errors).toMatchObject([{ pointer: '/updated_at', code: 'read_only' }]);
  expect((await settings('PATCH', first.body)).body).toEqual(first.body);
  expect((await settings('PATCH', { ship_to_days: null })).body).toMatchObject({ ship_to_days: null });
});

test.each([29, 3_651, 30.5, '400', ''])('422 for %s days, and nothing changes', async (days) => {
  const reply = await settings('PATCH', { ship_to_days: days });

  expect([reply.status, problemDocument.parse(reply.body).code]).toEqual([422, 'validation_failed']);
  expect(await retentions().findOne({ _id: tenantKey(caller) })).toBeNull();
});

test('403 for roles that may not erase; every role of the account may read', async () => {
  const manager = { ...caller, role: 'member:developer' as const };

  expect((await settings('PATCH', { ship_to_days: 30 }, manager)).status).toBe(403);
  expect((await settings('GET', undefined, manager)).status).toBe(200);
});
