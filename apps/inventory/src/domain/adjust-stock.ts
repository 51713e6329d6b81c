import { changeTotal } from './change-total.ts';
import type { AdjustStock } from './command.ts';
import { type Decision, refused } from './decision.ts';
import type { Draft } from './draft.ts';
import { findPlace, type FoundPlace, isUnknown } from './find-place.ts';
import { isAsExpected } from './is-as-expected.ts';
import { skuArchived, skuNotFound } from './refusal.ts';

/** Adds units to a SKU or takes some away, whatever others do meanwhile: adjustments come out the same in any order. */
export function adjustStock(draft: Draft, command: AdjustStock): Decision {
  const found = placeOf(draft, command);
  if (found && isUnknown(found)) return found;
  const sku = draft.sku(command.sku);
  if (!sku) return refused(skuNotFound());
  const { code } = sku;
  if (!isAsExpected(sku, command)) return { type: 'outdated', code };
  if (sku.archivedAt !== null) return refused(skuArchived([{ pointer: '/delta', sku: code }]));
  if (found?.type === 'refused') return found;
  const changed = changeTotal(draft, sku, { target: sku.onHand + command.delta, at: found?.place, pointer: '/delta' });
  return changed.type === 'done' ? { type: 'adjusted', code } : changed;
}

function placeOf(draft: Draft, { place, origin: { at } }: AdjustStock): FoundPlace | undefined {
  return place && findPlace(draft, place, { pointer: '/location', at });
}
