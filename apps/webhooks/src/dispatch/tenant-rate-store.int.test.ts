import { connectRedis, type RedisConnection } from '@fulfilment/redis';
import { uniqueName } from '@fulfilment/testing';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { makeLeaseBlock } from './tenant-rate-store.ts';

let connections: RedisConnection[];

beforeEach(async () => {
  const [prefix, url] = [`${uniqueName('rates')}:`, inject('engines').redisUrl];
  connections = ['one', 'two'].map(() => connectRedis({ url, prefix, commandTimeoutMs: 2_000, onError: () => undefined }));
  await Promise.all(connections.map(({ redis }) => new Promise((resolve) => redis.once('ready', resolve))));
});

afterEach(async () => {
  await Promise.all(connections.map((each) => each.stop()));
});

test('processes take the attempts of a tenant from one bucket, and know how many of them send for it', async () => {
  const [one, two] = connections.map((connection, n) => makeLeaseBlock(connection, `process ${n}`));
  const RATE = 1_000;

  // As many as a tenant has in a thousand seconds.
  expect(await one?.('t', RATE, 1_000_000)).toEqual({ beginsInMs: -1_000, processes: 1 });
  const next = await two?.('t', RATE, 50);
  expect(next?.processes).toBe(2);
  expect(next?.beginsInMs).toBeGreaterThan(800_000);
  expect(await two?.('another', RATE, 50)).toEqual({ beginsInMs: -1_000, processes: 1 });
});

test('while Redis is away there is no block', async () => {
  const [connection] = connections;
  const lease = connection && makeLeaseBlock(connection, 'process');
  await connection?.stop();

  expect(await lease?.('t', 1_000, 50)).toBeUndefined();
});
