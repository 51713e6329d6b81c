import type { AdjustmentRecord, MovementRecord } from '@fulfilment/contracts';
import { shownPath } from '../locations/domain/location.ts';
import type { Sku } from '../skus/domain/sku.ts';
import type { Movement } from './domain/movement.ts';
import { toSkuRecord } from '../skus/sku-record.ts';

type PathOf = (locationId: string) => string;

/** An entry of the ledger as answers show it. */
export function toMovementRecord(movement: Movement, pathOf: PathOf): MovementRecord {
  const { id, sku, locationId, delta, balance, reason, reference, note, actor, version, at } = movement;
  return {
    id,
    sku,
    location_id: locationId,
    location: shownPath(pathOf(locationId)),
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

/** What one adjustment moved, and the SKU as it is shown beside that. */
export function toAdjustmentRecord([first, ...others]: readonly Movement[], sku: Sku, pathOf: PathOf): AdjustmentRecord {
  if (!first) throw new Error(`An adjustment of ${sku.code} moved nothing`);
  const movements = [first, ...others];
  return {
    sku: sku.code,
    delta: movements.reduce((sum, { delta }) => sum + delta, 0),
    reason: first.reason,
    note: first.note,
    movements: movements.map((movement) => toMovementRecord(movement, pathOf)),
    record: toSkuRecord(sku, pathOf),
    created_at: first.at.toISOString(),
  };
}
