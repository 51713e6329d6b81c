import { delay } from '@fulfilment/kernel';
import { eventually, uniqueName } from '@fulfilment/testing';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { knownKey } from '../authentication/known-key.builder.ts';
import { type OwnRedis, startOwnRedis } from '../testing/own-redis.ts';
import { startLimiter, type TestLimiter } from '../testing/start-limiter.ts';
import { startTcpGate, type TcpGate } from '../testing/tcp-gate.ts';
import { type Buckets, bucketsOf } from './buckets.ts';

/** So slow that nothing comes in during a test: what was taken is exactly what is not left. */
const LIMIT = { burst: 50, rate: 0.001 };

let redis: OwnRedis;

beforeAll(async () => {
  redis = await startOwnRedis(inject('engines'), process.env);
});

afterAll(() => redis.stop());

/** Those of a key of an account that no other test has. */
function newBuckets(): Buckets {
  const tenant = { accountId: uniqueName('acc'), environment: 'sandbox' } as const;
  return bucketsOf(knownKey({ id: uniqueName('key'), tenant, limit: LIMIT, tenantLimit: { burst: 500, rate: 0.001 } }));
}

/** A limiter with the budget of production, one of so many gateways. */
async function limiterOf(gateways = 1, url = redis.url): Promise<TestLimiter> {
  const limiter = await startLimiter({ url, prefix: 'unknown:', budgetMs: 50, gateways });
  onTestFinished(() => limiter.stop());
  return limiter;
}

/** How many of so many requests at once are admitted. */
async function admitted(limiter: TestLimiter, buckets: Buckets, requests: number): Promise<number> {
  const decisions = await Promise.all(Array.from({ length: requests }, () => limiter.take(buckets)));
  return decisions.filter(({ allowed }) => allowed).length;
}

const backWithRedis = (...limiters: readonly TestLimiter[]): Promise<unknown> =>
  eventually(() => expect(limiters.map((limiter) => limiter.isWithoutRedis())).toEqual(limiters.map(() => false)));

/** Has Redis hold what is asked from now on, for so many milliseconds from the questions on. @returns their answers. */
async function stalled<Answers>(ms: number, ask: () => Promise<Answers>): Promise<Answers> {
  await redis.ask('CLIENT', 'PAUSE', '60000', 'WRITE');
  const answers = ask();
  // wait: it is the time for which Redis stands still.
  await delay(ms);
  await redis.ask('CLIENT', 'UNPAUSE');
  return answers;
}

/** The tokens that the buckets have left, as a gateway reads it that took no part. */
async function left(buckets: Buckets): Promise<readonly number[]> {
  const { levels } = await (await limiterOf()).charge(buckets, 0);
  return levels.map(({ remaining }) => remaining);
}

describe('a Redis that stands still for longer than it is waited for', () => {
  test.each([60, 100, 500])('%i ms: each admitted request is charged once', async (ms) => {
    const [limiter, buckets] = [await limiterOf(), newBuckets()];
    await limiter.take(buckets);
    const passed = await stalled(ms, () => admitted(limiter, buckets, 30));
    await backWithRedis(limiter);

    // A timer that is late, on a busy machine, finds the answer to a short stall there: then it was not waited for in vain.
    expect(limiter.failures()).toBeLessThanOrEqual(1);
    expect(limiter.failures()).toBeGreaterThanOrEqual(ms < 500 ? 0 : 1);
    expect(passed).toBe(30);
    expect(await left(buckets)).toEqual([19, 469]);
    expect(await admitted(limiter, buckets, 30)).toBe(19);
  });

  test('a cost beyond the one token is charged once', async () => {
    const [limiter, buckets] = [await limiterOf(), newBuckets()];
    await limiter.take(buckets);
    const charges = await stalled(100, () => Promise.all([7, 11, 5].map((tokens) => limiter.charge(buckets, tokens))));
    await backWithRedis(limiter);

    expect(charges.at(-1)?.levels[0].remaining).toBe(26);
    expect(await left(buckets)).toEqual([26, 476]);
  });

  test('what Redis admitted and a gateway refused on its share is given back', async () => {
    const limiters = [await limiterOf(2), await limiterOf(2)] as const;
    const buckets = newBuckets();
    for (const limiter of limiters) await limiter.take(buckets);
    const passed = await stalled(100, () => Promise.all(limiters.map((limiter) => admitted(limiter, buckets, 40))));
    await backWithRedis(...limiters);
    const sum = passed.reduce((total, each) => total + each, 2);

    expect(sum).toBeLessThanOrEqual(LIMIT.burst);
    expect(await left(buckets)).toEqual([LIMIT.burst - sum, 500 - sum]);
  });

  test('ten times in a row, under requests that never rest: what is left is what was not admitted', async () => {
    const [limiter, buckets] = [await limiterOf(), newBuckets()];
    let passed = 0;
    const over = new AbortController();
    const ask = async (): Promise<void> => {
      while (!over.signal.aborted && passed < 40) {
        if ((await limiter.take(buckets)).allowed) passed += 1;
        // wait: the rate of the requests.
        await delay(20);
      }
    };
    const asking = [ask(), ask()];
    for (const ms of [60, 100, 70, 150, 55, 60, 90, 200, 60, 80]) await stalled(ms, () => limiter.charge(buckets, 0));
    over.abort();
    await Promise.all(asking);
    await backWithRedis(limiter);

    expect(limiter.failures()).toBeGreaterThan(0);
    expect(await left(buckets)).toEqual([50 - passed, 500 - passed]);
  });
});

describe('a connection that breaks after the draw was sent', () => {
  let gate: TcpGate;
  beforeAll(async () => {
    const { hostname: host, port } = new URL(redis.url);
    gate = await startTcpGate({ host, port: Number(port) });
  });
  afterAll(() => gate.stop());

  /** Sends 30 requests over the gate, which breaks once `isSent` and all were decided. @returns how many were admitted. */
  async function cut(limiter: TestLimiter, buckets: Buckets, isSent: () => Promise<unknown>): Promise<number> {
    const passing = admitted(limiter, buckets, 30);
    await isSent();
    const passed = await passing;
    await gate.shut();
    return passed;
  }

  /** Redis has executed the draw: its answer came as far as the gate. */
  const answered = (before: number): Promise<unknown> => eventually(() => expect(gate.muted()).toBeGreaterThan(before));

  test.each([
    ['and before its answer', (limiter, buckets, muted) => cut(limiter, buckets, () => answered(muted))],
    ['before Redis has read it', (limiter, buckets) => stalled(100, () => cut(limiter, buckets, async () => undefined))],
  ] satisfies ReadonlyArray<readonly [string, (limiter: TestLimiter, buckets: Buckets, muted: number) => Promise<number>]>)(
    '%s: each admitted request is charged once',
    async (_when, send) => {
      const [limiter, buckets] = [await limiterOf(1, `redis://127.0.0.1:${gate.port}`), newBuckets()];
      await limiter.take(buckets);
      gate.muteServer();
      const passed = await send(limiter, buckets, gate.muted());
      await gate.open();
      await backWithRedis(limiter);

      expect(limiter.failures()).toBe(1);
      expect(passed).toBe(30);
      expect(await left(buckets)).toEqual([19, 469]);
    },
  );
});
