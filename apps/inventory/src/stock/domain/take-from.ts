import { balanceAt, type Sku, type StockEntry } from '../../skus/domain/sku.ts';

/** Units to take from one place. */
export interface Taking {
  readonly locationId: string;
  readonly units: number;
}

/**
 * Where `units` are taken from: the home location first, then the fullest others.
 *
 * @throws Error if there are fewer.
 */
export function takeFrom(sku: Pick<Sku, 'code' | 'homeId' | 'stock'>, units: number): Taking[] {
  const takings: Taking[] = [];
  let left = units;
  for (const { locationId, onHand } of inOrderOfTaking(sku)) {
    if (left === 0) break;
    const taken = Math.min(left, onHand);
    takings.push({ locationId, units: taken });
    left -= taken;
  }
  if (left > 0) throw new Error(`${sku.code} lacks ${left} of ${units} units`);
  return takings;
}

function inOrderOfTaking({ homeId, stock }: Pick<Sku, 'homeId' | 'stock'>): StockEntry[] {
  const atHome = balanceAt({ stock }, homeId);
  const others = stock.filter(({ locationId }) => locationId !== homeId).toSorted(fullestFirst);
  return atHome > 0 ? [{ locationId: homeId, onHand: atHome }, ...others] : others;
}

function fullestFirst(a: StockEntry, b: StockEntry): number {
  return b.onHand - a.onHand || (a.locationId < b.locationId ? -1 : 1);
}
