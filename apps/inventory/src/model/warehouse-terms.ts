import { compareText } from '@fulfilment/kernel';
import { locationIn, type LocationsById } from './location.ts';
import {
  type Availability,
  bufferOf,
  NOTHING_IN,
  settingsIn,
  type Sku,
  spareIn,
  unwithheldIn,
  type WarehouseSettings,
  type WarehouseStock,
  withheldIn,
} from './sku.ts';

/** The quantities of a SKU in one warehouse: `onHand` is the sum of the others, and none is below 0. */
export interface WarehouseTerms extends WarehouseSettings {
  readonly id: string;
  /** The code of the warehouse. */
  readonly code: string;
  readonly onHand: number;
  readonly allocated: number;
  readonly reserved: number;
  readonly unavailable: number;
  readonly buffer: number;
  readonly available: number;
  /**
   * Units for sale that no order holds in this warehouse and no reservation keeps, less its safety stock: an order may hold some, as long as
   * any are available.
   */
  readonly spare: number;
}

/** A SKU, as far as its terms by warehouse depend on it. */
export type Placed = Availability & Pick<Sku, 'stock' | 'warehouses'>;

/**
 * The quantities of a SKU by warehouse, in the order of their ids; warehouses with neither units nor settings are left out. What is held or
 * kept wherever it lies is taken for units of the first warehouses, held ones before kept ones, and for those that a warehouse withholds
 * where all others are taken. What the SKU withholds beyond its warehouses is taken for units of the first ones too. Each quantity but the
 * spare units adds up to that of the SKU.
 *
 * @param locations all that the SKU lies at.
 */
export function warehouseTerms(sku: Placed, locations: LocationsById): readonly WarehouseTerms[] {
  const stored = new Map(sku.warehouses?.map((each) => [each.id, each]));
  const rows = Array.from(lyingIn(sku, locations), ([id, { code, onHand, unavailable }]) => {
    const stock: WarehouseStock = { id, ...NOTHING_IN, ...stored.get(id), onHand, unavailable };
    const { allocated, reserved, safetyStock = null, reorderPoint = null } = stock;
    const terms = { id, code, onHand, unavailable, safetyStock, reorderPoint, spare: unwithheldIn(stock) };
    return { ...terms, allocated, reserved, buffer: 0, free: spareIn(stock), withheld: withheldIn(stock) };
  });
  const spread = (name: 'allocated' | 'reserved' | 'buffer', units: number, leaving: 'withheld' | 'nothing'): number => {
    let left = units;
    for (const row of rows) {
      const taken = Math.max(0, Math.min(left, row.free - (leaving === 'withheld' ? row.withheld : 0)));
      row[name] += taken;
      row.free -= taken;
      left -= taken;
    }
    return left;
  };
  for (const name of ['allocated', 'reserved'] as const) {
    const inNone = sku[name] - rows.reduce((sum, row) => sum + row[name], 0);
    spread(name, spread(name, inNone, 'withheld'), 'nothing');
  }
  for (const row of rows) {
    row.buffer = Math.min(row.withheld, row.free);
    row.free -= row.buffer;
  }
  spread('buffer', bufferOf(sku) - rows.reduce((sum, row) => sum + row.buffer, 0), 'nothing');
  return rows.map(({ free: available, withheld: _own, ...terms }): WarehouseTerms => ({ ...terms, available }));
}

interface Lying {
  readonly code: string;
  readonly onHand: number;
  readonly unavailable: number;
}

/** The units in each warehouse with units or settings, by its id. */
export function lyingIn(
  { stock, ...sku }: Pick<Sku, 'stock' | 'warehouses'>,
  locations: LocationsById,
): ReadonlyMap<string, Lying> {
  const lying = new Map<string, Lying>(
    settingsIn(sku).map((id) => [id, { code: warehouseOf(locationIn(locations, id).path), onHand: 0, unavailable: 0 }]),
  );
  for (const { locationId, onHand } of stock) {
    const { lineage, path, sellable } = locationIn(locations, locationId);
    const [id = locationId] = lineage;
    const before = lying.get(id) ?? { code: warehouseOf(path), onHand: 0, unavailable: 0 };
    const unavailable = before.unavailable + (sellable ? 0 : onHand);
    lying.set(id, { code: before.code, onHand: before.onHand + onHand, unavailable });
  }
  return new Map([...lying].toSorted(([a], [b]) => compareText(a, b)));
}

/** The code of the warehouse that a path begins with. */
const warehouseOf = (path: string): string => path.split(':', 1)[0] ?? path;
