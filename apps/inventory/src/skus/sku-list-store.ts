import type { Collection, Filter } from 'mongodb';
import type { SkuFilter, SkuOrder } from './sku-ports.ts';
import { findNarrow, type Narrowing } from '../lists/narrow-store.ts';
import { SKU_LIST_INDEXES } from '../stock/inventory-indexes.ts';
import { type SkuDocument, skuKey } from './sku-documents.ts';
import { longestFirst, wordsCondition } from '../lists/words-condition-store.ts';

export const SKU_SORTS = { sku: { sku: 1 }, updated_at: { updated_at: 1, sku: 1 } } as const;

const ID_INDEX = '_id_';

export interface SkuList {
  readonly filter: SkuFilter;
  readonly sort: SkuOrder;
}

/** How a list is read. */
interface Reading {
  readonly filter: Filter<SkuDocument>;
  readonly hint: string;
}

/**
 * By which index a list is read. One index has a place, or one word, or neither, and an order. What a list asks for beyond that is
 * read by itself where it leaves few records, and else looked at record by record.
 */
export async function readingOf(collection: Collection<SkuDocument>, tenant: string, list: SkuList): Promise<Reading> {
  const { filter } = list;
  if (filter.codes !== undefined) return { filter: conditionsOf(tenant, filter), hint: ID_INDEX };
  const narrow = await findNarrow(collection, [...wordNarrowings(tenant, list), ...changeNarrowings(tenant, list)]);
  return { filter: conditionsOf(tenant, filter, narrow?.word), hint: narrow?.hint ?? orderedIndex(list) };
}

function orderedIndex({ filter: { within, words }, sort }: SkuList): string {
  if (within !== undefined) return SKU_LIST_INDEXES.within[sort];
  return words.length > 0 && sort === 'sku' ? SKU_LIST_INDEXES.search : SKU_LIST_INDEXES.all[sort];
}

function conditionsOf(tenant: string, filter: SkuFilter, lead?: string): Filter<SkuDocument> {
  const { within, words, codes, changedSince } = filter;
  return {
    ...standing(tenant, filter),
    ...wordsCondition(words, lead),
    ...(within === undefined ? {} : { within }),
    ...(codes === undefined ? {} : { _id: { $in: codes.map((code) => skuKey(tenant, code)) } }),
    ...(changedSince === undefined ? {} : { updated_at: { $gte: changedSince } }),
  };
}

/** Every index of the lists begins with these: where any value will do, each is named, so that the order behind them is kept. */
function standing(tenant: string, { status, lowStock }: SkuFilter) {
  return {
    tenant,
    status: { $in: status === 'all' ? (['active', 'archived'] as const) : [status] },
    low_stock: { $in: lowStock === undefined ? [true, false] : [lowStock] },
  };
}

function wordNarrowings(tenant: string, { filter, sort }: SkuList): Narrowing<SkuDocument>[] {
  const { words, within, changedSince } = filter;
  const indexed = words.length < 2 && within === undefined && changedSince === undefined && sort === 'sku';
  if (indexed) return [];
  return longestFirst(words).map((word) => ({
    filter: { ...standing(tenant, filter), prefixes: word },
    hint: SKU_LIST_INDEXES.search,
    word,
  }));
}

function changeNarrowings(tenant: string, { filter, sort }: SkuList): Narrowing<SkuDocument>[] {
  const { changedSince, within } = filter;
  if (changedSince === undefined || sort === 'updated_at') return [];
  const changed = { ...standing(tenant, filter), updated_at: { $gte: changedSince } };
  return within === undefined
    ? [{ filter: changed, hint: SKU_LIST_INDEXES.all.updated_at }]
    : [{ filter: { ...changed, within }, hint: SKU_LIST_INDEXES.within.updated_at }];
}
