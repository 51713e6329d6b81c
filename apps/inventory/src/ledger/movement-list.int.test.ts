import { ensureIndexes, makeCursors } from '@fulfilment/mongo';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { watchDatabase, type WatchedDatabase } from '../database/examined.fixture.ts';
import { COLD_LEDGER } from '../database/inventory-indexes.ts';
import { type MovementDocument, toMovementDocument } from '../database/movement-documents.ts';
import type { Movement } from '../model/ledger.ts';
import { openStockDatabase, type StockDatabase } from '../stock/stock-database.fixture.ts';
import type { MovementFilter, MovementReader } from './ledger-ports.ts';
import { makeMovementReader } from './movement-store.ts';

const TENANT = 'acc_1:sandbox';
const LIMIT = 20;
const VERSIONS = 10_000;
/** Two moments of a filter are each found by halving the versions. */
const HALVING = 2 * (2 + Math.ceil(Math.log2(3 * VERSIONS)));

const SECOND_MS = 1_000;
const START_MS = Date.UTC(2026, 10, 21, 9);
/** Nearly all of it happens at one place; every third version moves stock, several share a moment. */
const ledger = Array.from({ length: VERSIONS }, (_, n) => movementsOf(1 + 3 * n)).flat();

let database: StockDatabase;
let watched: WatchedDatabase;
let reader: MovementReader;

beforeAll(async () => {
  database = await openStockDatabase(inject('engines'));
  await ensureIndexes(database.mongo.db, COLD_LEDGER);
  watched = await watchDatabase(database.mongo.db, inject('engines').mongodbUrl);
  reader = makeMovementReader(watched.db, makeCursors('the secret of a test, 32 letters long'));
  const documents = ledger.map((movement) => toMovementDocument(TENANT, movement));
  await watched.db.collection<(typeof documents)[number]>('movements').insertMany(documents, { ordered: false });
});

afterAll(async () => {
  await watched.stop();
  await database.drop();
});

function movementsOf(version: number): Movement[] {
  const places = version % 500 === 1 ? ['loc_full', 'loc_rare'] : ['loc_full'];
  return places.map((locationId, line) => ({
    id: `mov_${version}_${line}`,
    sku: 'HOT',
    version,
    line,
    locationId,
    delta: 1,
    balance: version,
    reason: 'found',
    reference: null,
    note: null,
    actor: 'key_1',
    requestId: 'req_1',
    at: new Date(START_MS + Math.floor(version / 10) * SECOND_MS),
    claim: null,
  }));
}

const at = (seconds: number): Date => new Date(START_MS + seconds * SECOND_MS);
const ANY: MovementFilter = { sku: 'HOT', locationId: undefined, createdAfter: undefined, createdBefore: undefined };
const PLACES = [undefined, 'loc_full', 'loc_rare'];
const TIMES: readonly (readonly [after: Date | undefined, before: Date | undefined])[] = [
  [undefined, undefined],
  [at(1_500), undefined],
  [undefined, at(1_500)],
  [at(100), at(2_900)],
  [at(1_000), at(1_001)],
  [at(-5), at(99_999)],
  [at(99_999), undefined],
  [undefined, at(-5)],
];
const CASES = PLACES.flatMap((locationId) =>
  TIMES.map(([createdAfter, createdBefore]) => ({ filter: { ...ANY, locationId, createdAfter, createdBefore } })),
);

function expected({ locationId, createdAfter, createdBefore }: MovementFilter): string[] {
  return ledger
    .filter((movement) => locationId === undefined || movement.locationId === locationId)
    .filter((movement) => (!createdAfter || movement.at >= createdAfter) && (!createdBefore || movement.at < createdBefore))
    .toReversed()
    .map(({ id }) => id);
}

const BORDERS = [
  ['all outside of cold storage', 0],
  ['the older half in cold storage', 15_000],
  ['all in cold storage', 3 * VERSIONS],
] as const;

describe.each(BORDERS)('%s', (_where, border) => {
  beforeAll(async () => {
    const moved = await watched.db
      .collection<MovementDocument>('movements')
      .find({ version: { $lt: border } })
      .toArray();
    if (moved.length > 0) await watched.db.collection<MovementDocument>('cold_movements').insertMany(moved, { ordered: false });
    await watched.db.collection('movements').deleteMany({ version: { $lt: border } });
  });

  describe.each(CASES)('movements of $filter.locationId from $filter.createdAfter to $filter.createdBefore', ({ filter }) => {
    test('are those that they should be, newest first, and the server looks at little more', async () => {
      const pages: string[] = [];
      let cursor: string | undefined;
      for (let page = 0; page < 2; page += 1) {
        watched.forget();
        const found = await reader.list(TENANT, filter, { limit: LIMIT, cursor });
        const { keys, documents } = await watched.examined();
        expect(Math.max(keys, documents)).toBeLessThanOrEqual(2 * LIMIT + 2 * HALVING);
        pages.push(...found.data.map(({ id }) => id));
        cursor = found.next_cursor ?? undefined;
        if (cursor === undefined) break;
      }

      expect(pages).toEqual(expected(filter).slice(0, 2 * LIMIT));
    });
  });
});
