import { connectMongo, type Mongo } from '@fulfilment/mongo';
import { goldenDocuments, uniqueName } from '@fulfilment/testing';
import { BSON } from 'mongodb';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { makeReceipts } from './receipts.ts';

const GOLDEN = goldenDocuments(import.meta.dirname, (line) => BSON.EJSON.parse(line));

let mongo: Mongo;

beforeAll(async () => {
  mongo = await connectMongo({ url: inject('engines').mongodbUrl, database: uniqueName('receipts_golden'), appName: 'test' });
  for (const { collection, document } of GOLDEN) await mongo.db.collection<{ _id: string }>(collection).insertOne(document);
});

afterAll(async () => {
  await mongo.db.dropDatabase();
  await mongo.stop();
});

test.each(GOLDEN)('the stored receipt $document._id is read to the value it was read to', async (golden) => {
  const {
    document: { _id: key },
    reads,
  } = golden;
  const [tenant = '', id = ''] = key.split('/');

  expect((await makeReceipts(mongo.db).find(tenant, [id])).get(id)).toEqual(reads);
});
