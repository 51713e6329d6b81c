import { compareText } from '@fulfilment/kernel';
import { locationIn, type LocationsById } from './location.ts';
import { type Availability, bufferOf, type Sku } from './sku.ts';

/** The quantities of a SKU in one warehouse: `onHand` is the sum of the others, and none is below 0. */
export interface WarehouseTerms {
  readonly id: string;
  /** The code of the warehouse. */
  readonly code: string;
  readonly onHand: number;
  readonly allocated: number;
  readonly reserved: number;
  readonly unavailable: number;
  readonly buffer: number;
  readonly available: number;
  /** Units for sale that no order holds in this warehouse and no reservation keeps: an order may hold some, as long as any are available. */
  readonly spare: number;
}

/** A SKU, as far as its terms by warehouse depend on it. */
export type Placed = Availability & Pick<Sku, 'stock' | 'warehouses'>;

/**
 * The quantities of a SKU by warehouse, in the order of their ids; warehouses without units are left out. What is held or kept wherever it
 * lies, and what is withheld, is taken for units of the first warehouses, held ones before kept ones and these before the buffer. Each
 * quantity but the spare units adds up to that of the SKU.
 *
 * @param locations all that the SKU lies at.
 */
export function warehouseTerms(sku: Placed, locations: LocationsById): readonly WarehouseTerms[] {
  const { warehouses = [] } = sku;
  const promised = new Map(warehouses.map((each) => [each.id, each]));
  const pooled = {
    allocated: warehouses.reduce((left, each) => left - each.allocated, sku.allocated),
    reserved: warehouses.reduce((left, each) => left - each.reserved, sku.reserved),
    buffer: bufferOf(sku),
  };
  return Array.from(lyingIn(sku, locations), ([id, { code, onHand, unavailable }]): WarehouseTerms => {
    const { allocated: held = 0, reserved: kept = 0 } = promised.get(id) ?? {};
    const unheld = onHand - unavailable - held - kept;
    let spare = unheld;
    const takeOf = (name: keyof typeof pooled): number => {
      const taken = Math.max(0, Math.min(spare, pooled[name]));
      spare -= taken;
      pooled[name] -= taken;
      return taken;
    };
    const [allocated, reserved] = [held + takeOf('allocated'), kept + takeOf('reserved')];
    const buffer = takeOf('buffer');
    return { id, code, onHand, allocated, reserved, unavailable, buffer, available: spare, spare: unheld };
  });
}

interface Lying {
  readonly code: string;
  readonly onHand: number;
  readonly unavailable: number;
}

/** The units in each warehouse, by its id. */
export function lyingIn({ stock }: Pick<Sku, 'stock'>, locations: LocationsById): ReadonlyMap<string, Lying> {
  const lying = new Map<string, Lying>();
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
