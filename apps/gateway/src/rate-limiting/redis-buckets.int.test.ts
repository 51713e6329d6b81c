import { connectRedis, type RedisConnection } from '@fulfilment/redis';
import { uniqueName } from '@fulfilment/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { intervalNanos } from './buckets.ts';
import { type Draw, type DrawFromRedis, makeDrawFromRedis } from './redis-buckets.ts';

const INTERVAL = intervalNanos({ burst: 5, rate: 1 });
const ROOM = 5 * INTERVAL;

let connection: RedisConnection;
let draw: DrawFromRedis;

beforeAll(async () => {
  const prefix = `${uniqueName('buckets')}:`;
  connection = connectRedis({ url: inject('engines').redisUrl, prefix, commandTimeoutMs: 2_000, onError: () => undefined });
  await new Promise((resolve) => connection.redis.once('ready', resolve));
  draw = makeDrawFromRedis(connection);
});

afterAll(() => connection.stop());

const one = (id: string, other: Partial<Draw> = {}): Draw => ({
  id,
  roomNanos: ROOM,
  costNanos: INTERVAL,
  knownFullInNanos: 0,
  ...other,
});

test('let through their size at once, and then nothing', async () => {
  const drawn = await Promise.all(Array.from({ length: 20 }, () => draw([one('{a}')], false)));

  expect(drawn.filter(({ allowed }) => allowed)).toHaveLength(5);
});

test('give all together or not at all', async () => {
  const ask = () => draw([one('{b}:key'), one('{b}:tenant', { roomNanos: 2 * INTERVAL })], false);
  const drawn = [await ask(), await ask(), await ask(), await ask()];

  expect(drawn.map(({ allowed }) => allowed)).toEqual([true, true, false, false]);
  // Two tokens and not four were taken from the larger one.
  expect(drawn[3]?.fullInNanos[0]).toBeLessThanOrEqual(2 * INTERVAL);
});

test('go into debt for what is owed', async () => {
  const { fullInNanos } = await draw([one('{c}', { costNanos: 12 * INTERVAL })], true);

  expect(fullInNanos[0]).toBe(12 * INTERVAL);
  expect((await draw([one('{c}')], false)).allowed).toBe(false);
});

test('are told what they have forgotten, keep it, and do not believe less than they know', async () => {
  expect((await draw([one('{d}', { knownFullInNanos: ROOM })], false)).allowed).toBe(false);
  const [full = 0] = (await draw([one('{d}')], false)).fullInNanos;

  expect(full).toBeGreaterThan(4.5 * INTERVAL);
});

test('are gone when they are full, so that Redis holds only what is in use', async () => {
  await draw([one('{e}', { costNanos: 30_000_000 })], false);

  expect(await connection.redis.pttl('{e}')).toBeLessThanOrEqual(30);
  expect(await connection.redis.pttl('{e}')).not.toBe(-1);
});

test('answer after the script was forgotten', async () => {
  await draw([one('{f}')], false);
  await connection.redis.script('FLUSH');

  expect((await draw([one('{f}')], false)).allowed).toBe(true);
});

test('whose clock is set back, or another Redis takes over, refuse no caller for longer than before', async () => {
  const [seconds] = await connection.redis.time();
  const inAnHour = (Number(seconds) + 3_600) * 1_000_000;
  await connection.redis.set('{g}', `${inAnHour} ${4 * INTERVAL} ${ROOM}`, 'PX', 3_600_000);
  const drawn = [await draw([one('{g}')], false), await draw([one('{g}')], false)];

  expect(drawn.map(({ allowed }) => allowed)).toEqual([true, false]);
  expect(drawn[0]?.fullInNanos[0]).toBe(5 * INTERVAL);
});

test('whose limit is changed keep the part that is left', async () => {
  const slow = { roomNanos: 1_000 * INTERVAL };
  await draw([one('{h}', { ...slow, costNanos: 500 * INTERVAL })], true);
  const { fullInNanos } = await draw([one('{h}', { costNanos: 0 })], true);
  const [full = 0] = fullInNanos;

  expect(full / ROOM).toBeGreaterThan(0.49);
  expect(full / ROOM).toBeLessThanOrEqual(0.5);
  const [back = 0] = (await draw([one('{h}', { ...slow, costNanos: 0 })], true)).fullInNanos;
  expect(back / slow.roomNanos).toBeGreaterThan(0.4);
});

test('hold the largest limit there is to the nanosecond', async () => {
  const largest = { roomNanos: 1_000_000 * intervalNanos({ burst: 1_000_000, rate: 1 }), costNanos: 1_000_000_000 };
  const ask = () => draw([one('{i}', largest)], false);
  const [first, second] = [await ask(), await ask()];
  const passedMicros = second.atMicros - first.atMicros;

  expect(second.fullInNanos[0]).toBe(2_000_000_000 - passedMicros * 1_000);
});
