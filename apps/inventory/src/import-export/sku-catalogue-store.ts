import type { Db, Filter } from 'mongodb';
import type { Sku } from '../skus/domain/sku.ts';
import type { CatalogueFilter, SkuCatalogue } from '../skus/sku-ports.ts';
import { SKU_LIST_INDEXES, SKUS } from '../stock/inventory-indexes.ts';
import { type SkuDocument, skuKey, toSku } from '../skus/sku-documents.ts';

/** One SKU may lie at 1 000 places: a piece of so many is 30 MB at the very most, and 0.1 MB as a rule. */
const SKUS_A_PIECE = 250;

export function makeSkuCatalogue(db: Db): SkuCatalogue {
  const collection = db.collection<SkuDocument>(SKUS);
  const readPiece = (conditions: Filter<SkuDocument>): Promise<Sku[]> =>
    collection.find(conditions).sort({ sku: 1 }).hint(SKU_LIST_INDEXES.all.sku).limit(SKUS_A_PIECE).map(toSku).toArray();
  return {
    readAll: async function* (tenant, filter) {
      let after = '';
      // No cursor is open between two pieces: whoever takes them slowly, or leaves, costs the server nothing.
      for (;;) {
        const skus = await readPiece({ tenant, ...conditionsOf(filter), sku: { $gt: after } });
        const last = skus.at(-1);
        if (!last) return;
        yield skus;
        if (skus.length < SKUS_A_PIECE) return;
        after = last.code;
      }
    },
    known: async (tenant, codes) => {
      const ids = codes.map((code) => skuKey(tenant, code));
      const found = await collection.find({ _id: { $in: ids } }, { projection: { sku: 1 } }).toArray();
      return new Set(found.map(({ sku }) => sku));
    },
  };
}

/** Every value is named, so that the index gives them in the order of the codes. */
function conditionsOf({ status, lowStock }: CatalogueFilter): Filter<SkuDocument> {
  return {
    status: { $in: status === 'all' ? ['active', 'archived'] : [status] },
    low_stock: { $in: lowStock === undefined ? [true, false] : [lowStock] },
  };
}
