import { delay } from '@fulfilment/kernel';
import { eventually } from '@fulfilment/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { type Client, clientOf } from '../testing/client.ts';
import { type ConstantLoad, startConstantLoad } from '../testing/constant-load.ts';
import { type OwnRedis, startOwnRedis } from '../testing/own-redis.ts';
import { gatewayEnv, metricOf, startGateway, type TestGateway } from '../testing/start-gateway.ts';
import { startUpstream, type Upstream } from '../testing/start-upstream.ts';

let redis: OwnRedis;
let upstream: Upstream;
let gateways: readonly [TestGateway, TestGateway];
let clients: readonly [Client, Client];

const BURST = 200;
const RATE = 20;

/**
 * How much longer than it is one gateway may take Redis for gone, or for there, while the other knows better: a budget, a probe,
 * the longest pause between two tries of a connection, and a busy machine. For so long one lets in its share and the other all.
 */
const SKEW_SECONDS = 3;

beforeAll(async () => {
  redis = await startOwnRedis(inject('engines'), process.env);
  upstream = await startUpstream();
  const env = { ...gatewayEnv({ ...inject('engines'), redisUrl: redis.url }, upstream.url), RATE_LIMIT_BUDGET_MS: '50' };
  gateways = [await startGateway(env), await startGateway(env)];
  await theyCountEachOther();
});

beforeEach(async () => {
  await bothAre('ready');
  const { id: accountId } = await gateways[0].operator.account();
  const { key } = await gateways[0].operator.key({ accountId, burst: BURST, rate: RATE });
  clients = [clientOf(gateways[0], key), clientOf(gateways[1], key)];
});

afterAll(async () => {
  for (const gateway of gateways) await gateway.stop();
  await upstream.stop();
  await redis.stop();
});

async function theyCountEachOther(): Promise<void> {
  for (const each of gateways) await eventually(async () => expect(await metricOf(each, 'rate_limit_gateways')).toBe(2));
}

async function bothAre(status: 'ready' | 'degraded'): Promise<void> {
  for (const { internalUrl } of gateways)
    await eventually(async () => expect(await (await fetch(`${internalUrl}/readyz`)).json()).toMatchObject({ status }));
}

/** Waits for so many more answers. */
async function answered({ tally }: ConstantLoad, count: number): Promise<void> {
  const before = tally.admitted + tally.refused;
  await eventually(() => expect(tally.admitted + tally.refused).toBeGreaterThanOrEqual(before + count));
}

/** Loads both gateways while `episode` happens: before it until the bucket is used up, and for 300 answers after it. */
async function during(episode: (load: ConstantLoad) => Promise<void>) {
  const startedAt = performance.now();
  const load = startConstantLoad(clients, 4);
  await eventually(() => expect(load.tally.refused).toBeGreaterThan(0), { withinMs: 30_000 });
  await episode(load);
  await bothAre('ready');
  await answered(load, 300);
  await load.stop();
  return { ...load.tally, seconds: (performance.now() - startedAt) / 1_000 };
}

describe('two gateways under load lose Redis and get it back, with no answer but 200 and 429, all headers, and one burst', () => {
  test.each<readonly [string, begin: () => void, end: () => void]>([
    ['that is killed and comes back empty', () => redis.kill(), () => undefined],
    ['that hangs for 300 requests', () => redis.hang(), () => redis.resume()],
  ])('%s', async (_what, begin, end) => {
    const { admitted, faults, seconds } = await during(async (load) => {
      begin();
      await bothAre('degraded');
      await answered(load, 300);
      end();
    });

    expect(faults).toEqual([]);
    expect(admitted).toBeGreaterThanOrEqual(BURST);
    expect(admitted).toBeLessThanOrEqual(BURST + RATE * (seconds + SKEW_SECONDS));
  });

  test('that is emptied, twice', async () => {
    const { admitted, faults, seconds } = await during(async (load) => {
      await redis.ask('FLUSHALL');
      await answered(load, 200);
      await redis.ask('FLUSHALL');
    });

    expect(faults).toEqual([]);
    expect(admitted).toBeLessThanOrEqual(BURST + RATE * (seconds + SKEW_SECONDS));
  });

  test('that is slow: it hangs and answers in turn, longer and shorter than it is waited for', async () => {
    const { admitted, faults, seconds } = await during(async () => {
      for (const ms of [30, 80, 120, 40, 200, 60, 300, 20, 90, 90]) {
        redis.hang();
        await delay(ms);
        redis.resume();
        await delay(ms);
      }
    });

    expect(faults).toEqual([]);
    // At worst one goes on with Redis all the time while the other spends its half.
    expect(admitted).toBeLessThanOrEqual(BURST + 1.5 * RATE * (seconds + SKEW_SECONDS));
  });
});

test('requests admitted by one gateway without Redis grant no second burst through the other', async () => {
  const [one, other] = clients;
  const startedAt = performance.now();
  await one('/v1/inventory');
  redis.hang();
  const alone = startConstantLoad([one], 8);
  await eventually(() => expect(alone.tally.refused).toBeGreaterThan(0), { withinMs: 30_000 });
  await alone.stop();
  redis.resume();
  await bothAre('ready');
  const after = startConstantLoad([other], 8);
  await eventually(() => expect(after.tally.refused).toBeGreaterThan(0), { withinMs: 30_000 });
  await after.stop();
  const seconds = (performance.now() - startedAt) / 1_000;

  expect([...alone.tally.faults, ...after.tally.faults]).toEqual([]);
  // Half the bucket is its share.
  expect(alone.tally.admitted).toBeGreaterThanOrEqual(BURST / 2 - 1);
  expect(alone.tally.admitted + after.tally.admitted).toBeLessThanOrEqual(BURST + RATE * seconds + 1);
  expect(after.tally.admitted).toBeGreaterThanOrEqual(BURST / 3);
});
