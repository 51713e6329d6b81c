import type { ExportInventoryQuery, SkuRecord } from '@fulfilment/contracts';
import { type Tenant, tenantKey } from '@fulfilment/kernel';
import type { SkuCatalogue } from '../skus/sku-ports.ts';
import { type LocationReader, readLocationsOf, toSkuRecord } from '../skus/sku-record.ts';

/** All SKUs in pieces, by code: each once, as it is when its piece is read. Nothing is kept between the pieces but the last code. */
export type ExportSkus = (tenant: Tenant, query: ExportInventoryQuery) => AsyncIterable<readonly SkuRecord[]>;

export interface ExportSkusOptions {
  readonly catalogue: Pick<SkuCatalogue, 'readAll'>;
  readonly locations: LocationReader;
}

export function makeExportSkus({ catalogue, locations }: ExportSkusOptions): ExportSkus {
  return async function* (tenant, { status, low_stock: lowStock }) {
    const key = tenantKey(tenant);
    const filter = { status, lowStock: lowStock === undefined ? undefined : lowStock === 'true' };
    for await (const skus of catalogue.readAll(key, filter)) {
      const read = await readLocationsOf(locations, key, skus);
      yield skus.map((sku) => toSkuRecord(sku, read));
    }
  };
}
