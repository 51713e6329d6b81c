import type { AdjustmentRecord, MovementRecord } from '@fulfilment/contracts';
import { momentOf, type Movement, shownReference } from '../model/ledger.ts';
import { locationIn, type LocationsById, shownPath } from '../model/location.ts';
import type { Sku } from '../model/sku.ts';
import { toSkuRecord } from './sku-record.ts';

/** An entry of the ledger as answers show it. */
export function toMovementRecord(movement: Movement, locations: LocationsById): MovementRecord {
  const { id, sku, locationId, delta, balance, reason, reference, note, actor, version, at } = movement;
  const { path } = locationIn(locations, locationId);
  return {
    id,
    sku,
    location_id: locationId,
    location: shownPath(path),
    location_path: path,
    delta,
    balance,
    reason,
    reference: shownReference(reference),
    note,
    actor,
    version,
    occurred_at: momentOf(movement).toISOString(),
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
