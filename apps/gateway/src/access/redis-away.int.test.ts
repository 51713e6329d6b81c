import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Engines, startEngines } from '@fulfilment/local-engines';
import { connectRedis } from '@fulfilment/redis';
import { eventually } from '@fulfilment/testing';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { type Client, clientOf, expectCommonHeaders } from '../testing/client.ts';
import { gatewayEnv, startGateway, type TestGateway } from '../testing/start-gateway.ts';
import { startUpstream, type Upstream } from '../testing/start-upstream.ts';

// A Redis of our own, since this one is killed, stopped and emptied. The other two engines are the shared ones.
let engines: Engines;
let upstream: Upstream;
let gateway: TestGateway;
let client: Client;

const BURST = 20;

beforeAll(async () => {
  const { kafkaBrokers, mongodbUrl } = inject('engines');
  const env = {
    ...process.env,
    KAFKA_BROKERS: kafkaBrokers,
    MONGODB_URL: mongodbUrl,
    REDIS_URL: '',
    FULFILMENT_ENGINES: 'processes',
  };
  const dataDir = await mkdtemp(join(tmpdir(), 'fulfilment-redis-away-'));
  engines = await startEngines({ dataDir, env, keepData: false });
  upstream = await startUpstream();
});

beforeEach(async () => {
  const env = gatewayEnv({ ...inject('engines'), redisUrl: engines.redisUrl }, upstream.url);
  gateway = await startGateway({ ...env, RATE_LIMIT_BUDGET_MS: '50' });
  await eventually(() => expectReadiness('ready'));
  const { id: accountId } = await gateway.operator.account();
  client = clientOf(gateway, (await gateway.operator.key({ accountId, burst: BURST, rate: 1 })).key);
});

afterEach(() => gateway.stop());

afterAll(async () => {
  await upstream.stop();
  await engines.stop();
});

const redisPid = (): number => engines.describe().find(({ name }) => name === 'redis')?.pid ?? 0;

async function expectReadiness(status: string): Promise<void> {
  const response = await fetch(`${gateway.internalUrl}/readyz`);
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ status });
}

async function metric(name: string): Promise<string | undefined> {
  const text = await (await fetch(`${gateway.internalUrl}/metrics`)).text();
  return text
    .split('\n')
    .find((line) => line.startsWith(`fulfilment_${name}{`))
    ?.split(' ')[1];
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

/** What the rate of one a second has let in since `startedAt`, and one for the rounding. */
const refilled = (startedAt: number): number => (performance.now() - startedAt) / 1_000 + 1;

test('a Redis that is killed costs no request, the limit goes on from where it was, and it is said', async () => {
  const startedAt = performance.now();
  const before = await send(BURST / 2);
  process.kill(redisPid(), 'SIGKILL');
  const during = await send(BURST);
  await expectReadiness('degraded');
  expect(await metric('rate_limit_degraded')).toBe('1');

  expect(before + during).toBeGreaterThanOrEqual(BURST);
  expect(before + during).toBeLessThanOrEqual(BURST + refilled(startedAt));
  await eventually(() => expectReadiness('ready'));
  expect(await metric('rate_limit_degraded')).toBe('0');
  // It comes back empty, and is told what it has forgotten.
  const after = await send(BURST);
  expect(before + during + after).toBeLessThanOrEqual(BURST + refilled(startedAt));
});

test('a Redis that hangs is waited for by one request and for 50 ms, not by each', async () => {
  await send(3);
  const pid = redisPid();
  process.kill(pid, 'SIGSTOP');
  try {
    const startedAt = performance.now();
    const admitted = await send(BURST * 2);

    expect(performance.now() - startedAt).toBeLessThan(BURST * 2 * 50);
    expect(admitted).toBeGreaterThanOrEqual(BURST - 3);
    expect(admitted).toBeLessThanOrEqual(BURST + refilled(startedAt));
    await expectReadiness('degraded');
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  await eventually(() => expectReadiness('ready'));
});

test('a Redis that is emptied gives nobody a second burst', async () => {
  const startedAt = performance.now();
  const first = await send(BURST + 5);
  const redis = connectRedis({ url: engines.redisUrl, prefix: '', commandTimeoutMs: 2_000, onError: () => undefined });
  await new Promise((resolve) => redis.redis.once('ready', resolve));
  await redis.redis.flushall();
  await redis.stop();
  const second = await send(BURST);

  expect(first).toBeGreaterThanOrEqual(BURST);
  expect(first + second).toBeLessThanOrEqual(BURST + refilled(startedAt));
  await expectReadiness('ready');
});

test('without Redis from the start, a gateway starts and limits', async () => {
  const pid = redisPid();
  process.kill(pid, 'SIGSTOP');
  try {
    const alone = await startGateway({ ...gateway.env, RATE_LIMIT_BUDGET_MS: '50' });
    const { id: accountId } = await alone.operator.account();
    const lonely = clientOf(alone, (await alone.operator.key({ accountId, burst: 5, rate: 1 })).key);
    const answers = await Promise.all(Array.from({ length: 8 }, () => lonely('/v1/inventory')));

    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(5);
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(2);
    await alone.stop();
  } finally {
    process.kill(pid, 'SIGCONT');
  }
});

test('two gateways share a limit between them when Redis is away', async () => {
  const second = await startGateway({ ...gateway.env, RATE_LIMIT_BUDGET_MS: '50' });
  const { id: accountId } = await gateway.operator.account();
  const { key } = await gateway.operator.key({ accountId, burst: BURST, rate: 1 });
  const pair = [clientOf(gateway, key), clientOf(second, key)];
  // Each counts the others every two seconds.
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  const pid = redisPid();
  process.kill(pid, 'SIGSTOP');
  try {
    const answers = await Promise.all(pair.flatMap((each) => Array.from({ length: BURST }, () => each('/v1/inventory'))));
    const admitted = answers.filter(({ status }) => status === 200);

    expect(admitted.length).toBeGreaterThanOrEqual(BURST);
    expect(admitted.length).toBeLessThanOrEqual(BURST + 2);
    expect(answers.at(-1)?.headers.get('x-ratelimit-limit')).toBe(String(BURST / 2));
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  await second.stop();
});
