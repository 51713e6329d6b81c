import type { AdjustmentRecord, AdjustStockBody } from '@fulfilment/contracts';
import type { Clock, RequestContext } from '@fulfilment/kernel';
import type { ChangeStock } from '../stock/stock-lane.ts';
import { notMade } from '../stock/presented-result.ts';
import { adjustCommand } from './item-command.ts';
import { originOf } from '../stock/origin.ts';

/**
 * @throws AppError `not_found`, `version_conflict`, `sku_archived`, `insufficient_stock`, `unknown_location`, `location_archived` or
 * `validation_failed`.
 */
export type AdjustStock = (sku: string, body: AdjustStockBody, context: RequestContext) => Promise<AdjustmentRecord>;

export function makeAdjustStock({ changeStock, now }: { readonly changeStock: ChangeStock; readonly now: Clock }): AdjustStock {
  return async (sku, body, context) => {
    const command = adjustCommand({ sku, body, origin: originOf(context, now), ifMatch: context.ifMatch });
    const outcome = await changeStock(context.tenant, command);
    if (outcome.type === 'adjusted') return outcome.adjustment;
    throw notMade(outcome);
  };
}
