import { delay } from '@fulfilment/kernel';
import { TIMED, uniqueName } from '@fulfilment/testing';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type Limit, tenantLimit } from '../accounts/domain/limits.ts';
import { rateLimitHeaders, retryAfterSeconds } from './rate-limit-answer.ts';
import { startLimiter, type TestLimiter } from '../testing/start-limiter.ts';
import { type Buckets, bucketsOf, intervalNanos, type LimitDecision } from './buckets.ts';
import { knownKey } from '../authentication/known-key.builder.ts';

let limiters: readonly [TestLimiter, TestLimiter];

beforeAll(async () => {
  const redis = { url: inject('engines').redisUrl, prefix: `${uniqueName('exactness')}:` };
  limiters = [await startLimiter(redis), await startLimiter(redis)];
});

afterAll(async () => {
  for (const limiter of limiters) await limiter.stop();
});

/** A key of an account that no other test has. */
function newKey(limit: Limit, tenant: Limit = tenantLimit('sandbox', limit)) {
  const tenantOf = { accountId: uniqueName('acc'), environment: 'sandbox' } as const;
  return knownKey({ id: uniqueName('key'), tenant: tenantOf, limit, tenantLimit: tenant });
}

function newKeysOfTenant(): readonly [Buckets, ...Buckets[]] {
  const first = newKey({ burst: 70, rate: 100 }, { burst: 100, rate: 120 });
  return [bucketsOf(first), ...Array.from({ length: 4 }, () => bucketsOf({ ...first, id: uniqueName('key') }))];
}

const SECOND_MICROS = 1_000_000;
const OBSERVED_SECONDS = 2;

/**
 * The last time at which a bucket was full, in Unix microseconds. On a busy machine all callers may wait for so long that the
 * bucket becomes full. A full bucket loses the tokens that no caller takes, so the balance starts again there.
 */
function lastFullAt(decisions: readonly LimitDecision[], bucket: number): number {
  // A quiet machine takes more decisions than a call takes arguments.
  const first = decisions.reduce((earliest, { atMicros }) => Math.min(earliest, atMicros), Number.POSITIVE_INFINITY);
  return decisions.reduce((last, { allowed, atMicros, levels }) => {
    const { limit, fullInNanos } = levels[bucket] ?? levels[0];
    return allowed && fullInNanos <= intervalNanos(limit) ? Math.max(last, atMicros) : last;
  }, first);
}

/** Asks for `buckets` at both gateways, from two sides each, until one bucket was not full for two seconds. */
async function demand(buckets: readonly [Buckets, ...Buckets[]], bucket: number) {
  const decisions: LimitDecision[] = [];
  const ask = async (limiter: TestLimiter, own: Buckets, endsAt: number): Promise<void> => {
    while (performance.now() < endsAt) {
      decisions.push(await limiter.take(own));
      // Refusals that need no Redis come without a pause: yield to the event loop, so that the other callers run too.
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  let last: LimitDecision;
  do {
    const endsAt = performance.now() + OBSERVED_SECONDS * 1_000;
    const sides = limiters.flatMap((limiter) => [limiter, limiter]);
    await Promise.all(buckets.flatMap((own) => sides.map((limiter) => ask(limiter, own, endsAt))));
    // The level in Redis, after all others: a charge of nothing is never answered from a copy.
    last = await limiters[0].charge(buckets[0], 0);
  } while (last.atMicros - lastFullAt(decisions, bucket) < OBSERVED_SECONDS * SECOND_MICROS);
  return { decisions, last };
}

const failures = (): number => limiters.reduce((sum, limiter) => sum + limiter.failures(), 0);

/** The demand on new buckets, until Redis answered all of it: a gateway that it does not answer in time, as on a busy machine, gives its share alone. */
async function answeredDemand(newBuckets: () => readonly [Buckets, ...Buckets[]], bucket: number) {
  for (;;) {
    const before = failures();
    const found = await demand(newBuckets(), bucket);
    if (failures() === before) return found;
  }
}

/** Requests admitted and left, and the bounds that the limit allows between the first decision and the last. */
function balanceOf({ decisions, last }: Awaited<ReturnType<typeof demand>>, bucket: number) {
  const startMicros = lastFullAt(decisions, bucket);
  const since = decisions.filter(({ atMicros }) => atMicros >= startMicros);
  const admitted = since.filter(({ allowed }) => allowed).length;
  const { limit, remaining } = last.levels[bucket] ?? last.levels[0];
  const owed = limit.burst + (limit.rate * (last.atMicros - startMicros)) / SECOND_MICROS;
  return {
    given: admitted + remaining,
    mostGiven: owed + 1,
    leastGiven: owed * 0.99 - 1,
    refused: since.length - admitted,
    admitted,
  };
}

describe('two gateways under a demand that is far above the limit', () => {
  test.each<Limit>([
    { burst: 40, rate: 50 },
    { burst: 300, rate: 300 },
    { burst: 200, rate: 7 },
  ])('let through what a key may send, $burst and $rate a second, and not one more', async (limit) => {
    const { given, leastGiven, mostGiven, admitted, refused } = balanceOf(
      await answeredDemand(() => [bucketsOf(newKey(limit))], 0),
      0,
    );

    expect(refused).toBeGreaterThan(admitted / 10);
    expect(given).toBeLessThanOrEqual(mostGiven);
    expect(given).toBeGreaterThanOrEqual(leastGiven);
  });

  test('let through what a tenant may send, whichever of its keys sends it', async () => {
    const { given, leastGiven, mostGiven, admitted, refused } = balanceOf(await answeredDemand(newKeysOfTenant, 1), 1);

    expect(refused).toBeGreaterThan(admitted / 10);
    expect(given).toBeLessThanOrEqual(mostGiven);
    expect(given).toBeGreaterThanOrEqual(leastGiven);
  });
});

test('a tenant’s bucket is never smaller than that of its largest key', async () => {
  const limit = { burst: 5_000, rate: 700 };
  const [, tenant] = bucketsOf(newKey(limit));

  expect(tenant?.limit).toEqual(limit);
});

/** Sends until it is refused. @returns the refusal. */
async function useUp(limiter: TestLimiter, buckets: Buckets): Promise<LimitDecision> {
  const decision = await limiter.take(buckets);
  return decision.allowed ? useUp(limiter, buckets) : decision;
}

/** Uses the limit up at one gateway, waits as told, and asks the other; four times. */
async function obey(limit: Limit): Promise<readonly string[]> {
  const buckets = bucketsOf(newKey(limit));
  const [one, other] = limiters;
  const outcomes: string[] = [];
  for (const [here, there] of [
    [one, other],
    [other, one],
    [one, other],
    [other, one],
  ] as const) {
    const seconds = retryAfterSeconds(await useUp(here, buckets));
    // A timer of Node may be a millisecond early.
    await delay(seconds * 1_000 + 1);
    outcomes.push((await there.take(buckets)).allowed ? 'let in' : `refused after ${seconds} s`);
  }
  return outcomes;
}

describe('a caller that obeys', () => {
  const limits: readonly Limit[] = [
    { burst: 1, rate: 1 },
    { burst: 3, rate: 2 },
    { burst: 100, rate: 10 },
    { burst: 1_000, rate: 100 },
    { burst: 7, rate: 3 },
    // Slower than the contract lets a key be: what one gateway of three has of it without Redis.
    { burst: 1, rate: 1 / 3 },
  ];

  test('Retry-After is never refused, however fast or slow the limit is', async () => {
    const outcomes = await Promise.all(limits.map(obey));

    expect(outcomes).toEqual(limits.map(() => ['let in', 'let in', 'let in', 'let in']));
  });

  test('Reset finds the bucket full: its size is let through, and not one more', async () => {
    const buckets = bucketsOf(newKey({ burst: 30, rate: 20 }));
    const refusal = await useUp(limiters[0], buckets);
    const resetAt = Number(rateLimitHeaders(refusal)['X-RateLimit-Reset']);
    await delay(resetAt * 1_000 - refusal.atMicros / 1_000 + 1);
    const burst = await Promise.all(Array.from({ length: 31 }, (_, at) => limiters[at % 2 === 0 ? 0 : 1].take(buckets)));
    const [first] = burst.toSorted((one, other) => one.atMicros - other.atMicros);
    const cameInMeanwhile = Math.max(...burst.map(({ atMicros }) => atMicros)) - (first?.atMicros ?? 0) >= 50_000 ? 1 : 0;

    expect(first?.levels[0].remaining).toBe(29);
    expect(burst.filter(({ allowed }) => allowed).length - cameInMeanwhile).toBe(30);
  });

  test('Remaining is let in so many times and no more', async () => {
    const buckets = bucketsOf(newKey({ burst: 25, rate: 1 }));
    await limiters[0].charge(buckets, 7);
    const { levels, atMicros } = await limiters[0].take(buckets);
    const decisions = await Promise.all(Array.from({ length: 25 }, (_, at) => limiters[at % 2 === 0 ? 0 : 1].take(buckets)));
    const admitted = decisions.filter(({ allowed }) => allowed).length;
    const seconds = (Math.max(...decisions.map((decision) => decision.atMicros)) - atMicros) / 1_000_000;

    expect(levels[0].remaining).toBe(17);
    expect(admitted).toBeGreaterThanOrEqual(17);
    expect(admitted).toBeLessThanOrEqual(17 + Math.floor(seconds));
  });
});

test('a debt is waited for: Retry-After covers it, and the next is let in', TIMED, async () => {
  const buckets = bucketsOf(newKey({ burst: 4, rate: 4 }));
  await limiters[0].take(buckets);
  const owing = await limiters[0].charge(buckets, 9);
  const refused = await limiters[1].take(buckets);

  expect(owing.levels[0].remaining).toBe(0);
  expect(refused.allowed).toBe(false);
  // Ten tokens of four are gone, and one has to be there.
  expect(retryAfterSeconds(refused)).toBe(2);
  await delay(retryAfterSeconds(refused) * 1_000 + 1);
  expect((await limiters[1].take(buckets)).allowed).toBe(true);
});
