import type { SkuRecord } from '@fulfilment/contracts';
import { DEFAULT_WAREHOUSE, shownPath } from '../locations/domain/location.ts';
import { availableOf, isLow, type Sku } from './domain/sku.ts';

/** A SKU as answers and events show it. */
export function toSkuRecord(sku: Sku, pathOf: (locationId: string) => string): SkuRecord {
  const home = pathOf(sku.homeId);
  return {
    sku: sku.code,
    name: sku.name,
    on_hand: sku.onHand,
    allocated: sku.allocated,
    available: availableOf(sku),
    reorder_point: sku.reorderPoint,
    low_stock: isLow(sku),
    location: home === DEFAULT_WAREHOUSE ? null : shownPath(home),
    location_id: sku.homeId,
    stock: sku.stock.map(({ locationId, onHand }) => ({
      location_id: locationId,
      location: shownPath(pathOf(locationId)),
      on_hand: onHand,
    })),
    status: sku.archivedAt === null ? 'active' : 'archived',
    version: sku.version,
    created_at: sku.createdAt.toISOString(),
    updated_at: sku.updatedAt.toISOString(),
    archived_at: sku.archivedAt?.toISOString() ?? null,
  };
}
