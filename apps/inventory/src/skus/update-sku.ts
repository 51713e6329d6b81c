import type { SkuRecord, UpdateSkuBody } from '@fulfilment/contracts';
import type { Clock, RequestContext } from '@fulfilment/kernel';
import type { ChangeStock } from '../stock/stock-lane.ts';
import { skuOf } from '../stock/presented-result.ts';
import { updateCommand } from './item-command.ts';
import { originOf } from '../stock/origin.ts';

/**
 * @throws AppError `not_found`, `version_conflict`, `sku_archived`, `insufficient_stock`, `unknown_location`, `location_archived` or
 * `validation_failed`.
 */
export type UpdateSku = (sku: string, body: UpdateSkuBody, context: RequestContext) => Promise<SkuRecord>;

export function makeUpdateSku({ changeStock, now }: { readonly changeStock: ChangeStock; readonly now: Clock }): UpdateSku {
  return async (sku, body, context) => {
    const command = updateCommand({ sku, body, origin: originOf(context, now), ifMatch: context.ifMatch });
    return skuOf(await changeStock(context.tenant, command));
  };
}
