import type { ListSkusQuery, SkuRecord } from '@fulfilment/contracts';
import { type Page, type Tenant, tenantKey } from '@fulfilment/kernel';
import { parseLocation } from '../locations/domain/location.ts';
import { searchWords } from '../lists/domain/search-prefixes.ts';
import type { LocationStore } from '../locations/location-ports.ts';
import type { SkuFilter, SkuOrder, SkuReader } from './sku-ports.ts';
import { emptyPage } from '../lists/empty-page.ts';
import { readPaths } from '../locations/read-paths.ts';
import { toSkuRecord } from './sku-record.ts';

/** @throws AppError `invalid_cursor`. */
export type ListSkus = (tenant: Tenant, query: ListSkusQuery) => Promise<Page<SkuRecord>>;

export interface ListSkusOptions {
  readonly skus: SkuReader;
  readonly places: Pick<LocationStore, 'findMany' | 'findNamed'>;
}

export function makeListSkus({ skus, places }: ListSkusOptions): ListSkus {
  return async (tenant, { location, limit, cursor, ...query }) => {
    const key = tenantKey(tenant);
    const place = location === undefined ? undefined : await places.findNamed(key, parseLocation(location));
    if (location !== undefined && place === undefined) return emptyPage(cursor);
    const page = await skus.list(key, filterOf(query, place?.id), { limit, cursor, sort: orderOf(query) });
    const pathOf = await readPaths(places, key, page.data);
    return { ...page, data: page.data.map((sku) => toSkuRecord(sku, pathOf)) };
  };
}

type Filters = Omit<ListSkusQuery, 'limit' | 'cursor' | 'location'>;

function filterOf({ status, low_stock: lowStock, q, sku, updated_since: since }: Filters, within: string | undefined): SkuFilter {
  return {
    status,
    lowStock: lowStock === undefined ? undefined : lowStock === 'true',
    within,
    words: q === undefined ? [] : searchWords(q),
    codes: sku,
    changedSince: since === undefined ? undefined : new Date(since),
  };
}

function orderOf({ sort, updated_since: since }: Filters): SkuOrder {
  return sort ?? (since === undefined ? 'sku' : 'updated_at');
}
