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
  /** Units for sale that no order holds in this warehouse: of these an order may hold some in it, as long as any are available. */
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
  const held = new Map(sku.warehouses?.map(({ id, allocated }) => [id, allocated]));
  const pooled = {
    allocated: sku.allocated - Array.from(held.values()).reduce((sum, units) => sum + units, 0),
    reserved: sku.reserved,
    buffer: bufferOf(sku),
  };
  return Array.from(lyingIn(sku, locations), ([id, { code, onHand, unavailable }]): WarehouseTerms => {
    const allocated = held.get(id) ?? 0;
    const unheld = onHand - unavailable - allocated;
    let spare = unheld;
    const takeOf = (name: keyof typeof pooled): number => {
      const taken = Math.max(0, Math.min(spare, pooled[name]));
      spare -= taken;
      pooled[name] -= taken;
      return taken;
    };
    const elsewhere = takeOf('allocated');
    const [reserved, buffer] = [takeOf('reserved'), takeOf('buffer')];
    return { id, code, onHand, allocated: allocated + elsewhere, reserved, unavailable, buffer, available: spare, spare: unheld };
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
