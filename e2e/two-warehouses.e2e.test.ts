import { availabilityQuote, integrityReport, orderPage, type OrderRecord, skuPage, skuRecord } from '@fulfilment/contracts';
import { eventually } from '@fulfilment/testing';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { makeGoodClient } from './faults/good-client.ts';
import { atOnce } from './system/at-once.ts';
import type { Answer } from './system/call.ts';
import { sharedTestSystem } from './system/shared-system.ts';
import type { TestSystem } from './system/start-test-system.ts';
import { takePart } from './system/take-part.ts';
import { openTenant, type TestTenant } from './system/tenant.ts';

const quote = async (body: object) => (await send('POST', '/availability', body)).as(200, availabilityQuote);

/** The wants of the race, for units of which each warehouse has half. */
const [UNITS, WANTS, CLIENTS] = [1_000, 1_500, 64];

let system: TestSystem;
let shop: TestTenant['shop'];

beforeAll(async () => {
  system = await sharedTestSystem();
});

beforeEach(async () => {
  const tenant = await openTenant(system);
  ({ shop } = tenant);
  for (const code of ['W1', 'W2']) await send('POST', '/locations', { type: 'warehouse', code });
  await shop.createSku({ sku: 'MUG', name: 'Mug', on_hand: 0 });
  return () => tenant.stop();
});

const send = (method: string, path: string, body?: unknown): Promise<Answer> =>
  system.call(method, path, { key: shop.key, body });
const receive = (delta: number, location: string): Promise<Answer> =>
  send('POST', '/inventory/MUG/adjustments', { delta, reason: 'receipt', location });
const rules = (changes: object): Promise<Answer> => send('PATCH', '/allocation-rules', changes);
const order = (quantity: number, facts: object = {}) => shop.createOrder({ lines: [{ sku: 'MUG', quantity }], ...facts });
const heldIn = ({ lines }: OrderRecord) => lines[0]?.allocations.map(({ warehouse, quantity }) => [warehouse, quantity]) ?? [];
const now = (of: OrderRecord) => eventually(() => shop.order(of.id));
const inWarehouses = async () =>
  (await shop.sku('MUG')).warehouses.map(({ warehouse, on_hand, allocated, available }) => [
    warehouse,
    on_hand,
    allocated,
    available,
  ]);
const faults = async () => (await send('GET', '/integrity')).as(200, integrityReport);
const locationId = async (path: string): Promise<string> => {
  const { data } = JSON.parse((await send('GET', `/locations?path=${encodeURIComponent(path)}`)).text);
  return data[0].id;
};

test(`${WANTS} wants of ${CLIENTS} clients for ${UNITS} units in two warehouses are held exactly, in sum and in each`, async () => {
  await rules({ strategy: 'priority' });
  for (const code of ['W1', 'W2']) await receive(UNITS / 2, code);
  const client = makeGoodClient(system.call, shop.key, { promised: new Set(), answers: new Map() });
  const from = [['W1'], ['W2'], undefined];
  const created = await atOnce(CLIENTS, Array.from({ length: WANTS }), (_, n) => {
    const facts = from[n % from.length];
    return client.create({
      external_id: `want ${n}`,
      lines: [{ sku: 'MUG', quantity: 1 }],
      ...(facts && { ship_from: facts }),
    });
  });

  const held = created.filter(({ allocation }) => allocation === 'allocated');
  const byWarehouse = Map.groupBy(held, (each) => heldIn(each)[0]?.[0]);
  expect([held.length, byWarehouse.get('W1')?.length, byWarehouse.get('W2')?.length]).toEqual([UNITS, UNITS / 2, UNITS / 2]);
  expect(await inWarehouses()).toEqual([
    ['W1', UNITS / 2, UNITS / 2, 0],
    ['W2', UNITS / 2, UNITS / 2, 0],
  ]);
  const bound = held.filter((each) => each.ship_from !== null);
  expect(bound.map(heldIn)).toEqual(bound.map((each) => [[each.ship_from?.[0], 1]]));
  expect(await faults()).toMatchObject({ consistent: true });
}, 720_000);

test('rules choose the warehouse of an order, and those of before keep what they hold', async () => {
  await receive(4, 'W1');
  await receive(2, 'W2');
  const before = await order(1);
  expect(heldIn(before)).toEqual([]);

  await rules({ strategy: 'priority' });
  await send('PATCH', `/locations/${await locationId('W2')}`, { priority: 5, countries: ['DE'] });
  const address = { name: 'B', address1: 'Street 1', city: 'Lyon', postal_code: '69001', country: 'FR' };
  const [german, french] = [
    await order(1, { ship_to: { ...address, city: 'Bonn', country: 'DE' } }),
    await order(1, { ship_to: address }),
  ];
  expect([heldIn(german), heldIn(french)]).toEqual([[['W2', 1]], [['W1', 1]]]);

  for (const code of ['MAIN', 'W1']) await send('PATCH', `/locations/${await locationId(code)}`, { ships: false });
  const none = await order(1, { ship_to: address });
  expect(none).toMatchObject({ allocation: 'backordered', allocation_reason: 'no_eligible_warehouse' });
  // It is filled once a warehouse may ship it.
  await send('PATCH', `/locations/${await locationId('W1')}`, { ships: true });
  await eventually(async () => expect(heldIn(await shop.order(none.id))).toEqual([['W1', 1]]));
  expect(await faults()).toMatchObject({ consistent: true });
});

test('A2: a warehouse whose units are all held takes none of another one, and lends none', async () => {
  await rules({ strategy: 'priority', split: 'never' });
  await receive(1, 'W1');
  await receive(3, 'W2');
  const waits = await order(5, { ship_from: ['W1'] });
  expect([heldIn(waits), waits.lines[0]?.backordered]).toEqual([[['W1', 1]], 4]);

  expect(heldIn(await order(3))).toEqual([['W2', 3]]);
  expect(await inWarehouses()).toEqual([
    ['W1', 1, 1, 0],
    ['W2', 3, 3, 0],
  ]);
});

test('A4: each line leaves from the warehouse in which it lies, in a parcel of its own', async () => {
  await rules({ strategy: 'priority', split: 'by_line' });
  await shop.createSku({ sku: 'CUP', name: 'Cup', on_hand: 0 });
  await receive(3, 'W2');
  await send('POST', '/inventory/CUP/adjustments', { delta: 1, reason: 'receipt', location: 'W1' });

  const both = await shop.createOrder({ lines: ['MUG', 'CUP'].map((sku) => ({ sku, quantity: 1 })) });
  expect(both.lines.map(({ allocations }) => allocations.map(({ warehouse }) => warehouse))).toEqual([['W2'], ['W1']]);
  for (const warehouse of ['W1', 'W2']) {
    const { id } = await takePart(system.call, shop.key, `/orders/${both.id}/fulfilments`, { warehouse });
    for (const step of ['pack', 'ship']) await takePart(system.call, shop.key, `/fulfilments/${id}/${step}`);
  }

  expect(await shop.order(both.id)).toMatchObject({ status: 'shipped', fulfilments: [{}, {}] });
  expect(await inWarehouses()).toEqual([['W2', 2, 0, 2]]);
  expect(await shop.sku('CUP')).toMatchObject({ on_hand: 0, allocated: 0, available: 0 });
});

test('A7: a safety stock of all units of a warehouse leaves none of them to sell', async () => {
  await rules({ strategy: 'priority' });
  await receive(10, 'W1');
  await send('PATCH', '/inventory/MUG/warehouses/W1', { safety_stock: 10 });

  expect(await shop.sku('MUG')).toMatchObject({ on_hand: 10, buffer: 10, available: 0, sold_out: true });
  expect(await order(1)).toMatchObject({ allocation: 'backordered' });
  expect((await send('GET', '/inventory?sold_out=true')).as(200, skuPage).data).toMatchObject([{ sku: 'MUG' }]);
});

test('A8: units are free again in the warehouse in which they were held, whatever the rules are by then', async () => {
  await rules({ strategy: 'priority' });
  await receive(2, 'W1');
  await receive(2, 'W2');
  const held = await order(2);
  expect(heldIn(held)).toEqual([['W1', 2]]);

  await rules({ strategy: 'most_stock' });
  await send('PATCH', `/locations/${await locationId('W1')}`, { ships: false });
  await shop.cancel(held.id);

  expect(await inWarehouses()).toEqual([
    ['W1', 2, 0, 2],
    ['W2', 2, 0, 2],
  ]);
  expect(await faults()).toMatchObject({ consistent: true });
});

test('backorders are filled where stock arrives, and only where they may ship from', async () => {
  await rules({ strategy: 'priority' });
  const [first, second, third] = [await order(2, { ship_from: ['W1'] }), await order(1), await order(1, { ship_from: ['W2'] })];
  await receive(2, 'W2');
  await eventually(async () => {
    expect([heldIn(await now(first)), heldIn(await now(second)), heldIn(await now(third))]).toEqual([
      [],
      [['W2', 1]],
      [['W2', 1]],
    ]);
  });

  await receive(3, 'W1');
  await eventually(async () => expect(heldIn(await now(first))).toEqual([['W1', 2]]));
  expect(await shop.sku('MUG')).toMatchObject({ on_hand: 5, allocated: 4, available: 1 });
});

test('units that leave a warehouse are held in the other one, those of packed orders stay', async () => {
  await rules({ strategy: 'priority' });
  await receive(2, 'W1');
  const [packed, open] = [await order(1), await order(1)];
  await shop.pack(packed.id);
  const from = await locationId('W1');

  await send('POST', `/locations/${from}/transfer`, { sku: 'MUG', quantity: 1, to: 'W2' });
  await eventually(async () => expect([heldIn(await now(packed)), heldIn(await now(open))]).toEqual([[['W1', 1]], [['W2', 1]]]));
  const refused = await send('POST', `/locations/${from}/transfer`, { sku: 'MUG', quantity: 1, to: 'W2' });
  expect(JSON.parse(refused.text)).toMatchObject({ status: 409, code: 'insufficient_stock', errors: [{ available: 0 }] });

  await shop.ship(packed.id);
  expect(await inWarehouses()).toEqual([['W2', 1, 1, 0]]);
  expect(await faults()).toMatchObject({ consistent: true });
});

test('a quote says what an order would get, and from where', async () => {
  await rules({ strategy: 'fewest_splits' });
  await receive(1, 'W1');
  await receive(3, 'W2');
  const lines = [{ sku: 'MUG', quantity: 2 }];

  expect(await quote({ lines })).toMatchObject({ complete: true, lines: [{ available: 4 }] });
  const { lines: planned } = await quote({ lines });
  expect(planned[0]?.warehouses.map(({ warehouse, planned: units }) => [warehouse, units])).toEqual([
    ['W1', 0],
    ['W2', 2],
  ]);
  expect(await quote({ lines, ship_from: ['W1'] })).toMatchObject({ complete: false, lines: [{ available: 1 }] });
  expect(heldIn(await order(2))).toEqual([['W2', 2]]);
});

test('a warehouse keeps its safety stock, and its SKUs and orders are listed by it', async () => {
  await receive(5, 'W1');
  await receive(5, 'W2');
  await rules({ strategy: 'priority' });
  const w1 = await locationId('W1');
  const set = await send('PATCH', '/inventory/MUG/warehouses/W1', { safety_stock: 3, reorder_point: 9 });
  expect(set.as(200, skuRecord)).toMatchObject({ buffer: 3, available: 7 });

  expect(await quote({ lines: [{ sku: 'MUG', quantity: 10 }] })).toMatchObject({ complete: false, lines: [{ available: 7 }] });
  const both = await order(9);
  expect([both.allocation, heldIn(both)]).toEqual([
    'partial',
    [
      ['W1', 2],
      ['W2', 5],
    ],
  ]);
  const low = (await send('GET', `/inventory?warehouse=W1&low_stock=true`)).as(200, skuPage);
  expect(low.data).toMatchObject([{ sku: 'MUG', on_hand: 5, allocated: 2, buffer: 3, available: 0, sold_out: true }]);
  expect((await send('GET', '/inventory?warehouse=W2&low_stock=true')).as(200, skuPage).data).toEqual([]);

  const listed = async (query: string) => (await send('GET', `/orders?${query}`)).as(200, orderPage).data.map(({ id }) => id);
  expect(await listed(`warehouse=${w1}&status=created`)).toEqual([both.id]);
  expect(await listed(`warehouse=${await locationId('MAIN')}`)).toEqual([]);
  // Orders does not know the codes of warehouses: it refuses one, and finds nothing less for it.
  for (const list of ['orders', 'fulfilments']) (await send('GET', `/${list}?warehouse=W1`)).problem('invalid_parameter');
  await send('PATCH', '/inventory/MUG/warehouses/W1', { safety_stock: null });
  await eventually(async () => expect(heldIn(await shop.order(both.id))).toContainEqual(['W1', 4]));
  await shop.pack(both.id);
  await shop.ship(both.id);
  expect(await listed(`warehouse=${w1}`)).toEqual([both.id]);
  expect(await listed(`warehouse=${w1}&status=created`)).toEqual([]);
  const { id: closed } = await shop.createLocation({ type: 'warehouse', code: 'W9' });
  await send('DELETE', `/locations/${closed}`);
  const gone = await send('PATCH', '/inventory/MUG/warehouses/W9', { safety_stock: 1 });
  expect([gone.status, JSON.parse(gone.text)]).toMatchObject([409, { code: 'location_archived' }]);
  expect(await faults()).toMatchObject({ consistent: true });
});
