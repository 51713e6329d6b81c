import type { VersionCondition } from '@fulfilment/kernel';
import type { LocationReference } from '../../../model/location.ts';
import { skuArchived } from '../../../model/refusal.ts';
import { changeTotal } from '../change-total.ts';
import { type CommandSpec, type Origin, refused } from '../command.ts';
import { findLocation, resolveTarget } from '../resolve-target.ts';
import { skuFromLedger } from './sku-commands.ts';

/** Adds units to a SKU or takes some away. Adjustments come out the same in any order. */
export interface AdjustStockCommand {
  readonly type: 'adjust-stock';
  readonly origin: Origin;
  readonly sku: string;
  /** Units to add or, below zero, to take; never 0. */
  readonly delta: number;
  readonly reason: string;
  /** Absent: units are added at the home location, and taken from there first and then from the fullest others. */
  readonly location?: LocationReference | undefined;
  readonly note: string | null;
  readonly ifMatch?: VersionCondition | undefined;
}

export const adjustStock: CommandSpec<AdjustStockCommand> = {
  reads: ({ sku, location }) => ({ skus: [sku], locations: location ? [location] : [] }),
  forecast: ({ delta }) => ({ least: delta, most: delta }),
  cause: ({ reason: given, note }) => ({ given, reference: null, note }),
  ledgerRepeat: {
    isRecorded: () => true,
    result: (stock, command, movements) => ({ type: 'adjusted', sku: skuFromLedger(stock, command).sku, movements }),
  },
  decide: (draft, command) => {
    const { location, delta, origin } = command;
    const found = location && findLocation(draft, location, { pointer: '/location', at: origin.at });
    const target = resolveTarget(draft, command, found);
    if (target.type === 'missed') return target.result;
    const { sku } = target;
    if (sku.archivedAt !== null) return refused(skuArchived([{ pointer: '/delta', sku: sku.code }]));
    if (found?.type === 'refused') return found;
    const result = changeTotal(draft, sku, { target: sku.onHand + delta, at: found?.location, pointer: '/delta' });
    return result.type === 'done' ? { type: 'adjusted', sku: draft.knownSku(sku.code), movements: [] } : result;
  },
};
