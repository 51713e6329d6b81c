import { uniqueName } from '@fulfilment/testing';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { connectMongo, ensureIndexes, type Mongo } from './connect.ts';

const DECLARED = [{ collection: 'things', name: 'thing_of_tenant', key: { tenant: 1, _id: 1 } }] as const;
let mongo: Mongo;

beforeEach(async () => {
  mongo = await connectMongo({ url: inject('engines').mongodbUrl, database: uniqueName('indexes_test'), appName: 'test' });
});

afterEach(async () => {
  await mongo.db.dropDatabase();
  await mongo.stop();
});

test('what is missing is made, and what is there stays', async () => {
  await ensureIndexes(mongo.db, DECLARED);
  await ensureIndexes(mongo.db, DECLARED);

  expect((await mongo.db.collection('things').indexes()).map(({ name }) => name)).toEqual(['_id_', 'thing_of_tenant']);
});

test.each([
  ['another key', { key: { tenant: 1, name: 1 } }],
  ['other options', { options: { unique: true } }],
])('an index with %s is refused in words that say what to do', async (_, change) => {
  await ensureIndexes(
    mongo.db,
    DECLARED.map((each) => ({ ...each, ...change })),
  );

  await expect(ensureIndexes(mongo.db, DECLARED)).rejects.toThrow(
    /The index thing_of_tenant of indexes_test.*\.things has another definition .* by hand, drop it\. .* npm start -- --fresh/,
  );
});
