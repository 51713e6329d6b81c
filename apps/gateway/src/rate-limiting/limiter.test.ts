import { type Progress, ProgressWatch, unwatched } from '@fulfilment/kernel';
import { afterEach, expect, test, vi } from 'vitest';
import { bucketsOf } from './buckets.ts';
import { knownKey } from '../authentication/known-key.builder.ts';
import { Limiter } from './limiter.ts';
import type { RedisBuckets } from './redis-buckets.ts';

const buckets = bucketsOf(knownKey({ limit: { burst: 10, rate: 1 } }));
const EMPTY = 10_000_000_000;

const started: Limiter[] = [];
afterEach(async () => {
  for (const limiter of started.splice(0)) await limiter.stop();
});

/** A limiter over a Redis that answers so. */
function limiterOver(draw: RedisBuckets['draw'], progress: Progress = unwatched) {
  const asked = vi.fn<RedisBuckets['draw']>(draw);
  const onChange = vi.fn<(isWithoutRedis: boolean, cause?: unknown) => void>();
  const options = { budgetMs: 1_000, gateways: () => 2, reconnect: () => undefined, onChange, progress };
  const limiter = new Limiter({ ...options, redis: { draw: asked, settle: async () => ({ admitted: 0, ageMicros: 0 }) } });
  started.push(limiter);
  return { limiter, asked, onChange };
}

const atMicros = 1_800_000_000_000_000;
const refusing: RedisBuckets['draw'] = async () => ({ admitted: 0, atMicros, fullInNanos: [EMPTY, EMPTY] });

test('a flood that is refused asks Redis hardly ever, and is told the same', async () => {
  const { limiter, asked } = limiterOver(refusing);
  const first = await limiter.take(buckets);
  const startedAt = performance.now();
  const decisions = [];
  for (let times = 0; times < 1_000; times += 1) decisions.push(await limiter.take(buckets));

  // Once every 50 ms.
  expect(asked.mock.calls.length).toBeLessThanOrEqual(2 + (performance.now() - startedAt) / 50);
  expect(decisions.every(({ allowed }) => !allowed)).toBe(true);
  expect(decisions.every(({ levels }) => levels[0].remaining === 0 && levels[0].waitNanos <= first.levels[0].waitNanos)).toBe(
    true,
  );
});

test('requests of one turn are one question, and each is told what was left behind it', async () => {
  const fullInNanos = [10_000_000_000, 500_000_000];
  const { limiter, asked } = limiterOver(async () => ({ admitted: 3, atMicros, fullInNanos }));
  const decisions = await Promise.all(Array.from({ length: 4 }, () => limiter.take(buckets)));

  expect(asked.mock.calls.map(([, mode]) => mode)).toMatchObject([{ owed: false, times: 4 }]);
  expect(decisions.map(({ allowed }) => allowed)).toEqual([true, true, true, false]);
  expect(decisions.map(({ levels }) => levels[0].remaining)).toEqual([2, 1, 0, 0]);
});

test('requests with other buckets, or of a later turn, have questions of their own', async () => {
  const { limiter, asked } = limiterOver(async () => ({ admitted: 1, atMicros, fullInNanos: [0, 0] }));
  await Promise.all([limiter.take(buckets), limiter.take(bucketsOf(knownKey({ id: 'key_2' })))]);
  await limiter.take(buckets);

  expect(asked.mock.calls.map(([draws]) => draws[0]?.id)).toEqual([
    buckets[0].id,
    expect.stringMatching(/:key_2$/),
    buckets[0].id,
  ]);
});

test('what is told of the time goes on from Redis’s clock and not from this machine’s', async () => {
  const { limiter } = limiterOver(refusing);
  await limiter.take(buckets);
  const repeated = await limiter.take(buckets);

  expect(repeated.atMicros - atMicros).toBeGreaterThanOrEqual(0);
  expect(repeated.atMicros - atMicros).toBeLessThan(60_000_000);
});

test('what is owed is always asked for', async () => {
  const { limiter, asked } = limiterOver(refusing);
  await limiter.take(buckets);
  await limiter.charge(buckets, 3);

  expect(asked).toHaveBeenCalledTimes(2);
  expect(asked.mock.calls[1]?.[1]).toMatchObject({ owed: true, times: 1 });
});

test('what it knows goes along, less the time that a decision may take', async () => {
  const { limiter, asked } = limiterOver(async () => ({ admitted: 1, atMicros, fullInNanos: [4_000_000_000, 500_000_000] }));
  await limiter.take(buckets);
  await limiter.take(buckets);
  const [key, tenant] = asked.mock.calls[1]?.[0] ?? [];

  expect(key?.knownFullInNanos).toBeGreaterThan(0);
  expect(key?.knownFullInNanos).toBeLessThanOrEqual(3_000_000_000);
  expect(tenant?.knownFullInNanos).toBe(0);
});

test('a Redis that fails is said so, and the request is decided on this gateway’s share', async () => {
  const { limiter, onChange } = limiterOver(async () => {
    throw new Error('READONLY You can’t write against a read only replica.');
  });
  const decisions = await Promise.all(Array.from({ length: 8 }, () => limiter.take(buckets)));

  expect(onChange).toHaveBeenCalledWith(true, expect.objectContaining({ message: expect.stringContaining('READONLY') }));
  expect(decisions.filter(({ allowed }) => allowed)).toHaveLength(5);
  expect(decisions[0]?.levels[0].limit).toEqual({ burst: 5, rate: 0.5 });
});

test('a return to Redis that never ends is left, and Redis decides again', async () => {
  const told: string[] = [];
  const watch = new ProgressWatch({
    everyMs: 50,
    engines: { redis: async () => true },
    onReplaced: (_, part) => told.push(part),
    onGivenUp: (error) => expect.unreachable(String(error)),
  });
  let draws = 0;
  const { limiter, onChange } = limiterOver(() => {
    draws += 1;
    if (draws === 1) return Promise.reject(new Error('away'));
    // The first is the probe, the next one charges what was admitted without Redis.
    if (draws === 3) return new Promise(() => undefined);
    return Promise.resolve({ admitted: 1, atMicros, fullInNanos: [0, 0] });
  }, watch);
  await limiter.take(buckets);

  await vi.waitFor(() => expect(onChange).toHaveBeenLastCalledWith(false), { timeout: 30_000 });

  expect(told).toEqual(['return to Redis']);
  expect(limiter.isWithoutRedis()).toBe(false);
  await watch.stop();
});
