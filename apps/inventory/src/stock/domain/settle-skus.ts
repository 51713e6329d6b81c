import type { Cause } from '../../ledger/domain/cause.ts';
import { availableOf, isLow, type Sku, type StockEntry } from '../../skus/domain/sku.ts';
import type { Changes, StockMove, StockState } from './stock-state.ts';

export type QuantityName = 'on_hand' | 'allocated' | 'available' | 'stock';

/** What one command changed of a SKU that clients can see. */
export interface SkuChange {
  /** Null at its creation. */
  readonly before: Sku | null;
  readonly after: Sku;
  /** The quantities that changed; none where only facts did. */
  readonly changed: readonly QuantityName[];
  /** Whether it went from enough on hand to less than its reorder point. */
  readonly fellLow: boolean;
  readonly moves: readonly StockMove[];
  readonly cause: Cause;
}

export interface SettledSkus {
  readonly skus: readonly Sku[];
  readonly visible: readonly SkuChange[];
}

/** Gives each SKU that a command changed its next version: one for a command, however much it changed. */
export function settleSkus(state: Pick<StockState, 'sku'>, { skus, moves }: Changes, cause: Cause): SettledSkus {
  const settled: Sku[] = [];
  const visible: SkuChange[] = [];
  for (const draft of skus.values()) {
    const before = state.sku(draft.code) ?? null;
    const change = visibleChange(before, draft, { moves, cause });
    if (change) {
      settled.push(change.after);
      visible.push(change);
    } else if (before && countersDiffer(before, draft)) settled.push(draft);
  }
  return { skus: settled, visible };
}

function visibleChange(
  before: Sku | null,
  draft: Sku,
  { moves, cause }: Pick<SkuChange, 'moves' | 'cause'>,
): SkuChange | undefined {
  const changed = changedQuantities(before, draft);
  if (before && changed.length === 0 && !factsDiffer(before, draft)) return undefined;
  const after: Sku = { ...draft, version: draft.version + 1, updatedAt: later(draft.updatedAt, cause.origin.at) };
  const fellLow = isLow(after) && !(before && isLow(before));
  return { before, after, changed, fellLow, moves: moves.filter(({ sku }) => sku === after.code), cause };
}

const NOTHING = { onHand: 0, allocated: 0, stock: [] };

/** A SKU begins with nothing: its creation changes what it opens with. */
function changedQuantities(sku: Sku | null, after: Sku): QuantityName[] {
  const before = sku ?? NOTHING;
  const names: QuantityName[] = [];
  if (before.onHand !== after.onHand) names.push('on_hand');
  if (before.allocated !== after.allocated) names.push('allocated');
  if (availableOf(before) !== availableOf(after)) names.push('available');
  if (!liesAlike(before.stock, after.stock)) names.push('stock');
  return names;
}

function liesAlike(before: readonly StockEntry[], after: readonly StockEntry[]): boolean {
  if (before === after) return true;
  const same = ({ locationId, onHand }: StockEntry, place: number): boolean =>
    after[place]?.locationId === locationId && after[place].onHand === onHand;
  return before.length === after.length && before.every(same);
}

function factsDiffer(before: Sku, after: Sku): boolean {
  return (
    before.name !== after.name ||
    before.reorderPoint !== after.reorderPoint ||
    before.homeId !== after.homeId ||
    before.archivedAt !== after.archivedAt
  );
}

/** What only the next decisions see. */
function countersDiffer(before: Sku, after: Sku): boolean {
  return before.firm !== after.firm || before.waiting !== after.waiting || before.filling !== after.filling;
}

const later = (a: Date, b: Date): Date => (a > b ? a : b);
