import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Location, type LocationsById, pathBelow, purposeOf } from './location.ts';
import { mainWarehouse } from './location.builder.ts';
import { availableOf, bufferOf, type WarehouseStock } from './sku.ts';
import { lyingIn, type Placed, warehouseTerms } from './warehouse-terms.ts';

/** Each has a shelf that sells and one that does not; the ids are in another order than the codes. */
const WAREHOUSES = ['loc_1', 'loc_2', 'loc_3'];
const LOCATIONS: LocationsById = new Map(WAREHOUSES.flatMap(shelvesOf).map((location) => [location.id, location]));

function shelvesOf(id: string, place: number): Location[] {
  const path = `W${9 - place}`;
  const shelves = (['storage', 'damaged'] as const).map((usage) => {
    const shelf = `${id}_${usage}`;
    const purpose = purposeOf(usage);
    return mainWarehouse({ id: shelf, type: 'aisle', lineage: [id, shelf], path: pathBelow(path, usage), ...purpose });
  });
  return [mainWarehouse({ id, path, lineage: [id] }), ...shelves];
}

interface Units {
  readonly sells: number;
  readonly damaged: number;
  readonly held: number;
  readonly kept: number;
  /** The safety stock of the warehouse; undefined where it has none of its own. */
  readonly own?: number | undefined;
}

/** A SKU of which orders hold units in warehouses and wherever they lie, reservations keep some, and some are withheld. */
function placed(
  units: readonly Units[],
  shares: { readonly pooled: number; readonly reserved: number; readonly safety: number },
): Placed {
  const warehouses = units.flatMap(({ sells, damaged, held, kept, own }, place): WarehouseStock[] => {
    const [onHand, id] = [sells + damaged, WAREHOUSES[place] ?? ''];
    if (onHand === 0 && own === undefined) return [];
    const allocated = Math.min(held, sells);
    const reserved = Math.min(kept, sells - allocated);
    const counts = { onHand, unavailable: damaged, allocated, firm: 0, reserved };
    return [{ id, ...counts, ...(own !== undefined && { safetyStock: own }) }];
  });
  const stock = units.flatMap(({ sells, damaged }, place) => {
    const id = WAREHOUSES[place] ?? '';
    const both = [
      { locationId: `${id}_storage`, onHand: sells },
      { locationId: `${id}_damaged`, onHand: damaged },
    ];
    return both.filter(({ onHand }) => onHand > 0);
  });
  const sum = (of: (each: WarehouseStock) => number): number => warehouses.reduce((all, each) => all + of(each), 0);
  const [onHand, unavailable] = [sum((each) => each.onHand), sum((each) => each.unavailable)];
  const [held, kept] = [sum((each) => each.allocated), sum((each) => each.reserved)];
  const pooled = Math.min(shares.pooled, onHand - unavailable - held - kept);
  const reserved = kept + Math.min(shares.reserved, onHand - unavailable - held - kept - pooled);
  const allocated = held + pooled;
  return { onHand, unavailable, allocated, reserved, safetyStock: shares.safety, stock: stock.toReversed(), warehouses };
}

const few = fc.nat({ max: 9 });
const somePlaced = fc
  .tuple(
    fc.array(fc.record({ sells: few, damaged: few, held: few, kept: few, own: fc.option(few, { nil: undefined }) }), {
      maxLength: WAREHOUSES.length,
    }),
    fc.record({ pooled: few, reserved: few, safety: few }),
  )
  .map(([units, shares]) => placed(units, shares));

test('the quantities of each warehouse add up, none is below 0, and together they are those of the SKU', () => {
  fc.assert(
    fc.property(somePlaced, (sku) => {
      const terms = warehouseTerms(sku, LOCATIONS);
      for (const { onHand, allocated, reserved, unavailable, buffer, available, safetyStock } of terms) {
        const parts = [allocated, reserved, unavailable, buffer, available];
        expect(parts.reduce((sum, units) => sum + units, 0)).toBe(onHand);
        expect(Math.min(...parts)).toBeGreaterThanOrEqual(0);
        expect(buffer).toBeGreaterThanOrEqual(Math.min(safetyStock ?? 0, onHand - allocated - reserved - unavailable));
        expect(onHand > 0 || safetyStock !== null).toBe(true);
      }
      const all = (name: 'onHand' | 'allocated' | 'reserved' | 'unavailable' | 'buffer' | 'available'): number =>
        terms.reduce((sum, each) => sum + each[name], 0);
      expect([all('onHand'), all('unavailable'), all('allocated'), all('reserved'), all('buffer'), all('available')]).toEqual([
        sku.onHand,
        sku.unavailable,
        sku.allocated,
        sku.reserved,
        bufferOf(sku),
        availableOf(sku),
      ]);
    }),
  );
});

test('a warehouse has no less allocated and reserved than is held and kept in it, and available as orders are decided on', () => {
  fc.assert(
    fc.property(somePlaced, (sku) => {
      const terms = new Map(warehouseTerms(sku, LOCATIONS).map((each) => [each.id, each]));
      for (const { id, allocated, reserved, onHand, unavailable } of sku.warehouses ?? []) {
        expect(terms.get(id)?.allocated).toBeGreaterThanOrEqual(allocated);
        expect(terms.get(id)?.reserved).toBeGreaterThanOrEqual(reserved);
        expect(lyingIn(sku, LOCATIONS).get(id)).toMatchObject({ onHand, unavailable });
      }
    }),
  );
});

test('what is held wherever it lies is shown in the first warehouse by id, before what is kept and what is withheld', () => {
  const sku = placed(
    [
      { sells: 5, damaged: 2, held: 1, kept: 0 },
      { sells: 5, damaged: 0, held: 0, kept: 0 },
    ],
    { pooled: 2, reserved: 3, safety: 2 },
  );

  expect(warehouseTerms(sku, LOCATIONS)).toMatchObject([
    { id: 'loc_1', code: 'W9', onHand: 7, allocated: 3, reserved: 2, unavailable: 2, buffer: 0, available: 0, spare: 4 },
    { id: 'loc_2', code: 'W8', onHand: 5, allocated: 0, reserved: 1, unavailable: 0, buffer: 2, available: 2, spare: 5 },
  ]);
});

test('what is kept in a warehouse is reserved there, beside what is kept wherever it lies', () => {
  const sku = placed(
    [
      { sells: 5, damaged: 0, held: 0, kept: 1 },
      { sells: 5, damaged: 0, held: 1, kept: 3 },
    ],
    { pooled: 1, reserved: 4, safety: 9 },
  );

  expect(warehouseTerms(sku, LOCATIONS)).toEqual([
    {
      id: 'loc_1',
      code: 'W9',
      onHand: 5,
      allocated: 1,
      reserved: 4,
      unavailable: 0,
      buffer: 0,
      available: 0,
      spare: 4,
      safetyStock: null,
      reorderPoint: null,
    },
    {
      id: 'loc_2',
      code: 'W8',
      onHand: 5,
      allocated: 1,
      reserved: 4,
      unavailable: 0,
      buffer: 0,
      available: 0,
      spare: 1,
      safetyStock: null,
      reorderPoint: null,
    },
  ]);
});

test('what is held wherever it lies is shown in what no warehouse withholds, and then in the rest', () => {
  const sku = placed(
    [
      { sells: 5, damaged: 0, held: 0, kept: 0, own: 4 },
      { sells: 3, damaged: 0, held: 0, kept: 0 },
      { sells: 0, damaged: 0, held: 0, kept: 0, own: 2 },
    ],
    { pooled: 3, reserved: 2, safety: 0 },
  );

  expect(warehouseTerms(sku, LOCATIONS)).toMatchObject([
    { id: 'loc_1', allocated: 1, reserved: 1, buffer: 3, available: 0, safetyStock: 4 },
    { id: 'loc_2', allocated: 2, reserved: 1, buffer: 0, available: 0, safetyStock: null },
    { id: 'loc_3', onHand: 0, buffer: 0, safetyStock: 2 },
  ]);
});

test('a SKU of which no order holds units in a warehouse has its quantities by warehouse all the same', () => {
  const { warehouses: _none, ...sku } = placed([{ sells: 4, damaged: 0, held: 0, kept: 0 }], {
    pooled: 3,
    reserved: 0,
    safety: 0,
  });

  expect(warehouseTerms(sku, LOCATIONS)).toMatchObject([{ id: 'loc_1', onHand: 4, allocated: 3, available: 1 }]);
  expect(warehouseTerms({ ...sku, onHand: 0, allocated: 0, stock: [] }, LOCATIONS)).toEqual([]);
});
