import { ProgressWatch } from '@fulfilment/kernel';
import { connectMongo, type Mongo } from '@fulfilment/mongo';
import { eventually, uniqueName } from '@fulfilment/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { KEYS } from '../accounts/account-documents.ts';
import { LastUseLog } from './last-use-store.ts';

interface Used {
  readonly _id: string;
  readonly last_used_from?: string;
}

let mongo: Mongo;

beforeAll(async () => {
  mongo = await connectMongo({ url: inject('engines').mongodbUrl, database: uniqueName('last-use'), appName: 'test' });
});

afterAll(async () => {
  await mongo.db.dropDatabase();
  await mongo.stop();
});

const unexpected = (error: unknown): never => expect.unreachable(String(error));

test('a write of times of last use that never ends is left, and later ones are written', async () => {
  const { db } = mongo;
  await db.collection<Used>(KEYS).insertOne({ _id: 'key_1' });
  let writes = 0;
  const planted = new Proxy(db, {
    get: (of, name) => {
      if (name !== 'collection') return Reflect.get(of, name);
      return (collection: string) =>
        new Proxy(of.collection(collection), {
          get: (target, method) => {
            const value: unknown = Reflect.get(target, method);
            if (typeof value !== 'function') return value;
            if (method === 'bulkWrite' && ++writes === 1) return () => new Promise(() => undefined);
            return value.bind(target);
          },
        });
    },
  });
  const told: string[] = [];
  const onReplaced = (_: Error, part: string): void => void told.push(part);
  const watch = new ProgressWatch({ everyMs: 500, engines: { mongodb: async () => true }, onReplaced, onGivenUp: unexpected });
  const log = new LastUseLog(planted, { onError: unexpected, progress: watch });
  log.note('key', 'key_1', '192.0.2.1');
  await eventually(() => expect(writes).toBe(1));

  log.note('key', 'key_1', '192.0.2.2');

  const written = async () => db.collection<Used>(KEYS).findOne({ _id: 'key_1' });
  await eventually(async () => expect(await written()).toMatchObject({ last_used_from: '192.0.2.2' }));
  expect(told).toContain('times of last use');
  await log.stop();
  await watch.stop();
});
