import { uniqueName } from '@fulfilment/testing';
import { BSON } from 'mongodb';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { connectMongo, type Mongo } from './connect.ts';
import { TenantRecords } from './tenant-records.ts';

const MINE = ['acc_1:sandbox', 'acc_1:production'];
let mongo: Mongo;

beforeAll(async () => {
  mongo = await connectMongo({ url: inject('engines').mongodbUrl, database: uniqueName('tenants'), appName: 'test' });
  const put = (name: string, documents: readonly { readonly _id: string; readonly [field: string]: unknown }[]) =>
    mongo.db.collection<{ _id: string }>(name).insertMany([...documents]);
  for (const tenant of [...MINE, 'acc_10:sandbox', 'acc_2:sandbox']) {
    await put('skus', [{ _id: `${tenant}/MUG`, tenant }]);
    await put(
      'orders',
      Array.from({ length: 5 }, (_, place) => ({ _id: `ord_${tenant}_${place}`, tenant })),
    );
    await put('positions', [{ _id: tenant, position: 3 }]);
    await put('idempotency_receipts', [{ _id: `${tenant}/claim` }]);
    await put('dead_letters', [{ _id: `webhooks/orders.events/0/${tenant}`, key: `${tenant}|ord_1` }]);
  }
  await put('schema', [{ _id: 'orders' }]);
});

afterAll(async () => {
  await mongo.db.dropDatabase();
  await mongo.stop();
});

test('all records of tenants are counted and removed, in pieces; those of others stay', async () => {
  const records = new TenantRecords(mongo.db);

  expect(await records.count(MINE)).toEqual([
    { kind: 'dead_letters', count: 2 },
    { kind: 'idempotency_receipts', count: 2 },
    { kind: 'orders', count: 10 },
    { kind: 'positions', count: 2 },
    { kind: 'skus', count: 2 },
  ]);
  const pieces: number[] = [];
  do pieces.push(await records.remove(MINE, 7));
  while (pieces.at(-1) === 7);

  expect(pieces).toEqual([7, 7, 4]);
  expect(await records.count(MINE)).toEqual([]);
  expect(await records.count(['acc_10:sandbox', 'acc_2:sandbox'])).toHaveLength(5);
  expect(await mongo.db.collection('schema').countDocuments()).toBe(1);
  expect(await records.remove(MINE, 7)).toBe(0);
});

test('the bytes of a tenant are the sizes of its documents, of those with an index by tenant or their tenant in the id', async () => {
  const [tenant, other] = ['acc_3:sandbox', 'acc_30:sandbox'];
  const sizes = { indexed: 0, named: 0 };
  for (let at = 0; at < 300; at += 1) {
    const name = String(at).padStart(3, '0');
    const [indexed, named] = [
      { _id: `ord_${name}`, tenant, text: 'x'.repeat(at) },
      { _id: `${tenant}/${name}`, text: 'x'.repeat(at) },
    ];
    sizes.indexed += BSON.calculateObjectSize(indexed);
    sizes.named += BSON.calculateObjectSize(named);
    await mongo.db.collection<{ _id: string }>('sized').insertMany([indexed, { ...indexed, _id: `other_${at}`, tenant: other }]);
    await mongo.db.collection<{ _id: string }>('named').insertMany([named, { ...named, _id: `${other}/${at}` }]);
  }
  // Two indexes of one key, as there may be, are told apart by their names.
  await mongo.db.collection('sized').createIndex({ tenant: 1, _id: -1 });
  await mongo.db
    .collection('sized')
    .createIndex({ tenant: 1, _id: -1 }, { name: 'texts', partialFilterExpression: { text: { $exists: true } } });
  await mongo.db.collection('partly').insertMany([{ tenant }]);
  await mongo.db.collection('partly').createIndex({ tenant: 1 }, { partialFilterExpression: { open: true } });

  const estimated = await new TenantRecords(mongo.db).estimateBytes(tenant);

  // Sizes grow evenly along both indexes, so the mean of both ends is that of all.
  expect(estimated / (sizes.indexed + sizes.named)).toBeCloseTo(1, 1);
  expect(await new TenantRecords(mongo.db).estimateBytes('acc_4:sandbox')).toBe(0);
});
