import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { runWebhooksBench, webhooksTables } from './run-webhooks-bench.ts';

const TINY = { rounds: 1, roundMs: 300, backlog: 60, streamMs: 500, healthyRate: 20, dripping: 2 };

test('webhooks are measured against their sender, and nothing is left behind', async () => {
  const before = await folders();

  const results = await runWebhooksBench({ extent: TINY, progress: () => undefined, signal: new AbortController().signal });

  const { rates, light, loaded, neighbours } = results;
  expect(rates.map(({ what, endpoints }) => [what, endpoints])).toEqual([
    ['backlog', 1],
    ['live', 1],
    ['backlogs', 8],
    ['lives', 8],
  ]);
  for (const { ceiling, service } of rates.flatMap(({ rounds }) => rounds)) {
    for (const { perSecond } of [ceiling, service]) expect(perSecond).toBeGreaterThan(0);
  }
  for (const { events, p50Ms, p99Ms } of [light, loaded, ...neighbours.flatMap(({ alone, beside }) => [alone, beside])]) {
    expect(events).toBeGreaterThan(0);
    expect(p50Ms).toBeGreaterThan(0);
    expect(p99Ms).toBeGreaterThanOrEqual(p50Ms);
  }
  expect(neighbours.map(({ dripping }) => dripping[0])).toEqual([8]);
  expect(webhooksTables(results)).toContain('a backlog to one endpoint');
  expect(await folders()).toEqual(before);
});

async function folders(): Promise<string[]> {
  return (await readdir(tmpdir())).filter((name) => name.startsWith('fulfilment-bench-'));
}
