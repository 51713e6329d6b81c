import { readFileSync } from 'node:fs';
import { connectMongo, migrateStore, type Mongo } from '@fulfilment/mongo';
import { uniqueName } from '@fulfilment/testing';
import { BSON, type Document } from 'mongodb';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { SCHEMA } from '../schema.ts';

const GOLDEN = new URL('../../golden/documents.ndjson', import.meta.url);
const STOCK = ['skus', 'allocations'];
const lines = readFileSync(GOLDEN, 'utf8').trimEnd().split('\n');
const golden = lines
  .map((line): { readonly collection: string; readonly document: Document } => BSON.EJSON.parse(line))
  .filter(({ collection }) => STOCK.includes(collection));

let mongo: Mongo;

beforeAll(async () => {
  mongo = await connectMongo({ url: inject('engines').mongodbUrl, database: uniqueName('validators'), appName: 'test' });
  await migrateStore({ db: mongo.db, schema: SCHEMA });
});

afterAll(async () => {
  await mongo.db.dropDatabase();
  await mongo.stop();
});

beforeEach(async () => {
  for (const name of STOCK) await mongo.db.collection(name).deleteMany({});
});

const example = (collection: string): Document => {
  const [first] = golden.filter((each) => each.collection === collection);
  if (!first) throw new Error(`There is no golden document of ${collection}`);
  return first.document;
};

test('every stored form of stock that there has been is taken', async () => {
  for (const { collection, document } of golden) {
    await mongo.db.collection(collection).deleteMany({});
    await mongo.db.collection(collection).insertOne({ ...document });
  }
  expect(golden.length).toBeGreaterThan(3);
});

test.each<[what: string, collection: string, changes: Document]>([
  ['more is promised than is there', 'skus', { $set: { allocated: 6 } }],
  ['more is firm than is promised', 'skus', { $set: { firm: 4 } }],
  ['a quantity is below 0', 'skus', { $set: { waiting: -1 } }],
  ['a quantity is no number', 'skus', { $set: { waiting: Number.NaN } }],
  ['a quantity is no whole number', 'skus', { $set: { on_hand: 5.5 } }],
  ['a quantity is gone', 'skus', { $unset: { firm: '' } }],
  ['a place has less than nothing', 'skus', { $set: { 'stock.0.on_hand': -1 } }],
  ['a line holds more than was ordered', 'allocations', { $set: { 'lines.0.allocated': 1_000 } }],
  ['a line has shipped what is no number', 'allocations', { $set: { 'lines.0.shipped': Number.NaN } }],
  ['a line drops more than was ordered', 'allocations', { $set: { 'lines.0.cancelled': 1_000 } }],
  [
    'fulfilments have more of a line than it holds',
    'allocations',
    { $set: { 'lines.0.portions': [{ fulfilment: 'ful_1', units: 1_000, firm: false }] } },
  ],
  ['its state is unknown', 'allocations', { $set: { state: 'lost' } }],
])('MongoDB refuses a document of stock in which %s', async (_what, collection, changes) => {
  const documents = mongo.db.collection(collection);
  await documents.insertOne({ ...example(collection) });

  await expect(documents.updateOne({}, changes)).rejects.toMatchObject({ code: 121 });
  expect(await documents.updateOne({}, { $set: { of_a_later_release: 1 } })).toMatchObject({ modifiedCount: 1 });
});
