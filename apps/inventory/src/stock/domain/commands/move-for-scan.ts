import { changeTotal } from '../change-total.ts';
import type { MoveForScan } from './command.ts';
import { type Decision, DONE, refused } from '../decision.ts';
import type { Draft } from '../draft.ts';
import { findPlace, type FoundPlace, isUnknown } from '../find-place.ts';
import type { Location } from '../../../locations/domain/location.ts';
import { type Refusal, skuArchived } from '../refusal.ts';
import { balanceAt, type Sku } from '../../../skus/domain/sku.ts';

/**
 * Posts what a scan says: units that came in, at its place or at the home of the SKU; or units that were counted, at its place
 * or, where it names none, at all places together.
 */
export function moveForScan(draft: Draft, command: MoveForScan): Decision {
  const found = placeOf(draft, command);
  if (found && isUnknown(found)) return found;
  const sku = draft.sku(command.sku);
  if (!sku) return refused(noSuchSku(command.sku));
  if (sku.archivedAt !== null) return refused(skuArchived([{ pointer: '/sku', sku: sku.code }]));
  return found?.type === 'refused' ? found : post(draft, sku, { command, at: found?.place });
}

function post(draft: Draft, sku: Sku, { command, at }: { command: MoveForScan; at: Location | undefined }): Decision {
  const target = targetOf(sku, command, at);
  const changed = target === sku.onHand ? DONE : changeTotal(draft, sku, { target, at, pointer: '/quantity' });
  return changed.type === 'done' ? { type: 'sku', code: sku.code } : changed;
}

function placeOf(draft: Draft, { location: place, origin: { at } }: MoveForScan): FoundPlace | undefined {
  return place === null ? undefined : findPlace(draft, place, { pointer: '/location', at });
}

function targetOf(sku: Sku, { movement, quantity }: MoveForScan, place: Location | undefined): number {
  if (movement === 'receive') return sku.onHand + quantity;
  return place ? sku.onHand - balanceAt(sku, place.id) + quantity : quantity;
}

function noSuchSku(sku: string): Refusal {
  const message = `There is no SKU ${sku}.`;
  return {
    kind: 'invalid',
    code: 'unknown_sku',
    message,
    errors: [{ pointer: '/sku', code: 'unknown_sku', message, sku }],
  };
}
