import type { ListLocationsQuery, LocationRecord } from '@fulfilment/contracts';
import { type Page, type Tenant, tenantKey } from '@fulfilment/kernel';
import { toLocationRecord } from './location-record.ts';
import type { PlaceStore } from './ports.ts';

/** @throws AppError `invalid_cursor`. */
export type ListLocations = (tenant: Tenant, query: ListLocationsQuery) => Promise<Page<LocationRecord>>;

export function makeListLocations({ places }: { readonly places: PlaceStore }): ListLocations {
  return async (tenant, { type, parent_id: parentId, limit, cursor }) => {
    const page = await places.list(tenantKey(tenant), { type, parentId }, { limit, cursor });
    return { ...page, data: page.data.map(toLocationRecord) };
  };
}
