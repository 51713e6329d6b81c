import { expect, test } from 'vitest';
import { readBeginning } from './import-file.ts';

test('a preview shows the numbers of a file as they are written, not as they would be read', async () => {
  const ndjson = new File(['{"sku":"A","on_hand":1.000}\n{"sku":"B","on_hand":1e3,"metadata":{"size":"L"}}\n'], 'stock.ndjson');
  const csv = new File(['sku,on_hand\nA,1.000\n'], 'stock.csv');

  expect((await readBeginning(ndjson)).rows).toEqual([
    ['A', '1.000', ''],
    ['B', '1e3', '{"size":"L"}'],
  ]);
  expect((await readBeginning(csv)).rows).toEqual([['A', '1.000']]);
});

test.each([
  ['semicolons', 'sku;On Hand;;\nA;5;;\n'],
  ['tabs', 'SKU\ton_hand\nA\t5\n'],
  ['a line sep=', '\u{FEFF}sep=;\r\nsku;on_hand\r\nA;5\r\n'],
])('a preview reads a file as the import does: %s', async (_what, text) => {
  const { columns, rows, faults } = await readBeginning(new File([text], 'stock.csv'));

  expect([columns.map(({ name }) => name), faults]).toEqual([['sku', 'on_hand'], []]);
  expect(rows.map((cells) => cells.slice(0, 2))).toEqual([['A', '5']]);
});
