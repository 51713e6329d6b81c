import { integrityReport, type OrderRecord, orderRecord, type ReturnRecord, returnRecord } from '@fulfilment/contracts';
import { eventually, patient } from '@fulfilment/testing';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { atOnce } from './system/at-once.ts';
import type { Answer } from './system/call.ts';
import { sharedTestSystem } from './system/shared-system.ts';
import type { TestSystem } from './system/start-test-system.ts';
import { openTenant, type TestTenant } from './system/tenant.ts';

let system: TestSystem;
let shop: TestTenant['shop'];

beforeAll(async () => {
  system = await sharedTestSystem();
});

beforeEach(async () => {
  const tenant = await openTenant(system);
  ({ shop } = tenant);
  return () => tenant.stop();
});

const post = (path: string, body: unknown = {}, headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
  system.call('POST', path, { key: shop.key, body, headers });
const get = (path: string): Promise<Answer> => system.call('GET', path, { key: shop.key });

const lineOf = ({ lines }: Pick<OrderRecord, 'lines'>): string => lines[0]?.id ?? '';

/** An order of one line of which so many units were shipped; the rest is dropped. */
async function shipped(onHand: number, quantity: number, ships = quantity): Promise<OrderRecord> {
  await shop.createSku({ sku: 'MUG-01', name: 'Mug', on_hand: onHand, location: 'A3/S2' });
  const order = await shop.createOrder({ lines: [{ sku: 'MUG-01', quantity }] });
  const lines = [{ line_id: lineOf(order), quantity: ships }];
  const { id } = (await post(`/orders/${order.id}/fulfilments`, { lines })).as(201, z.looseObject({ id: z.string() }));
  await post(`/fulfilments/${id}/pack`);
  await post(`/fulfilments/${id}/ship`);
  if (ships < quantity) (await post(`/orders/${order.id}/close`)).as(200, orderRecord);
  return order;
}

async function returnsDock(): Promise<void> {
  const { status } = await post('/locations', { type: 'warehouse', code: 'BACK', usage: 'returns' });
  expect(status).toBe(201);
}

const ask = (order: OrderRecord, quantity: number, facts: object = {}): Promise<Answer> =>
  post('/returns', {
    order_id: order.id,
    lines: [{ line_id: lineOf(order), quantity, reason: 'wrong_size' }],
    approved: true,
    ...facts,
  });
const takeBack = async (order: OrderRecord, quantity: number): Promise<ReturnRecord> =>
  (await ask(order, quantity)).as(201, returnRecord);
/** The answer to a return that is asked for again while another step of its order is under way. */
async function askUntilDecided(order: OrderRecord, quantity: number): Promise<Answer> {
  return eventually(async () => {
    const answer = await ask(order, quantity);
    const waits = answer.status === 409 && answer.problem().code === 'transition_in_progress';
    if (waits || answer.status === 202) throw new Error(`it is not decided: ${answer.text}`);
    return answer;
  });
}
const receive = (of: ReturnRecord, quantity: number, facts: object = {}): Promise<Answer> =>
  post(`/returns/${of.id}/receipts`, { lines: [{ line_id: of.lines[0]?.line_id, quantity, ...facts }] });
const dispose = (of: ReturnRecord, quantity: number, facts: object): Promise<Answer> =>
  post(`/returns/${of.id}/dispositions`, { lines: [{ line_id: of.lines[0]?.line_id, quantity, ...facts }] });

async function stock(code = 'MUG-01') {
  const { on_hand: onHand, unavailable, allocated, available } = await shop.sku(code);
  expect(onHand).toBe(allocated + unavailable + available);
  return { onHand, unavailable, available };
}

function refusal(answer: Answer) {
  expect(answer.status).toBe(409);
  const { code, errors = [] } = answer.problem();
  const [item] = errors;
  return { code, ...(item?.['allowed'] === undefined ? {} : { allowed: item['allowed'], limit: item['limit'] }) };
}

describe('units that come back', () => {
  test('R1: a unit that was never shipped cannot come back, and a cancellation gives back just what it held', async () => {
    await shop.createSku({ sku: 'MUG-01', name: 'Mug', on_hand: 100 });
    const order = await shop.createOrder({ lines: [{ sku: 'MUG-01', quantity: 1 }] });

    expect(refusal(await ask(order, 1))).toEqual({ code: 'invalid_transition' });
    (await post(`/orders/${order.id}/cancel`)).as(200, orderRecord);

    expect(await stock()).toEqual({ onHand: 100, unavailable: 0, available: 100 });
  });

  test('R2: a unit that came back is on hand and unavailable until it is restocked', async () => {
    await returnsDock();
    const order = await shipped(268, 1);
    const of = await takeBack(order, 1);
    expect(await stock()).toEqual({ onHand: 267, unavailable: 0, available: 267 });

    const received = (await receive(of, 1)).as(200, returnRecord);
    expect(received).toMatchObject({ status: 'closed', lines: [{ expected: 0, received: 1, inspecting: 1 }] });
    expect(await stock()).toEqual({ onHand: 268, unavailable: 1, available: 267 });

    const restocked = (await dispose(of, 1, { disposition: 'restock' })).as(200, returnRecord);
    expect(restocked.lines).toMatchObject([{ inspecting: 0, restocked: 1 }]);
    expect(await stock()).toEqual({ onHand: 268, unavailable: 0, available: 268 });
    expect((await shop.order(order.id)).lines).toMatchObject([{ shipped: 1, returned: 1 }]);
  });

  test('R3: of an order of 10 of which 6 left, 7 are refused with the 6 that are allowed', async () => {
    const order = await shipped(10, 10, 6);

    expect(refusal(await ask(order, 7))).toEqual({ code: 'quantity_exceeded', allowed: 6, limit: 'shipped' });
    expect((await shop.order(order.id)).returns).toEqual([]);
    await takeBack(order, 6);
  });

  test('R4: what one return expects or has received is in no other', async () => {
    await returnsDock();
    const order = await shipped(10, 5);
    const first = await takeBack(order, 3);
    expect(refusal(await ask(order, 3))).toEqual({ code: 'quantity_exceeded', allowed: 2, limit: 'shipped' });

    (await receive(first, 3)).as(200, returnRecord);
    expect(refusal(await ask(order, 3))).toEqual({ code: 'quantity_exceeded', allowed: 2, limit: 'shipped' });
    await takeBack(order, 2);
  });

  test('R6: of two SKUs that come back, one that is not restocked can be promised to no order', async () => {
    await returnsDock();
    await shop.createSku({ sku: 'CUP-01', name: 'Cup', on_hand: 100 });
    await shop.createSku({ sku: 'MUG-01', name: 'Mug', on_hand: 100 });
    const order = await shop.createOrder({ lines: ['MUG-01', 'CUP-01'].map((sku) => ({ sku, quantity: 1 })) });
    (await post(`/orders/${order.id}/pack`)).as(200, orderRecord);
    (await post(`/orders/${order.id}/ship`)).as(200, orderRecord);
    const lines = order.lines.map(({ id: line_id }) => ({ line_id, quantity: 1, reason: 'damaged' }));
    const of = (await post('/returns', { order_id: order.id, lines, approved: true })).as(201, returnRecord);
    const [mug, cup] = order.lines.map(({ id: line_id }) => ({ line_id, quantity: 1 }));
    const body = {
      lines: [
        { ...mug, disposition: 'restock' },
        { ...cup, disposition: 'scrap' },
      ],
    };
    (await post(`/returns/${of.id}/receipts`, body)).as(200, returnRecord);

    expect(await stock('MUG-01')).toEqual({ onHand: 100, unavailable: 0, available: 100 });
    expect(await stock('CUP-01')).toEqual({ onHand: 99, unavailable: 0, available: 99 });
  });

  test('R7: what comes back over a place in between was shipped and returned once, and nothing is below zero', async () => {
    await returnsDock();
    const order = await shipped(10, 1);
    const of = await takeBack(order, 1);
    (await receive(of, 1)).as(200, returnRecord);
    (await dispose(of, 1, { disposition: 'restock' })).as(200, returnRecord);

    expect((await shop.order(order.id)).lines).toMatchObject([{ shipped: 1, returned: 1, allocated: 0 }]);
    expect(refusal(await ask(order, 1))).toEqual({ code: 'quantity_exceeded', allowed: 0, limit: 'shipped' });
    expect(await stock()).toEqual({ onHand: 10, unavailable: 0, available: 10 });
  });

  test('R10: a receipt that is repeated has its first answer, and one more is refused', async () => {
    await returnsDock();
    const of = await takeBack(await shipped(10, 2), 1);
    const body = { lines: [{ line_id: of.lines[0]?.line_id, quantity: 1 }] };
    const headers = { 'Idempotency-Key': 'receipt-1' };
    const [first, again] = [
      await post(`/returns/${of.id}/receipts`, body, headers),
      await post(`/returns/${of.id}/receipts`, body, headers),
    ];

    expect(again.as(200, returnRecord)).toEqual(first.as(200, returnRecord));
    expect(refusal(await post(`/returns/${of.id}/receipts`, body))).toEqual({ code: 'invalid_transition' });
    expect(await stock()).toEqual({ onHand: 9, unavailable: 1, available: 8 });
  });

  test('R11: dispositions may follow each other, and no more units than have the one before', async () => {
    await returnsDock();
    await post('/locations', { type: 'warehouse', code: 'HOLD', usage: 'quarantine' });
    const of = await takeBack(await shipped(10, 2), 2);
    (await receive(of, 2)).as(200, returnRecord);

    (await dispose(of, 2, { disposition: 'quarantine' })).as(200, returnRecord);
    expect(refusal(await dispose(of, 1, { disposition: 'restock' }))).toEqual({
      code: 'quantity_exceeded',
      allowed: 0,
      limit: 'received',
    });
    (await dispose(of, 1, { from: 'quarantine', disposition: 'restock' })).as(200, returnRecord);
    const last = (await dispose(of, 1, { from: 'quarantine', disposition: 'scrap' })).as(200, returnRecord);

    expect(last.lines).toMatchObject([{ received: 2, restocked: 1, scrapped: 1, quarantined: 0, inspecting: 0 }]);
    expect(await stock()).toEqual({ onHand: 9, unavailable: 0, available: 9 });
    const { consistent, differences } = (await get('/integrity')).as(200, integrityReport);
    expect({ consistent, differences }).toEqual({ consistent: true, differences: [] });
  });

  test('R13: the code of a SKU never changes, so what comes back is stock of what left', async () => {
    await returnsDock();
    const of = await takeBack(await shipped(10, 2), 2);
    const renamed = await system.call('PATCH', '/inventory/MUG-01', { key: shop.key, body: { sku: 'MUG-02' } });
    expect(renamed.problem('validation_failed').errors).toMatchObject([{ pointer: '/sku' }]);

    (await receive(of, 2, { disposition: 'restock' })).as(200, returnRecord);
    expect(await stock()).toEqual({ onHand: 10, unavailable: 0, available: 10 });
    (await get('/inventory/MUG-02')).problem('not_found');
  });

  test('a requested return is approved or rejected, and one that ended gives back what it expected', async () => {
    const order = await shipped(10, 5);
    const requested = (await ask(order, 5, { approved: false })).as(201, returnRecord);
    expect(refusal(await receive(requested, 1))).toEqual({ code: 'invalid_transition' });
    (await post(`/returns/${requested.id}/reject`, { reason: 'worn' })).as(200, returnRecord);

    const second = (await ask(order, 5, { approved: false })).as(201, returnRecord);
    expect((await post(`/returns/${second.id}/approve`)).as(200, returnRecord).status).toBe('approved');
    expect((await post(`/returns/${second.id}/cancel`)).as(200, returnRecord).status).toBe('cancelled');
    const third = await takeBack(order, 5);
    expect((await post(`/returns/${third.id}/close`)).as(200, returnRecord).lines).toMatchObject([{ waived: 5, expected: 0 }]);
  });

  test('a scan receives units of a return once', async () => {
    await returnsDock();
    const of = await takeBack(await shipped(10, 2), 2);
    const scan = { barcode: 'x', type: 'return', sku: 'MUG-01', quantity: 1, return_id: of.id, apply: true, client_scan_id: '1' };
    await post('/scans', scan);
    await post('/scans', scan);

    await expect
      .poll(async () => (await get(`/returns/${of.id}`)).as(200, returnRecord).lines, { timeout: patient(20_000) })
      .toMatchObject([{ received: 1, inspecting: 1, expected: 1 }]);
    expect(await stock()).toEqual({ onHand: 9, unavailable: 1, available: 8 });
  });
});

test('a parcel without papers is received once by an unlinked scan, and only what is restocked can be sold', async () => {
  await returnsDock();
  await shop.createSku({ sku: 'MUG-01', name: 'Mug', on_hand: 5, location: 'A3/S2' });
  const scan = { barcode: 'x', type: 'return', sku: 'MUG-01', quantity: 2, apply: true, client_scan_id: '7' };
  const refused = (await post('/scans', scan)).as(
    422,
    z.looseObject({ errors: z.array(z.looseObject({ pointer: z.string() })) }),
  );
  expect(refused.errors).toMatchObject([{ pointer: '/return_id' }]);

  await post('/scans', { ...scan, unlinked: true });
  await post('/scans', { ...scan, unlinked: true });
  await post('/scans', { ...scan, unlinked: true, quantity: 1, client_scan_id: '8', disposition: 'restock' });

  await expect.poll(() => stock(), { timeout: patient(20_000) }).toEqual({ onHand: 8, unavailable: 2, available: 6 });
  const movements = z.looseObject({ data: z.array(z.looseObject({ reason: z.string(), delta: z.number() })) });
  const { data } = (await get('/inventory/MUG-01/movements')).as(200, movements);
  expect(data.filter(({ reason }) => reason === 'return')).toMatchObject([
    { delta: 1, reference: { type: 'scan' } },
    { delta: 2, reference: { type: 'scan' } },
  ]);
  expect((await get('/integrity')).as(200, integrityReport)).toMatchObject({ consistent: true });
});

test('a receipt beside the close of its return: it is taken whole or refused, and never half', async () => {
  await returnsDock();
  const order = await shipped(40, 30);
  let came = 0;
  for (let trial = 0; trial < 12; trial += 1) {
    const of = await takeBack(order, 2);
    const [received] = await Promise.all([receive(of, 1), post(`/returns/${of.id}/close`)]);
    const last = await eventually(async () => {
      // The one of the two that came second while the other was under way is asked for again.
      await post(`/returns/${of.id}/close`);
      const now = (await get(`/returns/${of.id}`)).as(200, returnRecord);
      expect(now).toMatchObject({ status: 'closed', pending_transition: null });
      return now;
    });
    const units = last.lines[0]?.received ?? 0;
    expect(units).toBe(received.status < 300 ? 1 : 0);
    expect(last.lines).toMatchObject([{ expected: 0, missing: 0, waived: 2 - units }]);
    came += units;
  }

  expect((await shop.order(order.id)).lines).toMatchObject([{ returned: came }]);
  expect(await stock()).toEqual({ onHand: 10 + came, unavailable: came, available: 10 });
  expect((await get('/integrity')).as(200, integrityReport)).toMatchObject({ consistent: true });
});

test('of two returns of 3 of 5 shipped units at one moment one is accepted, the other refused with what is allowed', async () => {
  // 200 pairs, each for a line of its own: 40 for each of five orders, one after the other.
  const [ORDERS, LINES] = [5, 40];
  await shop.createSku({ sku: 'MUG-01', name: 'Mug', on_hand: 5 * ORDERS * LINES });
  const orders = await atOnce(ORDERS, Array.from({ length: ORDERS }), async () => {
    const lines = Array.from({ length: LINES }, () => ({ sku: 'MUG-01', quantity: 5 }));
    const { id } = await shop.createOrder({ lines });
    await shop.pack(id);
    return shop.ship(id);
  });

  const pairs = await atOnce(ORDERS, orders, async (order) => {
    const settled: Answer[][] = [];
    for (const line of order.lines) {
      const part = { ...order, lines: [line] };
      settled.push(await Promise.all([askUntilDecided(part, 3), askUntilDecided(part, 3)]));
    }
    return settled;
  });

  for (const pair of pairs.flat()) {
    const [accepted, refused] = pair.toSorted((a, b) => a.status - b.status);
    expect(accepted?.as(201, returnRecord).lines).toMatchObject([{ quantity: 3, expected: 3 }]);
    expect(refused && refusal(refused)).toEqual({ code: 'quantity_exceeded', allowed: 2, limit: 'shipped' });
  }
  expect(pairs.flat()).toHaveLength(200);
  for (const { id } of orders) expect((await shop.order(id)).returns).toHaveLength(LINES);
}, 720_000);

test('the return of another tenant can be exchanged for nothing here', async () => {
  await returnsDock();
  const theirs = await takeBack(await shipped(10, 5), 2);
  const other = await openTenant(system);
  await other.shop.createSku({ sku: 'MUG-01', name: 'Mug', on_hand: 10 });
  const body = { lines: [{ sku: 'MUG-01', quantity: 1 }], exchange_for: theirs.id };

  const refused = await system.call('POST', '/orders', { key: other.shop.key, body });

  expect([refused.status, refused.problem().errors]).toMatchObject([422, [{ pointer: '/exchange_for' }]]);
  expect(await other.shop.orders()).toEqual([]);
  await other.stop();
});

test('an order in exchange names its return, is allocated like any other, and refuses a return that is not there', async () => {
  await returnsDock();
  const returned = await takeBack(await shipped(10, 5), 2);
  const exchange = { lines: [{ sku: 'MUG-01', quantity: 2 }], exchange_for: returned.id };

  const order = (await post('/orders', exchange)).as(201, orderRecord);
  expect(order).toMatchObject({ exchange_for: returned.id, lines: [{ allocated: 2 }] });
  expect((await get(`/orders/${order.id}`)).as(200, orderRecord).exchange_for).toBe(returned.id);

  const unknown = await post('/orders', { ...exchange, exchange_for: 'ret_01KAJ6V1N7D3C8QF5HG0ZZZZZZ' });
  expect(unknown.status).toBe(422);
  expect(unknown.problem().errors).toMatchObject([{ pointer: '/exchange_for', code: 'invalid' }]);
});

test('R9: nothing of an order that has not left can come back', async () => {
  await shop.createSku({ sku: 'MUG-01', name: 'Mug', on_hand: 10 });
  const order = await shop.createOrder({ lines: [{ sku: 'MUG-01', quantity: 3 }] });

  expect(refusal(await ask(order, 1)).code).toMatch(/^(?:quantity_exceeded|invalid_transition)$/);
  expect(await stock()).toEqual({ onHand: 10, unavailable: 0, available: 7 });
});
