import { contentHash } from '@fulfilment/kernel';
import { makeCursors } from '@fulfilment/mongo';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type Examined, watchDatabase, type WatchedDatabase } from '../database/examined.fixture.ts';
import { toLocationDocument } from '../database/location-documents.ts';
import { type Location, type LocationType, pathBelow, purposeOf } from '../model/location.ts';
import { searchPrefixes } from '../model/search-prefixes.ts';
import { openStockDatabase, type StockDatabase, transactOn } from '../stock/stock-database.fixture.ts';
import type { LocationFilter, LocationOrder } from './location-ports.ts';
import { makeLocationStore } from './location-store.ts';

const TENANT = 'acc_1:sandbox';
const LIMIT = 20;
const PAGES = 2;

/** One warehouse with nearly everything in one aisle, and one with a little. */
const places = [
  ...standing('FULL', { aisles: 3, shelves: 60, bins: 15 }),
  ...standing('SMALL', { aisles: 2, shelves: 3, bins: 4 }),
];

let database: StockDatabase;
let watched: WatchedDatabase;
let store: ReturnType<typeof makeLocationStore>;

beforeAll(async () => {
  database = await openStockDatabase(inject('engines'));
  watched = await watchDatabase(database.mongo.db, inject('engines').mongodbUrl);
  store = makeLocationStore(watched.db, makeCursors('the secret of a test, 32 letters long'), transactOn(database.mongo));
  const documents = places.map((place) => toLocationDocument(TENANT, place));
  await watched.db.collection<(typeof documents)[number]>('locations').insertMany(documents, { ordered: false });
});

afterAll(async () => {
  await watched.stop();
  await database.drop();
});

interface Counts {
  readonly aisles: number;
  readonly shelves: number;
  readonly bins: number;
}

function standing(code: string, { aisles, shelves, bins }: Counts): Location[] {
  const warehouse = placeIn(null, 'warehouse', code);
  const below = (parents: readonly Location[], type: LocationType, prefix: string, many: number): Location[] =>
    parents.flatMap((parent) => Array.from({ length: many }, (_, n) => placeIn(parent, type, `${prefix}${n}`)));
  const aislesThere = below([warehouse], 'aisle', 'A', aisles);
  const shelvesThere = below(aislesThere, 'shelf', 'S', shelves);
  return [warehouse, ...aislesThere, ...shelvesThere, ...below(shelvesThere, 'bin', 'B', bins)];
}

function placeIn(parent: Location | null, type: LocationType, code: string): Location {
  const path = pathBelow(parent?.path ?? null, code);
  // In another order than the paths.
  const id = `loc_${contentHash(path)}`;
  const at = new Date('2026-11-21T09:00:00.000Z');
  return {
    id,
    type,
    code,
    ...(parent === null ? { parentId: null, lineage: [id] } : { parentId: parent.id, lineage: [...parent.lineage, id] }),
    name: path.endsWith('7/B3') ? 'Rare, cold' : `Common ${type}`,
    ...purposeOf('storage'),
    pickSequence: null,
    path,
    version: 1,
    createdAt: at,
    updatedAt: at,
    archivedAt: path.endsWith('S5/B5') ? at : null,
  };
}

const idOf = (path: string): string => places.find((place) => place.path === path)?.id ?? '';

const ANY: LocationFilter = {
  types: undefined,
  status: 'active',
  id: undefined,
  parentId: undefined,
  within: undefined,
  words: [],
};
const ORDERS: readonly LocationOrder[] = ['created_at', '-created_at', 'path'];

interface Case {
  readonly filter: LocationFilter;
  readonly sort: LocationOrder;
}

const STANDINGS: readonly Partial<LocationFilter>[] = [
  {},
  { status: 'all', types: ['bin'] },
  { status: 'all', types: ['warehouse', 'bin'] },
  { status: 'all' },
  { status: 'archived' },
  { types: ['warehouse'], status: 'all' },
];

const casesOf = (filters: readonly Partial<LocationFilter>[], orders: readonly LocationOrder[], standings = STANDINGS): Case[] =>
  standings.flatMap((stands) =>
    filters.flatMap((filter) => orders.map((sort) => ({ filter: Object.assign({}, ANY, stands, filter), sort }))),
  );

const subtrees = ['FULL', 'FULL:A0', 'SMALL', 'SMALL:A1/S2'].map((path) => ({ within: { id: idOf(path), path } }));
const parents = ['FULL', 'FULL:A0/S5', 'SMALL:A1/S2'].map((path) => ({ parentId: idOf(path) }));
const plain = [
  ...casesOf([{}, ...subtrees, ...parents, { id: idOf('SMALL:A1') }], ORDERS),
  ...casesOf([{ words: ['b'] }, { words: ['rare'] }, { words: ['nothing'] }], ['created_at', '-created_at']),
];
const mixed = casesOf(
  [
    ...[...subtrees, ...parents].flatMap((there) => [
      { ...there, words: ['rare'] },
      { ...there, words: ['common'] },
    ]),
    { words: ['rare', 'cold'] },
    { words: ['common', 'b3'] },
    { words: ['rare'] },
  ],
  ['created_at', 'path'],
  STANDINGS.slice(0, 2),
);

async function* pagesOf({ filter, sort }: Case): AsyncGenerator<string[]> {
  for (let cursor: string | undefined; ;) {
    const page = await store.list(TENANT, filter, { limit: LIMIT, cursor, sort });
    yield page.data.map(({ path }) => path);
    if (page.next_cursor === null) return;
    cursor = page.next_cursor;
  }
}

const prefixes = new Map(places.map((place) => [place.id, new Set(searchPrefixes([place.code], [place.name ?? '']))]));

function expected({ filter, sort }: Case): string[] {
  const { types, status, id, parentId, within, words } = filter;
  const found = places.filter((place) =>
    [
      types === undefined || types.includes(place.type),
      status === 'all' || (status === 'active') === (place.archivedAt === null),
      id === undefined || place.id === id,
      parentId === undefined || place.parentId === parentId,
      within === undefined || place.lineage.includes(within.id),
      words.every((word) => prefixes.get(place.id)?.has(word)),
    ].every(Boolean),
  );
  const key = (place: Location) => (sort === 'path' ? place.path : place.id);
  const ascending = found.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
  return (sort === '-created_at' ? ascending.toReversed() : ascending).map(({ path }) => path);
}

interface Page extends Examined {
  readonly of: string;
  readonly paths: readonly string[];
}

async function firstPages(each: Case): Promise<Page[]> {
  const read: Page[] = [];
  watched.forget();
  const pages = pagesOf(each);
  for (let page = 1; page <= PAGES; page += 1) {
    const { value, done } = await pages.next();
    if (done) break;
    read.push({ of: `page ${page} of ${JSON.stringify(each)}`, paths: value, ...(await watched.examined()) });
  }
  return read;
}

describe('the first pages of a list of 3 000 locations', () => {
  test('are right, and looked up in an index, where one has filter and order', async () => {
    for (const each of plain) {
      const pages = await firstPages(each);

      expect({ each, paths: pages.flatMap(({ paths }) => paths) }).toEqual({
        each,
        paths: expected(each).slice(0, PAGES * LIMIT),
      });
      expect(pages.filter(({ keys, documents }) => keys > 3 * LIMIT || documents > LIMIT + 1)).toEqual([]);
    }
  });

  test('are right, and sorted from a narrow part or gone through, where no index has both', async () => {
    for (const each of mixed) {
      const pages = await firstPages(each);

      expect({ each, paths: pages.flatMap(({ paths }) => paths) }).toEqual({
        each,
        paths: expected(each).slice(0, PAGES * LIMIT),
      });
      expect(pages.filter(({ keys, documents }) => keys > 2_100 || documents > 1_100)).toEqual([]);
    }
  });
});
