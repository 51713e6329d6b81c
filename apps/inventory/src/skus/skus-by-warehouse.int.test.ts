import { skuRecord } from '@fulfilment/contracts';
import { newId, tenantKey } from '@fulfilment/kernel';
import { newCaller } from '@fulfilment/service/test-bed';
import { eventually } from '@fulfilment/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { ALLOCATION_RULES } from '../database/inventory-indexes.ts';
import { allocate, type Instance, openTestBed, type TestBed } from '../inventory.fixture.ts';

let bed: TestBed;
let inventory: Instance;

beforeAll(async () => {
  bed = await openTestBed(inject('engines'));
  inventory = await bed.start();
});

afterAll(async () => {
  await inventory.stop();
  await bed.stop();
});

test('a SKU shows its quantities by warehouse, in answers, exports and events alike, and can be sent back', async () => {
  const by = newCaller();
  await inventory.sku(by, 'POST /inventory', { sku: 'MUG', name: 'Mug', on_hand: 4, location: 'A3/S2', safety_stock: 2 });
  await inventory.call(by, 'POST /locations', { type: 'warehouse', code: 'W2' });
  await inventory.call(by, 'POST /locations', { type: 'warehouse', code: 'W3', usage: 'returns' });
  const add = (delta: number, location: string) =>
    inventory.call(by, 'POST /inventory/MUG/adjustments', { delta, reason: 'receipt', location });
  await add(5, 'W2:A1/S1');
  await add(3, 'W3');
  const order = newId('ord');
  await bed.send(by, allocate(by, order, [['MUG', 3]]));
  await eventually(() => expect(bed.outcomesOf(order)).toHaveLength(1));
  await inventory.call(by, 'POST /reservations', { lines: [{ sku: 'MUG', quantity: 2 }], expires_in: 600 });

  const record = await inventory.sku(by, 'GET /inventory/MUG');

  const none = { allocated: 0, reserved: 0, unavailable: 0, buffer: 0, available: 0, incoming: 0 };
  expect(record.warehouses).toMatchObject([
    { ...none, warehouse: 'MAIN', on_hand: 4, allocated: 3, reserved: 1 },
    { ...none, warehouse: 'W2', on_hand: 5, reserved: 1, buffer: 2, available: 2 },
    { ...none, warehouse: 'W3', on_hand: 3, unavailable: 3 },
  ]);
  expect(record).toMatchObject({ on_hand: 12, incoming: 0, allocated: 3, reserved: 2, unavailable: 3, buffer: 2, available: 2 });
  const exported = await inventory.call(by, 'GET /inventory/export');
  expect(skuRecord.parse(JSON.parse(String(exported.body)))).toEqual(record);
  await eventually(() => expect(bed.eventsOf(by).at(-1)?.data).toEqual(record));
  expect(await inventory.call(by, 'PATCH /inventory/MUG', record)).toMatchObject({ status: 200, body: record });
  const [first, ...others] = record.warehouses;
  expect(await inventory.call(by, 'PATCH /inventory/MUG', { warehouses: [{ ...first, on_hand: 5 }, ...others] })).toMatchObject({
    status: 422,
    body: { errors: [{ pointer: '/warehouses', code: 'read_only' }] },
  });
});

test('an order that may not be split, and loses the unit that bound it to a warehouse, has its other line filled elsewhere', async () => {
  const by = newCaller();
  await inventory.call(by, 'POST /locations', { type: 'warehouse', code: 'W2' });
  await inventory.call(by, 'PATCH /allocation-rules', { strategy: 'priority', split: 'never' });
  await inventory.sku(by, 'POST /inventory', { sku: 'CUP', name: 'Cup', on_hand: 1 });
  await inventory.sku(by, 'POST /inventory', { sku: 'MUG', name: 'Mug', on_hand: 1, location: 'W2:A1/S1' });
  const order = newId('ord');
  await bed.send(
    by,
    allocate(by, order, [
      ['CUP', 1],
      ['MUG', 1],
    ]),
  );
  await eventually(() => expect(bed.outcomesOf(order)).toMatchObject([{ lines: [{ allocated: 1 }, { allocated: 0 }] }]));

  const lost = await inventory.call(by, 'POST /inventory/CUP/adjustments', { delta: -1, reason: 'damaged', location: 'MAIN' });

  expect(lost.status).toBe(201);
  await eventually(() =>
    expect(bed.outcomesOf(order).at(-1)).toMatchObject({
      lines: [{ allocated: 0 }, { allocated: 1, sources: [{ warehouse: 'W2', units: 1 }] }],
    }),
  );
});

test('units go to the orders that may have them by the rules that are stored, also where the hint of a change was lost', async () => {
  const by = newCaller();
  await inventory.call(by, 'POST /locations', { type: 'warehouse', code: 'W2' });
  await inventory.call(by, 'PATCH /allocation-rules', { strategy: 'priority', split: 'never' });
  await inventory.sku(by, 'POST /inventory', { sku: 'MUG', name: 'Mug', on_hand: 1, location: 'MAIN:A1/S1' });
  const order = newId('ord');
  await bed.send(by, allocate(by, order, [['MUG', 2]]));
  await eventually(() => expect(bed.outcomesOf(order)).toMatchObject([{ lines: [{ allocated: 1 }] }]));

  const rules = bed.mongo.db.collection<{ _id: string }>(ALLOCATION_RULES);
  await rules.updateOne({ _id: tenantKey(by) }, { $set: { split: 'within_line' } });
  await inventory.call(by, 'POST /inventory/MUG/adjustments', { delta: 1, reason: 'found', location: 'W2:A1/S1' });

  const both = [
    { warehouse: 'MAIN', units: 1 },
    { warehouse: 'W2', units: 1 },
  ];
  await eventually(() => expect(bed.outcomesOf(order).at(-1)).toMatchObject({ lines: [{ sources: both }] }));
});
