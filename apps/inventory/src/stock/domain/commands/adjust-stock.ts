import { aimAtSku } from '../aim-at-sku.ts';
import { changeTotal } from '../change-total.ts';
import type { AdjustStock } from './command.ts';
import { type Decision, refused } from '../decision.ts';
import type { Draft } from '../draft.ts';
import { findPlace } from '../find-place.ts';
import { skuArchived } from '../refusal.ts';

/** Adds units to a SKU or takes some away, whatever others do meanwhile: adjustments come out the same in any order. */
export function adjustStock(draft: Draft, command: AdjustStock): Decision {
  const { location: place, delta, origin } = command;
  const found = place && findPlace(draft, place, { pointer: '/location', at: origin.at });
  const aimed = aimAtSku(draft, command, found);
  if (aimed.type === 'missed') return aimed.decision;
  const { code, onHand, archivedAt } = aimed.sku;
  if (archivedAt !== null) return refused(skuArchived([{ pointer: '/delta', sku: code }]));
  if (found?.type === 'refused') return found;
  const changed = changeTotal(draft, aimed.sku, { target: onHand + delta, at: found?.place, pointer: '/delta' });
  return changed.type === 'done' ? { type: 'adjusted', code } : changed;
}
