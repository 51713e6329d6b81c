import { type Cursors, readPage } from '@fulfilment/mongo';
import type { Db } from 'mongodb';
import type { SkuReader } from './sku-ports.ts';
import { SKUS, STOCKED_AT_INDEX, STOCKED_WITHIN_INDEX } from '../stock/inventory-indexes.ts';
import { type SkuDocument, skuKey, toSku } from './sku-documents.ts';
import { readingOf, SKU_SORTS } from './sku-list-store.ts';

export function makeSkuReader(db: Db, cursors: Cursors): SkuReader {
  const collection = db.collection<SkuDocument>(SKUS);
  return {
    find: async (tenant, code) => {
      const found = await collection.findOne({ _id: skuKey(tenant, code) });
      return found ? toSku(found) : undefined;
    },
    list: async (tenant, filter, { limit, cursor, sort }) => {
      const request = {
        collection,
        ...(await readingOf(collection, tenant, { filter, sort })),
        sort: SKU_SORTS[sort],
        limit,
        cursor,
        scope: { tenant, list: 'skus', filter: { ...filter } },
      };
      return readPage(cursors, request, toSku);
    },
    listAt: (tenant, { placeId, below }, { limit, cursor }) => {
      const request = {
        collection,
        filter: { tenant, ...(below ? { stocked_within: placeId } : { 'stock.location_id': placeId }) },
        sort: SKU_SORTS.sku,
        hint: below ? STOCKED_WITHIN_INDEX : STOCKED_AT_INDEX,
        limit,
        cursor,
        scope: { tenant, list: 'stock at a place', filter: { placeId, below } },
      };
      return readPage(cursors, request, toSku);
    },
  };
}
