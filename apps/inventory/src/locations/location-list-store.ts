import type { PageSort } from '@fulfilment/mongo';
import type { Collection, Filter } from 'mongodb';
import { pathBelow } from './domain/location.ts';
import type { LocationFilter, LocationOrder } from './location-ports.ts';
import { findNarrow, type Narrowing } from '../lists/narrow-store.ts';
import { LOCATION_LIST_INDEXES } from '../stock/inventory-indexes.ts';
import type { LocationDocument } from './location-documents.ts';
import { longestFirst, wordsCondition } from '../lists/words-condition-store.ts';

const SORTS = { created_at: { _id: 1 }, '-created_at': { _id: -1 }, path: { path: 1 } } as const;

const ID_INDEX = '_id_';
const TYPES = ['warehouse', 'aisle', 'shelf', 'bin'] as const;

export interface LocationList {
  readonly filter: LocationFilter;
  readonly sort: LocationOrder;
}

/** How a list is read. */
interface Reading {
  readonly filter: Filter<LocationDocument>;
  readonly sort: PageSort;
  readonly hint: string;
}

/** By which index a list is read: one has a parent, or a subtree, or one word, or none of these, and an order. */
export async function locationReadingOf(
  collection: Collection<LocationDocument>,
  tenant: string,
  list: LocationList,
): Promise<Reading> {
  const { filter } = list;
  const sort = sortOf(list);
  if (filter.id !== undefined) return { filter: conditionsOf(tenant, list), sort, hint: ID_INDEX };
  const narrow = await findNarrow(collection, wordNarrowings(tenant, list));
  return { filter: conditionsOf(tenant, list, narrow?.word), sort, hint: narrow?.hint ?? orderedIndex(list) };
}

/** In one parent the order of codes is that of paths. */
function sortOf({ filter: { parentId }, sort }: LocationList): PageSort {
  return parentId !== undefined && sort === 'path' ? { code: 1 } : SORTS[sort];
}

function orderedIndex({ filter: { parentId, within, words }, sort }: LocationList): string {
  const order = sort === 'path' ? 'path' : 'created_at';
  if (parentId !== undefined) return LOCATION_LIST_INDEXES.parent[order];
  // Below a place are the paths that go on from its own: the index of all has them side by side.
  if (sort === 'path') return LOCATION_LIST_INDEXES.all.path;
  if (within !== undefined) return LOCATION_LIST_INDEXES.within;
  return words.length > 0 ? LOCATION_LIST_INDEXES.search : LOCATION_LIST_INDEXES.all.created_at;
}

function conditionsOf(tenant: string, { filter, sort }: LocationList, lead?: string): Filter<LocationDocument> {
  const { id, parentId, within, words } = filter;
  return {
    ...standing(tenant, filter),
    ...wordsCondition(words, lead),
    ...(id === undefined ? {} : { _id: id }),
    ...(parentId === undefined ? {} : { parent_id: parentId }),
    ...(within === undefined ? {} : { lineage: within.id }),
    ...(within === undefined || sort !== 'path' ? {} : { path: { $in: [within.path, pathsBelow(within.path)] } }),
  };
}

/** A prefix in a regular expression is a range of an index. Codes and separators mean nothing in one. */
const pathsBelow = (path: string): RegExp => new RegExp(`^${pathBelow(path, '')}`);

/** Every index of the lists has these: where any value will do, each is named, so that the order behind them is kept. */
function standing(tenant: string, { status, type }: LocationFilter) {
  return {
    tenant,
    status: { $in: status === 'all' ? (['active', 'archived'] as const) : [status] },
    type: { $in: type === undefined ? TYPES : [type] },
  };
}

function wordNarrowings(tenant: string, { filter, sort }: LocationList): Narrowing<LocationDocument>[] {
  const { words, parentId, within } = filter;
  const indexed = words.length < 2 && parentId === undefined && within === undefined && sort !== 'path';
  if (indexed) return [];
  return longestFirst(words).map((word) => ({
    filter: { ...standing(tenant, filter), prefixes: word },
    hint: LOCATION_LIST_INDEXES.search,
    word,
  }));
}
