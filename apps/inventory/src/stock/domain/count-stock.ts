import { changeTotal } from './change-total.ts';
import { type Decision, refused } from './decision.ts';
import type { Draft } from './draft.ts';
import { heldByPackedOrders } from './refusal.ts';

/** Sets the total of a SKU: the difference is moved at the home location first, then at the fullest others. */
export function countStock(draft: Draft, code: string, target: number): Decision {
  const sku = draft.knownSku(code);
  if (target === sku.onHand) return { type: 'sku', code };
  if (sku.archivedAt === null && target < sku.firm) return refused(heldByPackedOrders(code, { target, firm: sku.firm }));
  const changed = changeTotal(draft, sku, { target, pointer: '/on_hand' });
  return changed.type === 'done' ? { type: 'sku', code } : changed;
}
