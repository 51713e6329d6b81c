import { fulfilmentRecord, type FulfilmentRecord, operations, type OrderRecord, orderRecord } from '@fulfilment/contracts';
import { eventually } from '@fulfilment/testing';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Answer } from './system/call.ts';
import { sharedTestSystem } from './system/shared-system.ts';
import type { TestSystem } from './system/start-test-system.ts';
import { takePart } from './system/take-part.ts';
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
  return () => tenant.stop();
});

const post = (path: string, body: unknown = {}, headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
  system.call('POST', path, { key: shop.key, body, headers });
const get = (path: string): Promise<Answer> => system.call('GET', path, { key: shop.key });

/** An order of one line of a SKU with so many units on hand. */
async function order(onHand: number, quantity: number): Promise<OrderRecord> {
  await shop.createSku({ sku: 'MUG-01', name: 'Mug', on_hand: onHand, location: 'A3/S2' });
  return shop.createOrder({ lines: [{ sku: 'MUG-01', quantity }] });
}

const units = ({ lines }: OrderRecord, quantity: number) => [{ line_id: lines[0]?.id ?? '', quantity }];

const take = (path: string, body: unknown): Promise<FulfilmentRecord> => takePart(system.call, shop.key, path, body);
const plan = (of: OrderRecord, quantity: number) => take(`/orders/${of.id}/fulfilments`, { lines: units(of, quantity) });
const pack = (id: string, body: unknown = {}) => take(`/fulfilments/${id}/pack`, body);
const ship = (id: string, body: unknown = {}) => take(`/fulfilments/${id}/ship`, body);
/** Plans, packs and ships units of an order. */
async function shipUnits(of: OrderRecord, quantity: number): Promise<FulfilmentRecord> {
  const { id } = await plan(of, quantity);
  await pack(id);
  return ship(id);
}
async function close(of: OrderRecord, body: unknown = {}): Promise<OrderRecord> {
  return (await post(`/orders/${of.id}/close`, body)).as(200, orderRecord);
}

/** Terms of the one line of an order. */
async function line({ id }: OrderRecord) {
  const { lines } = await shop.order(id);
  const { quantity, allocated, packed, backordered, shipped, cancelled } = z.tuple([z.any()]).parse(lines)[0];
  expect(quantity).toBe(allocated + backordered + shipped + cancelled);
  return { allocated, packed, backordered, shipped, cancelled };
}
async function stock(code = 'MUG-01') {
  const { on_hand: onHand, allocated, available } = await shop.sku(code);
  return { onHand, allocated, available };
}

describe('units of an order that leave in parts', () => {
  test('F1: closing what did not leave frees just that, for each SKU', async () => {
    for (const sku of ['MUG-01', 'CUP-01']) await shop.createSku({ sku, name: sku, on_hand: 100 });
    const both = await shop.createOrder({ lines: ['MUG-01', 'CUP-01'].map((sku) => ({ sku, quantity: 10 })) });
    const lines = both.lines.map(({ id: line_id }, place) => ({ line_id, quantity: place === 0 ? 7 : 6 }));
    const { id } = (await post(`/orders/${both.id}/fulfilments`, { lines })).as(201, fulfilmentRecord);
    await pack(id);
    await ship(id);

    const closed = await close(both);

    expect(closed.lines).toMatchObject([
      { shipped: 7, cancelled: 3 },
      { shipped: 6, cancelled: 4 },
    ]);
    expect(await stock('MUG-01')).toEqual({ onHand: 93, allocated: 0, available: 93 });
    expect(await stock('CUP-01')).toEqual({ onHand: 94, allocated: 0, available: 94 });
  });

  test('F2, F4: an order that has left cannot be cancelled, and nothing is freed twice', async () => {
    const whole = await order(100, 5);
    await shipUnits(whole, 5);

    (await post(`/orders/${whole.id}/cancel`)).problem('invalid_transition');

    expect(await stock()).toEqual({ onHand: 95, allocated: 0, available: 95 });
  });

  test('F5: what arrives later is held for the rest, and each part has its own units', async () => {
    const large = await order(61, 75);
    await shipUnits(large, 50);
    expect(await line(large)).toEqual({ allocated: 11, packed: 0, backordered: 14, shipped: 50, cancelled: 0 });

    await shop.ask(operations.adjustStock, {
      at: { sku: 'MUG-01' },
      body: { delta: 14, reason: 'receipt' },
    });
    await eventually(async () => expect(await line(large)).toMatchObject({ allocated: 25, backordered: 0 }));

    expect((await plan(large, 25)).lines).toMatchObject([{ quantity: 25, allocated: 25 }]);
    expect(await stock()).toEqual({ onHand: 25, allocated: 25, available: 0 });
  });

  test('F6: a part takes its units alone, and the rest stays held', async () => {
    const partly = await order(10, 5);

    await shipUnits(partly, 2);

    expect(await stock()).toEqual({ onHand: 8, allocated: 3, available: 5 });
    expect(await shop.order(partly.id)).toMatchObject({ fulfilment: 'partial', status: 'created' });
  });

  test('F7: a part that is unpacked stays held, and can be packed again', async () => {
    const mistaken = await order(10, 3);
    const { id } = await plan(mistaken, 3);
    await pack(id);

    (await post(`/fulfilments/${id}/unpack`)).as(200, fulfilmentRecord);

    expect(await stock()).toEqual({ onHand: 10, allocated: 3, available: 7 });
    expect(await line(mistaken)).toMatchObject({ allocated: 3, packed: 0 });
    expect(await pack(id)).toMatchObject({ status: 'packed' });
  });

  test('F8: a cancelled order holds nothing, in no part either', async () => {
    const dropped = await order(10, 3);
    const { id } = await plan(dropped, 2);

    await shop.cancel(dropped.id);

    expect(await stock()).toEqual({ onHand: 10, allocated: 0, available: 10 });
    expect((await get(`/fulfilments/${id}`)).as(200, fulfilmentRecord)).toMatchObject({ status: 'cancelled' });
  });

  test('F10, F11: orders that hold all there is are fulfilled each, and hold nothing then', async () => {
    await shop.createSku({ sku: 'MUG-01', name: 'Mug', on_hand: 4 });
    const one = () => shop.createOrder({ lines: [{ sku: 'MUG-01', quantity: 1 }] });
    const four = [await one(), await one(), await one(), await one()];

    for (const each of four) await shipUnits(each, 1);

    expect(await stock()).toEqual({ onHand: 0, allocated: 0, available: 0 });
  });

  test('F13: of a line that is held in part, just what is held and named moves', async () => {
    const half = await order(2, 5);

    await plan(half, 1);

    expect(await line(half)).toMatchObject({ allocated: 2, backordered: 3 });
    expect((await post(`/orders/${half.id}/fulfilments`, { lines: units(half, 2) })).problem('insufficient_stock')).toMatchObject(
      {
        errors: [{ sku: 'MUG-01' }],
      },
    );
  });

  test('F15, F16: an order that holds all there is ships a part, and closing it frees the rest', async () => {
    const all = await order(10, 10);
    await shipUnits(all, 7);
    expect(await stock()).toEqual({ onHand: 3, allocated: 3, available: 0 });

    await close(all);

    expect(await stock()).toEqual({ onHand: 3, allocated: 0, available: 3 });
  });

  test('F17: closing the rest of an order ships it once, and raises what is available by the rest', async () => {
    const five = await order(20, 5);
    await shipUnits(five, 2);
    expect(await stock()).toMatchObject({ available: 15 });

    const closed = await close(five);

    expect(closed).toMatchObject({ status: 'shipped', fulfilment: 'complete', lines: [{ shipped: 2, cancelled: 3 }] });
    expect(await stock()).toEqual({ onHand: 18, allocated: 0, available: 18 });
    await eventually(async () => {
      const types = (await shop.events()).map(({ type }) => type).filter((type) => /^(order|fulfilment)\./.test(type));
      expect(types).toEqual([
        'order.created',
        'fulfilment.created',
        'order.updated',
        'fulfilment.packed',
        'order.updated',
        'fulfilment.shipped',
        'order.updated',
        'order.shipped',
      ]);
    });
  });
});

type Refused = readonly [path: string, body: unknown, code: Parameters<Answer['problem']>[0]];

/** All that a step of an order of `MUG-01` could change. */
const seen = ({ id }: OrderRecord) =>
  Promise.all([
    shop.sku('MUG-01'),
    shop.order(id),
    get(`/orders/${id}/fulfilments`).then(({ text }) => text),
    get('/inventory/MUG-01/movements').then(({ text }) => text),
  ]);

async function areRefused(of: OrderRecord, requests: readonly Refused[]): Promise<void> {
  const before = await seen(of);
  for (const [path, body, code] of requests) {
    (await post(path, body)).problem(code);
    expect(await seen(of), `after ${path} ${JSON.stringify(body)}`).toEqual(before);
  }
}

describe('a request that is refused', () => {
  test('leaves stock, order, fulfilments and ledger as they were', async () => {
    const kept = await order(10, 5);
    const open = await plan(kept, 2);
    const packed = await plan(kept, 2);
    await pack(packed.id);
    const other = await shop.createOrder({ lines: [{ sku: 'MUG-01', quantity: 1 }] });
    const all = () => seen(kept);
    const before = await all();
    const create = `/orders/${kept.id}/fulfilments`;
    const alien = units(other, 1);

    await areRefused(kept, [
      [create, { lines: units(kept, 2) }, 'quantity_exceeded'],
      [create, { lines: alien }, 'validation_failed'],
      [create, { lines: units(kept, 0) }, 'validation_failed'],
      [create, { lines: [...units(kept, 1), ...units(kept, 1)] }, 'validation_failed'],
      [create, { lines: [] }, 'validation_failed'],
      [create, { warehouse: 'MAIN' }, 'validation_failed'],
      [`/fulfilments/${open.id}/pack`, { lines: units(kept, 1) }, 'validation_failed'],
      [`/fulfilments/${open.id}/pack`, { lines: units(kept, 3) }, 'quantity_exceeded'],
      [`/fulfilments/${open.id}/pack`, { packages: [{ lines: units(kept, 1) }] }, 'validation_failed'],
      [`/fulfilments/${open.id}/pack`, { packages: [{ lines: alien }] }, 'validation_failed'],
      [`/fulfilments/${open.id}/ship`, {}, 'invalid_transition'],
      [`/fulfilments/${open.id}/unpack`, {}, 'invalid_transition'],
      [`/fulfilments/${packed.id}/pack`, {}, 'invalid_transition'],
      [`/fulfilments/${packed.id}/ship`, { from: [{ ...units(kept, 1)[0], location: 'A3/S2' }] }, 'validation_failed'],
      [`/fulfilments/${packed.id}/ship`, { from: [{ ...units(kept, 2)[0], location: 'Z9/S9' }] }, 'unknown_location'],
      [`/orders/${kept.id}/pack`, {}, 'invalid_transition'],
      [`/orders/${kept.id}/close`, { lines: units(kept, 2) }, 'quantity_exceeded'],
      [`/fulfilments/ful_01JD8Z0000000000000000TEST/pack`, {}, 'not_found'],
    ]);
    (await post(`/fulfilments/${open.id}/pack`, {}, { 'if-match': '"9"' })).problem('version_conflict');
    expect(await all()).toEqual(before);
  });

  test('leaves them so for an order on hold, whatever step of a part is asked for', async () => {
    const held = await order(10, 5);
    const open = await plan(held, 2);
    const packed = await plan(held, 2);
    await pack(packed.id);
    (await post(`/orders/${held.id}/holds`, { reason: 'fraud' })).as(201, orderRecord);

    await areRefused(held, [
      [`/orders/${held.id}/fulfilments`, { lines: units(held, 1) }, 'order_on_hold'],
      [`/fulfilments/${open.id}/pack`, {}, 'order_on_hold'],
      [`/fulfilments/${packed.id}/ship`, {}, 'order_on_hold'],
      [`/fulfilments/${packed.id}/ship`, { from: [{ ...units(held, 2)[0], location: 'A3/S2' }] }, 'order_on_hold'],
    ]);
    expect(await line(held)).toMatchObject({ allocated: 5, packed: 2, shipped: 0 });
  });

  test('leaves them so for units of two warehouses in one part, and for places outside of its warehouse', async () => {
    await shop.createSku({ sku: 'MUG-01', name: 'Mug', on_hand: 0 });
    for (const [code, delta] of [['W1', 3] as const, ['W2', 4] as const]) {
      await shop.createLocation({ type: 'warehouse', code });
      (await post('/inventory/MUG-01/adjustments', { delta, reason: 'receipt', location: `${code}:A1/S1` })).as(201, z.unknown());
    }
    const lines = [{ sku: 'MUG-01', quantity: 5 }];
    const split = await shop.createOrder({ lines, ship_from: ['W1', 'W2'], split: 'within_line' });
    const create = `/orders/${split.id}/fulfilments`;
    await areRefused(split, [
      [create, {}, 'insufficient_stock'],
      [create, { lines: units(split, 5) }, 'insufficient_stock'],
      [create, { lines: units(split, 4), warehouse: 'W1' }, 'insufficient_stock'],
      [create, { lines: units(split, 1), warehouse: 'W9' }, 'unknown_location'],
    ]);

    const { id } = await take(create, { warehouse: 'W1' });
    await pack(id);
    const from = (...places: readonly (readonly [location: string, quantity: number])[]) => ({
      from: places.map(([location, quantity]) => ({ ...units(split, quantity)[0], location })),
    });
    await areRefused(split, [
      [`/fulfilments/${id}/ship`, from(['W2:A1/S1', 3]), 'validation_failed'],
      [`/fulfilments/${id}/ship`, from(['W1:A1/S1', 2], ['W2:A1/S1', 1]), 'validation_failed'],
    ]);
    expect(await ship(id, from(['W1:A1/S1', 3]))).toMatchObject({ status: 'shipped', warehouse: 'W1' });
  });
});

test('two parts of one order that are packed at once wait for each other, and both are packed', async () => {
  const hurried = await order(10, 6);
  const parts = [await plan(hurried, 3), await plan(hurried, 3)];

  await Promise.all(parts.map(({ id }) => pack(id)));

  expect(await shop.order(hurried.id)).toMatchObject({ status: 'packed', lines: [{ packed: 6 }] });
});

test('a part is created once under its external id, and takes no facts once it is cancelled', async () => {
  const whole = await order(10, 4);
  const body = { external_id: 'part-1', lines: units(whole, 2) };
  const { id } = await take(`/orders/${whole.id}/fulfilments`, body);

  expect((await post(`/orders/${whole.id}/fulfilments`, body)).as(200, fulfilmentRecord).id).toBe(id);
  const other = { ...body, lines: units(whole, 1) };
  (await post(`/orders/${whole.id}/fulfilments`, other)).problem('duplicate_external_id');

  await take(`/fulfilments/${id}/cancel`, {});
  const facts = await system.call('PATCH', `/fulfilments/${id}`, { key: shop.key, body: { note: 'late' } });
  expect([facts.status, facts.problem().code]).toEqual([409, 'invalid_transition']);
});

test('a part is shipped from the places that are named, and its movements name it and its order', async () => {
  await shop.createSku({ sku: 'MUG-01', name: 'Mug', on_hand: 5, location: 'A3/S2' });
  const { location_id: from } = await shop.sku('MUG-01');
  await shop.transfer(from ?? '', { to: 'A9/S9', sku: 'MUG-01', quantity: 2 });
  const placed = await shop.createOrder({ lines: [{ sku: 'MUG-01', quantity: 3 }] });
  const { id } = await plan(placed, 3);
  await pack(id);
  const line_id = placed.lines[0]?.id;

  await ship(id, {
    from: [
      { line_id, location: 'A9/S9', quantity: 2 },
      { line_id, location: from, quantity: 1 },
    ],
  });

  expect((await shop.sku('MUG-01')).stock).toMatchObject([{ location: 'A3/S2', on_hand: 2 }]);
  const { text } = await get('/inventory/MUG-01/movements');
  expect(text).toContain(`"reference":{"type":"fulfilment","id":"${id}"`);
});

test('fulfilments are listed by status, order and carrier, page by page', async () => {
  const first = await order(10, 3);
  const second = await shop.createOrder({ lines: [{ sku: 'MUG-01', quantity: 3 }] });
  const [a, b, c] = [await plan(first, 1), await plan(first, 1), await plan(second, 3)];
  await pack(b.id);
  await ship(b.id, { carrier: 'DHL' });
  const ids = async (query: string) =>
    (await shop.all('/fulfilments', Object.fromEntries(new URLSearchParams(query)))).map(
      (each) => fulfilmentRecord.parse(each).id,
    );

  expect(await ids('')).toEqual([c.id, b.id, a.id]);
  expect(await ids('limit=1')).toEqual([c.id, b.id, a.id]);
  expect(await ids('status=open')).toEqual([c.id, a.id]);
  expect(await ids(`order_id=${first.id}`)).toEqual([b.id, a.id]);
  expect(await ids('carrier=DHL')).toEqual([b.id]);
  expect((await get(`/orders/${second.id}/fulfilments`)).text).toContain(c.id);
});
