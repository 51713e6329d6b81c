import { eventually, uniqueName } from '@fulfilment/testing';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { tenantLimit } from '../accounts/domain/limits.ts';
import { knownKey } from '../authentication/known-key.builder.ts';
import { startLimiter, type TestLimiter } from '../testing/start-limiter.ts';
import { startTcpGate, type TcpGate } from '../testing/tcp-gate.ts';
import { type Buckets, bucketsOf, intervalNanos, type LimitDecision } from './buckets.ts';

const LIMIT = { burst: 60, rate: 1 };
const GATEWAYS = 2;

let gate: TcpGate;
/** A gateway that always reaches Redis, and one that reaches it through the gate. */
let near: TestLimiter;
let far: TestLimiter;
let buckets: Buckets;
let startedAt: number;

beforeEach(async () => {
  const redis = new URL(inject('engines').redisUrl);
  gate = await startTcpGate({ host: redis.hostname, port: Number(redis.port) });
  const shared = { prefix: `${uniqueName('cut-off')}:`, gateways: GATEWAYS };
  near = await startLimiter({ ...shared, url: redis.href });
  redis.host = `127.0.0.1:${gate.port}`;
  far = await startLimiter({ ...shared, url: redis.href, budgetMs: 500 });
  const tenant = { accountId: uniqueName('acc'), environment: 'sandbox' } as const;
  buckets = bucketsOf(knownKey({ id: uniqueName('key'), tenant, limit: LIMIT, tenantLimit: tenantLimit('sandbox', LIMIT) }));
  startedAt = performance.now();
});
afterEach(async () => {
  await near.stop();
  await far.stop();
  await gate.stop();
});

async function ask(limiter: TestLimiter, times: number): Promise<readonly LimitDecision[]> {
  const decisions: LimitDecision[] = [];
  for (let at = 0; at < times; at += 1) decisions.push(await limiter.take(buckets));
  return decisions;
}

const admitted = (decisions: readonly LimitDecision[]): number => decisions.filter(({ allowed }) => allowed).length;
/** Tokens that refilled since the test began, at most. */
const refilled = (): number => Math.ceil((performance.now() - startedAt) / 1_000) * LIMIT.rate;

/** Breaks the connection while draws are on their way, which Redis does and nothing hears of. @returns what these were told. */
async function cutOffWith(draws: number): Promise<readonly LimitDecision[]> {
  gate.muteServer();
  const inFlight = Array.from({ length: draws }, () => far.take(buckets));
  const decisions = await Promise.all(inFlight);
  expect(far.isWithoutRedis()).toBe(true);
  await gate.shut();
  return decisions;
}

async function connectAgain(): Promise<void> {
  await gate.open();
  await eventually(() => expect(far.isWithoutRedis()).toBe(false));
}

/** Tokens that are missing in Redis, debts included. */
async function missing(): Promise<number> {
  const { levels } = await near.charge(buckets, 0);
  return levels[0].fullInNanos / intervalNanos(LIMIT);
}

test('a gateway that is cut off lets through its share of what was left, and all of it is in Redis once it is back', async () => {
  const before = admitted([...(await ask(near, 10)), ...(await ask(far, 10))]);
  const left = LIMIT.burst - before;
  const inFlight = await cutOffWith(6);
  const alone = admitted([...inFlight, ...(await ask(far, 40))]);
  const beside = await ask(near, 60);
  await connectAgain();
  const total = before + alone + admitted(beside);

  expect(before).toBe(20);
  expect(alone).toBeGreaterThanOrEqual(left / GATEWAYS);
  expect(alone).toBeLessThanOrEqual(left / GATEWAYS + refilled());
  // The other gateway has what Redis has: those in flight were taken there.
  expect(admitted(beside)).toBeGreaterThanOrEqual(left - inFlight.length);
  expect(admitted(beside)).toBeLessThanOrEqual(left - inFlight.length + refilled());
  // Each was charged once: no request of the cut-off gateway is lost, and none that was in flight is charged twice.
  const spent = await missing();
  expect(spent).toBeLessThanOrEqual(total);
  expect(spent).toBeGreaterThanOrEqual(total - refilled());
  // More than the burst was let through, so both wait until it is paid.
  expect(admitted([...(await ask(near, 3)), ...(await ask(far, 3))])).toBe(0);
});

test('of a limit that one gateway alone uses while it is cut off, exactly the rest is left to both afterwards', async () => {
  await ask(far, 10);
  const inFlight = await cutOffWith(4);
  const alone = 10 + admitted([...inFlight, ...(await ask(far, 60))]);
  await connectAgain();
  const [first, ...others] = [...(await ask(near, 30)), ...(await ask(far, 30))];
  const rest = admitted(first ? [first, ...others] : others);

  expect(first?.levels[0].remaining).toBeGreaterThanOrEqual(LIMIT.burst - alone - 1);
  expect(first?.levels[0].remaining).toBeLessThanOrEqual(LIMIT.burst - alone - 1 + refilled());
  expect(alone + rest).toBeGreaterThanOrEqual(LIMIT.burst);
  expect(alone + rest).toBeLessThanOrEqual(LIMIT.burst + refilled());
});

test('what the other gateway tells is left is too much by no more than what the cut-off one let through alone', async () => {
  await ask(far, 10);
  const inFlight = await cutOffWith(4);
  const alone = admitted(await ask(far, 10));
  const told = await ask(near, 10);

  // Those in flight are known to Redis; of what was let through without it, Redis is told later.
  const [last] = told.slice(-1);
  const truly = LIMIT.burst - 10 - inFlight.length - alone - admitted(told);
  expect(last?.levels[0].remaining).toBeGreaterThanOrEqual(truly);
  expect(last?.levels[0].remaining).toBeLessThanOrEqual(truly + alone + refilled());
});
