import { expect, test } from 'vitest';
import type { HoldTotals } from './ledger.ts';
import type { WarehouseStock } from './sku.ts';
import { auditWarehouses, type WarehouseAudit } from './warehouse-audit.ts';

/** Ten mugs in MAIN, of which orders hold four and have packed one; of three in the north one is kept, and one lies where nothing is sold. */
const sku = {
  code: 'MUG',
  stock: [
    { locationId: 'main_shelf', onHand: 10 },
    { locationId: 'north', onHand: 2 },
    { locationId: 'north_damaged', onHand: 1 },
  ],
};
const main: WarehouseStock = { id: 'main', onHand: 10, unavailable: 0, allocated: 4, firm: 1, reserved: 0 };
const north: WarehouseStock = { id: 'north', onHand: 3, unavailable: 1, allocated: 0, firm: 0, reserved: 1 };
const holds: HoldTotals = {
  held: 4,
  firm: 1,
  waiting: 0,
  exceeding: 0,
  unheld: 0,
  sourced: 4,
  unevenLines: 0,
  unevenPortions: 0,
  lines: 1,
};
const audit: WarehouseAudit = {
  holds,
  sources: [{ warehouse: 'main', units: 4, firm: 1 }],
  reserved: { inWarehouses: [{ warehouse: 'north', units: 1 }] },
  warehouseOf: new Map([
    ['main_shelf', 'main'],
    ['north', 'north'],
    ['north_damaged', 'north'],
  ]),
  unsellable: new Set(['north_damaged']),
};

test('quantities by warehouse that agree are not mentioned, nor is a SKU that has none', () => {
  expect(auditWarehouses({ ...sku, warehouses: [main, north] }, audit)).toEqual([]);
  const south = { id: 'south', onHand: 0, unavailable: 0, allocated: 0, firm: 0, reserved: 0, safetyStock: 5, reorderPoint: 1 };
  expect(auditWarehouses({ ...sku, warehouses: [{ ...main, safetyStock: 50 }, north, south] }, audit)).toEqual([]);
  const pooled = { ...audit, holds: { ...holds, sourced: 0 }, sources: [], reserved: { inWarehouses: [] } };
  expect(auditWarehouses(sku, pooled)).toEqual([]);
});

test.each<[what: string, warehouses: readonly WarehouseStock[], changes: Partial<WarehouseAudit>, difference: object]>([
  [
    'a warehouse with other units than lie in it',
    [{ ...main, onHand: 9 }, north],
    {},
    { check: 'warehouses_add_up', expected: 10, found: 9 },
  ],
  [
    'a warehouse that was left out',
    [main],
    { unsellable: new Set(), reserved: { inWarehouses: [] } },
    { check: 'warehouses_add_up', expected: 3, found: 0 },
  ],
  [
    'a warehouse with settings and units that lie nowhere',
    [main, north, { id: 'south', onHand: 1, unavailable: 0, allocated: 0, firm: 0, reserved: 0, safetyStock: 5 }],
    {},
    { check: 'warehouses_add_up', locationId: 'south', expected: 0, found: 1 },
  ],
  [
    'less than nothing to withhold',
    [main, { ...north, safetyStock: -2 }],
    {},
    { check: 'warehouses_add_up', locationId: 'north', expected: 0, found: -2 },
  ],
  [
    'units that can be sold and are counted otherwise',
    [main, { ...north, unavailable: 0 }],
    {},
    { check: 'warehouses_add_up', expected: 1, found: 0 },
  ],
  [
    'more allocated than there is to sell',
    [main, { ...north, allocated: 3, reserved: 0 }],
    { sources: [...audit.sources, { warehouse: 'north', units: 3, firm: 0 }], reserved: { inWarehouses: [] } },
    { check: 'warehouses_add_up', locationId: 'north', expected: 2, found: 3 },
  ],
  [
    'more allocated and reserved than there is to sell',
    [main, { ...north, allocated: 2 }],
    { sources: [...audit.sources, { warehouse: 'north', units: 2, firm: 0 }] },
    { check: 'warehouses_add_up', locationId: 'north', expected: 2, found: 3 },
  ],
  [
    'units reserved in a warehouse that no reservation keeps there',
    [{ ...main, reserved: 2 }, north],
    {},
    { check: 'reservations_add_up', locationId: 'main', expected: 0, found: 2 },
  ],
  [
    'units of reservations in a warehouse that reserves none',
    [main, { ...north, reserved: 0 }],
    {},
    { check: 'reservations_add_up', locationId: 'north', expected: 1, found: 0 },
  ],
  [
    'units allocated that no order holds there',
    [{ ...main, allocated: 5 }, north],
    {},
    { check: 'sources_add_up', expected: 4, found: 5 },
  ],
  [
    'units of orders in a warehouse that allocates none',
    [main, north],
    { sources: [...audit.sources, { warehouse: 'north', units: 2, firm: 0 }] },
    { check: 'sources_add_up', locationId: 'north', expected: 2, found: 0 },
  ],
  [
    'packed units that no packed order holds there',
    [{ ...main, firm: 2 }, north],
    {},
    { check: 'sources_add_up', expected: 1, found: 2 },
  ],
  [
    'lines that hold other units than in warehouses',
    [main, north],
    { holds: { ...holds, unevenLines: 2 } },
    { check: 'sources_add_up', locationId: null, expected: 0, found: 2 },
  ],
  [
    'fulfilments that hold other units than in warehouses',
    [main, north],
    { holds: { ...holds, unevenPortions: 1 } },
    { check: 'sources_add_up', locationId: null, expected: 0, found: 1 },
  ],
])('told with both numbers is %s', (_what, warehouses, changes, difference) => {
  expect(auditWarehouses({ ...sku, warehouses }, { ...audit, ...changes })).toEqual([
    expect.objectContaining({ sku: 'MUG', ...difference }),
  ]);
});

test('orders and reservations with units in warehouses of a SKU without quantities by warehouse are told', () => {
  expect(auditWarehouses(sku, audit)).toEqual([
    expect.objectContaining({ check: 'sources_add_up', locationId: null, expected: 4, found: 0 }),
    expect.objectContaining({ check: 'reservations_add_up', locationId: null, expected: 1, found: 0 }),
  ]);
});
