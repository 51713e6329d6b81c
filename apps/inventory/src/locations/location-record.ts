import type { LocationRecord } from '@fulfilment/contracts';
import type { Location } from './domain/location.ts';

/** A place as answers show it. */
export function toLocationRecord(place: Location): LocationRecord {
  return {
    id: place.id,
    type: place.type,
    code: place.code,
    parent_id: place.parentId,
    name: place.name,
    path: place.path,
    status: place.archivedAt === null ? 'active' : 'archived',
    version: place.version,
    created_at: place.createdAt.toISOString(),
    updated_at: place.updatedAt.toISOString(),
  };
}
