import { errors, type ListMovementsQuery, type MovementRecord } from '@fulfilment/contracts';
import { type AppError, momentOf, type Page, type Tenant, tenantKey } from '@fulfilment/kernel';
import type { LocationStore } from '../locations/location-ports.ts';
import { parseLocation } from '../model/location.ts';
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
  locations: Pick<LocationStore, 'findNamed'>,
  shownLocations: LocationReader,
): ListMovements {
  const placeOf = async (key: string, query: ListMovementsQuery): Promise<string | undefined> => {
    const named = new Set<string>();
    for (const parameter of ['location', 'location_id'] as const) {
      const text = query[parameter];
      const found = text === undefined ? undefined : await locations.findNamed(key, parseLocation(text));
      if (text !== undefined && !found) throw unknownLocationFilter(parameter, text, query.cursor);
      if (found) named.add(found.id);
    }
    const [id, other] = named;
    if (other !== undefined) throw otherLocation();
    return id;
  };

  return async (tenant, sku, query) => {
    const { limit, cursor } = query;
    const key = tenantKey(tenant);
    if (!(await skus.find(key, sku))) throw refusalError(skuNotFound());
    const filter = {
      sku,
      locationId: await placeOf(key, query),
      createdAfter: momentOf(query.created_after),
      createdBefore: momentOf(query.created_before),
    };
    const page = await movements.list(key, filter, { limit, cursor });
    const read = await readLocations(
      shownLocations,
      key,
      page.data.map(({ locationId }) => locationId),
    );
    return { ...page, data: page.data.map((movement) => toMovementRecord(movement, read)) };
  };
}

function otherLocation(): AppError {
  const message = 'location and location_id name two locations.';
  return errors.invalidParameter(message, {
    facts: { errors: [{ pointer: '/location_id', code: 'invalid', message }] },
  });
}
