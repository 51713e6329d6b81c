import type { ExportInventoryQuery, InventoryOverview, ListSkusQuery, SkuRecord } from '@fulfilment/contracts';
import {
  type Clock,
  memoizeWithTtl,
  type Page,
  type RequestContext,
  type StoredCounts,
  type Tenant,
  tenantKey,
} from '@fulfilment/kernel';
import type { LocationStore } from '../locations/location-ports.ts';
import { parseLocation } from '../model/location.ts';
import { skuNotFound } from '../model/refusal.ts';
import { searchWords } from '../model/search-prefixes.ts';
import { refusalError } from '../records/refusal-error.ts';
import { type LocationReader, readLocationsOf } from '../records/shown-locations.ts';
import { toSkuRecord } from '../records/sku-record.ts';
import { unknownLocationFilter } from '../records/unknown-location.ts';
import type { SkuFilter, SkuOrder, SkuStore } from './sku-ports.ts';

/** @throws AppError `invalid_cursor`, or `invalid_parameter` for a location that does not exist. */
export type ListSkus = (tenant: Tenant, query: ListSkusQuery) => Promise<Page<SkuRecord>>;

export function makeListSkus(
  skus: Pick<SkuStore, 'list'>,
  locations: Pick<LocationStore, 'findNamed'>,
  shownLocations: LocationReader,
): ListSkus {
  return async (tenant, { location, limit, cursor, ...query }) => {
    const key = tenantKey(tenant);
    const found = location === undefined ? undefined : await locations.findNamed(key, parseLocation(location));
    if (location !== undefined && found === undefined) throw unknownLocationFilter('location', location, cursor);
    const page = await skus.list(key, filterOf(query, found?.id), { limit, cursor, sort: orderOf(query) });
    const read = await readLocationsOf(shownLocations, key, page.data);
    return { ...page, data: page.data.map((sku) => toSkuRecord(sku, read)) };
  };
}

type Filters = Omit<ListSkusQuery, 'limit' | 'cursor' | 'location'>;

function filterOf(
  { status, low_stock: lowStock, sold_out: soldOut, q, sku, barcode, updated_since: since }: Filters,
  within: string | undefined,
): SkuFilter {
  return {
    status,
    lowStock,
    within,
    words: q === undefined ? [] : searchWords(q),
    codes: sku,
    // Scopes of cursors of earlier releases lack these two.
    ...(barcode === undefined ? {} : { barcodes: barcode }),
    ...(soldOut === undefined ? {} : { soldOut }),
    changedSince: since === undefined ? undefined : new Date(since),
  };
}

function orderOf({ sort, updated_since: since }: Filters): SkuOrder {
  return sort ?? (since === undefined ? 'sku' : 'updated_at');
}

/** @throws AppError `not_found`. */
export type GetSku = (tenant: Tenant, sku: string) => Promise<SkuRecord>;

export function makeGetSku(skus: Pick<SkuStore, 'find'>, locations: LocationReader): GetSku {
  return async (tenant, code) => {
    const sku = await skus.find(tenantKey(tenant), code);
    if (!sku) throw refusalError(skuNotFound());
    return toSkuRecord(sku, await readLocationsOf(locations, tenantKey(tenant), [sku]));
  };
}

/** @throws AppError `not_found`. */
export type GetSkuByBarcode = (tenant: Tenant, barcode: string) => Promise<SkuRecord>;

export function makeGetSkuByBarcode(skus: Pick<SkuStore, 'findByBarcode'>, locations: LocationReader): GetSkuByBarcode {
  return async (tenant, barcode) => {
    const sku = await skus.findByBarcode(tenantKey(tenant), barcode);
    if (!sku) throw refusalError(skuNotFound());
    return toSkuRecord(sku, await readLocationsOf(locations, tenantKey(tenant), [sku]));
  };
}

/** Totals over all SKUs of a tenant, as they were a moment ago or longer where they are many. */
export type GetInventoryOverview = (context: Pick<RequestContext, 'tenant' | 'storage'>) => Promise<InventoryOverview>;

export function makeGetInventoryOverview(
  skus: Pick<SkuStore, 'totals'>,
  storedSkus: StoredCounts,
  now: Clock,
): GetInventoryOverview {
  const overviews = memoizeWithTtl({
    read: async (tenant) => {
      const asOf = now().toISOString();
      const totals = await skus.totals(tenant);
      const { skus: count, onHand, allocated, available, lowStock, soldOut } = totals;
      return { skus: count, on_hand: onHand, allocated, available, low_stock: lowStock, sold_out: soldOut, as_of: asOf };
    },
  });
  return async ({ tenant, storage }) => {
    const key = tenantKey(tenant);
    const [overview, used] = await Promise.all([overviews(key), storedSkus.used(key)]);
    return { ...overview, storage: { used, limit: storage?.skus ?? null } };
  };
}

/** All SKUs in pieces, by code: each once, as it is when its piece is read. Nothing is kept between the pieces but the last code. */
export type ExportSkus = (tenant: Tenant, query: ExportInventoryQuery) => AsyncIterable<readonly SkuRecord[]>;

export function makeExportSkus(skus: Pick<SkuStore, 'readAll'>, locations: LocationReader): ExportSkus {
  return async function* (tenant, { status, low_stock: lowStock, sold_out: soldOut }) {
    const key = tenantKey(tenant);
    const filter = { status, lowStock, soldOut };
    for await (const piece of skus.readAll(key, filter)) {
      const read = await readLocationsOf(locations, key, piece);
      yield piece.map((sku) => toSkuRecord(sku, read));
    }
  };
}
