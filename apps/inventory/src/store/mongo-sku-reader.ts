import { type Cursors, readPage } from '@fulfilment/mongo';
import type { Db } from 'mongodb';
import type { SkuFilter, SkuReader } from '../use-cases/ports.ts';
import { SKUS } from './inventory-indexes.ts';
import { type SkuDocument, skuKey, toSku } from './sku-document.ts';

export function makeMongoSkuReader(db: Db, cursors: Cursors): SkuReader {
  const collection = db.collection<SkuDocument>(SKUS);
  return {
    find: async (tenant, code) => {
      const found = await collection.findOne({ _id: skuKey(tenant, code) });
      return found ? toSku(found) : undefined;
    },
    list: (tenant, filter, { limit, cursor }) =>
      readPage(
        cursors,
        {
          collection,
          filter: { tenant, ...conditionsOf(filter) },
          sort: { sku: 1 },
          limit,
          cursor,
          scope: { tenant, list: 'skus', filter: { ...filter } },
        },
        toSku,
      ),
  };
}

function conditionsOf({ status, lowStock }: SkuFilter): Partial<Pick<SkuDocument, 'status' | 'low_stock'>> {
  return { ...(status === 'all' ? {} : { status }), ...(lowStock === undefined ? {} : { low_stock: lowStock }) };
}
