import type { AdjustmentRecord, ListMovementsQuery, MovementRecord } from '@fulfilment/contracts';
import { type Page, type Tenant, tenantKey } from '@fulfilment/kernel';
import { locationIn, type LocationsById, shownPath } from '../locations/domain/location.ts';
import type { Sku } from '../skus/domain/sku.ts';
import type { SkuStore } from '../skus/sku-ports.ts';
import { type LocationReader, readLocations, toSkuRecord } from '../skus/sku-record.ts';
import { skuNotFound } from '../stock/domain/refusal.ts';
import { refusalError } from '../stock/refusal-error.ts';
import type { Movement } from './domain/ledger.ts';
import type { MovementReader } from './ledger-ports.ts';

/** @throws AppError `not_found` or `invalid_cursor`. */
export type ListMovements = (tenant: Tenant, sku: string, query: ListMovementsQuery) => Promise<Page<MovementRecord>>;

export function makeListMovements(
  skus: Pick<SkuStore, 'find'>,
  movements: MovementReader,
  locations: LocationReader,
): ListMovements {
  return async (tenant, sku, { limit, cursor, ...query }) => {
    const key = tenantKey(tenant);
    if (!(await skus.find(key, sku))) throw refusalError(skuNotFound());
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

const momentOf = (text: string | undefined): Date | undefined => (text === undefined ? undefined : new Date(text));

/** An entry of the ledger as answers show it. */
function toMovementRecord(movement: Movement, locations: LocationsById): MovementRecord {
  const { id, sku, locationId, delta, balance, reason, reference, note, actor, version, at } = movement;
  return {
    id,
    sku,
    location_id: locationId,
    location: shownPath(locationIn(locations, locationId).path),
    delta,
    balance,
    reason,
    reference,
    note,
    actor,
    version,
    created_at: at.toISOString(),
  };
}

/** The movements of one adjustment, with the SKU. */
export function toAdjustmentRecord(
  [first, ...others]: readonly Movement[],
  sku: Sku,
  locations: LocationsById,
): AdjustmentRecord {
  if (!first) throw new Error(`An adjustment of ${sku.code} moved nothing`);
  const movements = [first, ...others];
  return {
    sku: sku.code,
    delta: movements.reduce((sum, { delta }) => sum + delta, 0),
    reason: first.reason,
    note: first.note,
    movements: movements.map((movement) => toMovementRecord(movement, locations)),
    record: toSkuRecord(sku, locations),
    created_at: first.at.toISOString(),
  };
}
