import type { LocationRecord } from '@fulfilment/contracts';
import { type Location, shippingOf } from '../model/location.ts';

/** A location as answers show it. */
export function toLocationRecord(location: Location): LocationRecord {
  const shipping = shippingOf(location);
  return {
    id: location.id,
    type: location.type,
    code: location.code,
    parent_id: location.parentId,
    name: location.name,
    usage: location.usage,
    sellable: location.sellable,
    pickable: location.pickable,
    pick_sequence: location.pickSequence,
    ships: shipping?.ships ?? null,
    priority: shipping?.priority ?? null,
    countries: shipping?.countries ? [...shipping.countries] : null,
    path: location.path,
    status: location.archivedAt === null ? 'active' : 'archived',
    version: location.version,
    created_at: location.createdAt.toISOString(),
    updated_at: location.updatedAt.toISOString(),
  };
}
