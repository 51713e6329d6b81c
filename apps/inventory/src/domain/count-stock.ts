import { type Decision, refused } from './decision.ts';
import type { Draft } from './draft.ts';
import { fillBackorders } from './fill-backorders.ts';
import { heldByPackedOrders, placeArchived, type Refusal, skuArchived, tooManyPlaces } from './refusal.ts';
import { balanceAt, MAX_PLACES, type Sku } from './sku.ts';
import { takeBack } from './take-back.ts';
import { takeFrom } from './take-from.ts';

/**
 * Sets the total of a SKU: the difference is moved at the home location first, then at the fullest others. Below what is
 * allocated, the shortfall is taken back from the newest orders that are not confirmed.
 */
export function countStock(draft: Draft, code: string, target: number): Decision {
  const sku = draft.knownSku(code);
  if (target === sku.onHand) return { type: 'sku', code };
  if (sku.archivedAt !== null) return refused(skuArchived([{ pointer: '/on_hand', sku: code }]));
  if (target < sku.firm) return refused(heldByPackedOrders(code, { target, firm: sku.firm }));
  return target > sku.onHand ? raise(draft, sku, target - sku.onHand) : lower(draft, sku, target);
}

function raise(draft: Draft, sku: Sku, units: number): Decision {
  const refusal = homeTakesNone(draft, sku);
  if (refusal) return refused(refusal);
  draft.move(sku.code, sku.homeId, units);
  fillBackorders(draft, sku.code);
  return { type: 'sku', code: sku.code };
}

function lower(draft: Draft, sku: Sku, target: number): Decision {
  const taken = takeBack(draft, sku.code, Math.max(0, sku.allocated - target));
  if (taken.type !== 'done') return taken;
  for (const { locationId, units } of takeFrom(sku, sku.onHand - target)) draft.move(sku.code, locationId, -units);
  fillBackorders(draft, sku.code);
  return { type: 'sku', code: sku.code };
}

function homeTakesNone(draft: Draft, sku: Sku): Refusal | undefined {
  const home = draft.place(sku.homeId);
  if (!home) throw new Error(`The working set lacks ${sku.homeId}`);
  if (home.archivedAt !== null) return placeArchived('/on_hand', home.path);
  const isNewPlace = balanceAt(sku, home.id) === 0;
  return isNewPlace && sku.stock.length >= MAX_PLACES ? tooManyPlaces('/on_hand', sku.code) : undefined;
}
