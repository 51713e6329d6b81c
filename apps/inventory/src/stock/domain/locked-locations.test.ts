import { expect, test } from 'vitest';
import { mainWarehouse } from '../../model/location.builder.ts';
import type { Location } from '../../model/location.ts';
import { NO_DETAILS, type Sku } from '../../model/sku.ts';
import { lockedLocations } from './sku-changes.ts';

const at = new Date('2026-11-21T09:00:00.000Z');
const main = mainWarehouse();

const shelf = (id: string, parentId = 'aisle'): Location => ({ ...main, id, parentId, type: 'shelf', path: `MAIN:A1/${id}` });

const sku = (homeId: string, places: readonly string[], archivedAt: Date | null = null): Sku => ({
  code: 'MUG-01',
  name: 'Mug',
  onHand: places.length,
  allocated: 0,
  unavailable: 0,
  reserved: 0,
  reservations: 0,
  safetyStock: 0,
  firm: 0,
  waiting: 0,
  filling: false,
  details: NO_DETAILS,
  reorderPoint: 0,
  homeId,
  stock: places.map((locationId) => ({ locationId, onHand: 1 })),
  version: 1,
  createdAt: at,
  updatedAt: at,
  archivedAt,
  counts: [],
});

const relied = (before: readonly Sku[], after: readonly Sku[], newLocations: readonly Location[] = []): string[] =>
  lockedLocations(before, after, newLocations, known);

const known = new Map([[main.id, main], ...['a', 'b', 'aisle', 'bin', 'shelf'].map((id) => [id, shelf(id)] as const)]);

test.each([
  ['a new SKU on its home', [], [sku('a', ['a'])], ['a']],
  ['stock on a place where none lay', [sku('a', ['a'])], [sku('a', ['a', 'b'])], ['b']],
  ['a SKU on its new home', [sku('a', [])], [sku('b', [])], ['b']],
  ['a restored SKU on its home', [sku('a', [], at)], [sku('a', [])], ['a']],
  ['more stock where some lies on nothing new', [sku('a', ['a'])], [sku('a', ['a'])], []],
  ['stock that comes home on nothing new', [sku('a', [])], [sku('a', ['a'])], []],
  ['stock that goes on nothing', [sku('a', ['a', 'b'])], [sku('a', [])], []],
  ['an archived SKU on nothing', [sku('a', [])], [sku('a', [], at)], []],
  ['anything on the default warehouse: nothing, it always stays', [], [sku(main.id, [main.id])], []],
])('%s', (_what, before, after, expected) => {
  expect(relied(before, after)).toEqual(expected);
});

test('new places rely on the one that the first of them stands in, and not on each other', () => {
  expect(relied([], [sku('bin', ['bin'])], [shelf('shelf', 'aisle'), shelf('bin', 'shelf')])).toEqual(['aisle']);
});
