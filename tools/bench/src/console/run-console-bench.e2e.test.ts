import { expect, test } from 'vitest';
import { consoleTables, runConsoleBench } from './run-console-bench.ts';

test('pages of the console are loaded, and a log that is read to its end is scrolled', async () => {
  const results = await runConsoleBench({
    extent: { rounds: 1, deliveries: 600, frames: 20 },
    progress: () => undefined,
    signal: new AbortController().signal,
  });

  expect(results.rows).toBe(600);
  expect(results.loads.map(({ page, scripts, scriptBytes }) => [page, scripts > 0, scriptBytes > 10_000])).toEqual([
    ['sign-in', true, true],
    ['overview', true, true],
    ['API keys', true, true],
  ]);
  expect(results.scrolls).toHaveLength(4);
  expect(consoleTables(results)).toContain('| delivery log, 600 rows');
});
