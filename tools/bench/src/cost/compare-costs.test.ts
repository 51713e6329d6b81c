import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { comparisonTable, readSavedCosts, type SavedCosts } from './compare-costs.ts';

const NOTHING = { commands: {}, writes: {}, mongodb: {}, kafka: {}, redis: {}, cpuMs: {} };

function run(finds: number): SavedCosts {
  const commands = { 'orders find orders': finds, 'orders insert orders': 1 };
  return {
    idle: NOTHING,
    cells: [{ ...NOTHING, commands, path: 'order', clients: 8, skus: 1_000, perSecond: 50 }],
    ratios: { ratios: [{ what: 'orders : transactions', rounds: [0.1, 0.3, 0.2] }] },
  };
}

test('amounts of the same name are compared, each the median of its runs', () => {
  const other = { what: 'only before', rounds: [1] };
  const table = comparisonTable([run(9), run(3), { ...run(5), ratios: { ratios: [...run(5).ratios.ratios, other] } }], [run(2)]);

  expect(table.split('\n').map((row) => row.replaceAll(/ {2,}/g, ' '))).toEqual([
    '| measured | before | after | ratio |',
    expect.stringMatching(/^\| -+ \| -+ \| -+ \| -+ \|$/),
    '| order ×8, 1000 SKUs: commands to MongoDB | 6.00 | 3.00 | 0.50 |',
    '| order ×8, 1000 SKUs: a second | 50.00 | 50.00 | 1.00 |',
    '| orders : transactions | 0.20 | 0.20 | 1.00 |',
  ]);
});

test('a file that is something else is refused by its name', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fulfilment-compare-'));
  const file = join(folder, 'other.json');
  try {
    await expect(readSavedCosts([file])).rejects.toThrow(`${file} cannot be read`);
    await writeFile(file, JSON.stringify({ idle: {} }));
    await expect(readSavedCosts([file])).rejects.toThrow(`${file} was not saved by --cost: idle.commands`);
    await writeFile(file, 'x');
    await expect(readSavedCosts([file])).rejects.toThrow(`${file} was not saved by --cost`);
    await writeFile(file, JSON.stringify(run(1)));
    expect(await readSavedCosts([file])).toEqual([run(1)]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
