import { connectMongo } from '@fulfilment/mongo';
import { verifySystem } from '@fulfilment/verify';
import { databasesOf } from '@fulfilment/dev-stack/run-file';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrateCommand } from '../tools/migrate/src/migrate-command.ts';
import { type StandaloneMongodb, startStandaloneMongodb } from '../tools/dev-stack/src/engines/standalone-mongodb.fixture.ts';

let mongodb: StandaloneMongodb;

beforeAll(async () => {
  mongodb = await startStandaloneMongodb();
});

afterAll(() => mongodb?.stop());

/** The line for people. */
const line = () =>
  `MongoDB at ${mongodb.host} is no replica set, and transactions need one, of one member at least: start it with --replSet ‹name›, and run rs.initiate() there, once.`;

const WAYS = {
  'a service': (url: string) => connectMongo({ url, database: 'orders', appName: 'test' }),
  migrate: async (url: string) => {
    const complaints: string[] = [];
    const code = await migrateCommand([], {
      env: { MONGODB_URL: url, FULFILMENT_DATA: '/nowhere' },
      print: () => undefined,
      complain: (text) => void complaints.push(text),
      signal: new AbortController().signal,
    });
    expect(code).toBe(1);
    throw new Error(complaints.join('\n'));
  },
  verify: (url: string) => verifySystem({ mongodbUrl: url, databases: databasesOf('') }),
};

test.each([
  ['a service', ''],
  ['a service', '?replicaSet=rs0'],
  ['migrate', ''],
  ['verify', ''],
] as const)(
  '%s refuses a MongoDB that is no replica set, by a URL with the options "%s", and writes nothing',
  async (name, options) => {
    const way = WAYS[name];
    await expect(way(`mongodb://${mongodb.host}/${options}`)).rejects.toThrow(line());

    expect(await mongodb.databases()).toEqual([]);
  },
);
