import { type OrderRecord, orderHistoryEntry, orderRecord, orderUpdated, pageOf, problemDocument } from '@fulfilment/contracts';
import { newId } from '@fulfilment/kernel';
import { type Caller, newCaller, type Reply, type ServiceInstance } from '@fulfilment/service/test-bed';
import { eventually } from '@fulfilment/testing';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { openTestBed, type TestBed } from '../orders.fixture.ts';
import { FakeInventory } from './fake-inventory.fixture.ts';

let bed: TestBed;
let orders: ServiceInstance;
let inventory: FakeInventory;
let caller: Caller;
const told: unknown[] = [];

beforeAll(async () => {
  bed = await openTestBed(inject('engines'));
  orders = await bed.start({ ORDER_WAIT_MS: '20000' });
  inventory = new FakeInventory(bed.log, { 'MUG-01': 1_000, 'CUP-01': 3 });
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

const mugs = { lines: [{ sku: 'MUG-01', quantity: 2 }] };
const ship_to = { name: 'A. Buyer', address1: '1 Queen’s Road', city: 'Hong Kong', country: 'HK' };

const orderOf = ({ body }: Reply): OrderRecord => orderRecord.parse(body);
const problemOf = ({ body }: Reply) => problemDocument.parse(body);
const as = (role: Caller['role'], headers: Record<string, string> = {}): Caller => ({ ...caller, role, headers });

async function created(body: object = mugs): Promise<OrderRecord> {
  return orderOf(await orders.call(caller, 'POST /orders', body));
}

async function shipped(): Promise<OrderRecord> {
  const { id } = await created();
  await orders.call(caller, `POST /orders/${id}/pack`, { packages: [{ weight_g: 850 }, { weight_g: 90 }] });
  return orderOf(await orders.call(caller, `POST /orders/${id}/ship`, { carrier: 'DHL' }));
}

test('200 with the change, which is told and in the history', async () => {
  const { id, version } = await created();

  const reply = await orders.call(caller, `PATCH /orders/${id}`, { note: 'gate 3', metadata: { gift: 'yes' }, ship_to });

  expect([reply.status, reply.headers.get('etag')]).toEqual([200, `"${version + 1}"`]);
  expect(orderOf(reply)).toMatchObject({ note: 'gate 3', metadata: { gift: 'yes' }, ship_to, status: 'created' });
  expect(orderOf(await orders.call(caller, `GET /orders/${id}`))).toEqual(orderOf(reply));
  const history = await orders.call(caller, `GET /orders/${id}/history`);
  expect(pageOf(orderHistoryEntry).parse(history.body).data).toMatchObject([
    { transition: 'create' },
    { transition: 'update', refused: false, version: version + 1, actor: caller.keyId },
  ]);
  await eventually(() => {
    const events = told.flatMap((event) => orderUpdated.safeParse(event).data ?? []).filter(({ data }) => data.id === id);
    expect(events).toMatchObject([{ sequence: version + 1, changed: ['note', 'metadata', 'ship_to'], data: orderOf(reply) }]);
  });
});

test('200 with tracking of a shipped order; 409 for its address', async () => {
  const { id } = await shipped();
  const changes = { tracking_number: '00340434', packages: [{ tracking: 'p-1' }, { weight_g: 90 }] };

  const reply = await orders.call(as('fulfilment'), `PATCH /orders/${id}`, changes);
  const refused = await orders.call(caller, `PATCH /orders/${id}`, { ship_to });

  expect(orderOf(reply)).toMatchObject({
    status: 'shipped',
    carrier: 'DHL',
    tracking_number: '00340434',
    packages: [{ weight_g: 850, tracking: 'p-1' }, { weight_g: 90 }],
  });
  expect(problemOf(refused)).toMatchObject({ code: 'invalid_transition', current_status: 'shipped' });
});

test('what was said before the order ships stays, where the step does not say it', async () => {
  const { id } = await created();
  await orders.call(caller, `PATCH /orders/${id}`, { carrier: 'DHL', tracking_number: '1' });
  await orders.call(caller, `POST /orders/${id}/pack`);

  const reply = await orders.call(caller, `POST /orders/${id}/ship`, { tracking_number: '2' });

  expect(orderOf(reply)).toMatchObject({ status: 'shipped', carrier: 'DHL', tracking_number: '2', tracking_url: null });
});

test('403 by field: who creates orders changes what they say, who fulfils them how they travel', async () => {
  const { id } = await created();
  const change = (role: Caller['role'], body: object) => orders.call(as(role), `PATCH /orders/${id}`, body);

  expect((await change('integration', { note: 'x' })).status).toBe(200);
  expect((await change('fulfilment', { carrier: 'DHL' })).status).toBe(200);
  expect(problemOf(await change('integration', { note: 'y', carrier: 'UPS' }))).toMatchObject({ permission: 'orders:fulfil' });
  expect(problemOf(await change('fulfilment', { ship_to }))).toMatchObject({ permission: 'orders:create' });
  expect(problemOf(await change('scanner', {}))).toMatchObject({ status: 403, permission: 'orders:create' });
  expect(orderOf(await change('admin', {}))).toMatchObject({ note: 'x', carrier: 'DHL' });
});

test('a repeat under the same key gets the first answer, and changes nothing', async () => {
  const { id, version } = await created();
  const ask = (note: string) => orders.call(as('admin', { 'idempotency-key': 'k' }), `PATCH /orders/${id}`, { note });
  const [first, second] = await Promise.all([ask('one'), ask('one')]);
  await orders.call(caller, `PATCH /orders/${id}`, { note: 'two' });

  const again = await ask('one');

  expect([first.status, second.status, again.status]).toEqual([200, 200, 200]);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect(orderOf(again)).toMatchObject({ note: 'one', version: version + 1 });
  expect(orderOf(await orders.call(caller, `GET /orders/${id}`))).toMatchObject({ note: 'two', version: version + 2 });
  expect(problemOf(await ask('three')).code).toBe('idempotency_key_reused');
});

test('412 for another version, with the present order', async () => {
  const { id, version } = await created();

  const refused = await orders.call(as('admin', { 'if-match': `"${version + 7}"` }), `PATCH /orders/${id}`, { note: 'x' });
  const done = await orders.call(as('admin', { 'if-match': `"${version}"` }), `PATCH /orders/${id}`, { note: 'x' });

  expect(problemOf(refused)).toMatchObject({ code: 'version_conflict', current_version: version, current: { id } });
  expect(done.status).toBe(200);
});

test('an order can be sent back as it was read, and a read-only field that differs is named', async () => {
  const { id } = await shipped();
  const order = orderOf(await orders.call(caller, `GET /orders/${id}`));

  const reply = await orders.call(caller, `PATCH /orders/${id}`, order);
  const refused = await orders.call(caller, `PATCH /orders/${id}`, { ...order, status: 'created', note: 'x' });

  expect([reply.status, orderOf(reply)]).toEqual([200, order]);
  expect(problemOf(refused)).toMatchObject({ code: 'validation_failed', errors: [{ pointer: '/status', code: 'read_only' }] });
});

test('null and empty texts of other systems are the same as leaving fields out', async () => {
  const blanks = { note: null, metadata: null, allow_backorder: null, ship_to: { ...ship_to, company: '', postal_code: null } };
  const asked = { lines: [{ sku: 'MUG-01', quantity: 2, external_line_id: null }], external_id: 'shop-1' };

  const first = await orders.call(caller, 'POST /orders', { ...asked, ...blanks });
  const same = await orders.call(caller, 'POST /orders', { ...mugs, external_id: 'shop-1', ship_to });

  expect(orderOf(first)).toMatchObject({ note: null, metadata: {}, ship_to });
  expect([first.status, same.status]).toEqual([201, 200]);
});

test('changes at the same time are all made', async () => {
  const { id, version } = await created();
  const fields = ['note', 'carrier', 'tracking_number'];

  const replies = await Promise.all(fields.map((field) => orders.call(caller, `PATCH /orders/${id}`, { [field]: 'x' })));

  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
  const order = orderOf(await orders.call(caller, `GET /orders/${id}`));
  expect(order).toMatchObject({ note: 'x', carrier: 'x', tracking_number: 'x', version: version + 3 });
});

test('404 for an order of another tenant, 409 for a cancelled one, 422 for packages that it does not have', async () => {
  const { id } = await created();
  const packages = [{ tracking: 'p-1' }];

  expect(problemOf(await orders.call(newCaller(), `PATCH /orders/${id}`, { note: 'x' })).code).toBe('not_found');
  expect(problemOf(await orders.call(caller, `PATCH /orders/${newId('ord')}`, { note: 'x' })).code).toBe('not_found');
  expect(problemOf(await orders.call(caller, `PATCH /orders/${id}`, { packages }))).toMatchObject({
    code: 'validation_failed',
    errors: [{ pointer: '/packages' }],
  });
  const cancelled = orderOf(await orders.call(caller, `POST /orders/${id}/cancel`, { reason: 'changed their mind' }));
  expect(cancelled.cancel_reason).toBe('changed their mind');
  expect(problemOf(await orders.call(caller, `PATCH /orders/${id}`, { note: 'x' }))).toMatchObject({
    code: 'invalid_transition',
    current_status: 'cancelled',
  });
});

test('a pending order is changed without a word before order.created', async () => {
  inventory.holdBack();
  const hasty = await bed.start({ ORDER_WAIT_MS: '200' });
  const { id } = orderOf(await hasty.call(caller, 'POST /orders', mugs));

  const reply = await hasty.call(caller, `PATCH /orders/${id}`, { note: 'x' });
  await inventory.letGo();

  expect(orderOf(reply)).toMatchObject({ status: 'pending', note: 'x' });
  await eventually(async () => {
    expect(orderOf(await hasty.call(caller, `GET /orders/${id}`))).toMatchObject({ status: 'created', note: 'x' });
    const events = told.flatMap((event) => (Object(event).data?.id === id ? [Object(event)] : []));
    expect(events).toMatchObject([{ type: 'order.created', data: { note: 'x' } }]);
  });
  await hasty.stop();
});

const cups = (quantity: number) => ({ lines: [{ sku: 'CUP-01', quantity }], allow_backorder: false, external_id: 'shop-1' });

test('409 insufficient_stock where the order allows no backorder, and nothing stays allocated', async () => {
  const refused = await orders.call(caller, 'POST /orders', cups(4));
  const taken = await orders.call(caller, 'POST /orders', cups(3));
  const again = await orders.call(caller, 'POST /orders', cups(3));

  expect(problemOf(refused)).toMatchObject({ status: 409, code: 'insufficient_stock', current_status: 'rejected' });
  expect(orderOf(taken)).toMatchObject({ allocation: 'allocated', lines: [{ allocated: 3 }] });
  expect([taken.status, again.status, orderOf(again).id]).toEqual([201, 200, orderOf(taken).id]);
});

test('backorders that are allowed in words are the same content as by default', async () => {
  const first = await orders.call(caller, 'POST /orders', { ...mugs, external_id: 'shop-1' });
  const same = await orders.call(caller, 'POST /orders', { ...mugs, external_id: 'shop-1', allow_backorder: true });
  const other = await orders.call(caller, 'POST /orders', { ...mugs, external_id: 'shop-1', allow_backorder: false });

  expect([first.status, same.status, other.status]).toEqual([201, 200, 409]);
});
