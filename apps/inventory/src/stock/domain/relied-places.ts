import { isDefaultWarehouse, type Location } from '../../locations/domain/location.ts';
import type { Sku } from '../../skus/domain/sku.ts';

export interface PlaceUse {
  readonly before: readonly Sku[];
  readonly after: readonly Sku[];
  readonly newPlaces: readonly Location[];
}

/**
 * The places that must be as they were read when all this is written: those where a SKU newly lies or is at home, and those that
 * new places stand in. Where a SKU lay or was at home before, its own record already says so to whoever would archive the place.
 * The default warehouse is never archived or renamed, and would be fought over.
 */
export function reliedPlaces({ before, after, newPlaces }: PlaceUse, placeOf: (id: string) => Location): string[] {
  const made = new Set(newPlaces.map(({ id }) => id));
  const known = new Map(before.map((sku) => [sku.code, usedBy(sku)]));
  const parents = newPlaces.flatMap(({ parentId }) => parentId ?? []);
  const newlyUsed = after.flatMap((sku) => [...usedBy(sku).difference(known.get(sku.code) ?? new Set())]);
  return [...new Set([...parents, ...newlyUsed])].filter((id) => !made.has(id) && !isDefaultWarehouse(placeOf(id)));
}

/** An archived SKU's home is not in use: restoring it looks at the place again. */
function usedBy({ homeId, stock, archivedAt }: Sku): Set<string> {
  const lying = stock.map(({ locationId }) => locationId);
  return new Set(archivedAt === null ? [homeId, ...lying] : lying);
}
