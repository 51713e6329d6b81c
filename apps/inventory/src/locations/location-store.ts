import type { AddMessages, AnswerOnce } from '@fulfilment/idempotency';
import { errors } from '@fulfilment/contracts';
import { type RequestContext, tenantKey } from '@fulfilment/kernel';
import type { OutboxTransact } from '@fulfilment/messaging';
import { type Cursors, isDuplicateKey, type PageSort, type Picking, pickingBy, readPage, scopeOf } from '@fulfilment/mongo';
import type { ClientSession, Collection, Db, Filter } from 'mongodb';
import { LOCATION_LIST_INDEXES, LOCATIONS, SKU_LIST_INDEXES, SKUS, STOCKED_WITHIN_INDEX } from '../database/inventory-indexes.ts';
import { refillWaiting } from '../database/refill-waiting-store.ts';
import { type LocationDocument, toLocation, toLocationDocument } from '../database/location-documents.ts';
import { beginsSomething, findNarrow, longestFirst, type Narrowing, wordsCondition } from '../database/narrow-store.ts';
import type { SkuDocument } from '../database/sku-documents.ts';
import { isDefaultWarehouse, type Location, pathBelow, pathOf, shownPath } from '../model/location.ts';
import type { ChangeLocations, LocationFilter, LocationOrder, LocationStore, LocationTransaction } from './location-ports.ts';

export function makeLocationStore(db: Db, cursors: Cursors, transact: OutboxTransact): LocationStore {
  const collection = db.collection<LocationDocument>(LOCATIONS);
  return {
    find: async (tenant, id) => {
      const found = await collection.findOne({ tenant, _id: id });
      return found ? toLocation(found) : undefined;
    },
    findMany: async (tenant, ids) => {
      if (ids.length === 0) return [];
      return collection
        .find({ tenant, _id: { $in: [...ids] } })
        .map(toLocation)
        .toArray();
    },
    findNamed: async (tenant, reference) => {
      const named = reference.type === 'id' ? { _id: reference.id } : { path: pathOf(reference.codes) };
      const found = await collection.findOne({ tenant, ...named });
      return found ? toLocation(found) : undefined;
    },
    findAllNamed: async (tenant, references) => {
      const ids = references.flatMap((each) => (each.type === 'id' ? [each.id] : []));
      const paths = references.flatMap((each) => (each.type === 'id' ? [] : [pathOf(each.codes)]));
      const named = [
        { tenant, _id: { $in: [...new Set(ids)] } },
        { tenant, path: { $in: [...new Set(paths)] } },
      ];
      const found = await collection.find({ $or: named }).map(toLocation).toArray();
      const [byId, byPath] = [new Map(found.map((each) => [each.id, each])), new Map(found.map((each) => [each.path, each]))];
      return references.map((each) => (each.type === 'id' ? byId.get(each.id) : byPath.get(pathOf(each.codes))));
    },
    findAlike: async (tenant, shown) => {
      const folded = new Set(shown.map((path) => path.toLowerCase()));
      const alike: string[] = [];
      // The index has them; no other form of them is kept for this.
      for await (const { path } of collection.find({ tenant }, { projection: { _id: 0, path: 1 }, hint: { tenant: 1, path: 1 } }))
        if (folded.has(shownPath(path).toLowerCase())) alike.push(shownPath(path));
      return alike;
    },
    countWarehouses: (tenant) => countWarehouses(db, tenant),
    list: async (tenant, filter, { limit, cursor, sort }) => {
      const { types, within, ...others } = filter;
      const shown = { ...others, type: scopeOf(types), within: within?.id };
      const request = {
        collection,
        ...(await locationReadingOf(collection, tenant, { filter, sort })),
        limit,
        cursor,
        scope: { tenant, list: 'locations', filter: shown },
      };
      return readPage(cursors, request, toLocation);
    },
    add: async (tenant, location, messages) => {
      const { parentId, code } = location;
      if (await collection.findOne({ tenant, parent_id: parentId, code }, { projection: { _id: 1 } })) return false;
      try {
        await transact(async (session, addMessages) => {
          await collection.insertOne(toLocationDocument(tenant, location), { session });
          await addMessages(messages);
        });
        return true;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },
  };
}

const SORTS = { created_at: { _id: 1 }, '-created_at': { _id: -1 }, path: { path: 1 } } as const;

const ID_INDEX = '_id_';
const TYPES = ['warehouse', 'aisle', 'shelf', 'bin'] as const;

interface LocationList {
  readonly filter: LocationFilter;
  readonly sort: LocationOrder;
}

/** Filter, order and index of a list, and what is told apart of the locations that are read. */
interface Reading {
  readonly filter: Filter<LocationDocument>;
  readonly sort: PageSort;
  readonly hint: string;
  readonly picking?: Picking<LocationDocument>;
}

/**
 * Chooses the index of a list: one has a parent, or a subtree, or one word, or none of these, and an order. Where a word leaves few they are
 * sorted; else a page looks at some of what the index has.
 */
async function locationReadingOf(collection: Collection<LocationDocument>, tenant: string, list: LocationList): Promise<Reading> {
  const { filter } = list;
  const sort = sortOf(list);
  if (filter.id !== undefined) return { filter: conditionsOf(tenant, list), sort, hint: ID_INDEX };
  const narrow = await findNarrow(collection, wordNarrowings(tenant, list));
  if (narrow) return { filter: conditionsOf(tenant, list, narrow.word), sort, hint: narrow.hint };
  const { within, parentId } = filter;
  const hint = orderedIndex(list);
  const isByWord = hint === LOCATION_LIST_INDEXES.search;
  const [lead, ...others] = longestFirst(filter.words);
  const words = isByWord && lead !== undefined ? [lead] : [];
  const told = { ...filter, words, within: parentId === undefined ? within : undefined };
  return {
    filter: conditionsOf(tenant, { ...list, filter: told }),
    sort,
    hint,
    ...pickingBy<LocationDocument>([
      ...(isByWord ? others : filter.words).map((word) => beginsSomething(word)),
      parentId === undefined || within === undefined ? undefined : ({ lineage }) => lineage.includes(within.id),
    ]),
  };
}

/** In one parent the order of codes is that of paths. */
function sortOf({ filter: { parentId }, sort }: LocationList): PageSort {
  return parentId !== undefined && sort === 'path' ? { code: 1 } : SORTS[sort];
}

function orderedIndex({ filter: { parentId, within, words }, sort }: LocationList): string {
  const order = sort === 'path' ? 'path' : 'created_at';
  if (parentId !== undefined) return LOCATION_LIST_INDEXES.parent[order];
  // The paths below a location continue its own: the index of all has them side by side.
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
function standing(tenant: string, { status, types }: LocationFilter) {
  return {
    tenant,
    status: { $in: status === 'all' ? (['active', 'archived'] as const) : [status] },
    type: { $in: [...(types ?? TYPES)] },
  };
}

function wordNarrowings(tenant: string, { filter, sort }: LocationList): Narrowing<LocationDocument>[] {
  const { words, parentId, within } = filter;
  const indexed = words.length < 2 && parentId === undefined && within === undefined && sort !== 'path';
  if (indexed) return [];
  return longestFirst(words).map((word) => ({
    filter: { ...standing(tenant, filter), ...wordsCondition([word]) },
    hint: LOCATION_LIST_INDEXES.search,
    word,
  }));
}

/** Counts active ones in the index of lists, which has all that is asked. */
function countWarehouses(db: Db, tenant: string, session?: ClientSession): Promise<number> {
  const active = { tenant, status: 'active', type: 'warehouse' } as const;
  const options = { hint: LOCATION_LIST_INDEXES.all.created_at, ...(session && { session }) };
  return db.collection<LocationDocument>(LOCATIONS).countDocuments(active, options);
}

/** @returns false while code of a release runs that knows only sellable locations. */
export type AdmitUnsellable = (session: ClientSession) => Promise<boolean>;

export function makeChangeLocations(db: Db, answerOnce: AnswerOnce, admitUnsellable: AdmitUnsellable): ChangeLocations {
  return (context, work, taken) =>
    answerOnce(
      context,
      (session, addMessages) => work(beginTransaction(db, { session, addMessages, admitUnsellable }, context)),
      (error) => (taken && isDuplicateKey(error) ? taken() : error),
    );
}

const NEXT_VERSION = { $add: ['$version', 1] };

/** The stage's fields that tell the actor of the next version. */
const changedBy = (actor: string | undefined) =>
  actor === undefined ? {} : { last_change: { version: NEXT_VERSION, actor: { $literal: actor } } };

interface Writing {
  readonly session: ClientSession;
  readonly addMessages: AddMessages;
  readonly admitUnsellable: AdmitUnsellable;
}

function beginTransaction(
  db: Db,
  { session, addMessages, admitUnsellable }: Writing,
  context: RequestContext,
): LocationTransaction {
  const tenant = tenantKey(context.tenant);
  const locations = db.collection<LocationDocument>(LOCATIONS);
  const isThere = async (filter: Parameters<typeof locations.findOne>[0]): Promise<boolean> =>
    (await locations.findOne({ tenant, ...filter }, { session, projection: { _id: 1 } })) !== null;
  return {
    find: async (id) => {
      const found = await locations.findOne({ tenant, _id: id }, { session });
      return found ? toLocation(found) : undefined;
    },
    hasChild: (parentId, code) => isThere({ parent_id: parentId, code }),
    add: async (location) => void (await locations.insertOne(toLocationDocument(tenant, location), { session })),
    lock: async (location) => {
      if (!isDefaultWarehouse(location)) await locations.updateOne({ _id: location.id }, { $inc: { relied_on: 1 } }, { session });
    },
    save: async (location) => {
      const { _id, announced: _announced, relied_on: _kept, ...facts } = toLocationDocument(tenant, location);
      await locations.updateOne({ _id }, { $set: facts }, { session });
    },
    countWarehouses: () => countWarehouses(db, tenant, session),
    hasMoreBelow: async ({ id }, many) => {
      // It counts itself too.
      const limit = many + 2;
      const found = await locations.countDocuments(
        { tenant, lineage: id },
        { session, hint: LOCATION_LIST_INDEXES.within, limit },
      );
      return found === limit;
    },
    movePaths: async (from, to) => {
      const rest = { $substrBytes: ['$path', from.path.length, -1] };
      const moved = {
        path: { $concat: [{ $literal: to.path }, rest] },
        version: NEXT_VERSION,
        updated_at: to.updatedAt,
        ...changedBy(to.lastChange?.actor),
      };
      const below = { tenant, lineage: to.id, _id: { $ne: to.id } };
      await locations.updateMany(below, [{ $set: moved }], { session });
      return locations.find(below, { session, hint: LOCATION_LIST_INDEXES.within }).map(toLocation).toArray();
    },
    below: ({ id }) =>
      locations
        .find({ tenant, lineage: id, _id: { $ne: id } }, { session, hint: LOCATION_LIST_INDEXES.within })
        .sort({ path: 1 })
        .map(toLocation)
        .toArray(),
    savePurposes: async (changed) => {
      const alike = Map.groupBy(changed, ({ usage, sellable, pickable }) => [usage, sellable, pickable].join());
      for (const [first, ...others] of alike.values()) {
        if (!first) continue;
        const { usage, sellable, pickable, updatedAt, lastChange } = first;
        const purpose = { usage, sellable, pickable, updated_at: updatedAt, version: NEXT_VERSION };
        const its = { _id: { $in: [first, ...others].map(({ id }) => id) } };
        await locations.updateMany(its, [{ $set: { ...purpose, ...changedBy(lastChange?.actor) } }], { session });
      }
    },
    admitUnsellable: async () => {
      if (await admitUnsellable(session)) return;
      const headers = { 'retry-after': '30' };
      throw errors.upstreamUnavailable('An earlier release of inventory is running. Try again once none is.', { headers });
    },
    refillWaiting: () => refillWaiting(db, session, tenant),
    archive: async ({ id }, { at, actor }) => {
      const archived = { status: 'archived', archived_at: at, updated_at: at, version: NEXT_VERSION, ...changedBy(actor) };
      const active = await locations
        .find({ tenant, lineage: id, status: 'active' }, { session, hint: LOCATION_LIST_INDEXES.within })
        .map(toLocation)
        .toArray();
      await locations.updateMany({ tenant, lineage: id, status: 'active' }, [{ $set: archived }], { session });
      return active.map((each) => ({ ...each, version: each.version + 1, updatedAt: at, archivedAt: at }));
    },
    tell: addMessages,
    skusAt: (location, atMost) => findSkusAt(db, session, { tenant, location, atMost }),
  };
}

async function findSkusAt(
  db: Db,
  session: ClientSession,
  { tenant, location: { id }, atMost }: { readonly tenant: string; readonly location: Location; readonly atMost: number },
): Promise<string[]> {
  const skus = db.collection<SkuDocument>(SKUS);
  const lying = await skus
    .find({ tenant, stocked_within: id }, { session, hint: STOCKED_WITHIN_INDEX, limit: atMost, sort: { sku: 1 } })
    .toArray();
  if (lying.length > 0) return lying.map(({ sku }) => sku);
  const atHome = { tenant, within: id, status: 'active' as const, low_stock: { $in: [true, false] } };
  const found = await skus
    .find(atHome, { session, hint: SKU_LIST_INDEXES.within.sku, limit: atMost, sort: { sku: 1 } })
    .toArray();
  return found.map(({ sku }) => sku);
}
