import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { PROCESSES } from '@fulfilment/contracts';
import { expect, test } from 'vitest';
import { runBench } from './run-bench.ts';

const TINY = { rounds: 1, roundMs: 200, ordersMs: 200, scansMs: 200, eventsMs: 200 };

test('everything is measured, with success, and nothing is left behind', async () => {
  const before = await folders();
  const { startUp, reads, rates, memory } = await runBench({
    extent: TINY,
    startOnce: true,
    progress: () => undefined,
    signal: new AbortController().signal,
  });

  expect(startUp.map(({ what }) => what)).toEqual(['start-up, empty data folder']);
  expect(reads.shares).toHaveLength(1);
  for (const { what, perSecond, remark } of [...reads.rates, ...rates]) {
    expect({ what, measured: perSecond > 0 }).toEqual({ what, measured: true });
    // No answer but success, no delivery that did not come.
    expect(remark).not.toMatch(/×|within/);
  }
  expect(rates).toHaveLength(7);
  const processes = [...PROCESSES, 'kafka', 'mongodb', 'redis', 'supervisor'].toSorted();
  expect(Object.keys(memory.loaded).toSorted()).toEqual(processes);
  expect(Object.values(memory.ready).every((bytes) => bytes > 1_000_000)).toBe(true);
  expect(await folders()).toEqual(before);
});

async function folders(): Promise<string[]> {
  return (await readdir(tmpdir())).filter((name) => name.startsWith('fulfilment-bench-'));
}
