import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import type { EngineAddresses } from '@fulfilment/testing';
import { expect, inject, test } from 'vitest';
import { runGatewayBench } from './run-gateway-bench.ts';

const TINY = { rounds: 1, requests: 100, requestsAlone: 20, slowReaders: 20, slowMs: 500 };
const OURS = ['bare Node proxy', 'gateway', 'gateway, no request log'];

test('the gateway is measured beside the bare proxy, with success, and nothing is left behind', async () => {
  const before = await folders();
  const { kafkaBrokers, mongodbUrl, redisUrl }: EngineAddresses = inject('engines');
  const engines = { KAFKA_BROKERS: kafkaBrokers, MONGODB_URL: mongodbUrl, REDIS_URL: redisUrl };

  const { workloads, slow } = await runGatewayBench({
    extent: TINY,
    env: { ...process.env, ...engines },
    progress: () => undefined,
    signal: new AbortController().signal,
  });

  expect(workloads).toHaveLength(3);
  for (const { figures } of workloads) {
    expect(figures.map(({ contender }) => contender)).toEqual(expect.arrayContaining(['straight to the upstream', ...OURS]));
    expect(figures.filter(({ perSecond }) => !(perSecond > 0))).toEqual([]);
  }
  expect(slow.map(({ contender }) => contender)).toEqual(expect.arrayContaining(OURS));
  expect(slow.filter(({ served, readers, peak }) => served !== readers || !(peak > 0))).toEqual([]);
  expect(await folders()).toEqual(before);
});

async function folders(): Promise<string[]> {
  return (await readdir(tmpdir())).filter((name) => name.startsWith('fulfilment-bench-'));
}
