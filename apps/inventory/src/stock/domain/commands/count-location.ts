import type { LocationReference } from '../../../model/location.ts';
import { balanceAt, withCount } from '../../../model/sku.ts';
import { changeTotal } from '../change-total.ts';
import { type CommandSpec, givenOr, type Origin, refused } from '../command.ts';
import { findLocation, resolveTarget } from '../resolve-target.ts';
import { skuFromLedger } from './sku-commands.ts';

/** States the units of a SKU that lie at exactly one location; those elsewhere stay. The same number as before changes nothing. */
export interface CountLocationCommand {
  readonly type: 'count-location';
  readonly origin: Origin;
  readonly sku: string;
  readonly location: LocationReference;
  /** The units that were counted there. */
  readonly onHand: number;
  /** The units that the caller expects there before the count. */
  readonly expectedOnHand?: number | undefined;
  readonly reason?: string | undefined;
  readonly note?: string | undefined;
}

export const countLocation: CommandSpec<CountLocationCommand> = {
  reads: ({ sku, location }) => ({ skus: [sku], locations: [location] }),
  // The location of a path is not known here: at the fullest one the most can be missing.
  forecast: ({ location, onHand }, sku) => {
    const fullest = location.type === 'id' ? balanceAt(sku, location.id) : Math.max(0, ...sku.stock.map((entry) => entry.onHand));
    return { least: Math.min(0, onHand - fullest), most: onHand };
  },
  cause: ({ reason, note = null }) => ({ ...givenOr(reason, 'count'), reference: null, note }),
  ledgerRepeat: { isRecorded: () => true, result: skuFromLedger },
  decide: (draft, { sku: code, location, onHand, expectedOnHand, origin: { at } }) => {
    const found = findLocation(draft, location, { pointer: '/location', at });
    const target = resolveTarget(draft, { sku: code }, found);
    if (target.type === 'missed') return target.result;
    if (found.type === 'refused') return refused(found.refusal);
    const { sku } = target;
    const locationId = found.location.id;
    const before = balanceAt(sku, locationId);
    if (expectedOnHand !== undefined && expectedOnHand !== before) return { type: 'outdated', sku };
    if (onHand === before) return { type: 'sku', sku, changed: false };
    const total = sku.onHand + onHand - before;
    const result = changeTotal(draft, sku, { target: total, at: found.location, pointer: '/on_hand' });
    if (result.type !== 'done') return result;
    const after = draft.knownSku(code);
    draft.putSku({ ...after, ...withCount(after, { locationId, at }) });
    return { type: 'sku', sku: draft.knownSku(code), changed: true };
  },
};
