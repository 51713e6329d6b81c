import { eventually, uniqueName } from '@fulfilment/testing';
import { MongoClient } from 'mongodb';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { asUnavailable, connectMongo, isDuplicateKey, type Mongo, transact } from './index.ts';

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
