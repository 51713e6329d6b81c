import { uniqueName } from '@fulfilment/testing';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { connectMongo, ensureIndexes, indexesIn, type Mongo } from './connect.ts';

const DECLARED = [{ collection: 'things', name: 'thing_of_tenant', key: { tenant: 1, _id: 1 } }] as const;
let mongo: Mongo;

beforeEach(async () => {
  mongo = await connectMongo({ url: inject('engines').mongodbUrl, database: uniqueName('indexes_test'), appName: 'test' });
});

afterEach(async () => {
  await mongo.db.dropDatabase();
  await mongo.stop();
});

/** Begins a transaction that has locked a document. */
async function lock({ client, db }: Mongo, id: number) {
  const session = client.startSession();
  session.startTransaction();
  await db.collection<{ _id: number }>('locked').updateOne({ _id: id }, { $set: { by: 'transaction' } }, { session });
  return session;
}

test('a process ends the transactions that the one before it in its place left open, and no others', async () => {
  const { databaseName: database } = mongo.db;
  const connect = (instance: string) => connectMongo({ url: inject('engines').mongodbUrl, database, appName: 'test', instance });
  const [killed, beside] = await Promise.all([connect('test-1'), connect('test-2')]);
  await mongo.db.collection<{ _id: number }>('locked').insertMany([{ _id: 1 }, { _id: 2 }]);
  const [left, running] = [await lock(killed, 1), await lock(beside, 2)];

  const next = await connect('test-1');
  await next.db.collection<{ _id: number }>('locked').updateOne({ _id: 1 }, { $set: { by: 'next' } });

  await expect(left.commitTransaction()).rejects.toThrow(/transaction/i);
  await running.commitTransaction();
  expect(await next.db.collection('locked').find().sort({ _id: 1 }).toArray()).toMatchObject([
    { by: 'next' },
    { by: 'transaction' },
  ]);
  await Promise.all([left.endSession(), running.endSession()]);
  await Promise.all([killed, beside, next].map((each) => each.stop()));
}, 90_000);

test("how long documents are kept is the operator's to change, and nothing else of an index", async () => {
  const ending = { collection: 'ending', name: 'ending', key: { at: 1 }, options: { expireAfterSeconds: 3_600 } } as const;
  const other = { collection: 'ending', name: 'other', key: { other: 1 } } as const;
  await ensureIndexes(mongo.db, [ending]);
  await mongo.db.command({ collMod: 'ending', index: { name: 'ending', expireAfterSeconds: 60 } });

  await ensureIndexes(mongo.db, [ending, other]);

  const stored = await indexesIn(mongo.db, 'ending');
  expect(stored.get('ending')).toMatchObject({ expireAfterSeconds: 60 });
  expect(stored.has('other')).toBe(true);
  await expect(ensureIndexes(mongo.db, [{ ...ending, key: { at: -1 } }])).rejects.toThrow(/another definition/);
  await expect(ensureIndexes(mongo.db, [{ ...ending, options: {} }])).rejects.toThrow(/another definition/);
});

test('what is missing is made, and what is there stays', async () => {
  await ensureIndexes(mongo.db, DECLARED);
  await ensureIndexes(mongo.db, DECLARED);

  expect((await mongo.db.collection('things').indexes()).map(({ name }) => name)).toEqual(['_id_', 'thing_of_tenant']);
});

test.each([
  ['another key', { key: { tenant: 1, name: 1 } as const }],
  ['other options', { options: { unique: true } }],
])('an index with %s is refused in words that say what to do', async (_, change) => {
  await ensureIndexes(
    mongo.db,
    DECLARED.map((each) => ({ ...each, ...change })),
  );

  await expect(ensureIndexes(mongo.db, DECLARED)).rejects.toThrow(
    /An index of indexes_test.*\.things has another definition .* by hand, drop it and migrate again/,
  );
});
