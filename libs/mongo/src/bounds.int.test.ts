import { eventually, uniqueName } from '@fulfilment/testing';
import type { Db } from 'mongodb';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { raiseBounds } from './bounds.ts';
import { connectMongo, type Mongo } from './connect.ts';
import { migrateStore } from './migrate.ts';
import { baseline, openFence, readSchema, type StoreSchema } from './schema.ts';

const SHELF = {
  type: 'create_collection',
  collection: 'shelf',
  options: { storageEngine: { wiredTiger: { configString: 'block_compressor=zstd' } } },
} as const;
const migrations = [baseline([]), { number: 2, name: 'shelf', steps: [SHELF] }];
const SCHEMA: StoreSchema = { service: 'things', needs: 1, members: 'members', migrations };
const BEFORE: StoreSchema = { ...SCHEMA, migrations: migrations.slice(0, 1) };

let mongo: Mongo;
let db: Db;

beforeEach(async () => {
  mongo = await connectMongo({ url: inject('engines').mongodbUrl, database: uniqueName('bounds_test'), appName: 'test' });
  ({ db } = mongo);
  await migrateStore({ db, schema: SCHEMA });
});

afterEach(async () => {
  await db.dropDatabase();
  await mongo.stop();
});

const members = () => db.collection<{ _id: string; schema?: number; replaced?: boolean }>('members');
const unending = new AbortController().signal;

/** Raises the bounds to version 2. @returns whether it was done, and what was told. */
async function raise(settleMs: number, signal = unending) {
  const lines: string[] = [];
  const isDone = await raiseBounds({
    db,
    schema: SCHEMA,
    version: 2,
    settleMs,
    signal,
    progress: (line) => void lines.push(line),
  });
  return { isDone, lines };
}

test('a collection is created with its options, and once', async () => {
  const stats = await db.command({ collStats: 'shelf' });
  expect(Object(stats['wiredTiger']).creationString).toContain('block_compressor=zstd');
  await db.collection<{ _id: number }>('shelf').insertOne({ _id: 1 });
  await db.collection('schema').updateOne({}, { $set: { version: 1 } });

  expect(await migrateStore({ db, schema: SCHEMA })).toMatchObject({ version: 2 });
  expect(await db.collection('shelf').countDocuments()).toBe(1);
});

test('code below the version is shut out where it runs, and refuses to start', async () => {
  const running = await openFence(db, BEFORE);
  await members().insertMany([{ _id: 'before', schema: 1 }, { _id: 'of no schema' }, { _id: 'of this release', schema: 2 }]);

  const { isDone, lines } = await raise(1_500);

  expect({ isDone, lines }).toEqual({
    isDone: true,
    lines: ['things: processes of schema versions before 2 stop writing; waiting 2 s'],
  });
  await running.look();
  expect([running.mayRead(), running.mayWrite()]).toEqual([false, false]);
  expect((await members().find({ replaced: true }).toArray()).map(({ _id }) => _id)).toEqual(['before', 'of no schema']);
  await expect(openFence(db, BEFORE)).rejects.toThrow(/takes code of schema version 2 and later only/);
  expect((await openFence(db, SCHEMA)).mayWrite()).toBe(true);
  // Once is enough.
  expect(await raise(1_500)).toEqual({ isDone: true, lines: [] });
});

test('a wait that was broken off is waited to its end by the next run', async () => {
  const stop = new AbortController();
  const broken = raise(60_000, stop.signal);
  await eventually(async () => expect(await readSchema(db)).toMatchObject({ min_reader: 2, min_writer: 2 }));
  stop.abort();
  expect((await broken).isDone).toBe(false);

  expect((await raise(60_000, AbortSignal.timeout(700))).isDone).toBe(false);
  await db.collection('schema').updateOne({}, [{ $set: { bounds_raised_at: { $add: ['$bounds_raised_at', -60_000] } } }]);
  expect(await raise(60_000)).toEqual({ isDone: true, lines: [] });
});

test('bounds that a migration has raised higher stay', async () => {
  await db.collection('schema').updateOne({}, { $set: { min_reader: 1, min_writer: 3 } });
  await raise(0);

  expect(await readSchema(db)).toMatchObject({ min_reader: 2, min_writer: 3 });
});
