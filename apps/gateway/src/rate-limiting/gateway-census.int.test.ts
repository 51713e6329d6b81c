import { connectRedis, type RedisConnection } from '@fulfilment/redis';
import { ProgressWatch } from '@fulfilment/kernel';
import { eventually, uniqueName } from '@fulfilment/testing';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { GatewayCensus } from './gateway-census.ts';

let connection: RedisConnection;

beforeAll(async () => {
  const prefix = `${uniqueName('census')}:`;
  connection = connectRedis({ url: inject('engines').redisUrl, prefix, commandTimeoutMs: 2_000, onError: () => undefined });
  await new Promise((resolve) => connection.redis.once('ready', resolve));
});

afterAll(() => connection.stop());

test('counts all that are there, and believes in fewer only after a while, so that an emptied Redis makes no share larger', async () => {
  const first = new GatewayCensus(connection, 1);
  const second = new GatewayCensus(connection, 1);
  await eventually(() => expect([first.count(), second.count()]).toEqual([2, 2]));
  await second.stop();
  await connection.redis.del('gateways');
  // The next report finds one.
  await eventually(async () => expect(await connection.redis.zcard('gateways')).toBe(1));
  expect(first.count()).toBe(2);

  await eventually(() => expect(first.count()).toBe(1), { withinMs: 15_000 });
  await first.stop();
});

test('goes by what it was told while there is nothing to count in', async () => {
  const onError = vi.fn<(error: Error) => void>();
  const nowhere = connectRedis({ url: 'redis://127.0.0.1:9', prefix: '', commandTimeoutMs: 100, onError });
  const census = new GatewayCensus(nowhere, 3);
  await eventually(() => expect(onError.mock.calls.length).toBeGreaterThan(2));
  const counted = census.count();
  await census.stop();
  await nowhere.stop();

  expect(counted).toBe(3);
});

test('a report that never ends is left, and the gateways are counted again', async () => {
  const told: string[] = [];
  const watch = new ProgressWatch({
    everyMs: 500,
    engines: { redis: async () => true },
    onReplaced: (_, part) => told.push(part),
    onGivenUp: (error) => expect.unreachable(String(error)),
  });
  let reports = 0;
  const redis = new Proxy(connection.redis, {
    get: (of, name) => {
      const value: unknown = Reflect.get(of, name);
      if (typeof value !== 'function') return value;
      if (name === 'zadd' && ++reports === 1) return () => new Promise(() => undefined);
      return value.bind(of);
    },
  });
  const census = new GatewayCensus({ ...connection, redis }, 5, watch);

  await eventually(() => expect(reports).toBeGreaterThan(1));

  expect(told).toContain('census of gateways');
  await census.stop();
  await watch.stop();
});
