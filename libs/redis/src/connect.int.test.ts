import { once } from 'node:events';
import { patient, uniqueName } from '@fulfilment/testing';
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest';
import { connectRedis, type RedisConnection } from './connect.ts';

const PATIENCE = { timeout: patient(30_000) };

let connection: RedisConnection;

beforeEach(async () => {
  const { redisUrl: url } = inject('engines');
  const prefix = `${uniqueName('redis')}:`;
  connection = connectRedis({ url, prefix, commandTimeoutMs: 5_000, onError: () => undefined });
  await vi.waitUntil(() => connection.healthy(), PATIENCE);
});

afterEach(() => connection.stop());

/** The answers to commands of one turn of the event loop, and the number of writes to the socket. */
async function inOneTurn(commands: number): Promise<{ readonly answers: readonly unknown[]; readonly writes: number }> {
  const { redis } = connection;
  const [write, writeMany] = [vi.spyOn(redis.stream, '_write'), vi.spyOn(redis.stream, '_writev')];
  const answers = await Promise.all(Array.from({ length: commands }, () => redis.incr('counter')));
  return { answers, writes: write.mock.calls.length + writeMany.mock.calls.length };
}

test('commands of one turn go out in one write, and each gets its own answer', async () => {
  expect(await inOneTurn(50)).toEqual({ answers: Array.from({ length: 50 }, (_, place) => place + 1), writes: 1 });
  expect(await inOneTurn(1)).toMatchObject({ answers: [51] });
});

test('it is the same on the connection after the next', async () => {
  const { redis } = connection;
  const [asked, closed] = [redis.incr('counter').catch((error: unknown) => error), once(redis, 'close')];
  redis.disconnect(true);
  await Promise.all([asked, closed]);
  await vi.waitUntil(() => connection.healthy(), PATIENCE);

  const { answers, writes } = await inOneTurn(10);

  expect(new Set(answers).size).toBe(10);
  expect(writes).toBe(1);
});
