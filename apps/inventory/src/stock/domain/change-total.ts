import { type Decision, DONE, refused } from './decision.ts';
import type { Draft } from './draft.ts';
import { fillBackorders } from '../../orders-stock/domain/fill-backorders.ts';
import type { Location } from '../../locations/domain/location.ts';
import {
  fewerLieAt,
  insufficientStock,
  locationArchived,
  type Refusal,
  skuArchived,
  tooManyLocations,
  tooManyUnits,
} from './refusal.ts';
import { balanceAt, MAX_LOCATIONS, MAX_UNITS, type Sku } from '../../skus/domain/sku.ts';
import { takeBack } from './take-back.ts';
import { takeFrom, type Taking } from './take-from.ts';

export interface TotalChange {
  /** Units on hand after it. */
  readonly target: number;
  /** The one place that it is made at; else the home location first, then the fullest others. */
  readonly at?: Location | undefined;
  /** Where the request asks for it. */
  readonly pointer: string;
}

/**
 * Brings the total of a SKU to a target. Below what is allocated, the shortfall is taken back from the newest orders that
 * are not confirmed; below what confirmed orders hold it is refused.
 */
export function changeTotal(draft: Draft, sku: Sku, change: TotalChange): Decision {
  if (sku.archivedAt !== null) return refused(skuArchived([{ pointer: change.pointer, sku: sku.code }]));
  const changed = change.target > sku.onHand ? raise(draft, sku, change) : lower(draft, sku, change);
  if (changed.type === 'done') fillBackorders(draft, sku.code);
  return changed;
}

function raise(draft: Draft, sku: Sku, { target, at, pointer }: TotalChange): Decision {
  if (target > MAX_UNITS) return refused(tooManyUnits(pointer, sku));
  const place = at ?? draft.place(sku.homeId);
  if (!place) throw new Error(`The working set lacks ${sku.homeId}`);
  const refusal = takesNone(sku, place, pointer);
  if (refusal) return refused(refusal);
  draft.move(sku.code, place.id, target - sku.onHand);
  return DONE;
}

function lower(draft: Draft, sku: Sku, { target, at, pointer }: TotalChange): Decision {
  const refusal = cannotSpare(sku, { target, at, pointer });
  if (refusal) return refused(refusal);
  const taken = takeBack(draft, sku.code, { units: sku.allocated - target, pointer });
  if (taken.type !== 'done') return taken;
  for (const { locationId, units } of takingsOf(sku, sku.onHand - target, at)) draft.move(sku.code, locationId, -units);
  return DONE;
}

const takingsOf = (sku: Sku, units: number, at: Location | undefined): readonly Taking[] =>
  at ? [{ locationId: at.id, units }] : takeFrom(sku, units);

function takesNone(sku: Sku, place: Location, pointer: string): Refusal | undefined {
  if (place.archivedAt !== null) return locationArchived(pointer, place.path);
  const isNewPlace = balanceAt(sku, place.id) === 0;
  return isNewPlace && sku.stock.length >= MAX_LOCATIONS ? tooManyLocations(pointer, sku.code) : undefined;
}

function cannotSpare(sku: Sku, { target, at, pointer }: TotalChange): Refusal | undefined {
  const { code, onHand, firm } = sku;
  const requested = onHand - target;
  const short = (available: number) => ({ pointer, sku: code, requested, available });
  if (at && balanceAt(sku, at.id) < requested) return insufficientStock([short(balanceAt(sku, at.id))], fewerLieAt(at.path));
  if (target >= firm) return undefined;
  return insufficientStock([{ ...short(onHand - firm), on_hand: onHand, minimum: firm }], fewerCanBeTaken);
}

const fewerCanBeTaken = ({ sku, available, ...facts }: { sku: string; available: number; readonly [fact: string]: unknown }) =>
  `${available} of ${sku} can be taken; packed orders hold ${String(facts['minimum'])} of ${String(facts['on_hand'])}.`;
