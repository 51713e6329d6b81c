import { expect, test } from 'vitest';
import type { OrderRecord } from './types.ts';
import { dropOf, heldIn, type LineUnits, openUnitsOf, sumsOf, unitsToCome, warehousesOf } from './open-units.ts';

/** A line without units but those that are named. */
const line = (id: string, units: Partial<OrderRecord['lines'][number]>): LineUnits => ({
  id,
  sku: `SKU-${id}`,
  name: null,
  allocated: 0,
  allocations: [],
  backordered: 0,
  ...units,
});

const part = (status: 'open' | 'packed' | 'shipped' | 'cancelled', quantity: number, allocated = quantity) => ({
  id: `ful_${status}`,
  status,
  lines: [{ line_id: 'a', sku: 'SKU-a', name: null, quantity, allocated }],
});
const named = [{ id: 'ful_x', status: 'open' as const, version: 1 }];

test('units of open and packed fulfilments are not open in the order, those of cancelled ones are', () => {
  const order = {
    status: 'created' as const,
    fulfilments: named,
    lines: [line('a', { allocated: 7, backordered: 4, shipped: 2 })],
  };
  const open = openUnitsOf(order, [part('open', 2), part('packed', 1), part('shipped', 2, 0), part('cancelled', 3, 0)]);
  expect(sumsOf(open)).toEqual({ held: 4, waiting: 4 });
});

test('units that a fulfilment lost wait for it, and are not offered to another', () => {
  const order = { status: 'created' as const, fulfilments: named, lines: [line('a', { allocated: 3, backordered: 2 })] };
  expect(sumsOf(openUnitsOf(order, [part('open', 5, 3)]))).toEqual({ held: 0, waiting: 0 });
});

test.each([
  ['an order that is packed as a whole', 'packed'],
  ['an order that has ended', 'shipped'],
] as const)('nothing is open of %s', (_of, status) => {
  expect(openUnitsOf({ status, fulfilments: [], lines: [line('a', { allocated: 3 })] }, [])).toEqual([]);
});

test('of dropped units those that wait go first', () => {
  const open = { line: line('a', {}), held: 3, waiting: 2, places: [] };
  expect([1, 2, 4, 5].map((units) => dropOf(open, units))).toEqual([
    { held: 0, waiting: 1 },
    { held: 0, waiting: 2 },
    { held: 2, waiting: 2 },
    { held: 3, waiting: 2 },
  ]);
});

test('what is still to come leaves out what is in the shipment, was shipped, or was dropped', () => {
  const lines = [line('a', { allocated: 5, backordered: 1, shipped: 2, cancelled: 1 }), line('b', { shipped: 4 })];
  expect(unitsToCome({ lines }, part('packed', 2)).map(({ sku, quantity }) => [sku, quantity])).toEqual([['SKU-a', 4]]);
  expect(unitsToCome({ lines }, part('shipped', 2)).map(({ quantity }) => quantity)).toEqual([6]);
});

test('units of a fulfilment are not open in its warehouse, and those of others are', () => {
  const [w1, w2] = [
    { warehouse_id: 'loc_1', warehouse: 'W1' },
    { warehouse_id: 'loc_2', warehouse: 'W2' },
  ];
  const allocations = [
    { ...w1, quantity: 3 },
    { ...w2, quantity: 2 },
  ];
  const order = {
    status: 'created' as const,
    fulfilments: named,
    lines: [line('a', { quantity: 5, allocated: 5, allocations })],
  };
  const open = openUnitsOf(order, [{ ...part('open', 2), warehouse_id: 'loc_2' }]);

  expect(warehousesOf(open)).toMatchObject([w1]);
  expect(open.map((units) => [heldIn(units, undefined), heldIn(units, 'loc_1'), heldIn(units, 'loc_2')])).toEqual([[3, 3, 0]]);
});
