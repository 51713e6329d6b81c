import { uniqueName } from '@fulfilment/testing';
import { type Collection, Long, MongoNetworkError } from 'mongodb';
import { beforeAll, expect, inject, test } from 'vitest';
import { connectMongo, findAtOnce, type Mongo } from './index.ts';

interface Thing {
  readonly _id: string;
  readonly rank: number;
  readonly [field: string]: unknown;
}

let mongo: Mongo;
let things: Collection<Thing>;

beforeAll(async () => {
  mongo = await connectMongo({ url: inject('engines').mongodbUrl, database: uniqueName('at-once'), appName: 'at-once' });
  things = mongo.db.collection<Thing>('things');
  const shapes = { at: new Date(7), none: null, large: Long.fromString('4294967297'), text: 'ä😀', list: [1, { inner: 0.5 }] };
  await things.insertMany(Array.from({ length: 9 }, (_, place) => ({ _id: `t${place}`, rank: (place * 4) % 9, ...shapes })));
  return async () => {
    await mongo.db.dropDatabase();
    await mongo.stop();
  };
});

const QUERY = { sort: { rank: 1 }, projection: { text: 0 }, limit: 5 } as const;

test('documents are what the cursor of the driver reads, in its order', async () => {
  const read = await findAtOnce(things, { rank: { $gt: 1 } }, QUERY);

  expect([...read]).toEqual(await things.find({ rank: { $gt: 1 } }, QUERY).toArray());
});

test('it reads what a majority has, as other reads of the connection do', async () => {
  const asked: unknown[] = [];
  const listening: Collection<Thing> = Object.create(things, {
    db: { value: { command: (command: unknown) => (asked.push(command), Promise.resolve({ cursor: { firstBatch: [] } })) } },
  });

  await findAtOnce(listening, {}, QUERY);

  expect(asked).toEqual([expect.objectContaining({ readConcern: { level: 'majority' }, singleBatch: true })]);
});

test('a read that a lost connection ends is tried again', async () => {
  const failing: Collection<Thing> = Object.create(things, { db: { value: { command: losesConnection } } });

  expect([...(await findAtOnce(failing, {}, QUERY))].map(({ rank }) => rank)).toEqual([0, 1, 2, 3, 4]);
});

test('a read that cannot succeed is not tried again', async () => {
  const failing: Collection<Thing> = Object.create(things, { find: { value: () => expect.fail('tried again') } });

  await expect(findAtOnce(failing, {}, { ...QUERY, hint: 'no such index' })).rejects.toThrow(/hint/);
});

const losesConnection = (): Promise<never> => Promise.reject(new MongoNetworkError('connection closed'));
