import { connectRedis, type RedisConnection } from '@fulfilment/redis';
import { TIMED, uniqueName } from '@fulfilment/testing';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { intervalNanos } from './buckets.ts';
import { type Draw, type DrawMode, makeRedisBuckets, type RedisBuckets } from './redis-buckets.ts';

const INTERVAL = intervalNanos({ burst: 5, rate: 1 });
const ROOM = 5 * INTERVAL;
const IF_THERE = { owed: false, times: 1 };
const OWED = { owed: true, times: 1 };

let connection: RedisConnection;
let buckets: RedisBuckets;

beforeAll(async () => {
  const prefix = `${uniqueName('buckets')}:`;
  connection = connectRedis({ url: inject('engines').redisUrl, prefix, commandTimeoutMs: 2_000, onError: () => undefined });
  await new Promise((resolve) => connection.redis.once('ready', resolve));
  buckets = makeRedisBuckets(connection);
});

afterAll(() => connection.stop());

/** A draw that is like no other. */
function draw(draws: readonly Draw[], mode: DrawMode) {
  return buckets.draw(draws, { ...mode, mark: `${draws[0]?.id}:${uniqueName('drawn')}`, number: 1 });
}

const one = (id: string, other: Partial<Draw> = {}): Draw => ({
  id,
  roomNanos: ROOM,
  costNanos: INTERVAL,
  knownFullInNanos: 0,
  ...other,
});

test('let through their size at once, and then nothing', async () => {
  const drawn = await Promise.all(Array.from({ length: 20 }, () => draw([one('{a}')], IF_THERE)));

  expect(drawn.filter(({ admitted }) => admitted > 0)).toHaveLength(5);
});

test('serve requests that are asked for together as if each had asked for itself', async () => {
  const both = () => [one('{together}:key'), one('{together}:tenant', { roomNanos: 3 * INTERVAL })];
  const [first, second] = [await draw(both(), { owed: false, times: 8 }), await draw(both(), { owed: false, times: 8 })];

  expect([first.admitted, second.admitted]).toEqual([3, 0]);
  expect(first.fullInNanos).toEqual([3 * INTERVAL, 3 * INTERVAL]);
  expect((await draw(both(), { owed: true, times: 8 })).admitted).toBe(8);
});

test('give all together or not at all', TIMED, async () => {
  const name = `{${uniqueName('b')}}`;
  const ask = () => draw([one(`${name}:key`), one(`${name}:tenant`, { roomNanos: 2 * INTERVAL })], IF_THERE);
  const drawn = [await ask(), await ask(), await ask(), await ask()];

  expect(drawn.map(({ admitted }) => admitted === 1)).toEqual([true, true, false, false]);
  // Two tokens and not four were taken from the larger one.
  expect(drawn[3]?.fullInNanos[0]).toBeLessThanOrEqual(2 * INTERVAL);
});

test('go into debt for what is owed', async () => {
  const { fullInNanos } = await draw([one('{c}', { costNanos: 12 * INTERVAL })], OWED);

  expect(fullInNanos[0]).toBe(12 * INTERVAL);
  expect((await draw([one('{c}')], IF_THERE)).admitted).toBe(0);
});

test('are told what they have forgotten, keep it, and do not believe less than they know', async () => {
  expect((await draw([one('{d}', { knownFullInNanos: ROOM })], IF_THERE)).admitted).toBe(0);
  const [full = 0] = (await draw([one('{d}')], IF_THERE)).fullInNanos;

  expect(full).toBeGreaterThan(4.5 * INTERVAL);
});

test('are gone when they are full, so that Redis holds only what is in use', async () => {
  await draw([one('{e}', { costNanos: 30_000_000 })], IF_THERE);

  expect(await connection.redis.pttl('{e}')).toBeLessThanOrEqual(30);
  expect(await connection.redis.pttl('{e}')).not.toBe(-1);
});

test('answer after the script was forgotten', async () => {
  await draw([one('{f}')], IF_THERE);
  await connection.redis.script('FLUSH');

  expect((await draw([one('{f}')], IF_THERE)).admitted).toBe(1);
});

test('whose clock is set back, or another Redis takes over, refuse no caller for longer than before', async () => {
  const [seconds] = await connection.redis.time();
  const inAnHour = (Number(seconds) + 3_600) * 1_000_000;
  await connection.redis.set('{g}', `${inAnHour} ${4 * INTERVAL} ${ROOM}`, 'PX', 3_600_000);
  const drawn = [await draw([one('{g}')], IF_THERE), await draw([one('{g}')], IF_THERE)];

  expect(drawn.map(({ admitted }) => admitted === 1)).toEqual([true, false]);
  expect(drawn[0]?.fullInNanos[0]).toBe(5 * INTERVAL);
});

test('whose limit is changed keep the part that is left', async () => {
  const slow = { roomNanos: 1_000 * INTERVAL };
  await draw([one('{h}', { ...slow, costNanos: 500 * INTERVAL })], OWED);
  const { fullInNanos } = await draw([one('{h}', { costNanos: 0 })], OWED);
  const [full = 0] = fullInNanos;

  expect(full / ROOM).toBeGreaterThan(0.49);
  expect(full / ROOM).toBeLessThanOrEqual(0.5);
  const [back = 0] = (await draw([one('{h}', { ...slow, costNanos: 0 })], OWED)).fullInNanos;
  expect(back / slow.roomNanos).toBeGreaterThan(0.4);
});

test('hold the largest limit there is to the nanosecond', async () => {
  const largest = { roomNanos: 1_000_000 * intervalNanos({ burst: 1_000_000, rate: 1 }), costNanos: 1_000_000_000 };
  const ask = () => draw([one('{i}', largest)], IF_THERE);
  const [first, second] = [await ask(), await ask()];
  const passedMicros = second.atMicros - first.atMicros;

  expect(second.fullInNanos[0]).toBe(2_000_000_000 - passedMicros * 1_000);
});

/** The draw of this number of one gateway. */
const sent = (number: number, mode: DrawMode = IF_THERE) => ({ ...mode, mark: '{mark}:drawn:a', number });

async function tokensTakenFrom(id: string): Promise<number> {
  const [fullIn = 0] = (await draw([one(id, { costNanos: 0 })], OWED)).fullInNanos;
  return Math.ceil(fullIn / INTERVAL);
}

describe('that a draw reaches whose answer was lost', () => {
  test('give it once, and tell it again what it got', async () => {
    const first = await buckets.draw([one('{mark}:1')], sent(1, { owed: false, times: 3 }));
    const second = await buckets.draw([one('{mark}:1')], sent(1, { owed: false, times: 3 }));

    expect([first.admitted, second.admitted]).toEqual([3, 3]);
    expect(await tokensTakenFrom('{mark}:1')).toBe(3);
  });

  test('tell what it got, and how long ago', async () => {
    const { atMicros } = await buckets.draw([one('{mark}:2')], sent(2, { owed: false, times: 8 }));
    const { admitted, ageMicros } = await buckets.settle(sent(2));
    const [seconds = 0, micros = 0] = (await connection.redis.time()).map(Number);

    expect(admitted).toBe(5);
    expect(ageMicros).toBeGreaterThan(0);
    expect(ageMicros).toBeLessThanOrEqual(seconds * 1_000_000 + micros - atMicros);
  });

  test('give it nothing once they have said that it had not come', async () => {
    expect(await buckets.settle(sent(3))).toEqual({ admitted: 0, ageMicros: 0 });
    const late = await buckets.draw([one('{mark}:3')], sent(3));

    expect(late.admitted).toBe(0);
    expect(await tokensTakenFrom('{mark}:3')).toBe(0);
    expect((await buckets.draw([one('{mark}:3')], sent(4))).admitted).toBe(1);
  });

  test('remember it until what it took has come in again', async () => {
    await buckets.draw([one('{mark}:5')], sent(5, { owed: false, times: 4 }));

    expect(await connection.redis.pttl('{mark}:drawn:a')).toBeGreaterThan(await connection.redis.pttl('{mark}:5'));
  });
});

test('take back what they are given, down to nothing', async () => {
  await draw([one('{back}', { costNanos: 3 * INTERVAL })], OWED);
  const { fullInNanos } = await draw([one('{back}', { costNanos: -2 * INTERVAL })], OWED);
  await draw([one('{back}', { costNanos: -2 * INTERVAL })], OWED);

  expect(fullInNanos[0]).toBeLessThanOrEqual(INTERVAL);
  expect(fullInNanos[0]).toBeGreaterThan(0);
  expect(await connection.redis.exists('{back}')).toBe(0);
});
