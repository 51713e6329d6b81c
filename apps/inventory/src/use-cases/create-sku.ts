import type { CreateSkuBody, SkuRecord } from '@fulfilment/contracts';
import type { Clock, RequestContext } from '@fulfilment/kernel';
import { parsePlace } from '../domain/place.ts';
import type { ChangeStock } from './change-stock.ts';
import { originOf } from './origin.ts';
import { skuOf } from './outcomes.ts';

/** @throws AppError `sku_exists`, `unknown_location` or `location_archived`. */
export type CreateSku = (body: CreateSkuBody, context: RequestContext) => Promise<SkuRecord>;

export function makeCreateSku({ changeStock, now }: { readonly changeStock: ChangeStock; readonly now: Clock }): CreateSku {
  return async ({ sku, name, on_hand: onHand, reorder_point: reorderPoint, location }, context) =>
    skuOf(
      await changeStock(context.tenant, {
        type: 'create-sku',
        origin: originOf(context, now),
        sku,
        name,
        onHand,
        reorderPoint,
        home: location === null ? null : parsePlace(location),
      }),
    );
}
