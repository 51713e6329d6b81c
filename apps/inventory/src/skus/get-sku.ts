import type { SkuRecord } from '@fulfilment/contracts';
import { type Tenant, tenantKey } from '@fulfilment/kernel';
import { skuNotFound } from '../stock/domain/refusal.ts';
import { refusalError } from '../stock/presented-result.ts';
import type { SkuReader } from './sku-ports.ts';
import { type LocationReader, readPaths } from '../locations/read-paths.ts';

import { toSkuRecord } from './sku-record.ts';

/** @throws AppError `not_found`. */
export type GetSku = (tenant: Tenant, sku: string) => Promise<SkuRecord>;

export function makeGetSku({ skus, places }: { readonly skus: SkuReader; readonly places: LocationReader }): GetSku {
  return async (tenant, code) => {
    const sku = await skus.find(tenantKey(tenant), code);
    if (!sku) throw refusalError(skuNotFound());
    return toSkuRecord(sku, await readPaths(places, tenantKey(tenant), [sku]));
  };
}
