import { uniqueName } from '@fulfilment/testing';
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest';
import { tenantLimit } from '../accounts/domain/limits.ts';
import { knownKey } from '../authentication/known-key.builder.ts';
import { type OwnRedis, startOwnRedis } from '../testing/own-redis.ts';
import { startLimiter, type TestLimiter } from '../testing/start-limiter.ts';
import { type Buckets, bucketsOf, type LimitDecision } from './buckets.ts';

const LIMIT = { burst: 40, rate: 1 };
const SKEW_MS = 7_000;
const BUDGET_MS = 500;
/** Tokens that refill while a draw is on its way: a Redis that forgot them is not told. */
const ON_THE_WAY = Math.ceil((LIMIT.rate * BUDGET_MS) / 1_000);

let redis: OwnRedis;
/** Two gateways whose clocks differ by 14 s. */
let limiters: readonly [TestLimiter, TestLimiter];

/** A limiter of a gateway with a clock of its own. */
async function withClock(offsetMs: number): Promise<TestLimiter> {
  const real = Date.now.bind(Date);
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => real() + offsetMs);
  try {
    return await startLimiter({ url: redis.url, prefix: 'failover:', budgetMs: BUDGET_MS });
  } finally {
    clock.mockRestore();
  }
}

beforeEach(async () => {
  redis = await startOwnRedis(inject('engines'), process.env);
  limiters = [await withClock(-SKEW_MS), await withClock(SKEW_MS)];
  return () => redis.stop();
});
afterEach(async () => {
  for (const limiter of limiters) await limiter.stop();
});

function newBuckets(): Buckets {
  const tenant = { accountId: uniqueName('acc'), environment: 'sandbox' } as const;
  return bucketsOf(knownKey({ id: uniqueName('key'), tenant, limit: LIMIT, tenantLimit: tenantLimit('sandbox', LIMIT) }));
}

/** Asks both in turn, so often. */
async function ask(buckets: Buckets, times: number): Promise<readonly LimitDecision[]> {
  const decisions: LimitDecision[] = [];
  for (let at = 0; at < times; at += 1) decisions.push(await limiters[at % 2 === 0 ? 0 : 1].take(buckets));
  return decisions;
}

const admitted = (decisions: readonly LimitDecision[]) => decisions.filter(({ allowed }) => allowed).length;

test('two gateways whose clocks differ let through one burst, before and after a failover to an empty Redis', async () => {
  const buckets = newBuckets();
  const startedAt = performance.now();
  const before = await ask(buckets, 20);
  await redis.ask('FLUSHALL');
  const after = await ask(buckets, 60);
  const refilled = Math.ceil((performance.now() - startedAt) / 1_000) * LIMIT.rate;

  expect(admitted(before)).toBe(20);
  expect(admitted(before) + admitted(after)).toBeGreaterThanOrEqual(LIMIT.burst);
  expect(admitted(before) + admitted(after)).toBeLessThanOrEqual(LIMIT.burst + refilled + ON_THE_WAY);
});

test('what both tell is left is never more than what is, by any clock', async () => {
  const buckets = newBuckets();
  const startedAt = performance.now();
  const [first, ...others] = await ask(buckets, 30);
  await redis.ask('FLUSHALL');
  const decisions = [...others, ...(await ask(buckets, 5))];
  const refilled = Math.ceil((performance.now() - startedAt) / 1_000) * LIMIT.rate;

  expect(first?.levels[0].remaining).toBe(LIMIT.burst - 1);
  for (const [at, { levels }] of decisions.entries())
    expect(levels[0].remaining).toBeLessThanOrEqual(LIMIT.burst - 2 - at + refilled + ON_THE_WAY);
  // Both tell the time of Redis, so it does not jump between their clocks.
  const times = decisions.map(({ atMicros }) => atMicros);
  expect(times).toEqual(times.toSorted((one, other) => one - other));
});
