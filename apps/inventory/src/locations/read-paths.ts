import type { Sku } from '../skus/domain/sku.ts';
import type { LocationStore } from './location-ports.ts';

export type LocationReader = Pick<LocationStore, 'findMany'>;

/** The paths of the places that SKUs lie at. */
export async function readPaths(
  places: LocationReader,
  tenant: string,
  skus: readonly Pick<Sku, 'homeId' | 'stock'>[],
): Promise<(locationId: string) => string> {
  const ids = new Set(skus.flatMap(({ homeId, stock }) => [homeId, ...stock.map(({ locationId }) => locationId)]));
  return readPathsOf(places, tenant, ids);
}

/** The paths of places by their ids. */
export async function readPathsOf(
  places: LocationReader,
  tenant: string,
  ids: ReadonlySet<string>,
): Promise<(locationId: string) => string> {
  const found = await places.findMany(tenant, [...ids]);
  const paths = new Map(found.map(({ id, path }) => [id, path]));
  return (locationId) => {
    const path = paths.get(locationId);
    if (path === undefined) throw new Error(`${locationId} holds stock and is not there`);
    return path;
  };
}
