import type { ListSkusQuery, SkuRecord } from '@fulfilment/contracts';
import { type Page, type Tenant, tenantKey } from '@fulfilment/kernel';
import { type PathReader, readPaths } from './read-paths.ts';
import type { SkuReader } from './ports.ts';
import { toSkuRecord } from './sku-record.ts';

/** @throws AppError `invalid_cursor`. */
export type ListSkus = (tenant: Tenant, query: ListSkusQuery) => Promise<Page<SkuRecord>>;

export function makeListSkus({ skus, places }: { readonly skus: SkuReader; readonly places: PathReader }): ListSkus {
  return async (tenant, { status, low_stock: lowStock, limit, cursor }) => {
    const filter = { status, lowStock: lowStock === undefined ? undefined : lowStock === 'true' };
    const page = await skus.list(tenantKey(tenant), filter, { limit, cursor });
    const pathOf = await readPaths(places, tenantKey(tenant), page.data);
    return { ...page, data: page.data.map((sku) => toSkuRecord(sku, pathOf)) };
  };
}
