import { type PagePart, type Picking, pickingBy, type Test } from '@fulfilment/mongo';
import type { Collection, Filter } from 'mongodb';
import { BARCODE_INDEX, LOW_IN_INDEXES, SKU_LIST_INDEXES } from '../database/inventory-indexes.ts';
import { beginsSomething, findNarrow, longestFirst, type Narrowing, wordsCondition } from '../database/narrow-store.ts';
import {
  barcodeBeginsCondition,
  barcodesCondition,
  hasBarcodeFrom,
  NOT_SHOWN,
  type SkuDocument,
  skuKey,
  toShownSku,
} from '../database/sku-documents.ts';
import { availableOf } from '../model/sku.ts';
import type { SkuFilter, SkuOrder } from './sku-ports.ts';

/** SKUs that each of up to 20 reads looks at for a page of a warehouse, since what is sold out there is told apart after them. */
const LOOKED_AT_IN_WAREHOUSE = 50;

const ID_INDEX = '_id_';

interface SkuList {
  readonly filter: SkuFilter;
  readonly sort: SkuOrder;
}

/** Filter and index of a list; where no index has all of it in its order, of a second part, and what is told apart once it is read. */
interface Reading extends PagePart<SkuDocument> {
  readonly also?: PagePart<SkuDocument>;
  readonly picking?: Picking<SkuDocument>;
  readonly without: Readonly<Record<string, 0>>;
}

/** The key says nothing that its parts do not. */
export const NOT_LISTED = { ...NOT_SHOWN, _id: 0 } as const;

/**
 * Chooses the index of a list. An index has a location, or one word, or neither, and an order. Further conditions are read by
 * themselves where they leave few records. Else records are checked one by one, and a page looks at some of them.
 */
export async function readingOf(collection: Collection<SkuDocument>, tenant: string, list: SkuList): Promise<Reading> {
  const { filter, sort } = list;
  const all = { filter: conditionsOf(tenant, filter), ...pickingOf(withParts(filter, ['soldOut']), filter) };
  if (filter.codes !== undefined) return { ...all, hint: ID_INDEX };
  if (filter.barcodes !== undefined) return { ...all, hint: BARCODE_INDEX };
  const narrowings = [...barcodeNarrowings(tenant, list), ...wordNarrowings(tenant, list), ...changeNarrowings(tenant, list)];
  const narrow = await findNarrow(collection, narrowings);
  if (narrow) return { ...all, filter: conditionsOf(tenant, filter, narrow.word), hint: narrow.hint };
  // All that are low in a warehouse are within it.
  if (filter.warehouse?.lowStock === true)
    return readingThrough(tenant, filter, { hint: LOW_IN_INDEXES[sort], tells: ['within', 'warehouse', ...changeIf(sort)] });
  return (await readingByChangeWithin(collection, tenant, list)) ?? readingThrough(tenant, filter, orderedIndex(list));
}

/** Parts of a filter that not every index tells. */
const PARTS = ['within', 'warehouse', 'words', 'barcodePrefix', 'changedSince', 'soldOut'] as const;
type Part = (typeof PARTS)[number];

interface OrderedIndex {
  readonly hint: string;
  /** Of several words it tells the longest. */
  readonly tells: readonly Part[];
}

const changeIf = (sort: SkuOrder): readonly Part[] => (sort === 'updated_at' ? ['changedSince'] : []);

function orderedIndex({ filter: { within, words }, sort }: SkuList): OrderedIndex {
  if (within !== undefined) return { hint: SKU_LIST_INDEXES.within.sku, tells: ['within'] };
  if (words.length > 0 && sort === 'sku') return { hint: SKU_LIST_INDEXES.search, tells: ['words'] };
  return { hint: SKU_LIST_INDEXES.all[sort], tells: changeIf(sort) };
}

/** The filter with these of its parts alone. */
function withParts(filter: SkuFilter, parts: readonly Part[]): SkuFilter {
  const others = PARTS.filter((part) => !parts.includes(part));
  return { ...filter, ...Object.fromEntries(others.map((part) => [part, part === 'words' ? [] : undefined])) };
}

/** A list in the order of an index, which tells some of its filter. */
function readingThrough(tenant: string, filter: SkuFilter, { hint, tells }: OrderedIndex): Reading {
  const [lead, ...others] = longestFirst(filter.words);
  const told = withParts(filter, tells);
  const untold = withParts(
    filter,
    PARTS.filter((part) => !tells.includes(part)),
  );
  const isByWord = tells.includes('words') && lead !== undefined;
  return {
    filter: conditionsOf(tenant, isByWord ? { ...told, words: [lead] } : told),
    hint,
    ...pickingOf(isByWord ? { ...untold, words: others } : untold, filter),
  };
}

/** Tests of what is told apart of the records that are read, and the fields that need not be read for it. */
function pickingOf(untold: SkuFilter, { warehouse }: SkuFilter): Pick<Reading, 'picking' | 'without'> {
  const among = warehouse?.soldOut === undefined ? undefined : LOOKED_AT_IN_WAREHOUSE;
  const { within: _places, low_in: _low, prefixes: _beginnings, ...others } = NOT_LISTED;
  return {
    ...pickingBy(testsOf(untold), among),
    without: {
      ...others,
      ...(untold.within === undefined ? { within: 0 } : {}),
      ...(untold.warehouse === undefined ? { low_in: 0 } : {}),
      ...(untold.words.length === 0 ? { prefixes: 0 } : {}),
    },
  };
}

const testsOf = ({ within, warehouse, words, barcodePrefix, changedSince, soldOut }: SkuFilter): readonly Test<SkuDocument>[] => [
  ...words.map((word) => beginsSomething(word)),
  within === undefined ? undefined : (sku) => sku.within.includes(within),
  warehouse?.lowStock === undefined ? undefined : (sku) => (sku.low_in?.includes(warehouse.id) ?? false) === warehouse.lowStock,
  barcodePrefix === undefined ? undefined : hasBarcodeFrom(barcodePrefix),
  changedSince && ((sku) => sku.updated_at >= changedSince),
  isSoldOut(soldOut),
];

/** SKUs that are sold out, or the others. It is told of each that is read: an index would be moved by every sale of a last unit. */
const isSoldOut = (soldOut: boolean | undefined): Test<SkuDocument> =>
  soldOut === undefined ? undefined : (sku) => (availableOf(toShownSku(sku)) === 0) === soldOut;

/** Of all SKUs those that an export has, where it asks for a part that no index tells. */
export const exportPicking = ({ soldOut }: Pick<SkuFilter, 'soldOut'>): Picking<SkuDocument> | undefined =>
  pickingBy([isSoldOut(soldOut)]).picking;

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
  const byChange =
    changedSince !== undefined && (await isNarrow({ filter: { ...changed, ...SPREAD }, hint: WIDESPREAD.updated_at }));
  const all = { ...conditionsOf(tenant, filter), ...SPREAD };
  if (sort === 'sku') {
    if (!byChange || !(await isNarrow({ filter: { ...changed, widespread: null, within }, hint: LOCAL }))) return undefined;
    const also = { filter: all, hint: WIDESPREAD.updated_at };
    return { filter: { ...all, widespread: null }, hint: LOCAL, also, ...pickingOf(withParts(filter, ['soldOut']), filter) };
  }
  const byPlace =
    !byChange && (await isNarrow({ filter: { ...standing(tenant, filter), widespread: true, within }, hint: WIDESPREAD.within }));
  const local = readingThrough(tenant, filter, { hint: LOCAL, tells: ['within', 'changedSince'] });
  const reading = { ...local, filter: { ...local.filter, widespread: null } };
  if (byPlace) return { ...reading, also: { filter: all, hint: WIDESPREAD.within } };
  if (byChange) return { ...reading, also: { filter: all, hint: WIDESPREAD.updated_at } };
  // The widespread ones are read by the time of change alone.
  const also = { filter: { ...changed, ...SPREAD }, hint: WIDESPREAD.updated_at };
  return {
    ...reading,
    also,
    ...pickingOf(withParts(filter, ['within', 'warehouse', 'words', 'barcodePrefix', 'soldOut']), filter),
  };
}

const SPREAD = { widespread: true } as const;
const LOCAL = SKU_LIST_INDEXES.within.updated_at;
const WIDESPREAD = SKU_LIST_INDEXES.widespread;

function conditionsOf(tenant: string, filter: SkuFilter, lead?: string): Filter<SkuDocument> {
  const { within, words, codes, changedSince } = filter;
  return {
    ...standing(tenant, filter),
    ...barcodeConditions(tenant, filter),
    ...wordsCondition(words, lead),
    ...(within === undefined ? {} : { within }),
    ...lowInCondition(filter),
    ...(codes === undefined ? {} : { _id: { $in: codes.map((code) => skuKey(tenant, code)) } }),
    ...(changedSince === undefined ? {} : { updated_at: { $gte: changedSince } }),
  };
}

function barcodeConditions(tenant: string, { barcodes, barcodePrefix }: SkuFilter): Filter<SkuDocument> {
  const exact = barcodes && barcodesCondition(tenant, barcodes);
  const begins = barcodePrefix === undefined ? undefined : barcodeBeginsCondition(tenant, barcodePrefix);
  if (exact === undefined && begins === undefined) return {};
  return { tenant, barcodes: { $exists: true, ...begins?.barcodes, ...exact?.barcodes } };
}

/** Every index of the lists begins with these: where any value will do, each is named, so that the order behind them is kept. */
export function standing(tenant: string, { status, lowStock }: Pick<SkuFilter, 'status' | 'lowStock'>) {
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

function barcodeNarrowings(tenant: string, { filter: { barcodePrefix } }: SkuList): Narrowing<SkuDocument>[] {
  return barcodePrefix === undefined ? [] : [{ filter: barcodeBeginsCondition(tenant, barcodePrefix), hint: BARCODE_INDEX }];
}

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
