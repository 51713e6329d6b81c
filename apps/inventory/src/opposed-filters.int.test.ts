import { firstIdAt } from '@fulfilment/kernel';
import { ensureIndexes, makeCursors } from '@fulfilment/mongo';
import type { Document } from 'mongodb';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { watchDatabase, type WatchedDatabase } from './database/examined.fixture.ts';
import { LOCATIONS, RESERVATIONS, RESERVATIONS_BY_WAREHOUSE } from './database/inventory-indexes.ts';
import type { LocationFilter } from './locations/location-ports.ts';
import { makeLocationStore } from './locations/location-store.ts';
import type { ReservationFilter } from './reservations/reservation-ports.ts';
import { makeReservationStore } from './reservations/reservation-store.ts';
import { openStockDatabase, type StockDatabase, transactOn } from './stock/stock-database.fixture.ts';

const TENANT = 'acc_1:sandbox';
const MANY = 20_000;
const LIMIT = 20;
const cursors = makeCursors('the secret of a test, 32 letters long');

let database: StockDatabase;
let watched: WatchedDatabase;

const at = (n: number): Date => new Date(Date.UTC(2026, 10, 21) + n);

/** Ended reservations of one SKU in one warehouse under one external id; those that are active have nothing in common with them. */
function reservation(n: number): Document {
  const isActive = n % 2 === 0;
  return {
    _id: firstIdAt('rsv', at(n)),
    tenant: TENANT,
    state: isActive ? 'active' : 'expired',
    lines: [{ sku: isActive ? 'ACTIVE' : 'ENDED', quantity: 1, units: 1 }],
    warehouse: { id: isActive ? 'loc_active' : 'loc_ended', code: 'W' },
    external_id: isActive ? 'active' : 'ended',
    expires_at: at(n + 1_000_000_000),
  };
}

/** Bins of two shelves, of which one has a word that the other's lack. */
function bin(n: number): Document {
  const half = n % 2 === 0 ? 'even' : 'odd';
  return {
    _id: firstIdAt('loc', at(n)),
    tenant: TENANT,
    type: 'bin',
    status: 'active',
    code: `B${n}`,
    parent_id: `loc_${half}`,
    lineage: [`loc_${half}`],
    path: `MAIN:${half.toUpperCase()}/B${n}`,
    prefixes: [half, 'bin'],
  };
}

beforeAll(async () => {
  database = await openStockDatabase(inject('engines'));
  watched = await watchDatabase(database.mongo.db, inject('engines').mongodbUrl);
  await ensureIndexes(watched.db, [RESERVATIONS_BY_WAREHOUSE]);
  for (const [collection, made] of [
    [RESERVATIONS, reservation],
    [LOCATIONS, bin],
  ] as const)
    await watched.db.collection(collection).insertMany(Array.from({ length: MANY }, (_, n) => made(n)));
}, 360_000);

afterAll(async () => {
  await watched.stop();
  await database.drop();
});

type List = (cursor: string | undefined) => Promise<{ readonly data: readonly unknown[]; readonly next_cursor: string | null }>;

/** Reads a list to its end. */
async function readToEnd(
  list: List,
): Promise<{ readonly found: readonly unknown[]; readonly dear: readonly unknown[]; readonly isEnded: boolean }> {
  const found: unknown[] = [];
  const dear: unknown[] = [];
  let cursor: string | undefined | null;
  for (let page = 0; page <= MANY / 1_000 && cursor !== null; page += 1) {
    watched.forget();
    const { data, next_cursor: next } = await list(cursor);
    const { keys, documents } = await watched.examined();
    // A count of what may be few has 1,001 keys, and its records where the index lacks a part of it.
    if (keys > 3_200 || documents > 2_100) dear.push({ page, keys, documents });
    found.push(...data);
    cursor = next;
  }
  return { found, dear, isEnded: cursor === null };
}
const NOTHING = { found: [], dear: [], isEnded: true };

test('a page of reservations looks at a thousand of them where the parts of its filter exclude each other', async () => {
  const store = makeReservationStore(watched.db, cursors);
  const any: ReservationFilter = { states: undefined, sku: undefined, externalId: undefined, warehouse: undefined };

  for (const filter of [
    { ...any, sku: 'ENDED', states: ['active' as const], warehouse: 'loc_ended' },
    { ...any, sku: 'ACTIVE', states: ['expired' as const] },
    { ...any, sku: 'ACTIVE', states: ['active' as const], warehouse: 'loc_ended' },
    { ...any, warehouse: 'loc_ended', states: ['active' as const] },
    { ...any, externalId: 'ended', states: ['active' as const] },
    { ...any, externalId: 'ended', sku: 'ACTIVE' },
    { ...any, externalId: 'active', warehouse: 'loc_ended' },
  ])
    expect({ filter, ...(await readToEnd((cursor) => store.list(TENANT, filter, { limit: LIMIT, cursor }))) }).toEqual({
      filter,
      ...NOTHING,
    });
});

test('a page of locations looks at a thousand of them where the parts of its filter exclude each other', async () => {
  const store = makeLocationStore(watched.db, cursors, transactOn(database.mongo));
  const any: LocationFilter = {
    types: undefined,
    status: 'active',
    id: undefined,
    parentId: undefined,
    within: undefined,
    words: [],
  };
  const within = { id: 'loc_even', path: 'MAIN:EVEN' };

  for (const filter of [
    { ...any, words: ['odd', 'even'] },
    { ...any, words: ['odd'], parentId: 'loc_even' },
    { ...any, words: ['odd'], within },
    { ...any, parentId: 'loc_odd', within },
  ])
    for (const sort of ['created_at', '-created_at', 'path'] as const) {
      const of = { filter, sort };
      expect({ of, ...(await readToEnd((cursor) => store.list(TENANT, filter, { limit: LIMIT, cursor, sort }))) }).toEqual({
        of,
        ...NOTHING,
      });
    }
});
