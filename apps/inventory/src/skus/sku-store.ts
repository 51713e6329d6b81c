import { scannedGtin } from '@fulfilment/kernel';
import { batchedReads, type Cursors, findAtOnce, type PagePart, PageRows, readPage } from '@fulfilment/mongo';
import type { Collection, Db, Filter } from 'mongodb';
import {
  BARCODE_INDEX,
  LOW_IN_INDEXES,
  SKU_LIST_INDEXES,
  SKUS,
  STOCKED_AT_INDEX,
  STOCKED_WITHIN_INDEX,
} from '../database/inventory-indexes.ts';
import { findNarrow, longestFirst, type Narrowing, wordsCondition } from '../database/narrow-store.ts';
import { barcodesCondition, NOT_SHOWN, type SkuDocument, skuKey, toShownSku } from '../database/sku-documents.ts';
import { barcodeTexts, type ShownSku } from '../model/sku.ts';
import type { SkuFilter, SkuOrder, SkuStore, StockTotals } from './sku-ports.ts';

/** SKUs of a piece at most, 50 KB as a rule; and bytes, for one SKU that lies at 1 000 locations has 290 KB. */
const SKUS_A_PIECE = 100;
const PIECE_BYTES = 256_000;
/** SKUs of one batched read at most, of any tenants. */
const SKUS_AT_ONCE = 50;

export function makeSkuStore(db: Db, cursors: Cursors): SkuStore {
  const collection = db.collection<SkuDocument>(SKUS);
  const readPiece = async (tenant: string, conditions: Filter<SkuDocument>): Promise<PageRows<SkuDocument>> => {
    const list = `${tenant} export of skus`;
    const piece = new PageRows<SkuDocument>(SKUS_A_PIECE, PIECE_BYTES);
    const limit = SKUS_A_PIECE + 1;
    const batchSize = Math.min(cursors.largeRecords.rowsAtOnce(list, PIECE_BYTES), limit + 1);
    const options = { projection: NOT_SHOWN, hint: SKU_LIST_INDEXES.all.sku, limit, batchSize };
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
        without: NOT_LISTED,
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
        const conditions = { ...standing(tenant, filter), ...soldOutCondition(filter), sku: { $gt: after } };
        const { rows, hasMore } = await readPiece(tenant, conditions);
        const last = rows.at(-1);
        if (!last) return;
        yield rows.map(toShownSku);
        if (!hasMore) return;
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

/** The key says nothing that its parts do not. */
const NOT_LISTED = { ...NOT_SHOWN, _id: 0 } as const;

const SKU_SORTS = { sku: { sku: 1 }, updated_at: { updated_at: 1, sku: 1 } } as const;

const ID_INDEX = '_id_';

interface SkuList {
  readonly filter: SkuFilter;
  readonly sort: SkuOrder;
}

/** Filter and index of a list; where no index has all of it in its order, of a second part. */
interface Reading extends PagePart<SkuDocument> {
  readonly also?: PagePart<SkuDocument>;
}

/**
 * Chooses the index of a list. An index has a location, or one word, or neither, and an order. Further conditions are read by
 * themselves where they leave few records, and else checked record by record.
 */
async function readingOf(collection: Collection<SkuDocument>, tenant: string, list: SkuList): Promise<Reading> {
  const { filter } = list;
  if (filter.codes !== undefined) return { filter: conditionsOf(tenant, filter), hint: ID_INDEX };
  if (filter.barcodes !== undefined) return { filter: conditionsOf(tenant, filter), hint: BARCODE_INDEX };
  const narrow = await findNarrow(collection, [...wordNarrowings(tenant, list), ...changeNarrowings(tenant, list)]);
  if (narrow) return { filter: conditionsOf(tenant, filter, narrow.word), hint: narrow.hint };
  // All that are low in a warehouse are within it.
  if (filter.warehouse?.lowStock === true) return { filter: conditionsOf(tenant, filter), hint: LOW_IN_INDEXES[list.sort] };
  return (
    (await readingByChangeWithin(collection, tenant, list)) ?? { filter: conditionsOf(tenant, filter), hint: orderedIndex(list) }
  );
}

function orderedIndex({ filter: { within, words }, sort }: SkuList): string {
  if (within !== undefined) return SKU_LIST_INDEXES.within.sku;
  return words.length > 0 && sort === 'sku' ? SKU_LIST_INDEXES.search : SKU_LIST_INDEXES.all[sort];
}

/**
 * By the time of change, SKUs within a location are in two indexes: local ones, and widespread ones. A list in the order of that
 * time is read from both; one by `sku` too, where so few have changed that a page is sorted from them.
 */
async function readingByChangeWithin(
  collection: Collection<SkuDocument>,
  tenant: string,
  { filter, sort }: SkuList,
): Promise<Reading | undefined> {
  const { within, changedSince } = filter;
  if (within === undefined || (sort === 'sku' && changedSince === undefined)) return undefined;
  const isNarrow = async (part: Narrowing<SkuDocument>): Promise<boolean> => (await findNarrow(collection, [part])) !== undefined;
  const changed = { ...standing(tenant, filter), ...(changedSince === undefined ? {} : { updated_at: { $gte: changedSince } }) };
  const hints = { local: SKU_LIST_INDEXES.within.updated_at, ...SKU_LIST_INDEXES.widespread };
  const byChange =
    changedSince !== undefined && (await isNarrow({ filter: { ...changed, widespread: true }, hint: hints.updated_at }));
  if (sort === 'sku' && !(byChange && (await isNarrow({ filter: { ...changed, widespread: null, within }, hint: hints.local }))))
    return undefined;
  const byPlace =
    !byChange && (await isNarrow({ filter: { ...standing(tenant, filter), widespread: true, within }, hint: hints.within }));
  const all = conditionsOf(tenant, filter);
  return {
    filter: { ...all, widespread: null },
    hint: hints.local,
    also: { filter: { ...all, widespread: true }, hint: byPlace ? hints.within : hints.updated_at },
  };
}

function conditionsOf(tenant: string, filter: SkuFilter, lead?: string): Filter<SkuDocument> {
  const { within, words, codes, barcodes, changedSince } = filter;
  return {
    ...standing(tenant, filter),
    ...(barcodes === undefined ? {} : barcodesCondition(tenant, barcodes)),
    ...soldOutCondition(filter),
    ...wordsCondition(words, lead),
    ...(within === undefined ? {} : { within }),
    ...lowInCondition(filter),
    ...(codes === undefined ? {} : { _id: { $in: codes.map((code) => skuKey(tenant, code)) } }),
    ...(changedSince === undefined ? {} : { updated_at: { $gte: changedSince } }),
  };
}

/** Every index of the lists begins with these: where any value will do, each is named, so that the order behind them is kept. */
function standing(tenant: string, { status, lowStock }: Pick<SkuFilter, 'status' | 'lowStock'>) {
  return {
    tenant,
    status: { $in: status === 'all' ? (['active', 'archived'] as const) : [status] },
    low_stock: { $in: lowStock === undefined ? [true, false] : [lowStock] },
  };
}

function lowInCondition({ warehouse }: SkuFilter): Filter<SkuDocument> {
  if (warehouse?.lowStock === undefined) return {};
  return { low_in: warehouse.lowStock ? warehouse.id : { $ne: warehouse.id } };
}

/**
 * Looked at in each SKU that the rest of the filter leaves, as the totals do: an index would be moved by every sale of a last unit,
 * and no field holds what it needs.
 */
const soldOutCondition = ({ soldOut }: Pick<SkuFilter, 'soldOut'>): Filter<SkuDocument> =>
  // Words have an `$expr` of their own beside it.
  soldOut === undefined ? {} : { $and: [{ $expr: soldOut ? SOLD_OUT : { $not: [SOLD_OUT] } }] };

function wordNarrowings(tenant: string, { filter, sort }: SkuList): Narrowing<SkuDocument>[] {
  const { words, within, changedSince } = filter;
  const indexed = words.length < 2 && within === undefined && changedSince === undefined && sort === 'sku';
  if (indexed) return [];
  return longestFirst(words).map((word) => ({
    filter: { ...standing(tenant, filter), ...wordsCondition([word]) },
    hint: SKU_LIST_INDEXES.search,
    word,
  }));
}

function changeNarrowings(tenant: string, { filter, sort }: SkuList): Narrowing<SkuDocument>[] {
  const { changedSince, within } = filter;
  if (changedSince === undefined || within !== undefined || sort === 'updated_at') return [];
  return [{ filter: { ...standing(tenant, filter), updated_at: { $gte: changedSince } }, hint: SKU_LIST_INDEXES.all.updated_at }];
}
