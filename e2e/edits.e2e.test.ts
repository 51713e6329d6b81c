import { operations, type OrderRecord, orderRecord } from '@fulfilment/contracts';
import { eventually } from '@fulfilment/testing';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Answer } from './system/call.ts';
import { sharedTestSystem } from './system/shared-system.ts';
import type { TestSystem } from './system/start-test-system.ts';
import { takePart, takeReturn } from './system/take-part.ts';
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

type Headers = Readonly<Record<string, string>>;
const send = (method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown, headers: Headers = {}): Promise<Answer> =>
  system.call(method, path, { key: shop.key, body, headers });
const post = (path: string, body: unknown = {}, headers?: Headers): Promise<Answer> => send('POST', path, body, headers);
const get = async (path: string): Promise<string> => (await system.call('GET', path, { key: shop.key })).text;

/** The order of an answer once inventory has answered, also where a stalled machine lets it be 202. */
async function settled(answer: Answer): Promise<OrderRecord> {
  if (answer.status >= 300) throw new Error(`It was answered with ${answer.status}: ${answer.text}`);
  const { id } = answer.as(answer.status, orderRecord);
  return eventually(async () => {
    const now = await shop.order(id);
    if (now.pending_transition !== null) throw new Error(`inventory has not answered for ${id}`);
    return now;
  });
}
const edit = async ({ id }: OrderRecord, body: object) => settled(await post(`/orders/${id}/edit`, body));
const hold = async ({ id }: OrderRecord, facts: object = {}) =>
  settled(await post(`/orders/${id}/holds`, { reason: 'fraud', ...facts }));
const lineOf = ({ lines }: OrderRecord, place = 0) => lines[place]?.id ?? '';
const toUnits = (of: OrderRecord, quantity: number) => ({ mode: 'patch', lines: [{ id: lineOf(of), quantity }] });

async function order(onHand: number, quantity: number): Promise<OrderRecord> {
  await shop.createSku({ sku: 'MUG-01', name: 'Mug', on_hand: onHand, location: 'A3/S2' });
  return shop.createOrder({ lines: [{ sku: 'MUG-01', quantity }] });
}
/** Ships units of the first line of an order. */
async function shipUnits(of: OrderRecord, quantity: number): Promise<void> {
  const lines = [{ line_id: lineOf(of), quantity }];
  const { id } = await takePart(system.call, shop.key, `/orders/${of.id}/fulfilments`, { lines });
  for (const step of ['pack', 'ship']) await takePart(system.call, shop.key, `/fulfilments/${id}/${step}`);
}
const another = (quantity: number, facts: object = {}) => shop.createOrder({ lines: [{ sku: 'MUG-01', quantity }], ...facts });
const receive = (delta: number) =>
  shop.ask(operations.adjustStock, { at: { sku: 'MUG-01' }, body: { delta, reason: 'receipt' } });

async function stock(code = 'MUG-01') {
  const { on_hand: onHand, allocated, available } = await shop.sku(code);
  return { onHand, allocated, available };
}

/** Units that orders hold, once inventory has told of them. */
const holding = (orders: readonly OrderRecord[], units: readonly number[]) =>
  eventually(async () => {
    const now = await Promise.all(orders.map(({ id }) => shop.order(id)));
    const held = now.map(({ lines }) => lines.reduce((sum, { allocated }) => sum + allocated, 0));
    expect(held).toEqual(units);
    for (const { lines } of now)
      for (const { quantity, allocated, backordered, shipped, cancelled } of lines)
        expect(quantity).toBe(allocated + backordered + shipped + cancelled);
  });

describe('edits of lines', () => {
  test('E1: an edit that changes no quantity makes no version, no event and no command', async () => {
    await shop.createSku({ sku: 'MUG-01', name: 'Mug', on_hand: 5 });
    await shop.createSku({ sku: 'CUP-01', name: 'Cup', on_hand: 5 });
    const both = await shop.createOrder({ lines: ['MUG-01', 'CUP-01'].map((sku) => ({ sku, quantity: 3 })) });
    await shipUnits(both, 3);
    const before = await shop.order(both.id);
    const history = await get(`/orders/${both.id}/history`);

    const same = { lines: both.lines.map((line) => ({ id: line.id, sku: line.sku, quantity: line.quantity })) };
    expect((await post(`/orders/${both.id}/edit`, same)).as(200, orderRecord)).toEqual(before);

    expect(await get(`/orders/${both.id}/history`)).toBe(history);
    expect(await stock()).toEqual({ onHand: 2, allocated: 0, available: 2 });
  });

  test('E2: a line of 5 that becomes 3 holds 3', async () => {
    const placed = await order(10, 5);
    const edited = await edit(placed, toUnits(placed, 3));

    expect(edited).toMatchObject({ version: placed.version + 1, lines: [{ quantity: 3, allocated: 3 }] });
    expect(await stock()).toEqual({ onHand: 10, allocated: 3, available: 7 });
  });

  test('E3: units that are added are held, on the line or on a new one', async () => {
    const placed = await order(10, 2);
    expect((await edit(placed, toUnits(placed, 5))).lines).toMatchObject([{ quantity: 5, allocated: 5 }]);
    expect(await stock()).toEqual({ onHand: 10, allocated: 5, available: 5 });

    const more = await edit(placed, { mode: 'patch', lines: [{ sku: 'MUG-01', quantity: 2, external_line_id: 'b' }] });
    expect(more.lines).toMatchObject([{ quantity: 5 }, { sku: 'MUG-01', quantity: 2, allocated: 2, external_line_id: 'b' }]);
    const replaced = await edit(placed, { lines: [{ id: lineOf(more, 1), quantity: 1 }] });
    expect(replaced.lines).toMatchObject([{ id: lineOf(more, 1), quantity: 1 }]);
    expect(await stock()).toEqual({ onHand: 10, allocated: 1, available: 9 });
  });

  test('E4: half of an order that holds everything is free again', async () => {
    const placed = await order(24, 24);
    await edit(placed, toUnits(placed, 12));

    expect(await stock()).toEqual({ onHand: 24, allocated: 12, available: 12 });
  });

  test('E6: an edit below what was shipped is refused, whatever came back, and makes no return', async () => {
    await shop.createSku({ sku: 'CUP-01', name: 'Cup', on_hand: 1 });
    await order(10, 1);
    const lines = [
      { sku: 'MUG-01', quantity: 4 },
      { sku: 'CUP-01', quantity: 1 },
    ];
    const both = await shop.createOrder({ lines });
    await shipUnits(both, 4);
    const asked = { order_id: both.id, lines: [{ line_id: lineOf(both), quantity: 1, reason: 'damaged' }], approved: true };
    const { id } = await takeReturn(system.call, shop.key, '/returns', asked);
    const restocked = { lines: [{ line_id: lineOf(both), quantity: 1, disposition: 'restock' }] };
    await takeReturn(system.call, shop.key, `/returns/${id}/receipts`, restocked);
    const before = await shop.order(both.id);

    const refused = (await post(`/orders/${both.id}/edit`, toUnits(both, 3))).problem('quantity_exceeded');
    expect(refused.errors).toMatchObject([{ limit: 'shipped', minimum: 4 }]);

    expect(await settled(await post(`/orders/${both.id}/edit`, toUnits(both, 4)))).toEqual(before);
    expect(before).toMatchObject({ lines: [{ quantity: 4, shipped: 4, returned: 1 }, {}], returns: [{ id }] });
    expect(await stock()).toEqual({ onHand: 7, allocated: 1, available: 6 });
  });

  test('E8: an order is edited down to what was shipped of it in parts, which completes it, and no lower', async () => {
    const placed = await order(10, 10);
    for (const part of [2, 3]) await shipUnits(placed, part);
    const refused = (await post(`/orders/${placed.id}/edit`, toUnits(placed, 4))).problem('quantity_exceeded');
    expect(refused.errors).toMatchObject([{ limit: 'shipped', minimum: 5 }]);

    const done = await edit(placed, toUnits(placed, 5));

    expect(done).toMatchObject({ status: 'shipped', fulfilment: 'complete', lines: [{ quantity: 5, shipped: 5, allocated: 0 }] });
    expect(await stock()).toEqual({ onHand: 5, allocated: 0, available: 5 });
  });

  test('added units wait since the edit, and those that were held stay held', async () => {
    const placed = await order(2, 2);
    const second = await another(2);
    await edit(placed, toUnits(placed, 4));
    const third = await another(1);

    await receive(3);
    await holding([placed, second, third], [3, 2, 0]);
    await receive(2);
    await holding([placed, second, third], [4, 2, 1]);
    expect(await stock()).toEqual({ onHand: 7, allocated: 7, available: 0 });
  });

  test('a packed order that gets more units is packed as a part, and the rest can follow', async () => {
    const placed = await order(3, 2);
    await settled(await post(`/orders/${placed.id}/pack`, { packages: [{ weight_g: 850 }] }));
    const edited = await edit(placed, toUnits(placed, 3));

    expect(edited).toMatchObject({
      status: 'created',
      fulfilments: [{ status: 'packed' }],
      lines: [{ packed: 2, allocated: 3 }],
    });
    (await post(`/orders/${placed.id}/edit`, toUnits(placed, 1))).problem('quantity_exceeded');
    await settled(await post(`/orders/${placed.id}/ship`));
    await settled(await post(`/orders/${placed.id}/pack`));
    expect(await settled(await post(`/orders/${placed.id}/ship`))).toMatchObject({ status: 'shipped', lines: [{ shipped: 3 }] });
    expect(await stock()).toEqual({ onHand: 0, allocated: 0, available: 0 });
  });

  test('an edit beside a packing: whichever comes second waits for the first, and is judged by it', async () => {
    const placed = await order(9, 4);
    const [packed, edited] = await Promise.all([
      post(`/orders/${placed.id}/pack`),
      post(`/orders/${placed.id}/edit`, toUnits(placed, 2)),
    ]);

    const isSecond = edited.status === 409;
    const code = isSecond ? edited.problem().code : undefined;
    const units = isSecond ? 4 : 2;
    expect([packed.status, edited.status, code]).toEqual([200, isSecond ? 409 : 200, isSecond ? 'quantity_exceeded' : undefined]);
    expect(await shop.order(placed.id)).toMatchObject({ status: 'packed', lines: [{ quantity: units, packed: units }] });
    expect(await stock()).toEqual({ onHand: 9, allocated: units, available: 9 - units });
  });

  test('an edit has one effect under its key, and is refused on another version', async () => {
    const placed = await order(9, 4);
    const key = { 'idempotency-key': 'edit-1' };
    const path = `/orders/${placed.id}/edit`;
    const added = { mode: 'patch', lines: [{ sku: 'MUG-01', quantity: 1 }] };
    const first = (await post(path, added, key)).as(200, orderRecord);
    expect((await post(path, added, key)).as(200, orderRecord)).toEqual(first);
    expect((await shop.order(placed.id)).lines).toHaveLength(2);

    (await post(path, added, { 'if-match': `"${placed.version}"` })).problem('version_conflict');
    (await post(path, added, { 'if-match': `"${first.version}"` })).as(200, orderRecord);
    expect((await shop.order(placed.id)).lines).toHaveLength(3);
  });

  test('bad input is refused by its code, and leaves order, stock and ledger as they were', async () => {
    const placed = await order(4, 4);
    const ended = await another(1);
    await settled(await post(`/orders/${ended.id}/cancel`));
    const { id } = await takePart(system.call, shop.key, `/orders/${placed.id}/fulfilments`, {
      lines: [{ line_id: lineOf(placed), quantity: 2 }],
    });
    await takePart(system.call, shop.key, `/fulfilments/${id}/pack`);
    const all = () => Promise.all([stock(), get(`/orders/${placed.id}`), get('/inventory/MUG-01/movements')]);
    const before = await all();
    const path = `/orders/${placed.id}/edit`;
    const one = { sku: 'MUG-01', quantity: 1 };
    const refusals: readonly (readonly [path: string, body: object, code: Parameters<Answer['problem']>[0]])[] = [
      [path, toUnits(placed, 1), 'quantity_exceeded'],
      [path, { lines: [one] }, 'quantity_exceeded'],
      [path, { lines: [] }, 'validation_failed'],
      [path, {}, 'validation_failed'],
      [path, { mode: 'merge', lines: [one] }, 'validation_failed'],
      [path, { lines: [{ id: lineOf(placed), quantity: -1 }] }, 'validation_failed'],
      [path, { lines: [{ id: lineOf(ended), quantity: 1 }] }, 'validation_failed'],
      [path, { lines: [{ id: lineOf(placed), sku: 'CUP-01', quantity: 4 }] }, 'validation_failed'],
      [path, { mode: 'patch', lines: [{ quantity: 1 }] }, 'validation_failed'],
      [path, { mode: 'patch', lines: Array.from({ length: 201 }, () => one) }, 'validation_failed'],
      [path, { mode: 'patch', lines: Array.from({ length: 200 }, () => one) }, 'validation_failed'],
      [path, { mode: 'patch', lines: [{ sku: 'NONE', quantity: 1 }] }, 'unknown_sku'],
      [path, { mode: 'patch', lines: [one], allow_backorder: false }, 'insufficient_stock'],
      [`/orders/${ended.id}/edit`, { lines: [one] }, 'invalid_transition'],
      ['/orders/ord_01JD8Z0000000000000000TEST/edit', { lines: [one] }, 'not_found'],
      [`/orders/${placed.id}/holds`, {}, 'validation_failed'],
      [`/orders/${placed.id}/holds`, { reason: 'Not a word' }, 'validation_failed'],
      [`/orders/${placed.id}/holds`, { reason: 'fraud', until: '2020-01-01T00:00:00Z' }, 'validation_failed'],
      [`/orders/${ended.id}/holds`, { reason: 'fraud' }, 'invalid_transition'],
    ];
    for (const [at, body, code] of refusals) {
      (await post(at, body)).problem(code);
      expect(await all(), `after ${at} ${JSON.stringify(body)}`).toEqual(before);
    }
    const { errors } = (await post(path, toUnits(placed, 1))).problem('quantity_exceeded');
    expect(errors).toMatchObject([{ pointer: '/lines/0/quantity', minimum: 2, limit: 'packed' }]);
    (await send('DELETE', `/orders/${placed.id}/holds/hld_01JD8Z0000000000000000TEST`)).problem('not_found');
    (await send('PATCH', `/orders/${ended.id}`, { priority: 9 })).problem('invalid_transition');
    (await send('PATCH', `/orders/${placed.id}`, { priority: 10 })).problem('validation_failed');
    expect(await all()).toEqual(before);
  });
});

describe('holds', () => {
  test('E9: one of two holds is released, and the order is still held by the other', async () => {
    const placed = await order(10, 2);
    const first = await hold(placed);
    const both = await hold(placed, { note: 'They call back.' });
    const release = async (id = '') => settled(await send('DELETE', `/orders/${placed.id}/holds/${id}`));

    expect(await release(first.holds[0]?.id)).toMatchObject({ holds: both.holds.slice(1) });
    for (const step of ['pack', 'fulfilments']) {
      const problem = (await post(`/orders/${placed.id}/${step}`)).problem('order_on_hold');
      expect(problem.holds).toEqual([{ id: both.holds[1]?.id, reason: 'fraud' }]);
    }
    expect(await get('/orders?on_hold=true')).toContain(placed.id);
    expect(await get('/orders?on_hold=false')).not.toContain(placed.id);
    await release(both.holds[1]?.id);
    expect(await get('/orders?on_hold=true')).not.toContain(placed.id);
    expect(await settled(await post(`/orders/${placed.id}/pack`))).toMatchObject({ status: 'packed', holds: [] });
  });

  test('a hold ends by itself, and its order tells of it', async () => {
    const placed = await order(10, 2);
    await hold(placed, { until: new Date(Date.now() + 2_000).toISOString() });

    await eventually(async () => expect((await post(`/orders/${placed.id}/pack`)).status).toBe(200));
    await eventually(async () => expect((await shop.order(placed.id)).holds).toEqual([]), { withinMs: 60_000 });
    const feed = await get(`/events?types=order.updated`);
    expect(feed).toContain('"changed":["holds"]');
    expect(await get(`/orders/${placed.id}/history`)).toContain('"transition":"release_hold"');
  });

  test('a hold that releases stock gives it to others; the order waits for it again once it is released', async () => {
    const placed = await order(5, 4);
    const second = await another(4);
    const held = await hold(placed, { release_stock: true });
    await holding([placed, second], [0, 4]);

    await settled(await send('DELETE', `/orders/${placed.id}/holds/${held.holds[0]?.id}`));
    await holding([placed, second], [1, 4]);
    await receive(3);
    await holding([placed, second], [4, 4]);
    expect(await stock()).toEqual({ onHand: 8, allocated: 8, available: 0 });
  });
});

test('backorders are filled by priority, then by the time to ship, also after a change of it', async () => {
  const first = await order(0, 1);
  const [urgent, due, last] = [
    await another(1, { priority: 9 }),
    await another(1, { ship_by: '2027-01-01T00:00:00+01:00' }),
    await another(1),
  ];
  expect([urgent.priority, due.ship_by, first.priority, first.ship_by]).toEqual([9, '2026-12-31T23:00:00.000Z', 5, null]);
  const path = `/orders/${last.id}`;
  expect(await settled(await send('PATCH', path, { priority: 8, note: 'Hurry.' }))).toMatchObject({
    priority: 8,
    note: 'Hurry.',
  });

  for (const units of [
    [0, 1, 0, 0],
    [0, 1, 0, 1],
    [0, 1, 1, 1],
    [1, 1, 1, 1],
  ]) {
    await receive(1);
    await holding([first, urgent, due, last], units);
  }
  await shop.updateSku('MUG-01', { on_hand: 2 });
  await holding([first, urgent, due, last], [0, 1, 0, 1]);
});
