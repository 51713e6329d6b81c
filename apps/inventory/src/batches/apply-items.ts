import type { InventoryItem, SkuRecord } from '@fulfilment/contracts';
import { AppError, type Clock, type IdempotencyClaim, type RequestContext } from '@fulfilment/kernel';
import type { Origin } from '../stock/domain/command.ts';
import type { SkuCommand } from '../stock/domain/commands/commands.ts';
import { type PresentedResult, notMade } from '../stock/presented-result.ts';
import type { ChangeStock } from '../stock/stock-lane.ts';

import { itemCommand } from '../skus/item-command.ts';
import { orderlyRuns } from './orderly-runs.ts';
import { originOf } from '../stock/origin.ts';

/** One change of a batch or an import. */
export interface Item {
  readonly item: InventoryItem;
  /** Where it stands in the request, such as `/items/3`: the pointers of its errors begin with it. */
  readonly pointer: string;
  /** Under which it is done once, whatever request it comes with. */
  readonly claim?: IdempotencyClaim | undefined;
}

export type ItemResult =
  /** `changed`: whether it did anything. */
  | { readonly type: 'applied'; readonly op: InventoryItem['op']; readonly record: SkuRecord; readonly changed: boolean }
  | { readonly type: 'refused'; readonly error: AppError }
  /** Nothing is wrong with it; others of an atomic batch were refused. */
  | { readonly type: 'left-out' };

export interface ItemTerms {
  /** `partial`: each by itself, in their order; `atomic`: all or none. */
  readonly mode: 'partial' | 'atomic';
  /** Only tells what would come of it. */
  readonly dryRun?: boolean;
}

/**
 * Creates, updates and adjusts SKUs: at most 1 000, since those of an atomic batch or a dry run share a transaction. An atomic batch is
 * done once under the context's idempotency key; the items of a partial one under their own claims.
 *
 * @returns what came of each item, by its place. What may pass with time is the refusal of an item; those behind it are not tried.
 * @throws AppError `unavailable` where an atomic batch or a dry run cannot be decided.
 */
export type ApplyItems = (items: readonly Item[], context: RequestContext, terms: ItemTerms) => Promise<readonly ItemResult[]>;

export function makeApplyItems({ changeStock, now }: { readonly changeStock: ChangeStock; readonly now: Clock }): ApplyItems {
  return async (items, context, { mode, dryRun = false }) => {
    const origin = originOf(context, now);
    if (mode === 'partial' && !dryRun) return oneByOne(items, ({ command }) => changeStock(context.tenant, command), origin);
    const outcome = await changeStock(context.tenant, {
      type: 'batch',
      origin: dryRun ? { ...origin, claim: undefined } : origin,
      commands: items.map((item) => commandOf(item, origin)),
      mode,
      dryRun,
    });
    return togetherResults(items, outcome, mode);
  };
}

interface ItemCommand extends Item {
  readonly command: SkuCommand;
}

const commandOf = ({ item, claim }: Item, origin: Origin): SkuCommand => itemCommand(item, { ...origin, claim });

async function oneByOne(
  items: readonly Item[],
  change: (item: ItemCommand) => Promise<PresentedResult>,
  origin: Origin,
): Promise<readonly ItemResult[]> {
  const results: ItemResult[] = [];
  for (const run of orderlyRuns(items, ({ item }) => item)) {
    const passing = results.find((result) => result.type === 'refused' && result.error.mayPass);
    if (passing) results.push(...run.map(() => passing));
    else
      results.push(
        ...(await Promise.all(run.map((item) => settle(item, change({ ...item, command: commandOf(item, origin) }))))),
      );
  }
  return results;
}

async function settle(item: Item, changed: Promise<PresentedResult>): Promise<ItemResult> {
  try {
    return resultOf(item, await changed);
  } catch (error) {
    if (error instanceof AppError) return { type: 'refused', error };
    throw error;
  }
}

function togetherResults(items: readonly Item[], outcome: PresentedResult, mode: ItemTerms['mode']): readonly ItemResult[] {
  if (outcome.type !== 'together') throw notMade(outcome);
  const { stands, outcomes } = outcome;
  return items.map((item, place) => {
    const own = outcomes[place];
    if (!own) throw new Error('An item has no outcome');
    const result = resultOf(item, own);
    return mode === 'atomic' && !stands && result.type === 'applied' ? { type: 'left-out' } : result;
  });
}

function resultOf({ item: { op }, pointer }: Item, outcome: PresentedResult): ItemResult {
  switch (outcome.type) {
    case 'sku':
      return { type: 'applied', op, record: outcome.record, changed: outcome.changed };
    case 'adjusted':
      return { type: 'applied', op, record: outcome.adjustment.record, changed: true };
    default:
      return { type: 'refused', error: within(notMade(outcome), pointer) };
  }
}

/** The same error, its pointers into the whole request. */
function within(error: AppError, pointer: string): AppError {
  const { kind, code, message, details } = error;
  const { errors } = details;
  if (!Array.isArray(errors)) return error;
  const moved = errors.map((each: object) => ({
    ...each,
    pointer: `${pointer}${'pointer' in each ? String(each.pointer) : ''}`,
  }));
  return new AppError({ kind, code, message, details: { ...details, errors: moved } });
}
