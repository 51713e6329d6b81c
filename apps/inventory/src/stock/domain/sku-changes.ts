import type { Movement } from '../../ledger/domain/ledger.ts';
import { isDefaultWarehouse, type Location, locationIn, type LocationsById } from '../../locations/domain/location.ts';
import { availableOf, isLow, type Sku, type StockEntry } from '../../skus/domain/sku.ts';
import type { Cause } from './command.ts';
import type { NewId, StockDraft, StockMove, StockView } from './stock-draft.ts';

export type QuantityName = 'on_hand' | 'allocated' | 'available' | 'stock';

/** A change of one SKU by one command that clients can see. */
export interface SkuChange {
  /** Null at its creation. */
  readonly before: Sku | null;
  readonly after: Sku;
  /** The quantities that changed; none where only facts did. */
  readonly changed: readonly QuantityName[];
  /** True where it went from enough on hand to less than its reorder point. */
  readonly fellLow: boolean;
  readonly movements: readonly Movement[];
  readonly cause: Cause;
}

/** Gives each SKU that a command changed its next version: one for a command, however much it changed. */
export function versionSkus(stock: StockView, draft: StockDraft, cause: Cause, newId: NewId) {
  const skus: Sku[] = [];
  const visible: SkuChange[] = [];
  for (const drafted of draft.changes.skus.values()) {
    const before = stock.sku(drafted.code) ?? null;
    const changed = changedQuantities(before, drafted);
    if (!before || changed.length > 0 || factsDiffer(before, drafted)) {
      const after: Sku = { ...drafted, version: drafted.version + 1, updatedAt: later(drafted.updatedAt, cause.origin.at) };
      const fellLow = isLow(after) && !(before && isLow(before));
      const moves = draft.moves.filter(({ sku }) => sku === after.code);
      skus.push(after);
      visible.push({ before, after, changed, fellLow, movements: movementsOf(after, moves, cause, newId), cause });
    } else if (countersDiffer(before, drafted)) skus.push(drafted);
  }
  return { skus, visible };
}

/** Entries of the ledger, numbered within the SKU's version. */
function movementsOf(after: Sku, moves: readonly StockMove[], cause: Cause, newId: NewId): Movement[] {
  const { reason, reference, note, origin } = cause;
  const { actor, requestId, claim } = origin;
  return moves.map(({ sku, locationId, delta, balance }, line) => ({
    id: newId('mov'),
    sku,
    version: after.version,
    line,
    locationId,
    delta,
    balance,
    reason,
    reference,
    note,
    actor,
    requestId,
    at: after.updatedAt,
    claim: claim ? { id: claim.id, fingerprint: claim.fingerprint } : null,
  }));
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
  const same = ({ locationId, onHand }: StockEntry, index: number): boolean =>
    after[index]?.locationId === locationId && after[index].onHand === onHand;
  return before.length === after.length && before.every(same);
}

function factsDiffer(before: Sku, after: Sku): boolean {
  return (
    before.name !== after.name ||
    before.reorderPoint !== after.reorderPoint ||
    before.homeId !== after.homeId ||
    before.details !== after.details ||
    before.archivedAt !== after.archivedAt
  );
}

/** Counters and counts that only the next decisions see. */
function countersDiffer(before: Sku, after: Sku): boolean {
  const differs = before.firm !== after.firm || before.waiting !== after.waiting || before.filling !== after.filling;
  return differs || before.counts !== after.counts;
}

const later = (a: Date, b: Date): Date => (a > b ? a : b);

/**
 * The locations that must be as they were read when a batch is written: those where a SKU newly lies or is at home, and the parents of
 * new locations. Where a SKU lay or was at home before, its own document already tells the request that would archive the location.
 * The default warehouse is never archived or renamed, and every process would fight over it.
 *
 * @returns their ids.
 */
export function lockedLocations(
  before: readonly Sku[],
  after: readonly Sku[],
  newLocations: readonly Location[],
  locations: LocationsById,
): string[] {
  const made = new Set(newLocations.map(({ id }) => id));
  const known = new Map(before.map((sku) => [sku.code, locationsInUse(sku)]));
  const parents = newLocations.flatMap(({ parentId }) => parentId ?? []);
  const newlyUsed = after.flatMap((sku) => [...locationsInUse(sku).difference(known.get(sku.code) ?? new Set())]);
  return [...new Set([...parents, ...newlyUsed])].filter((id) => !made.has(id) && !isDefaultWarehouse(locationIn(locations, id)));
}

/** The home of an archived SKU is not in use: restoring the SKU checks the location again. */
function locationsInUse({ homeId, stock, archivedAt }: Sku): Set<string> {
  const lying = stock.map(({ locationId }) => locationId);
  return new Set(archivedAt === null ? [homeId, ...lying] : lying);
}
