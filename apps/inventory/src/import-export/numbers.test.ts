import { csvText } from '@fulfilment/http';
import { assert, asyncProperty, constantFrom, stringMatching } from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ImportRow } from './apply-rows.ts';
import { readImportRows } from './import-presentation.ts';
import { numberCell } from './numbers-presentation.ts';

const WHOLE_COLUMNS = ['on_hand', 'expected_on_hand', 'reorder_point', 'weight_g', 'delta'] as const;

async function rowOf(medium: string, text: string): Promise<ImportRow> {
  const [row] = await Array.fromAsync(readImportRows({ medium })(new Blob([text]).stream()));
  if (!row) throw new Error('The file has no row');
  return row;
}

/** One column as an update, or an adjustment, reads it: its value, or its faults. */
async function readIn(medium: string, text: string, column: string): Promise<unknown> {
  const { change } = await rowOf(medium, text);
  const row = change.type === 'said' ? change.row : change.update;
  if (row.type === 'invalid') return row.error.details['errors'];
  return Object.entries(row.value).find(([name]) => name === column)?.[1];
}

const operationOf = (column: string): Record<string, unknown> =>
  column === 'delta' ? { op: 'adjust', reason: 'receipt' } : { op: 'update' };

async function inCsv(column: string, cell: string): Promise<unknown> {
  const others = { sku: 'MUG-01', ...operationOf(column) };
  const rows = [
    [...Object.keys(others), column],
    [...Object.values(others).map(String), cell],
  ];
  return readIn('text/csv', csvText(rows), column);
}

async function inNdjson(column: string, literal: string): Promise<unknown> {
  const others = JSON.stringify({ sku: 'MUG-01', ...operationOf(column) }).slice(0, -1);
  return readIn('application/x-ndjson', `${others},"${column}":${literal}}\n`, column);
}

const isRefused = (column: string, read: string) => [
  { pointer: `/${column}`, code: 'invalid_type', message: expect.stringContaining(`The file has ${read} here.`) },
];

describe.each(WHOLE_COLUMNS)('%s of a file is a whole number, with .0 or .00 at most', (column) => {
  test.each([
    ['5', 5],
    ['5.0', 5],
    ['5.00', 5],
    ['0005', 5],
    [' 5 ', 5],
    ['1000', 1000],
  ])('in CSV %j is %i', async (cell, number) => {
    expect(await inCsv(column, cell)).toBe(number);
  });

  test.each([
    '1.000',
    '1,000',
    '1 000',
    '1\u00A0000',
    "1'000",
    '1_000',
    '1.000,00',
    '1,000.00',
    '12.5',
    '5.',
    '.5',
    '5.000',
    '5,0',
    '1e3',
    '1E3',
    '+5',
    '$5',
    '5 %',
    '5 pcs',
    '(5)',
    '0x10',
    '٣',
    '１',
    '--5',
    'NaN',
    'Infinity',
    'true',
    "'5",
  ])('in CSV %j is refused by name', async (cell) => {
    expect(await inCsv(column, cell)).toEqual(isRefused(column, JSON.stringify(cell)));
  });

  test.each([
    ['5', 5],
    ['5.0', 5],
    ['5.00', 5],
  ])('in NDJSON %s is %i', async (literal, number) => {
    expect(await inNdjson(column, literal)).toBe(number);
  });

  test.each(['1.000', '12.5', '1e3', '1E3', '1.0e1', '1e400', '"5"', '"1.000"', 'true', '[5]', `1${'0'.repeat(31)}`])(
    'in NDJSON %s is refused by name',
    async (literal) => {
      expect(await inNdjson(column, literal)).toEqual(isRefused(column, literal));
    },
  );
});

test('of a cell without end, a message has the beginning', async () => {
  expect(await inCsv('on_hand', '1,'.repeat(1_000))).toMatchObject([{ message: expect.stringMatching(/^.{1,250}$/) }]);
});

test('units are taken off by a minus sign, and in no other way', async () => {
  expect(await inCsv('delta', '-5.0')).toBe(-5);
  expect(await inNdjson('delta', '-5')).toBe(-5);
  expect(await inCsv('delta', '−5')).toEqual(isRefused('delta', '"−5"'));
  expect(await inCsv('delta', '5-')).toEqual(isRefused('delta', '"5-"'));
});

test('a name that numbers have is no number inside of another member', async () => {
  const metadata = '{"sku":"MUG-01","op":"update","on_hand":5,"metadata":{"on_hand":1.000}}';

  expect(await readIn('application/x-ndjson', metadata, 'on_hand')).toMatchObject([{ pointer: '/metadata/on_hand' }]);
});

describe('a decimal of a file has a point, and says whether three digits behind it are thousands', () => {
  test.each([
    ['12.50', '12.50'],
    ['12', '12'],
    ['0.125', '0.125'],
    [' 4.2 ', '4.2'],
    ['1000.000', '1000.000'],
    ['1.0000', '1.000'],
    ['1.00000', '1.0000'],
  ])('in CSV %j is %j', async (cell, text) => {
    expect(await inCsv('unit_cost', cell)).toBe(text);
  });

  test.each([
    '12,50',
    '1.234,50',
    '1,234.50',
    '$12.50',
    '12.50 EUR',
    '1e3',
    '+1',
    '-1',
    '.5',
    '5.',
    '012.50',
    '1.000',
    '999.999',
  ])('in CSV %j is refused by name', async (cell) => {
    expect(await inCsv('unit_cost', cell)).toEqual(isRefused('unit_cost', JSON.stringify(cell)));
  });

  test('a refusal of what may be thousands says how each is written', async () => {
    expect(await inCsv('unit_cost', '1.250')).toMatchObject([{ message: expect.stringMatching(/write 1\.2500 .* 1250 /) }]);
  });

  test.each(['12.5', '"12,50"', '"1e3"', '"$5"', '[]'])('in NDJSON %s is refused by name', async (literal) => {
    expect(await inNdjson('unit_cost', literal)).toEqual(isRefused('unit_cost', literal));
  });

  test('as it was exported comes back as it was, in both forms', async () => {
    const digits = stringMatching(/^(?:0|[1-9]\d{0,3})(?:\.(?:\d{1,6}|\d{3}|\d{3}0{1,3}))?$/);

    await assert(
      asyncProperty(digits, constantFrom('unit_cost'), async (cost, column) => {
        expect(await inCsv(column, numberCell(column, cost))).toBe(cost);
        expect(await inNdjson(column, JSON.stringify(cost))).toBe(cost);
      }),
      { numRuns: 1_000 },
    );
  });
});
