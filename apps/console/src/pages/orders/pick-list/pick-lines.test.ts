import { expect, test } from 'vitest';
import type { Locations } from '../../../api/pick-places.ts';
import { pickLinesOf } from './pick-lines.ts';

type Location = Locations extends ReadonlyMap<string, infer Each> ? Each : never;

/** A location by its path, its place in the way, and what it is for. */
function place(id: string, path: string, facts: Partial<Location> = {}): readonly [string, Location] {
  const usual = { parent_id: null, pick_sequence: null, sellable: true, pickable: true };
  return [id, { ...usual, id, path, ...facts }];
}

function stored(
  sku: string,
  ...stock: readonly (readonly [string, string, number])[]
): readonly [string, Parameters<typeof pickLinesOf>[1]['skus'] extends ReadonlyMap<string, infer Each> ? Each : never] {
  const places = stock.map(([location_id, location_path, on_hand]) => ({
    location_id,
    location_path,
    location: location_path,
    lot_id: null,
    on_hand,
    picking: 0,
    sellable: true,
  }));
  return [sku, { sku, stock: places }];
}

type Wanted = readonly [sku: string, units: number, warehouseId?: string];

function orderOf(name: string, ...lines: readonly Wanted[]): Parameters<typeof pickLinesOf>[0][number] {
  const all = lines.map(([sku, allocated, warehouse_id], at) => ({
    id: `${name}-${at}`,
    sku,
    name: null,
    allocated,
    allocations: warehouse_id === undefined ? [] : [{ warehouse_id, warehouse: '', quantity: allocated }],
  }));
  return { id: name, external_id: null, lines: all };
}

const locations = new Map([
  place('w1', 'MAIN'),
  place('w2', 'W2'),
  place('a1', 'MAIN:Z1', { parent_id: 'w1', pick_sequence: 20 }),
  place('a1s1', 'MAIN:Z1/S1', { parent_id: 'a1' }),
  place('a2s1', 'MAIN:A2/S1', { pick_sequence: 10 }),
  place('a9', 'MAIN:A9'),
  place('a10', 'MAIN:A10'),
  place('bulk', 'MAIN:BULK', { pickable: false, pick_sequence: 1 }),
  place('back', 'MAIN:BACK', { sellable: false }),
  place('w2s1', 'W2:A1/S1', { pick_sequence: 1 }),
]);

const told = (lines: ReturnType<typeof pickLinesOf>) =>
  lines.map(({ order, sku, units, place: at }) => [order.id, sku, units, at]);

test('a list follows the way through the warehouse: pick sequence, also that of the aisle, then paths, bulk storage last', () => {
  const skus = new Map([
    stored('A', ['a1s1', 'MAIN:Z1/S1', 1], ['bulk', 'MAIN:BULK', 9], ['back', 'MAIN:BACK', 9]),
    stored('B', ['a10', 'MAIN:A10', 5]),
    stored('C', ['a9', 'MAIN:A9', 5]),
    stored('D', ['a2s1', 'MAIN:A2/S1', 5]),
  ]);
  const lines = pickLinesOf([orderOf('one', ['A', 3], ['B', 1], ['C', 1], ['D', 1])], { skus, locations });
  expect(told(lines)).toEqual([
    ['one', 'D', 1, 'MAIN:A2/S1'],
    ['one', 'A', 1, 'MAIN:Z1/S1'],
    ['one', 'C', 1, 'MAIN:A9'],
    ['one', 'B', 1, 'MAIN:A10'],
    ['one', 'A', 2, 'MAIN:BULK'],
  ]);
});

test('units of a location are given to one order, and what no location has is said last', () => {
  const skus = new Map([stored('A', ['a2s1', 'MAIN:A2/S1', 3])]);
  const lines = pickLinesOf([orderOf('one', ['A', 2]), orderOf('two', ['A', 2])], { skus, locations });
  expect(told(lines)).toEqual([
    ['one', 'A', 2, 'MAIN:A2/S1'],
    ['two', 'A', 1, 'MAIN:A2/S1'],
    ['two', 'A', 1, null],
  ]);
});

test('units are taken in the warehouse that holds them', () => {
  const skus = new Map([stored('A', ['w2s1', 'W2:A1/S1', 5], ['a9', 'MAIN:A9', 5])]);
  const lines = pickLinesOf([orderOf('one', ['A', 2, 'w1'])], { skus, locations });
  expect(told(lines)).toEqual([['one', 'A', 2, 'MAIN:A9']]);
});
