import { orderCreated, type OrderRecord, orderRecord, orderUpdated, problemDocument } from '@fulfilment/contracts';
import { newId, tenantKey } from '@fulfilment/kernel';
import { type Caller, newCaller, type Reply, type ServiceInstance } from '@fulfilment/service/test-bed';
import { eventually } from '@fulfilment/testing';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { ERASURES, type ErasureDocument } from '../orders/erasure-store.ts';
import { openTestBed, type TestBed } from '../orders.fixture.ts';
import { FakeInventory } from './fake-inventory.fixture.ts';

let bed: TestBed;
let orders: ServiceInstance;
let inventory: FakeInventory;
let caller: Caller;
const told: unknown[] = [];

beforeAll(async () => {
  bed = await openTestBed(inject('engines'));
  orders = await bed.start({ ORDER_WAIT_MS: '20000', OUTBOX_BLOCKS: 'true' });
  inventory = new FakeInventory(bed.log, { 'MUG-01': 1_000 });
  await inventory.start();
  const consumption = await bed.log.consume({
    group: 'told',
    topics: ['orders.events'],
    handle: async ({ records }) => void told.push(...records.map(({ value }): unknown => JSON.parse(value))),
  });
  await consumption.ready();
  return () => consumption.stop();
});

beforeEach(() => {
  caller = newCaller();
});

afterAll(async () => {
  await orders.stop();
  await inventory.stop();
  await bed.stop();
});

const PLANTED = /planted/i;
const personal = {
  lines: [{ sku: 'MUG-01', quantity: 2 }],
  note: 'For Planted Person',
  metadata: { gift_for: 'Planted Person' },
  ship_to: { name: 'Planted Person', address1: '1 Planted Road', city: 'Plantedville', country: 'HK', phone: '+852 5550 1234' },
};
const erased = { name: '[erased]', address1: '[erased]', city: '[erased]', country: 'HK' };
/** Copies follow in rounds of 15 s. */
const PATIENCE = { withinMs: 60_000 };

const orderOf = ({ body }: Reply): OrderRecord => orderRecord.parse(body);
const keyedBy = (headers: Record<string, string>): Caller => ({ ...caller, headers });

async function shipped(): Promise<OrderRecord> {
  const { id } = orderOf(await orders.call(keyedBy({ 'idempotency-key': newId('req') }), 'POST /orders', personal));
  await orders.call(keyedBy({ 'idempotency-key': newId('req') }), `POST /orders/${id}/pack`, {});
  return orderOf(await orders.call(keyedBy({ 'idempotency-key': newId('req') }), `POST /orders/${id}/ship`, {}));
}

/** All that the service stores, as text. */
async function storedText(): Promise<string> {
  const collections = await bed.mongo.db.listCollections().toArray();
  const all = await Promise.all(collections.map(({ name }) => bed.mongo.db.collection(name).find().toArray()));
  return JSON.stringify(all);
}

test('an erased order and all copies of it have no persons’ data but the country; the event says so', async () => {
  const { id, version } = await shipped();
  expect(await storedText()).toMatch(PLANTED);

  const reply = await orders.call(caller, `POST /orders/${id}/erase`, {});

  expect(reply.status).toBe(200);
  const record = orderOf(reply);
  expect(record).toMatchObject({ ship_to: erased, note: null, metadata: {}, version: version + 1, status: 'shipped' });
  expect(record.erased_at).toBe(record.updated_at);
  expect(orderOf(await orders.call(caller, `GET /orders/${id}`))).toEqual(record);
  await eventually(() => {
    const events = told.flatMap((event) => orderUpdated.safeParse(event).data ?? []);
    const last = events.findLast(({ data }) => data.id === id);
    expect(last).toMatchObject({ sequence: version + 1, changed: ['ship_to', 'note', 'metadata'], data: record });
  });
  await eventually(async () => expect(await storedText()).not.toMatch(PLANTED), PATIENCE);
}, 270_000);

test('notes of returns and of their lines go too, from every copy', async () => {
  const { id, lines } = await shipped();
  const line = { line_id: lines[0]?.id, quantity: 1, reason: 'damaged', note: 'Planted Person called' };
  const body = { order_id: id, note: 'Planted', lines: [line] };
  const made = await orders.call(keyedBy({ 'idempotency-key': newId('req') }), 'POST /returns', body);
  expect(made).toMatchObject({ status: 201, body: { status: 'requested', note: 'Planted' } });

  expect((await orders.call(caller, `POST /orders/${id}/erase`, {})).status).toBe(200);

  expect((await orders.call(caller, `GET /orders/${id}/returns`)).body).toMatchObject({ data: [{ note: null, version: 2 }] });
  await eventually(async () => expect(await storedText()).not.toMatch(PLANTED), PATIENCE);
}, 270_000);

test('the event of an erasure is published again after a day, what was kept since is erased, and then the erasure is over', async () => {
  const { id } = await shipped();
  await orders.call(caller, `POST /orders/${id}/erase`, {});
  const erasures = bed.mongo.db.collection<ErasureDocument>(ERASURES);
  await eventually(async () => expect(await erasures.findOne({ _id: id })).toHaveProperty('cleaned_at'), PATIENCE);
  const count = () =>
    told.flatMap((event) => orderUpdated.safeParse(event).data ?? []).filter(({ data }) => data.erased_at && data.id === id);
  await eventually(() => expect(count()).toHaveLength(1));

  const longAgo = new Date(Date.now() - 25 * 3_600_000);
  await bed.mongo.db.collection('outbox').updateMany({ tenant: tenantKey(caller) }, { $set: { published_at: longAgo } });
  const created = told.find((event) => orderCreated.safeParse(event).data?.data.id === id);
  const late = {
    _id: `late_${id}`,
    tenant: tenantKey(caller),
    key: `${tenantKey(caller)}|${id}`,
    value: JSON.stringify(created),
  };
  await bed.mongo.db.collection<typeof late>('outbox').insertOne(late);
  expect(await storedText()).toMatch(PLANTED);
  await erasures.updateOne({ _id: id }, { $set: { cleaned_at: longAgo } });

  await eventually(() => expect(count()).toHaveLength(2), PATIENCE);
  expect(count()[0]).toEqual(count()[1]);
  await eventually(async () => expect(await erasures.findOne({ _id: id })).toBeNull(), PATIENCE);
  expect(await storedText()).not.toMatch(PLANTED);
}, 450_000);

test('again it changes nothing; a repeat of its key gets the first answer', async () => {
  const { id } = await shipped();
  const keyed = keyedBy({ 'idempotency-key': newId('req') });
  const first = await orders.call(keyed, `POST /orders/${id}/erase`, {});
  const again = await orders.call(caller, `POST /orders/${id}/erase`, {});
  const repeat = await orders.call(keyed, `POST /orders/${id}/erase`, {});

  expect([again.status, again.body]).toEqual([200, first.body]);
  expect([repeat.status, repeat.body]).toEqual([200, first.body]);
  expect(repeat.headers.get('idempotency-replayed')).toBe('true');
});

test('409 before the order has ended, 404 without one, 403 for other roles, 412 for another version', async () => {
  const { id } = orderOf(await orders.call(caller, 'POST /orders', personal));
  const manager = { ...caller, role: 'manager' as const };

  const early = await orders.call(caller, `POST /orders/${id}/erase`, {});
  const unknown = await orders.call(caller, `POST /orders/${newId('ord')}/erase`, {});
  const forbidden = await orders.call(manager, `POST /orders/${id}/erase`, {});
  await orders.call(caller, `POST /orders/${id}/cancel`, {});
  const stale = await orders.call(keyedBy({ 'if-match': '"1"' }), `POST /orders/${id}/erase`, {});

  const replies = [early, unknown, forbidden, stale];
  expect(replies.map(({ status, body }) => [status, problemDocument.parse(body).code])).toEqual([
    [409, 'invalid_transition'],
    [404, 'not_found'],
    [403, 'forbidden'],
    [412, 'version_conflict'],
  ]);
  expect(orderOf(await orders.call(caller, `GET /orders/${id}`))).toMatchObject({ ship_to: personal.ship_to, erased_at: null });
});
