import type { SkuRecord } from '@fulfilment/contracts';
import type { Clock, RequestContext } from '@fulfilment/kernel';
import type { ChangeStock } from '../stock/stock-lane.ts';
import { skuOf } from '../stock/presented-result.ts';
import { originOf } from '../stock/origin.ts';

/** @throws AppError `not_found` or `version_conflict`. */
export type ArchiveSku = (sku: string, context: RequestContext) => Promise<SkuRecord>;

export function makeArchiveSku({ changeStock, now }: { readonly changeStock: ChangeStock; readonly now: Clock }): ArchiveSku {
  return async (sku, context) => {
    const origin = originOf(context, now);
    return skuOf(await changeStock(context.tenant, { type: 'archive-sku', origin, sku, ifMatch: context.ifMatch }));
  };
}
