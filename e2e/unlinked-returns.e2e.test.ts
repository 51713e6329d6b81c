import { integrityReport, returnHistoryPage, returnPage, type ReturnRecord, returnRecord } from '@fulfilment/contracts';
import { eventually, patient } from '@fulfilment/testing';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import type { Answer } from './system/call.ts';
import { sharedTestSystem } from './system/shared-system.ts';
import type { TestSystem } from './system/start-test-system.ts';
import { openTenant, type TestTenant } from './system/tenant.ts';

let system: TestSystem;
let tenant: TestTenant;
let shop: TestTenant['shop'];

beforeAll(async () => {
  system = await sharedTestSystem();
});

beforeEach(async () => {
  tenant = await openTenant(system);
  ({ shop } = tenant);
  await shop.createSku({ sku: 'MUG-01', name: 'Mug', on_hand: 5, location: 'A3/S2' });
  await post('/locations', { type: 'warehouse', code: 'BACK', usage: 'returns' });
  return () => tenant.stop();
});

const post = (path: string, body: unknown = {}, headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
  system.call('POST', path, { key: shop.key, body, headers });
const get = (path: string): Promise<Answer> => system.call('GET', path, { key: shop.key });

/** A return of so many mugs of no known order. */
const open = async (quantity: number, facts: object = {}): Promise<ReturnRecord> => {
  const body = { order_id: null, lines: [{ sku: 'MUG-01', quantity }], approved: true, ...facts };
  return (await post('/returns', body)).as(201, returnRecord);
};
const step = (of: ReturnRecord, name: string, quantity: number, facts: object = {}): Promise<Answer> =>
  post(`/returns/${of.id}/${name}`, { lines: [{ line_id: of.lines[0]?.line_id, quantity, ...facts }] });
const read = async ({ id }: ReturnRecord): Promise<ReturnRecord> => (await get(`/returns/${id}`)).as(200, returnRecord);

const listed = async (query: string) => (await get(`/returns${query}`)).as(200, returnPage).data.map(({ id }) => id);

const history = async (of: ReturnRecord, query = '') =>
  (await get(`/returns/${of.id}/history${query}`)).as(200, returnHistoryPage);

async function stock() {
  const { on_hand: onHand, unavailable, available } = await shop.sku('MUG-01');
  return { onHand, unavailable, available };
}

async function expectConsistent(): Promise<void> {
  const { consistent, differences } = (await get('/integrity')).as(200, integrityReport);
  expect({ consistent, differences }).toEqual({ consistent: true, differences: [] });
}

test('units of no known order are received in parts, decided on twice, and bounded by the quantities of their return', async () => {
  const of = await open(4);
  expect(of).toMatchObject({
    order_id: null,
    status: 'approved',
    version: 1,
    pending_transition: null,
    exchange_order_id: null,
    lines: [{ sku: 'MUG-01', name: 'Mug', quantity: 4, expected: 4, reason: 'unlinked', note: null }],
  });

  (await step(of, 'receipts', 1)).as(200, returnRecord);
  expect(await stock()).toEqual({ onHand: 6, unavailable: 1, available: 5 });
  const excess = await step(of, 'receipts', 4);
  expect([excess.status, excess.problem().code]).toEqual([409, 'quantity_exceeded']);
  expect(excess.problem().errors).toMatchObject([{ allowed: 3, limit: 'expected' }]);
  expect(excess.problem()).not.toHaveProperty('order_id');

  (await step(of, 'dispositions', 1, { disposition: 'restock' })).as(200, returnRecord);
  expect(await stock()).toEqual({ onHand: 6, unavailable: 0, available: 6 });
  (await step(of, 'dispositions', 1, { from: 'restock', disposition: 'scrap' })).as(200, returnRecord);
  (await step(of, 'receipts', 1, { disposition: 'missing' })).as(200, returnRecord);
  const closed = (await post(`/returns/${of.id}/close`, { reason: 'no more came' })).as(200, returnRecord);

  expect(closed).toMatchObject({
    status: 'closed',
    reason: 'no more came',
    lines: [{ received: 1, scrapped: 1, missing: 1, waived: 2, expected: 0 }],
  });
  expect(await stock()).toEqual({ onHand: 5, unavailable: 0, available: 5 });
  const movements = z.looseObject({ data: z.array(z.looseObject({ reason: z.string(), reference: z.unknown() })) });
  const { data } = (await get('/inventory/MUG-01/movements')).as(200, movements);
  const ofReturn = data.filter(({ reason }) => reason === 'return' || reason === 'scrap');
  expect(ofReturn.map(({ reference }) => reference)).toEqual(ofReturn.map(() => ({ type: 'return', id: of.id })));
  await expectConsistent();
});

test('one that is requested takes no unit before it is approved, and can be rejected or cancelled', async () => {
  const [approved, rejected, cancelled] = [
    await open(1, { approved: false }),
    await open(1, { approved: false }),
    await open(1, { approved: false }),
  ];
  expect(approved.status).toBe('requested');
  expect((await step(approved, 'receipts', 1)).problem().code).toBe('invalid_transition');

  (await post(`/returns/${approved.id}/approve`)).as(200, returnRecord);
  (await step(approved, 'receipts', 1)).as(200, returnRecord);
  (await post(`/returns/${rejected.id}/reject`, { reason: 'not ours' })).as(200, returnRecord);
  (await post(`/returns/${cancelled.id}/cancel`)).as(200, returnRecord);

  const statuses = await Promise.all([approved, rejected, cancelled].map(async (of) => (await read(of)).status));
  expect(statuses).toEqual(['closed', 'rejected', 'cancelled']);
  expect(await stock()).toEqual({ onHand: 6, unavailable: 1, available: 5 });
  await expectConsistent();
});

test('its history tells each step, and a return of an order those that are about it', async () => {
  const of = await open(2, { approved: false, note: 'Planted' });
  (await post(`/returns/${of.id}/approve`)).as(200, returnRecord);
  (await step(of, 'receipts', 1)).as(200, returnRecord);
  (await post(`/returns/${of.id}/close`, { reason: 'no more came' })).as(200, returnRecord);
  (await post(`/returns/${of.id}/erase`)).as(200, returnRecord);

  const { data } = await history(of);
  expect(data.map(({ transition }) => transition)).toEqual(['return', 'approve', 'receive', 'close', 'update']);
  expect(data[3]).toMatchObject({ refused: false, code: null, reason: 'no more came', actor: expect.stringMatching(/^key_/) });
  const first = await history(of, '?limit=2');
  expect((await history(of, `?limit=9&cursor=${first.next_cursor}`)).data).toEqual(data.slice(2));

  const order = await shop.createOrder({ lines: [{ sku: 'MUG-01', quantity: 2 }] });
  await shop.pack(order.id);
  await shop.ship(order.id);
  const lines = [{ line_id: order.lines[0]?.id, quantity: 1, reason: 'damaged' }];
  const ofOrder = async () => (await post('/returns', { order_id: order.id, lines })).as(201, returnRecord);
  const [one, other] = [await ofOrder(), await ofOrder()];
  (await post(`/returns/${one.id}/approve`)).as(200, returnRecord);
  expect((await history(one)).data.map(({ transition }) => transition)).toEqual(['update', 'approve']);
  expect((await history(other)).data.map(({ transition }) => transition)).toEqual(['update']);
});

test('a scan receives a unit of it once', async () => {
  const of = await open(2);
  const scan = { barcode: 'x', type: 'return', sku: 'MUG-01', quantity: 1, return_id: of.id, apply: true, client_scan_id: '1' };
  await post('/scans', scan);
  await post('/scans', scan);

  await expect
    .poll(async () => (await read(of)).lines, { timeout: patient(20_000) })
    .toMatchObject([{ received: 1, expected: 1 }]);
  expect(await stock()).toEqual({ onHand: 6, unavailable: 1, available: 5 });
});

test('lists show both kinds, or one of them, and no list of orders shows what stands for an unknown order', async () => {
  const order = await shop.createOrder({ lines: [{ sku: 'MUG-01', quantity: 1 }] });
  await shop.pack(order.id);
  await shop.ship(order.id);
  const units = order.lines.map(({ id: line_id }) => ({ line_id, quantity: 1, reason: 'damaged' }));
  const linked = (await post('/returns', { order_id: order.id, lines: units, approved: true })).as(201, returnRecord);
  const unlinked = await open(1, { external_id: 'parcel-1' });

  expect(await listed('')).toEqual([unlinked.id, linked.id]);
  expect(await listed('?unlinked=true')).toEqual([unlinked.id]);
  expect(await listed('?unlinked=false')).toEqual([linked.id]);
  expect(await listed('?unlinked=true&status=closed')).toEqual([]);
  expect(await listed('?external_id=parcel-1')).toEqual([unlinked.id]);
  expect(await listed(`?order_id=${order.id}`)).toEqual([linked.id]);
  expect(await listed(`?order_id=${order.id}&unlinked=true`)).toEqual([]);
  const unknown = unlinked.id.replace('ret_', 'ord_');
  expect(await listed(`?order_id=${unknown}`)).toEqual([]);
  expect((await shop.orders()).map(({ id }) => id)).toEqual([order.id]);
  for (const path of ['', '/history', '/returns', '/fulfilments'])
    expect([path, (await get(`/orders/${unknown}${path}`)).status]).toEqual([path, 404]);
  for (const path of ['/pack', '/cancel', '/erase'])
    expect([path, (await post(`/orders/${unknown}${path}`)).status]).toEqual([path, 404]);
});

test('a repeat is the same return: by its key, or by its external id with the same content', async () => {
  const body = { order_id: null, external_id: 'parcel-2', lines: [{ sku: 'MUG-01', quantity: 1 }], approved: true };
  const key = { 'Idempotency-Key': 'parcel-2' };
  const [first, again] = [await post('/returns', body, key), await post('/returns', body, key)];
  const of = first.as(201, returnRecord);

  expect(again.as(201, returnRecord)).toEqual(of);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect((await post('/returns', body)).as(200, returnRecord).id).toBe(of.id);
  const other = await post('/returns', { ...body, lines: [{ sku: 'MUG-01', quantity: 2 }] });
  expect([other.status, other.problem().code]).toEqual([409, 'duplicate_external_id']);
  const conflict = await post(`/returns/${of.id}/close`, {}, { 'If-Match': '"7"' });
  expect(conflict.status).toBe(412);
});

test('its events are those of its return alone, and name no order', async () => {
  const of = await open(2);
  await step(of, 'receipts', 1);
  await post(`/returns/${of.id}/close`);

  const events = await eventually(async () => {
    const told = (await shop.events()).filter(({ type }) => /^(?:return|order)\./.test(type));
    expect(told).toHaveLength(3);
    return told;
  });
  expect(events).toMatchObject([
    { type: 'return.created', sequence: 1, order: null, data: { id: of.id, order_id: null } },
    { type: 'return.received', sequence: 2, order: null },
    { type: 'return.closed', sequence: 3, order: null },
  ]);
});

test('its notes are erased for good, from events and answers too; those of a return of an order go with that', async () => {
  const noted = { note: 'Planted Person', lines: [{ sku: 'MUG-01', quantity: 1, note: 'Planted Person' }] };
  const body = { order_id: null, approved: true, ...noted };
  const key = { 'Idempotency-Key': 'noted' };
  const of = (await post('/returns', body, key)).as(201, returnRecord);
  await eventually(async () => expect(JSON.stringify(await shop.events())).toContain('Planted'));

  const erased = (await post(`/returns/${of.id}/erase`)).as(200, returnRecord);

  expect(erased).toMatchObject({ note: null, lines: [{ note: null, expected: 1 }], version: 2 });
  expect((await post(`/returns/${of.id}/erase`)).as(200, returnRecord)).toEqual(erased);
  await expect.poll(async () => JSON.stringify(await shop.events()), { timeout: patient(60_000) }).not.toContain('Planted');
  await expect.poll(async () => (await post('/returns', body, key)).text, { timeout: patient(60_000) }).not.toContain('Planted');
  const order = await shop.createOrder({ lines: [{ sku: 'MUG-01', quantity: 1 }] });
  await shop.pack(order.id);
  await shop.ship(order.id);
  const units = order.lines.map(({ id: line_id }) => ({ line_id, quantity: 1, reason: 'damaged' }));
  const linked = (await post('/returns', { order_id: order.id, lines: units })).as(201, returnRecord);
  const refused = await post(`/returns/${linked.id}/erase`);
  expect([refused.status, refused.problem().code]).toEqual([409, 'invalid_transition']);
});

const MUG = { sku: 'MUG-01', quantity: 1 };
const LINE = { line_id: 'lin_01KAJ6V1N7D3C8QF5HG0ZZ1NE1', quantity: 1, reason: 'damaged' };
const ORDER = 'ord_01KAJ6V1N7D3C8QF5HG0ZZ1NE0';

test.each<[what: string, body: object, pointer: string, code: string]>([
  ['an unknown SKU', { order_id: null, lines: [{ sku: 'CUP-01', quantity: 1 }] }, '/lines/0/sku', 'unknown_sku'],
  ['no SKU', { order_id: null, lines: [{ quantity: 1 }] }, '/lines/0/sku', 'required'],
  ['a line of an order', { order_id: null, lines: [{ ...MUG, line_id: LINE.line_id }] }, '/lines/0/line_id', 'invalid'],
  ['no order_id', { lines: [MUG] }, '/order_id', 'required'],
  ['a SKU beside an order', { order_id: ORDER, lines: [{ ...LINE, sku: 'MUG-01' }] }, '/lines/0/sku', 'invalid'],
  ['no line beside an order', { order_id: ORDER, lines: [{ quantity: 1, reason: 'damaged' }] }, '/lines/0/line_id', 'required'],
  [
    'no reason beside an order',
    { order_id: ORDER, lines: [{ line_id: LINE.line_id, quantity: 1 }] },
    '/lines/0/reason',
    'required',
  ],
  ['no unit', { order_id: null, lines: [{ ...MUG, quantity: 0 }] }, '/lines/0/quantity', 'out_of_range'],
  ['too many units', { order_id: null, lines: [{ ...MUG, quantity: 1_000_001 }] }, '/lines/0/quantity', 'out_of_range'],
  ['no line', { order_id: null, lines: [] }, '/lines', 'invalid_length'],
  ['201 lines', { order_id: null, lines: Array.from({ length: 201 }, () => MUG) }, '/lines', 'invalid_length'],
  ['an exchange', { order_id: null, lines: [MUG], approved: true, exchange: { lines: [MUG] } }, '/exchange', 'invalid'],
])('%s is refused as a whole', async (_what, body, pointer, code) => {
  const refused = await post('/returns', body);

  expect(refused.status).toBe(422);
  expect(refused.problem().errors).toMatchObject([{ pointer, code }]);
  expect((await get('/returns')).as(200, returnPage).data).toEqual([]);
});

test('who receives returns may open one without an order, and who creates those of orders may not', async () => {
  const body = { order_id: null, lines: [MUG] };
  const { key: scanner } = await system.operator.key({ ...tenant.tenant, role: 'scanner' });
  const { key: integration } = await system.operator.key({ ...tenant.tenant, role: 'integration' });

  expect((await system.call('POST', '/returns', { key: scanner, body })).status).toBe(201);
  const ofOrder = await system.call('POST', '/returns', { key: scanner, body: { order_id: ORDER, lines: [LINE] } });
  expect([ofOrder.status, ofOrder.problem().permission]).toEqual([403, 'returns:create']);
  const refused = await system.call('POST', '/returns', { key: integration, body });
  expect([refused.status, refused.problem().permission]).toEqual([403, 'returns:receive']);
});
