import { eventually, uniqueName } from '@fulfilment/testing';
import { MongoClient } from 'mongodb';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { asUnavailable, connectMongo, isDuplicateKey, isOnlyDuplicateKeys, type Mongo, transact } from './index.ts';

let mongo: Mongo;

beforeEach(async () => {
  mongo = await connectMongo({ url: inject('engines').mongodbUrl, database: uniqueName('transact'), appName: 'transact' });
  await mongo.db.createCollection('counters');
});

afterEach(async () => {
  await mongo.db.dropDatabase();
  await mongo.stop();
});

interface Counter {
  readonly _id: string;
  readonly n: number;
}
const counters = () => mongo.db.collection<Counter>('counters');

test('transactions that meet on one record each take effect once', async () => {
  await counters().insertOne({ _id: 'a', n: 0 });

  await Promise.all(
    Array.from({ length: 10 }, () =>
      transact(mongo.client, async (session) => {
        const found = await counters().findOne({ _id: 'a' }, { session });
        await counters().replaceOne({ _id: 'a' }, { n: (found?.n ?? 0) + 1 }, { session });
      }),
    ),
  );

  expect(await counters().findOne({ _id: 'a' })).toEqual({ _id: 'a', n: 10 });
});

test('what the work throws leaves nothing behind and is thrown on', async () => {
  const failing = transact(mongo.client, async (session) => {
    await counters().insertOne({ _id: 'a', n: 1 }, { session });
    throw new Error('no');
  });

  await expect(failing).rejects.toThrow('no');
  expect(await counters().countDocuments()).toBe(0);
});

test('a duplicate key is thrown out, not tried again', async () => {
  await counters().insertOne({ _id: 'a', n: 0 });
  let runs = 0;

  const failing = transact(mongo.client, async (session) => {
    runs += 1;
    await counters().insertOne({ _id: 'a', n: 1 }, { session });
  });

  await expect(failing).rejects.toSatisfy((error) => isDuplicateKey(error));
  expect(runs).toBe(1);
});

test('a record that another transaction keeps to itself is given up within seconds, as unavailable', async () => {
  await counters().insertOne({ _id: 'a', n: 0 });
  const holder = new MongoClient(inject('engines').mongodbUrl);
  const holding = holder.startSession();
  holding.startTransaction();
  await holder
    .db(mongo.db.databaseName)
    .collection<Counter>('counters')
    .updateOne({ _id: 'a' }, { $set: { n: 1 } }, { session: holding });
  let runs = 0;

  const failing = transact(mongo.client, async (session) => {
    runs += 1;
    await counters().updateOne({ _id: 'a' }, { $set: { n: 2 } }, { session });
  });

  await expect(failing).rejects.toSatisfy((error) => asUnavailable(error) !== error);
  expect(runs).toBeGreaterThan(1);
  await holding.abortTransaction();
  await holder.close();
  await eventually(async () => expect((await counters().findOne({ _id: 'a' }))?.n).toBe(0));
});

/** Has the server fail the next `times` inserts of this connection. */
const failInserts = (times: number, failure: object) =>
  mongo.client.db('admin').command({
    configureFailPoint: 'failCommand',
    mode: { times },
    data: { failCommands: ['insert'], appName: 'transact', ...failure },
  });

const insertBoth = () =>
  counters()
    .insertMany(
      [
        { _id: 'a', n: 1 },
        { _id: 'b', n: 1 },
      ],
      { ordered: false },
    )
    .then(
      () => undefined,
      (error: unknown) => error,
    );

test('a bulk write in which unique indexes alone refused documents is done', async () => {
  await counters().insertOne({ _id: 'a', n: 0 });

  expect(isOnlyDuplicateKeys(await insertBoth())).toBe(true);
  expect(await counters().countDocuments()).toBe(2);
});

test.each([
  // The driver tries once more by itself.
  ['whose primary stepped down', 2, { errorCode: 189 }],
  ['whose primary is shutting down', 2, { errorCode: 11_600 }],
  ['that a majority did not confirm', 1, { writeConcernError: { code: 64, errmsg: 'waiting for replication timed out' } }],
])('a bulk write %s is unavailable, and not taken for one with duplicates alone', async (_what, times, failure) => {
  await failInserts(times, failure);

  const error = await insertBoth();

  expect(asUnavailable(error)).toMatchObject({ code: 'upstream_unavailable' });
  expect(isOnlyDuplicateKeys(error)).toBe(false);
});
