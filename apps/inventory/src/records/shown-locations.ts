import type { Location, LocationsById } from '../model/location.ts';
import { addLocationsNamedBy, type ShownSku } from '../model/sku.ts';

/** Reads locations for records that show them. */
export interface LocationReader {
  findMany(tenant: string, ids: readonly string[]): Promise<readonly Location[]>;
}

/** Reads the locations that records of SKUs name. */
export async function readLocationsOf(
  locations: LocationReader,
  tenant: string,
  skus: readonly Pick<ShownSku, 'homeId' | 'stock' | 'warehouses'>[],
): Promise<LocationsById> {
  const ids = new Set<string>();
  for (const sku of skus) addLocationsNamedBy(sku, ids);
  return readLocations(locations, tenant, ids);
}

export async function readLocations(locations: LocationReader, tenant: string, ids: Iterable<string>): Promise<LocationsById> {
  const found = await locations.findMany(tenant, [...new Set(ids)]);
  return new Map(found.map((location) => [location.id, location]));
}
