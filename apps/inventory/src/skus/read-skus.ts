import {
  errors,
  type ExportInventoryQuery,
  type InventoryOverview,
  type ListSkusQuery,
  type SkuRecord,
} from '@fulfilment/contracts';
import {
  type AppError,
  type Clock,
  memoizeWithTtl,
  type Page,
  type PageQuery,
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
import { toRecordIn, toSkuRecord } from '../records/sku-record.ts';
import { noWarehouseFilter, unknownLocationFilter } from '../records/unknown-location.ts';
import type { SkuFilter, SkuOrder, SkuStore, WarehouseFilter } from './sku-ports.ts';

/** @throws AppError `invalid_cursor`, or `invalid_parameter` for a location that does not exist, and for one that is no warehouse. */
export type ListSkus = (tenant: Tenant, query: ListSkusQuery) => Promise<Page<SkuRecord>>;

export function makeListSkus(
  skus: Pick<SkuStore, 'list'>,
  locations: Pick<LocationStore, 'findNamed'>,
  shownLocations: LocationReader,
): ListSkus {
  return async (tenant, { location, warehouse, limit, cursor, ...query }) => {
    const key = tenantKey(tenant);
    if (warehouse !== undefined) {
      if (location !== undefined)
        throw refusedParameter('location', 'A list by warehouse takes no location: leave one of them out.');
      const place = await locations.findNamed(key, parseLocation(warehouse));
      if (!place) throw unknownLocationFilter('warehouse', warehouse, cursor);
      if (place.type !== 'warehouse') throw noWarehouseFilter(place.path);
      const list = { tenant: key, filter: filterInWarehouse(query, place.id), sort: orderOf(query) };
      return listInWarehouse({ skus, shownLocations }, list, { limit, cursor });
    }
    const found = location === undefined ? undefined : await locations.findNamed(key, parseLocation(location));
    if (location !== undefined && found === undefined) throw unknownLocationFilter('location', location, cursor);
    const page = await skus.list(key, filterOf(query, found?.id), { limit, cursor, sort: orderOf(query) });
    const read = await readLocationsOf(shownLocations, key, page.data);
    return { ...page, data: page.data.map((sku) => toSkuRecord(sku, read)) };
  };
}

function refusedParameter(parameter: string, message: string): AppError {
  return errors.invalidParameter(message, { facts: { errors: [{ pointer: `/${parameter}`, code: 'invalid', message }] } });
}

/** Reads of one page by warehouse, at most: each is of as many SKUs as the page has room for, 1 000 in all at most. */
const READS_A_PAGE = 20;
const SKUS_A_PAGE = 1_000;

interface ListInWarehouse {
  readonly tenant: string;
  readonly filter: SkuFilter & { readonly warehouse: WarehouseFilter };
  readonly sort: SkuOrder;
}

/** A page of SKUs as they are in a warehouse; those that are sold out in it are told apart after they are read, some reads a page. */
async function listInWarehouse(
  { skus, shownLocations }: { readonly skus: Pick<SkuStore, 'list'>; readonly shownLocations: LocationReader },
  { tenant, filter, sort }: ListInWarehouse,
  { limit, cursor }: PageQuery,
): Promise<Page<SkuRecord>> {
  const { id, soldOut } = filter.warehouse;
  const data: SkuRecord[] = [];
  let next: string | null | undefined = cursor;
  let read = 0;
  for (let reads = 0; reads < READS_A_PAGE && next !== null && data.length < limit && read < SKUS_A_PAGE; reads += 1) {
    const page = await skus.list(tenant, filter, { limit: limit - data.length, cursor: next, sort });
    const named = await readLocationsOf(shownLocations, tenant, page.data);
    const records = page.data.map((sku) => toRecordIn(id, sku, named));
    data.push(...records.filter((record) => soldOut === undefined || record.sold_out === soldOut));
    read += page.data.length;
    next = page.next_cursor;
    // A page may end before its limit, at 1 MB.
    if (soldOut === undefined) break;
  }
  return { data, has_more: typeof next === 'string', next_cursor: next ?? null };
}

function filterInWarehouse(query: Filters, id: string): ListInWarehouse['filter'] {
  const { low_stock: lowStock, sold_out: soldOut, ...others } = query;
  return { ...filterOf({ ...others, low_stock: undefined, sold_out: undefined }, id), warehouse: { id, lowStock, soldOut } };
}

type Filters = Omit<ListSkusQuery, 'limit' | 'cursor' | 'location' | 'warehouse'>;

function filterOf(
  {
    status,
    low_stock: lowStock,
    sold_out: soldOut,
    q,
    sku,
    barcode,
    barcode_prefix: barcodePrefix,
    updated_since: since,
  }: Filters,
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
    ...(barcodePrefix === undefined ? {} : { barcodePrefix }),
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
export type GetInventoryOverview = (
  context: Pick<RequestContext, 'tenant' | 'storage'>,
) => Promise<Omit<InventoryOverview, 'stored_bytes'>>;

export function makeGetInventoryOverview(
  skus: Pick<SkuStore, 'totals'>,
  locations: Pick<LocationStore, 'countWarehouses'>,
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
    const [overview, used, warehouses] = await Promise.all([
      overviews(key),
      storedSkus.recent(key),
      locations.countWarehouses(key),
    ]);
    return {
      ...overview,
      storage: { used, limit: storage?.skus ?? null },
      warehouses: { used: warehouses, limit: storage?.warehouses ?? null },
    };
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
