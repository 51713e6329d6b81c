import { compareText } from '@fulfilment/kernel';
import { locationIn, type LocationsById } from './location.ts';
import {
  type Availability,
  bufferOf,
  NOTHING_IN,
  settingsIn,
  type Sku,
  spareIn,
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
  const rows = rowsOf(sku, locations);
  for (const name of ['allocated', 'reserved'] as const) {
    const inNone = sku[name] - sumOf(rows, name);
    if (inNone > 0) spread(rows, name, spread(rows, name, inNone, 'withheld'), 'nothing');
  }
  for (const row of rows) {
    row.buffer = Math.min(row.buffer, row.available);
    row.available -= row.buffer;
  }
  spread(rows, 'buffer', bufferOf(sku) - sumOf(rows, 'buffer'), 'nothing');
  return rows;
}

type Shared = 'allocated' | 'reserved' | 'buffer';

/** Terms under way: `available` are the units that nothing has taken so far, `buffer` those that the warehouse withholds for itself. */
interface Row extends Omit<WarehouseTerms, Shared | 'available'>, Record<Shared | 'available', number> {}

/** Written without a spread or a copy: pages have it made for each SKU of theirs. */
function rowsOf(sku: Placed, locations: LocationsById): Row[] {
  const rows: Row[] = [];
  for (const { id, code, onHand, unavailable } of lyingIn(sku, locations).values()) {
    const { allocated, reserved, safetyStock, reorderPoint } = storedIn(sku, id);
    const units = { id, onHand, unavailable, allocated, firm: 0, reserved, safetyStock: safetyStock ?? 0 };
    const available = spareIn(units);
    const buffer = withheldIn(units);
    rows.push({
      id,
      code,
      onHand,
      unavailable,
      safetyStock: safetyStock ?? null,
      reorderPoint: reorderPoint ?? null,
      spare: available - buffer,
      allocated,
      reserved,
      buffer,
      available,
    });
  }
  return rows;
}

const storedIn = ({ warehouses }: Pick<Sku, 'warehouses'>, id: string): Omit<WarehouseStock, 'id'> =>
  warehouses?.find((each) => each.id === id) ?? NOTHING_IN;

function sumOf(rows: readonly Row[], name: Shared): number {
  let sum = 0;
  for (const row of rows) sum += row[name];
  return sum;
}

/** @returns the units for which no warehouse has room. */
function spread(rows: readonly Row[], name: Shared, units: number, leaving: 'withheld' | 'nothing'): number {
  let left = units;
  for (const row of rows) {
    const taken = Math.max(0, Math.min(left, row.available - (leaving === 'withheld' ? row.buffer : 0)));
    row[name] += taken;
    row.available -= taken;
    left -= taken;
  }
  return left;
}

interface Lying {
  /** Of the warehouse. */
  readonly id: string;
  readonly code: string;
  onHand: number;
  unavailable: number;
}

/** The units in each warehouse with units or settings, by its id. */
export function lyingIn(sku: Pick<Sku, 'stock' | 'warehouses'>, locations: LocationsById): ReadonlyMap<string, Readonly<Lying>> {
  const lying = new Map<string, Lying>();
  for (const id of settingsIn(sku)) lying.set(id, nothingLyingIn(id, locationIn(locations, id).path));
  for (const { locationId, onHand } of sku.stock) {
    const { lineage, path, sellable } = locationIn(locations, locationId);
    const id = lineage[0] ?? locationId;
    let there = lying.get(id);
    if (!there) lying.set(id, (there = nothingLyingIn(id, path)));
    there.onHand += onHand;
    if (!sellable) there.unavailable += onHand;
  }
  return lying.size < 2 ? lying : new Map([...lying].toSorted(([a], [b]) => compareText(a, b)));
}

const nothingLyingIn = (id: string, path: string): Lying => ({ id, code: warehouseOf(path), onHand: 0, unavailable: 0 });

/** The code of the warehouse that a path begins with. */
function warehouseOf(path: string): string {
  const end = path.indexOf(':');
  return end < 0 ? path : path.slice(0, end);
}
