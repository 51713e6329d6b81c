import { uniqueName } from '@fulfilment/testing';
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
