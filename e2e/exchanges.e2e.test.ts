import { type OrderRecord, orderRecord, returnPage, returnRecord } from '@fulfilment/contracts';
import { eventually } from '@fulfilment/testing';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Answer } from './system/call.ts';
import { sharedTestSystem } from './system/shared-system.ts';
import type { TestSystem } from './system/start-test-system.ts';
import { openTenant, type TestTenant } from './system/tenant.ts';

let system: TestSystem;
let shop: TestTenant['shop'];
let order: OrderRecord;

const ADDRESS = { name: 'Ada Ek', address1: 'Lager 4', postal_code: '211 20', city: 'Malmö', country: 'SE' };

beforeAll(async () => {
  system = await sharedTestSystem();
});

beforeEach(async () => {
  const tenant = await openTenant(system);
  ({ shop } = tenant);
  await shop.createSku({ sku: 'MUG-01', name: 'Mug', on_hand: 5 });
  await shop.createSku({ sku: 'CUP-01', name: 'Cup', on_hand: 1 });
  const { id } = await shop.createOrder({ ship_to: ADDRESS, lines: [{ sku: 'MUG-01', quantity: 2 }] });
  await shop.pack(id);
  order = await shop.ship(id);
  return () => tenant.stop();
});

const post = (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
  system.call('POST', path, { key: shop.key, body, headers });
const CUPS = { lines: [{ sku: 'CUP-01', quantity: 2 }] };
const exchanged = (facts: object = {}) => ({
  order_id: order.id,
  lines: [{ line_id: order.lines[0]?.id, quantity: 1, reason: 'wrong_item' }],
  approved: true,
  exchange: CUPS,
  ...facts,
});

test('one request makes the return and the order in exchange for it, once for each key, external id and repeat', async () => {
  const key = { 'Idempotency-Key': 'exchange-1' };
  const body = exchanged({ external_id: 'rma-1' });
  const answers = await Promise.all([post('/returns', body, key), post('/returns', body, key), post('/returns', body, key)]);
  const [of, ...others] = answers.map((answer) => answer.as(201, returnRecord));
  const again = (await post('/returns', body)).as(200, returnRecord);

  expect(others).toEqual([of, of]);
  expect(again).toEqual(of);
  const made = await eventually(async () => {
    const found = (await system.call('GET', `/orders/${of?.exchange_order_id}`, { key: shop.key })).as(200, orderRecord);
    expect(found.status).toBe('created');
    return found;
  });
  expect(made).toMatchObject({
    exchange_for: of?.id,
    ship_to: ADDRESS,
    lines: [{ sku: 'CUP-01', quantity: 2, allocated: 1, backordered: 1 }],
  });
  expect((await shop.orders()).map(({ id }) => id)).toEqual([made.id, order.id]);
  const events = await eventually(async () => {
    const told = (await shop.events()).filter(({ type }) => type === 'return.created' || type === 'order.created');
    expect(told).toHaveLength(3);
    return told;
  });
  expect(events.slice(1)).toMatchObject([
    { type: 'return.created', data: { id: of?.id, exchange_order_id: made.id } },
    { type: 'order.created', data: { id: made.id, exchange_for: of?.id } },
  ]);
});

test.each<[what: string, facts: object, refusal: object]>([
  [
    'an unknown SKU in the exchange',
    { exchange: { lines: [...CUPS.lines, { sku: 'NONE', quantity: 1 }] } },
    { status: 422, code: 'unknown_sku', errors: [{ pointer: '/exchange/lines/1/sku' }] },
  ],
  [
    'more units than were shipped',
    { lines: [{ line_id: undefined, quantity: 3, reason: 'wrong_item' }] },
    { status: 409, code: 'quantity_exceeded', errors: [{ allowed: 2 }] },
  ],
  [
    'a return that is to be approved first',
    { approved: false },
    { status: 422, code: 'validation_failed', errors: [{ pointer: '/approved', code: 'invalid' }] },
  ],
  [
    'no unit in the exchange',
    { exchange: { lines: [{ sku: 'CUP-01', quantity: 0 }] } },
    { status: 422, errors: [{ pointer: '/exchange/lines/0/quantity', code: 'out_of_range' }] },
  ],
  [
    'no line in the exchange',
    { exchange: { lines: [] } },
    { status: 422, errors: [{ pointer: '/exchange/lines', code: 'invalid_length' }] },
  ],
])('with %s neither is made', async (_what, facts, refusal) => {
  const body = exchanged(facts);
  const lines = body.lines.map((line) => ({ ...line, line_id: order.lines[0]?.id }));

  const refused = await post('/returns', { ...body, lines });

  expect(refused.problem()).toMatchObject(refusal);
  expect((await system.call('GET', '/returns', { key: shop.key })).as(200, returnPage).data).toEqual([]);
  expect((await shop.orders()).map(({ id }) => id)).toEqual([order.id]);
});
