import { databasesOf } from '@fulfilment/dev-stack/run-file';
import { connectMongo, type Mongo, SCHEMA_COLLECTION } from '@fulfilment/mongo';
import { uniqueName } from '@fulfilment/testing';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { migrateCommand, SCHEMAS } from './migrate-command.ts';

const namespace = uniqueName('migrate_command');
const { orders: database } = databasesOf(namespace);
let mongo: Mongo;

beforeEach(async () => {
  mongo = await connectMongo({ url: inject('engines').mongodbUrl, database, appName: 'test' });
});

afterEach(async () => {
  await mongo.db.dropDatabase();
  await mongo.stop();
});

async function migrate(...args: readonly string[]) {
  const told: string[] = [];
  const env = { MONGODB_URL: inject('engines').mongodbUrl, FULFILMENT_DATA: '/nonexistent' };
  const code = await migrateCommand([...args, '--service', 'orders', '--namespace', namespace], {
    env,
    print: () => undefined,
    complain: (line) => told.push(line),
    signal: new AbortController().signal,
  });
  return { code, told };
}

test('status --check ends with 1 where a process of this release would not start, and says why in its line', async () => {
  const { needs, service } = SCHEMAS.orders;
  const before = `The store of ${service} (database ${database}) is at schema version 0, and this release needs ${needs}. `;

  expect(await migrate('status')).toEqual({ code: 0, told: [] });
  expect(await migrate('status', '--check')).toEqual({ code: 1, told: [expect.stringContaining(before)] });
  await migrate();
  expect(await migrate('status', '--check')).toEqual({ code: 0, told: [] });

  await mongo.db.collection(SCHEMA_COLLECTION).updateOne({}, { $set: { min_writer: 1_000 } });
  expect(await migrate('status', '--check')).toEqual({
    code: 1,
    told: [expect.stringContaining('schema version 1000 and later')],
  });
});

test('--check is asked of the status, not of a migration', async () => {
  expect(await migrate('--check')).toMatchObject({
    code: 2,
    told: [expect.stringContaining('--check is an option of migrate status')],
  });
});
