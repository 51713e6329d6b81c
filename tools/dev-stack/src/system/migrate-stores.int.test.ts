import { readStatus } from '@fulfilment/mongo';
import { SCHEMA as ORDERS } from '../../../../apps/orders/src/schema.ts';
import { uniqueName } from '@fulfilment/testing';
import { MongoClient } from 'mongodb';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { type MayMigrate, migrateStores } from './migrate-stores.ts';
import { databasesOf } from './services.ts';

let client: MongoClient;
let namespace: string;
let lines: string[];

beforeAll(async () => {
  client = await MongoClient.connect(inject('engines').mongodbUrl);
});

afterAll(() => client.close());

/** Orders of a release before there were schema versions, and no data of scans. */
beforeEach(async () => {
  namespace = uniqueName('migrated');
  lines = [];
  await client.db(databasesOf(namespace).orders).collection('orders').insertOne({ status: 'shipped' });
});

afterEach(async () => {
  for (const name of Object.values(databasesOf(namespace))) await client.db(name).dropDatabase();
});

function migrate(mayMigrate?: MayMigrate, namespaceOf = namespace): Promise<void> {
  return migrateStores({
    mongodbUrl: inject('engines').mongodbUrl,
    namespace: namespaceOf,
    services: ['orders', 'scans'],
    mayMigrate,
    progress: (line) => void lines.push(line),
    signal: new AbortController().signal,
  });
}

const pending = async () => (await readStatus(client.db(databasesOf(namespace).orders), ORDERS)).pending.length;
const namesOf = async (service: 'orders' | 'scans') => {
  const collections = await client.db(databasesOf(namespace)[service]).listCollections({}, { nameOnly: true }).toArray();
  return collections.map(({ name }) => name);
};

test.each<[string, MayMigrate | undefined]>([
  ['which no terminal can give', undefined],
  ['which is refused', () => false],
])('without leave, %s, data of an earlier release stays as it is, and the end names both commands', async (_, mayMigrate) => {
  await expect(migrate(mayMigrate)).rejects.toMatchObject({
    name: 'NotMigrated',
    message: expect.stringMatching(/was not changed.* npm start -- --migrate, .*npm run -s admin -- migrate$/s),
  });

  expect(lines).toEqual([]);
  expect(await namesOf('orders')).toEqual(['orders']);
  expect(await namesOf('scans')).toEqual([]);
});

test('with leave, after the plan of the stores with data, all are brought to this release, and the data stays', async () => {
  const plans: (readonly string[])[] = [];
  const isAsked: MayMigrate = async (plan) => {
    plans.push(plan);
    return await Promise.resolve(true);
  };

  await migrate(isAsked);

  const { migrations } = ORDERS;
  expect(plans).toEqual([migrations.map(({ number, name }) => `orders: migration ${number}, ${name}`)]);
  expect(await pending()).toBe(0);
  expect(await namesOf('scans')).toContain('schema');
  expect(await client.db(databasesOf(namespace).orders).collection('orders').findOne({})).toMatchObject({ status: 'shipped' });
  expect(lines.at(-1)).toMatch(/^data migrated \(\d+\.\d s\)$/);

  await migrate(isAsked);
  expect(plans).toHaveLength(1);
});

test('empty databases are made ready without a question', async () => {
  const empty = uniqueName('empty');
  await migrate(() => Promise.reject(new Error('asked')), empty);

  expect(await readStatus(client.db(databasesOf(empty).orders), ORDERS)).toMatchObject({ pending: [], isEmpty: false });
  for (const name of Object.values(databasesOf(empty))) await client.db(name).dropDatabase();
});
