import type { CreateSkuBody, SkuRecord } from '@fulfilment/contracts';
import type { Clock, RequestContext } from '@fulfilment/kernel';
import type { ChangeStock } from '../stock/stock-lane.ts';
import { skuOf } from '../stock/presented-result.ts';
import { createCommand } from './item-command.ts';
import { originOf } from '../stock/origin.ts';

/** @throws AppError `sku_exists`, `unknown_location` or `location_archived`. */
export type CreateSku = (body: CreateSkuBody, context: RequestContext) => Promise<SkuRecord>;

export function makeCreateSku({ changeStock, now }: { readonly changeStock: ChangeStock; readonly now: Clock }): CreateSku {
  return async (body, context) => skuOf(await changeStock(context.tenant, createCommand(body, originOf(context, now))));
}
