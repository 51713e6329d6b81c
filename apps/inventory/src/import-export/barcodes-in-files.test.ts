import { csvText } from '@fulfilment/http';
import { describe, expect, test } from 'vitest';
import { composedCell, readImportRows } from './import-presentation.ts';

/** The barcodes that a cell gives a new SKU, or the codes of its faults. */
async function read(cell: string): Promise<unknown> {
  const file = csvText([
    ['op', 'sku', 'name', 'barcodes'],
    ['create', 'MUG-01', 'Mug', cell],
  ]);
  const [row] = await Array.fromAsync(readImportRows({ medium: 'text/csv' })(new Blob([file]).stream()));
  if (row?.change.type !== 'said') throw new Error('The row says its operation');
  const { row: parsed } = row.change;
  if (parsed.type === 'invalid') return parsed.error.details['errors'];
  return 'barcodes' in parsed.value ? parsed.value.barcodes : undefined;
}

describe('a cell of barcodes', () => {
  const two = ['4006381333931', '4006381333948'];
  test.each([
    ['4006381333931', ['4006381333931']],
    ['4006381333931 4006381333948', two],
    ['4006381333931,4006381333948', two],
    ['4006381333931;4006381333948', two],
    ['4006381333931; 4006381333948', two],
    ['4006381333931|4006381333948', two],
    ['4006381333931 | 4006381333948', two],
    ['4006381333931 / 4006381333948', two],
    ['4006381333931\n4006381333948', two],
    [' 4006381333931, ', ['4006381333931']],
    ['OWN-1/A', ['OWN-1/A']],
    ['["OWN 1","A,B"]', ['OWN 1', 'A,B']],
    ['[{"code":"1234567890123","type":"other"}]', [{ code: '1234567890123', type: 'other' }]],
  ])('%j is a list', async (cell, barcodes) => {
    expect(await read(cell)).toEqual(barcodes);
  });

  test.each(['4.00638E+12', '4.00638e12', '4E+12', '4006381333931/4006381333948'])('%j fails its row by name', async (cell) => {
    expect(await read(cell)).toMatchObject([{ pointer: '/barcodes/0', message: expect.stringMatching(/spreadsheet|several/) }]);
  });

  test.each([
    [['4006381333931', 'OWN-1']],
    [['OWN 1']],
    [['A,B']],
    [['A;B', 'C|D']],
    [['/', 'A']],
    [['/A', 'B']],
    [['A/', '/', 'B']],
    [['[A]']],
  ])('of %j comes back as it was written', async (barcodes) => {
    expect(await read(composedCell(barcodes))).toEqual(barcodes);
  });
});
