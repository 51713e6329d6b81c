import { eventually, TIMED } from '@fulfilment/testing';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { type Client, clientOf, expectCommonHeaders } from '../testing/client.ts';
import { type OwnRedis, startOwnRedis } from '../testing/own-redis.ts';
import { gatewayEnv, metricOf, startGateway, type TestGateway } from '../testing/start-gateway.ts';
import { startUpstream, type Upstream } from '../testing/start-upstream.ts';

let redis: OwnRedis;
let upstream: Upstream;
let gateway: TestGateway;
let client: Client;

const BURST = 20;

beforeAll(async () => {
  redis = await startOwnRedis(inject('engines'), process.env);
  upstream = await startUpstream();
});

beforeEach(async () => {
  const env = gatewayEnv({ ...inject('engines'), redisUrl: redis.url }, upstream.url);
  gateway = await startGateway({ ...env, RATE_LIMIT_BUDGET_MS: '50' });
  await eventually(() => expectReadiness('ready'));
  const { id: accountId } = await gateway.operator.account();
  client = clientOf(gateway, (await gateway.operator.key({ accountId, burst: BURST, rate: 1 })).key);
});

afterEach(() => gateway.stop());

afterAll(async () => {
  await upstream.stop();
  await redis.stop();
});

async function expectReadiness(status: string): Promise<void> {
  const response = await fetch(`${gateway.internalUrl}/readyz`);
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ status });
}

/** Sends requests one after the other; how many were let in. */
async function send(times: number): Promise<number> {
  let admitted = 0;
  for (let at = 0; at < times; at += 1) {
    const answer = await client('/v1/inventory');
    expect([200, 429]).toContain(answer.status);
    expectCommonHeaders(answer.headers);
    if (answer.status === 200) admitted += 1;
  }
  return admitted;
}

/** Draws and probes that Redis answered with an error. */
async function refusedDraws(): Promise<number> {
  const statistics = String(await redis.ask('INFO', 'commandstats'));
  const [, rejected, failed] = /cmdstat_evalsha:.*rejected_calls=(\d+),failed_calls=(\d+)/.exec(statistics) ?? [];
  return Number(rejected) + Number(failed);
}

/** Requests that the rate of one a second has admitted since `startedAt`, plus one for the rounding. */
const refilled = (startedAt: number): number => (performance.now() - startedAt) / 1_000 + 1;

test('a Redis that is killed costs no request, the limit goes on from where it was, and it is said', async () => {
  const startedAt = performance.now();
  const before = await send(BURST / 2);
  redis.kill();
  const during = await send(BURST);
  await expectReadiness('degraded');
  expect(await metricOf(gateway, 'rate_limit_degraded')).toBe(1);

  expect(before + during).toBeGreaterThanOrEqual(BURST);
  expect(before + during).toBeLessThanOrEqual(BURST + refilled(startedAt));
  await eventually(() => expectReadiness('ready'));
  expect(await metricOf(gateway, 'rate_limit_degraded')).toBe(0);
  // It comes back empty, and is told what it has forgotten.
  const after = await send(BURST);
  expect(before + during + after).toBeLessThanOrEqual(BURST + refilled(startedAt));
});

test('a Redis that hangs is waited for by one request and for 50 ms, not by each', TIMED, async () => {
  await send(3);
  redis.hang();
  try {
    const startedAt = performance.now();
    const admitted = await send(BURST * 2);

    expect(performance.now() - startedAt).toBeLessThan(BURST * 2 * 50);
    expect(admitted).toBeGreaterThanOrEqual(BURST - 3);
    expect(admitted).toBeLessThanOrEqual(BURST + refilled(startedAt));
    await expectReadiness('degraded');
  } finally {
    redis.resume();
  }
  await eventually(() => expectReadiness('ready'));
});

test('a Redis that is emptied grants no second burst', async () => {
  const startedAt = performance.now();
  const first = await send(BURST + 5);
  await redis.ask('FLUSHALL');
  const second = await send(BURST);

  expect(first).toBeGreaterThanOrEqual(BURST);
  expect(first + second).toBeLessThanOrEqual(BURST + refilled(startedAt));
  await eventually(() => expectReadiness('ready'));
});

test('a Redis that answers and takes nothing in, full or read-only, is away until it does', async () => {
  await send(1);
  await redis.ask('CONFIG', 'SET', 'maxmemory', '1');
  const startedAt = performance.now();
  const admitted = await send(BURST);
  const before = await refusedDraws();
  await eventually(async () => expect(await refusedDraws()).toBeGreaterThanOrEqual(before + 3));
  await expectReadiness('degraded');
  await redis.ask('CONFIG', 'SET', 'maxmemory', '0');
  await eventually(() => expectReadiness('ready'));

  expect(admitted).toBeGreaterThanOrEqual(BURST - 1);
  expect(admitted + (await send(BURST))).toBeLessThanOrEqual(BURST - 1 + refilled(startedAt));
});

test('without Redis from the start, a gateway starts and limits', async () => {
  redis.hang();
  try {
    const alone = await startGateway({ ...gateway.env, RATE_LIMIT_BUDGET_MS: '50' });
    expect(await (await fetch(`${alone.internalUrl}/readyz`)).json()).toMatchObject({ status: 'degraded' });
    const { id: accountId } = await alone.operator.account();
    const lonely = clientOf(alone, (await alone.operator.key({ accountId, burst: 5, rate: 1 })).key);
    const answers = await Promise.all(Array.from({ length: 8 }, () => lonely('/v1/inventory')));

    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(5);
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(2);
    await alone.stop();
  } finally {
    redis.resume();
  }
});

test('two gateways share a limit between them when Redis is away', async () => {
  const second = await startGateway({ ...gateway.env, RATE_LIMIT_BUDGET_MS: '50' });
  const { id: accountId } = await gateway.operator.account();
  const { key } = await gateway.operator.key({ accountId, burst: BURST, rate: 1 });
  const pair = [clientOf(gateway, key), clientOf(second, key)];
  for (const each of [gateway, second]) await eventually(async () => expect(await metricOf(each, 'rate_limit_gateways')).toBe(2));
  redis.hang();
  const startedAt = performance.now();
  try {
    const answers = await Promise.all(pair.flatMap((each) => Array.from({ length: BURST }, () => each('/v1/inventory'))));
    const admitted = answers.filter(({ status }) => status === 200);

    expect(admitted.length).toBeGreaterThanOrEqual(BURST);
    expect(admitted.length).toBeLessThanOrEqual(BURST + 1 + refilled(startedAt));
    expect(answers.at(-1)?.headers.get('x-ratelimit-limit')).toBe(String(BURST / 2));
  } finally {
    redis.resume();
  }
  await second.stop();
});
