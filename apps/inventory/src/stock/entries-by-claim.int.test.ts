import { ensureIndexes } from '@fulfilment/mongo';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { watchDatabase, type WatchedDatabase } from '../database/examined.fixture.ts';
import { COLD_LEDGER } from '../database/inventory-indexes.ts';
import type { MovementDocument } from '../database/movement-documents.ts';
import { LedgerOfTenant } from './ledger-of-tenant-store.ts';
import { openStockDatabase, type StockDatabase } from './stock-database.fixture.ts';

const ENTRIES = 3_000;
const LARGE = 'acc_1:sandbox';
const EMPTY = 'acc_2:sandbox';

let database: StockDatabase;
let watched: WatchedDatabase;

beforeAll(async () => {
  database = await openStockDatabase(inject('engines'));
  await ensureIndexes(database.mongo.db, COLD_LEDGER);
  watched = await watchDatabase(database.mongo.db, inject('engines').mongodbUrl);
  for (const [place, name] of ['cold_movements', 'movements'].entries())
    await watched.db
      .collection<MovementDocument>(name)
      .insertMany(Array.from({ length: ENTRIES }, (_, n) => entryOf(place * ENTRIES + n + 1)));
});

afterAll(async () => {
  await watched.stop();
  await database.drop();
});

function entryOf(version: number): MovementDocument {
  return {
    _id: `mov_${version}`,
    tenant: LARGE,
    sku: version % 2 === 0 ? 'A' : 'B',
    version,
    line: 0,
    location_id: 'loc_1',
    delta: 1,
    balance: 1,
    reason: 'receipt',
    reference: null,
    note: null,
    actor: 'key_1',
    request_id: 'req_1',
    created_at: new Date(version),
    ...(version % 3 === 0 ? {} : { claim: { id: `claim ${version}`, fingerprint: 'f' } }),
  };
}

/** The versions that requests with these claims made, as a transaction finds them, and what the server looks at for that. */
async function look(tenant: string, ...versions: readonly (number | string)[]) {
  const session = watched.db.client.startSession();
  watched.forget();
  try {
    const ledger = new LedgerOfTenant(watched.db, session, tenant);
    const found = (await ledger.movedUnder(versions.map((version) => `claim ${version}`))).map(({ version }) => version);
    return { found, ...(await watched.examined()) };
  } finally {
    await session.endSession();
  }
}

test('entries of a request are found on both sides, by SKU and version, by the index of claims alone', async () => {
  // A tenant without entries first: all plans are as good there, and the server remembers one.
  for (let times = 0; times < 3; times += 1) expect(await look(EMPTY, 'x')).toMatchObject({ found: [], documents: 0 });

  const { found, keys, documents } = await look(LARGE, 5, 4, 4_000, 4_001, 'none');
  expect(found).toEqual([4, 4_000, 5, 4_001]);
  expect(documents).toBeLessThanOrEqual(20);
  expect(keys).toBeLessThanOrEqual(40);
  for (const version of [2, 3_002]) {
    const one = await look(LARGE, version);
    expect(one.found).toEqual([version]);
    expect(one.keys).toBeLessThanOrEqual(4);
  }
  expect((await look(LARGE, 'none')).keys).toBeLessThanOrEqual(2);
});

test('a transaction asks once for both', async () => {
  const { client } = database.mongo;
  await database.mongo.db.command({ profile: 2 });
  const found = await client.withSession((session) =>
    session.withTransaction(() => new LedgerOfTenant(database.mongo.db, session, LARGE).movedUnder(['claim 1', 'claim 4001'])),
  );
  await database.mongo.db.command({ profile: 0 });

  expect(found.map(({ version }) => version)).toEqual([1, 4_001]);
  const profiled = await database.mongo.db
    .collection('system.profile')
    .find({ ns: /movements$/ })
    .toArray();
  expect(profiled.map(({ command }) => Object.keys(Object(command))[0])).toEqual(['aggregate']);
});
