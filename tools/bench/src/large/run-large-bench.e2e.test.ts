import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { runLargeBench } from './run-large-bench.ts';

const TINY = { skus: 3_000, movementsEach: 2, deepRow: 2_000, rounds: 1, roundMs: 200 };

test('much stock is put into the store as the service writes it, measured with success, and removed', async () => {
  const before = await folders();

  const { filled, deep, lists, single, exported, integrity } = await runLargeBench({
    extent: TINY,
    progress: () => undefined,
    signal: new AbortController().signal,
  });

  expect(filled).toMatchObject({ skus: 3_000, movements: 6_000 });
  expect(deep.rows).toBe(2_000);
  expect(exported.rows).toBe(3_000);
  expect(integrity.remark).toMatch(/^3000 SKUs, \d+ movements, 0 differences$/);
  for (const { rate, share } of [...lists, ...single]) {
    expect({ what: rate.what, measured: rate.perSecond > 0 && share > 0 }).toEqual({ what: rate.what, measured: true });
    // No answer but success.
    expect(rate.remark).not.toContain('×');
  }
  expect(exported.memory.map(({ process }) => process).toSorted()).toEqual(['gateway', 'inventory', 'mongodb']);
  expect(await folders()).toEqual(before);
});

async function folders(): Promise<string[]> {
  return (await readdir(tmpdir())).filter((name) => name.startsWith('fulfilment-bench-'));
}
