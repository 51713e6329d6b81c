import { scannedGtin } from '@fulfilment/kernel';
import { batchedReads, type Cursors, findAtOnce, PageRows, readPage } from '@fulfilment/mongo';
import type { Collection, Db } from 'mongodb';
import { BARCODE_INDEX, SKU_LIST_INDEXES, SKUS, STOCKED_AT_INDEX, STOCKED_WITHIN_INDEX } from '../database/inventory-indexes.ts';
import { barcodesCondition, NOT_SHOWN, type SkuDocument, skuKey, toShownSku } from '../database/sku-documents.ts';
import { barcodeTexts, type ShownSku } from '../model/sku.ts';
import { exportPicking, NOT_LISTED, readingOf, standing } from './sku-list-store.ts';
import { type SkuFilter, SKUS_A_PIECE, type SkuStore, type StockTotals } from './sku-ports.ts';

/** Bytes of a piece, for one SKU that lies at 1 000 locations has 290 KB. */
const PIECE_BYTES = 256_000;
type ExportFilter = Pick<SkuFilter, 'status' | 'lowStock' | 'soldOut'>;
/** SKUs of one batched read at most, of any tenants. */
const SKUS_AT_ONCE = 50;

export function makeSkuStore(db: Db, cursors: Cursors): SkuStore {
  const collection = db.collection<SkuDocument>(SKUS);
  const readPiece = async (tenant: string, filter: ExportFilter, after: string): Promise<PageRows<SkuDocument>> => {
    const list = `${tenant} export of skus`;
    const piece = new PageRows<SkuDocument>(SKUS_A_PIECE, PIECE_BYTES, exportPicking(filter));
    const batchSize = Math.min(cursors.largeRecords.rowsAtOnce(list, PIECE_BYTES), SKUS_A_PIECE + 2);
    const options = { projection: NOT_SHOWN, hint: SKU_LIST_INDEXES.all.sku, limit: piece.wanted, batchSize };
    const conditions = { ...standing(tenant, filter), sku: { $gt: after } };
    await piece.takeFrom(collection.find(conditions, options).sort({ sku: 1 }));
    cursors.largeRecords.learn(list, piece);
    return piece;
  };
  const read = readsOf(collection);
  return {
    find: (tenant, code) => read(skuKey(tenant, code)),
    findByBarcode: async (tenant, barcode) => {
      const options = { projection: NOT_SHOWN, hint: BARCODE_INDEX };
      return oneWith((await collection.find(barcodesCondition(tenant, [barcode]), options).toArray()).map(toShownSku), barcode);
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
      return readPage(cursors, request, toShownSku);
    },
    listAt: (tenant, { locationId, below }, { limit, cursor }) => {
      const request = {
        collection,
        filter: { tenant, ...(below ? { stocked_within: locationId } : { 'stock.location_id': locationId }) },
        sort: SKU_SORTS.sku,
        without: NOT_LISTED,
        hint: below ? STOCKED_WITHIN_INDEX : STOCKED_AT_INDEX,
        limit,
        cursor,
        scope: { tenant, list: 'stock at a place', filter: { locationId, below } },
      };
      return readPage(cursors, request, toShownSku);
    },
    readAll: async function* (tenant, filter) {
      let after = '';
      // No cursor is open between two pieces: a slow reader, or one that leaves, costs the server nothing.
      for (;;) {
        const { rows, last, hasMore } = await readPiece(tenant, filter, after);
        yield rows.map(toShownSku);
        if (!hasMore || !last) return;
        after = last.sku;
      }
    },
    known: async (tenant, codes) => {
      const ids = codes.map((code) => skuKey(tenant, code));
      const found = await collection.find({ _id: { $in: ids } }, { projection: { sku: 1 } }).toArray();
      return new Set(found.map(({ sku }) => sku));
    },
    count: (tenant) => collection.countDocuments({ tenant }, { hint: SKU_LIST_INDEXES.all.sku }),
    // It reads every SKU, some seconds for a million: an index that held the quantities made changes of stock half as dear again
    // (measured, batches of 100), and the totals are read now and then.
    totals: async (tenant) => {
      const sums = {
        skus: { $sum: 1 },
        onHand: { $sum: '$on_hand' },
        allocated: { $sum: '$allocated' },
        available: { $sum: AVAILABLE },
        lowStock: { $sum: { $cond: ['$low_stock', 1, 0] } },
        soldOut: { $sum: { $cond: [SOLD_OUT, 1, 0] } },
      };
      const stages = [{ $match: { tenant, status: 'active' } }, { $group: { _id: null, ...sums } }, { $project: { _id: 0 } }];
      const [totals = NOTHING] = await collection.aggregate<StockTotals>(stages).toArray();
      return totals;
    },
  };
}

/** Reads of single SKUs, which share commands. */
function readsOf(collection: Collection<SkuDocument>): (key: string) => Promise<ShownSku | undefined> {
  const options = { projection: NOT_SHOWN, limit: SKUS_AT_ONCE };
  return batchedReads<ShownSku>(SKUS_AT_ONCE, async (keys) => {
    const skus = new Map<string, ShownSku>();
    for (const document of await findAtOnce(collection, { _id: { $in: [...keys] } }, options)) {
      const { _id: key } = document;
      skus.set(key, toShownSku(document));
    }
    return skus;
  });
}

/** The SKU that has a barcode as it is written, or its GTIN: in records of releases before 0.1.0 two may have one in two lengths. */
function oneWith(found: readonly ShownSku[], barcode: string): ShownSku | undefined {
  const having = (text: string | undefined) => found.find(({ details }) => barcodeTexts(details).some((each) => each === text));
  return having(barcode) ?? having(scannedGtin(barcode));
}

/** Documents of earlier releases do not have it. */
const UNAVAILABLE = { $ifNull: ['$unavailable', 0] } as const;
const FREE = { $subtract: ['$on_hand', { $add: ['$allocated', UNAVAILABLE, { $ifNull: ['$reserved', 0] }] }] } as const;
/** Units that warehouses withhold as their own safety stock. */
const WITHHELD = {
  $sum: {
    $map: {
      input: { $ifNull: ['$warehouses', []] },
      in: {
        $min: [
          { $ifNull: ['$$this.safety_stock', 0] },
          {
            $subtract: [
              '$$this.on_hand',
              { $add: ['$$this.unavailable', '$$this.allocated', { $ifNull: ['$$this.reserved', 0] }] },
            ],
          },
        ],
      },
    },
  },
} as const;
const AVAILABLE = { $max: [0, { $subtract: [FREE, { $max: [{ $ifNull: ['$safety_stock', 0] }, WITHHELD] }] }] } as const;
const SOLD_OUT = { $eq: [AVAILABLE, 0] } as const;

const NOTHING: StockTotals = { skus: 0, onHand: 0, allocated: 0, available: 0, lowStock: 0, soldOut: 0 };

const SKU_SORTS = { sku: { sku: 1 }, updated_at: { updated_at: 1, sku: 1 } } as const;
