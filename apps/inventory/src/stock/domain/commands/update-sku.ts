import type { VersionCondition } from '@fulfilment/kernel';
import { DEFAULT_WAREHOUSE, type LocationReference } from '../../../locations/domain/location.ts';
import type { Sku } from '../../../skus/domain/sku.ts';
import { changeTotal } from '../change-total.ts';
import { type CommandResult, type CommandSpec, type Origin, refused } from '../command.ts';
import { heldByPackedOrders, locationArchived, type Refusal } from '../refusal.ts';
import { findLocation, resolveTarget } from '../resolve-target.ts';
import type { StockDraft, StockView } from '../stock-draft.ts';

/** Changes facts of a SKU; `onHand` is a count of the total. A fact that is the same already changes nothing. */
export interface UpdateSku {
  readonly type: 'update-sku';
  readonly origin: Origin;
  readonly sku: string;
  readonly name?: string | undefined;
  /** The total that was counted. */
  readonly onHand?: number | undefined;
  /** The total that the caller expects before the count. */
  readonly expectedOnHand?: number | undefined;
  readonly reorderPoint?: number | undefined;
  readonly home?: LocationReference | null | undefined;
  readonly restore: boolean;
  readonly reason?: string | undefined;
  readonly note?: string | undefined;
  readonly ifMatch?: VersionCondition | undefined;
}

export const updateSku: CommandSpec<UpdateSku> = {
  reads: ({ sku, home }) => ({ skus: [sku], locations: homeReferences(home) }),
  forecast: ({ onHand }) => ({ counted: onHand }),
  cause: ({ reason, onHand, note = null }) => ({
    reason: reason ?? (onHand === undefined ? 'reorder_point' : 'count'),
    reference: null,
    note,
  }),
  ledgerRepeat: { isRecorded: ({ onHand }) => onHand !== undefined, result: skuFromLedger },
  decide: (draft, command) => {
    const { home, name, reorderPoint, restore, origin } = command;
    const found = home === undefined ? undefined : findLocation(draft, home, { pointer: '/location', at: origin.at });
    const target = resolveTarget(draft, command, found);
    if (target.type === 'missed') return target.result;
    if (found?.type === 'refused') return found;
    const { sku } = target;
    const changed: Sku = {
      ...sku,
      name: name ?? sku.name,
      reorderPoint: reorderPoint ?? sku.reorderPoint,
      homeId: found?.location.id ?? sku.homeId,
      archivedAt: restore ? null : sku.archivedAt,
    };
    const refusal = cannotRestore(draft, sku, changed);
    if (refusal) return refused(refusal);
    draft.putSku(changed);
    return count(draft, changed, command.onHand ?? changed.onHand);
  },
};

/** A SKU is restored at its home, which may have been archived since. */
function cannotRestore(draft: StockDraft, before: Sku, { archivedAt, homeId }: Sku): Refusal | undefined {
  if (before.archivedAt === null || archivedAt !== null) return undefined;
  const home = draft.knownLocation(homeId);
  return home.archivedAt === null ? undefined : locationArchived('/location', home.path);
}

/** Sets the total of a SKU: the difference is moved at the home location first, then at the fullest others. */
function count(draft: StockDraft, sku: Sku, target: number): CommandResult {
  const { code, onHand, firm, archivedAt } = sku;
  if (target !== onHand) {
    if (archivedAt === null && target < firm) return refused(heldByPackedOrders(code, { target, firm }));
    const result = changeTotal(draft, sku, { target, pointer: '/on_hand' });
    if (result.type !== 'done') return result;
  }
  return { type: 'sku', sku: draft.knownSku(code), changed: true };
}

/** The location that a home names: null is the default warehouse itself. */
export function homeReferences(home: LocationReference | null | undefined): LocationReference[] {
  if (home === null) return [{ type: 'path', codes: [DEFAULT_WAREHOUSE] }];
  return home ? [home] : [];
}

/** The result of a repeat long after: the SKU as it is now. */
export function skuFromLedger(stock: StockView, { sku: code }: { readonly sku: string }): CommandResult {
  const sku = stock.sku(code);
  if (!sku) throw new Error(`The ledger has entries of ${code}, which does not exist`);
  return { type: 'sku', sku, changed: false };
}
