import { type Cursors, readPage } from '@fulfilment/mongo';
import type { Db } from 'mongodb';
import type { SkuReader } from '../use-cases/ports.ts';
import { SKUS } from './inventory-indexes.ts';
import { type SkuDocument, skuKey, toSku } from './sku-document.ts';
import { readingOf, SKU_SORTS } from './sku-list.ts';

export function makeMongoSkuReader(db: Db, cursors: Cursors): SkuReader {
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
  };
}
