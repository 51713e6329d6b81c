import type { SkuRecord, UpdateSkuBody } from '@fulfilment/contracts';
import type { Clock, RequestContext } from '@fulfilment/kernel';
import { parsePlace, type PlaceReference } from '../domain/place.ts';
import type { ChangeStock } from './change-stock.ts';
import { originOf } from './origin.ts';
import { skuOf } from './outcomes.ts';

/** @throws AppError `not_found`, `sku_archived`, `insufficient_stock`, `unknown_location`, `location_archived` or `validation_failed`. */
export type UpdateSku = (sku: string, body: UpdateSkuBody, context: RequestContext) => Promise<SkuRecord>;

export function makeUpdateSku({ changeStock, now }: { readonly changeStock: ChangeStock; readonly now: Clock }): UpdateSku {
  return async (sku, { name, on_hand: onHand, reorder_point: reorderPoint, location, status, reason }, context) =>
    skuOf(
      await changeStock(context.tenant, {
        type: 'update-sku',
        origin: originOf(context, now),
        sku,
        name,
        onHand,
        reorderPoint,
        home: homeOf(location),
        restore: status === 'active',
        reason,
      }),
    );
}

function homeOf(location: UpdateSkuBody['location']): PlaceReference | null | undefined {
  return typeof location === 'string' ? parsePlace(location) : location;
}
