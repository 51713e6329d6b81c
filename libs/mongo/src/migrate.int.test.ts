import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { eventually, uniqueName } from '@fulfilment/testing';
import type { Db } from 'mongodb';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { connectMongo, dropIndex, type IndexDeclaration, type Mongo } from './connect.ts';
import { migrateStore, readStatus } from './migrate.ts';
import { baseline, type Migration, openFence, readSchema, type StoreSchema } from './schema.ts';

const THINGS: IndexDeclaration = { collection: 'things', name: 'thing_of_tenant', key: { tenant: 1, _id: 1 } };
const BY_COLOUR: IndexDeclaration = { collection: 'things', name: 'thing_by_colour', key: { tenant: 1, colour: 1 } };
/** Adds a field, counts its own runs on each document, and switches an index. */
const COLOURS: Migration = {
  number: 2,
  name: 'colours',
  steps: [
    { type: 'create_index', index: BY_COLOUR },
    {
      type: 'update',
      collection: 'things',
      filter: { colour: { $exists: false } },
      update: [{ $set: { colour: 'blue', runs: { $add: [{ $ifNull: ['$runs', 0] }, 1] } } }],
    },
    { type: 'drop_index', index: THINGS },
  ],
};

const schemaOf = (migrations: readonly Migration[], needs = migrations.length): StoreSchema => ({
  service: 'things',
  needs,
  members: 'members',
  migrations,
});
const FIRST = schemaOf([baseline([THINGS])]);
const SECOND = schemaOf([...FIRST.migrations, COLOURS]);

let mongo: Mongo;
let db: Db;

beforeEach(async () => {
  mongo = await connectMongo({ url: inject('engines').mongodbUrl, database: uniqueName('migrate_test'), appName: 'test' });
  ({ db } = mongo);
});

afterEach(async () => {
  await db.dropDatabase();
  await mongo.stop();
});

const things = () => db.collection<{ _id: unknown; colour?: string; runs?: number }>('things');
const indexNames = async () => (await things().indexes()).map(({ name = '' }) => name).toSorted((a, b) => a.localeCompare(b));
const addThings = (count: number) =>
  things().insertMany(Array.from({ length: count }, (_, place) => ({ _id: place % 2 === 0 ? place : `thing-${place}` })));

test('an empty database is made ready, and code of its version starts on it', async () => {
  await migrateStore({ db, schema: FIRST });

  expect(await indexNames()).toEqual(['_id_', 'thing_of_tenant']);
  expect(await readStatus(db, FIRST)).toMatchObject({ version: 1, latest: 1, minReader: 1, minWriter: 1, pending: [] });
  expect((await openFence(db, FIRST)).mayWrite()).toBe(true);
});

test('code refuses a store that lacks what it needs, in one line that names the command', async () => {
  const command = 'npm run -s admin -- migrate';
  await expect(openFence(db, FIRST)).rejects.toThrow(
    new RegExp(`^The store of things .* is at .* 0, .* needs 1\\. Run: ${command}$`),
  );

  await migrateStore({ db, schema: FIRST });
  await expect(openFence(db, SECOND)).rejects.toThrow(new RegExp(` 1, and this release needs 2\\. Run: ${command}$`));
  await things().dropIndex(THINGS.name);
  await expect(openFence(db, FIRST)).rejects.toThrow(new RegExp(`lacks indexes: things\\.thing_of_tenant\\. Run: ${command}$`));

  await migrateStore({ db, schema: FIRST });
  expect((await openFence(db, FIRST)).mayWrite()).toBe(true);
});

test('an index that code can do without is there for releases before, and once it was dropped it is neither missed nor made again', async () => {
  const without = { ...schemaOf([baseline([THINGS, BY_COLOUR])]), dispensable: [BY_COLOUR] };
  await migrateStore({ db, schema: without });
  expect(await indexNames()).toEqual(['_id_', 'thing_by_colour', 'thing_of_tenant']);

  expect(await dropIndex(db, BY_COLOUR)).toBe(true);
  expect(await dropIndex(db, BY_COLOUR)).toBe(false);
  await migrateStore({ db, schema: without });

  expect(await indexNames()).toEqual(['_id_', 'thing_of_tenant']);
  expect((await openFence(db, without)).mayWrite()).toBe(true);
  // The way back: a release that needs it asks for it, and its own command makes it again.
  const before = schemaOf(without.migrations);
  await expect(openFence(db, before)).rejects.toThrow(/lacks indexes: things\.thing_by_colour\. Run: /);
  await migrateStore({ db, schema: before });
  expect((await openFence(db, before)).mayWrite()).toBe(true);
});

test('a migration changes every document once, whatever the type of its id, and switches indexes', async () => {
  await migrateStore({ db, schema: FIRST });
  await addThings(25);
  const lines: string[] = [];

  const status = await migrateStore({ db, schema: SECOND, batch: 4, rate: 1_000_000, progress: (line) => lines.push(line) });

  expect(status).toMatchObject({ version: 2, pending: [], running: undefined });
  expect(await things().countDocuments({ colour: 'blue', runs: 1 })).toBe(25);
  expect(await indexNames()).toEqual(['_id_', 'thing_by_colour']);
  expect(lines).toEqual(['things: applying migration 2, colours']);
  // Code of version 1 needs the index that is gone: such a migration has to shut it out.
  await expect(openFence(db, FIRST)).rejects.toThrow(/lacks indexes/);
});

test('a run that was stopped between two batches goes on with the next document', async () => {
  await migrateStore({ db, schema: FIRST });
  await addThings(20);
  const stop = new AbortController();
  const running = migrateStore({ db, schema: SECOND, batch: 5, rate: 1, signal: stop.signal });
  await eventually(async () => expect((await readSchema(db))?.running).toMatchObject({ documents: 5 }));
  stop.abort();
  await expect(running).rejects.toThrow(/Stopped.*again to go on/);
  expect(await things().countDocuments({ colour: 'blue' })).toBe(5);
  expect((await readStatus(db, SECOND)).running).toMatchObject({ number: 2, step: 1, documents: 5 });
  // A write that was under way takes a change back: the next pass finds it.
  await db.collection<{ _id: number }>('things').updateOne({ _id: 0 }, { $unset: { colour: '' } });

  const lines: string[] = [];
  await migrateStore({ db, schema: SECOND, batch: 5, rate: 1_000_000, progress: (line) => lines.push(line) });

  expect(lines).toEqual(['things: going on with migration 2, colours']);
  expect(await things().countDocuments({ colour: 'blue', runs: 1 })).toBe(19);
  expect(await things().countDocuments({ colour: 'blue', runs: 2 })).toBe(1);
});

test('a run that was killed leaves a lease that ends, and the next one goes on', async () => {
  await migrateStore({ db, schema: FIRST });
  await addThings(20);
  const options = { database: db.databaseName, url: inject('engines').mongodbUrl };
  const code = `
    const { migrateStore, openForMigration } = await import(${JSON.stringify(new URL('./migrate.ts', import.meta.url).href)});
    const client = await openForMigration(${JSON.stringify(options.url)});
    await migrateStore({ db: client.db(${JSON.stringify(options.database)}), schema: ${JSON.stringify(SECOND)}, batch: 5, rate: 1, leaseMs: 8000 });`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], { stdio: 'inherit' });
  const ended = once(child, 'exit');
  await eventually(async () => expect((await readSchema(db))?.running).toMatchObject({ documents: 5 }), { withinMs: 20_000 });
  child.kill('SIGKILL');
  await ended;

  const lines: string[] = [];
  await migrateStore({ db, schema: SECOND, rate: 1_000_000, progress: (line) => lines.push(line) });

  // A lease that ends late leaves time for a line on how far the run is.
  expect(lines.filter((line) => !line.endsWith(' documents of things changed'))).toEqual([
    expect.stringMatching(/^things: another migration has the lease .*; waiting for its end$/),
    'things: going on with migration 2, colours',
  ]);
  expect(await things().countDocuments({ colour: 'blue', runs: 1 })).toBe(20);
});

test('two runs at once: one migrates, the other waits and finds nothing to do', async () => {
  await addThings(30);
  const run = () => migrateStore({ db, schema: SECOND, batch: 3, rate: 300 });

  const ends = await Promise.all([run(), run()]);

  expect(ends).toMatchObject([{ version: 2 }, { version: 2 }]);
  expect(await things().countDocuments({ runs: 1 })).toBe(30);
  expect((await readSchema(db))?.migrations.map(({ number }) => number)).toEqual([1, 2]);
});

test('a migration that was changed after it was applied is refused', async () => {
  await migrateStore({ db, schema: FIRST });

  const changed = schemaOf([baseline([THINGS, BY_COLOUR])]);
  await expect(migrateStore({ db, schema: changed })).rejects.toThrow(/Migration 1 of things is not the one that was applied/);
});

test('a store of a newer release stays as it is, and opens to code that its bounds let in', async () => {
  await migrateStore({ db, schema: SECOND });

  expect(await migrateStore({ db, schema: schemaOf(FIRST.migrations, 1) })).toMatchObject({ version: 2, latest: 1, pending: [] });
});

test('processes of a release without versions have to be stopped before the first migration', async () => {
  const until = new Date(Date.now() + 60_000);
  await db.collection('members').insertOne({ name: 'things.outbox', until });

  await expect(migrateStore({ db, schema: FIRST, settleMs: 0 })).rejects.toThrow(
    /^1 processes of things of an earlier release run on/,
  );
  expect(await readStatus(db, FIRST)).toMatchObject({ version: 0 });

  await db.collection('members').updateMany({}, { $set: { until: new Date(0) } });
  await migrateStore({ db, schema: FIRST });
});

test('a migration that shuts out older writers tells them, and they start no more', async () => {
  await migrateStore({ db, schema: FIRST });
  const fence = await openFence(db, FIRST);
  const reasons: string[] = [];
  fence.onClosed((reason) => reasons.push(reason));
  await db.collection('members').insertMany([
    { name: 'old', schema: 1 },
    { name: 'new', schema: 2 },
  ]);
  expect(await fence.look()).toBe(true);

  await migrateStore({ db, schema: schemaOf([...FIRST.migrations, { ...COLOURS, minWriter: 2 }]), settleMs: 0 });
  await fence.look();

  expect(await db.collection('members').find({ replaced: true }).toArray()).toMatchObject([{ name: 'old' }]);
  expect([fence.mayRead(), fence.mayWrite()]).toEqual([true, false]);
  expect(reasons).toEqual([
    expect.stringMatching(
      /takes code of schema version 2 and later only, and this process has version 1: start the newer release/,
    ),
  ]);
  await expect(openFence(db, FIRST)).rejects.toThrow(/start the newer release .*admin -- migrate status/);
});

test('a validator refuses what breaks it, from the migration on', async () => {
  const validator = { $expr: { $gte: ['$units', 0] } };
  const validated: Migration = {
    number: 2,
    name: 'validate',
    steps: [{ type: 'validator', collection: 'things', validator, level: 'moderate' }],
  };
  await migrateStore({ db, schema: schemaOf([...FIRST.migrations, validated]) });

  await db.collection('things').insertOne({ units: 0 });
  await expect(db.collection('things').insertOne({ units: -1 })).rejects.toThrow(/failed validation/);
});

test('a step whose filter selects what it has changed ends with an error', async () => {
  await addThings(2);
  const endless: Migration = {
    number: 2,
    name: 'endless',
    steps: [{ type: 'update', collection: 'things', filter: {}, update: [{ $set: { colour: 'blue' } }] }],
  };

  await expect(migrateStore({ db, schema: schemaOf([...FIRST.migrations, endless]), rate: 1_000_000 })).rejects.toThrow(
    /its filter is wrong/,
  );
});

test('a step ends although processes of the release before go on adding documents in their form', async () => {
  await migrateStore({ db, schema: FIRST });
  await addThings(6);
  const older = { isAdding: true, added: 0 };
  const named = db.collection<{ _id: string; colour?: string }>('things');
  // Before the place that the step has come to, and as soon as the last one was changed: each pass finds one.
  const adding = (async () => {
    for (let number = 999; older.isAdding; number -= 1) {
      const id = `older-${number}`;
      await named.insertOne({ _id: id });
      older.added += 1;
      while (older.isAdding && (await named.countDocuments({ _id: id, colour: 'blue' })) === 0);
    }
  })();
  const lines: string[] = [];

  const status = await migrateStore({ db, schema: SECOND, rate: 20, progress: (line) => lines.push(line) });
  older.isAdding = false;
  await adding;

  expect(status.version).toBe(2);
  expect(lines.at(-1)).toBe('things: older processes go on adding documents to things that migration 2 would change');
  expect(older.added).toBeGreaterThan(10);
  expect(await named.countDocuments({ _id: /^thing/, colour: 'blue' })).toBe(3);
});

test('an update step raises the counter that writers compare who have read a document before', async () => {
  const schema = { ...SECOND, revisions: { things: 'revision' } };
  await migrateStore({ db, schema: { ...FIRST, revisions: schema.revisions } });
  await db.collection<{ _id: number; revision?: number }>('things').insertMany([{ _id: 1, revision: 7 }, { _id: 2 }]);

  await migrateStore({ db, schema });

  expect(await things().find().sort({ _id: 1 }).toArray()).toMatchObject([{ revision: 8 }, { revision: 1 }]);
});
