import type { ListMovementsQuery, MovementRecord } from '@fulfilment/contracts';
import { momentOf, type Page, type Tenant, tenantKey } from '@fulfilment/kernel';
import { skuNotFound } from '../model/refusal.ts';
import { toMovementRecord } from '../records/movement-record.ts';
import { refusalError } from '../records/refusal-error.ts';
import { type LocationReader, readLocations } from '../records/shown-locations.ts';
import { unknownLocationFilter } from '../records/unknown-location.ts';
import type { SkuStore } from '../skus/sku-ports.ts';
import type { MovementReader } from './ledger-ports.ts';

/** @throws AppError `not_found`, `invalid_cursor`, or `invalid_parameter` for a location that does not exist. */
export type ListMovements = (tenant: Tenant, sku: string, query: ListMovementsQuery) => Promise<Page<MovementRecord>>;

export function makeListMovements(
  skus: Pick<SkuStore, 'find'>,
  movements: MovementReader,
  locations: LocationReader,
): ListMovements {
  return async (tenant, sku, { limit, cursor, ...query }) => {
    const key = tenantKey(tenant);
    if (!(await skus.find(key, sku))) throw refusalError(skuNotFound());
    const { location_id: at } = query;
    if (at !== undefined && (await locations.findMany(key, [at])).length === 0) throw unknownLocationFilter('location_id', at);
    const filter = {
      sku,
      locationId: query.location_id,
      createdAfter: momentOf(query.created_after),
      createdBefore: momentOf(query.created_before),
    };
    const page = await movements.list(key, filter, { limit, cursor });
    const read = await readLocations(
      locations,
      key,
      page.data.map(({ locationId }) => locationId),
    );
    return { ...page, data: page.data.map((movement) => toMovementRecord(movement, read)) };
  };
}
