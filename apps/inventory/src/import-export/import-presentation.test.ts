import { createSkuBody } from '@fulfilment/contracts';
import { csvText } from '@fulfilment/http';
import { assert, asyncProperty, constantFrom, string, tuple } from 'fast-check';
import { expect, test } from 'vitest';
import { guardFormula, unguardFormula } from '@fulfilment/kernel';
import { readCsv } from './tables-presentation.ts';

test.each([
  ['=1+1', "'=1+1"],
  ['+49', "'+49"],
  ['-A/S2', "'-A/S2"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t'=1"],
  ['\n=1', "'\n'=1"],
  ['＝1', "'＝1"],
  ["'=1", "''=1"],
  ["''=1", "'''=1"],
  ["Mug\n=cmd|' /C calc.exe'!A0", "Mug\n'=cmd|' /C calc.exe'!A0"],
  ["Mug\n'@x\n-1", "Mug\n''@x\n'-1"],
  ['\n\n=1', "'\n\n'=1"],
  ["x;=cmd|' /C calc'!A0;y", "x;'=cmd|' /C calc'!A0;y"],
  ["x;'=1;+2", "x;''=1;'+2"],
  ['x;"=1"', 'x;\'"=1"'],
  ['x\t=1', "x\t'=1"],
  ['x\n"@1', 'x\n\'"@1'],
  [';-1', ";'-1"],
])('%j is no formula in a spreadsheet, and comes back as it was', (cell, written) => {
  expect(guardFormula(cell)).toBe(written);
  expect(unguardFormula(written)).toBe(cell);
});

test.each(['Mug', "'tis", '', '1=1', ' =1', "O'Neill", 'S; M; L', 'a; =1', 'a\t\tb', 'x,=1'])('%j is left as it is', (cell) => {
  expect(guardFormula(cell)).toBe(cell);
  expect(unguardFormula(cell)).toBe(cell);
});

test('each name that a SKU can have comes back from an exported file as it was, and no line of it is a formula', async () => {
  // Line feeds, quotes and what begins formulas come often.
  const unit = constantFrom('\n', '\t', '\r', "'", '"', '=', '+', '-', '@', ',', ';', '＝', ' ', 'a', 'é');
  const anyName = tuple(string({ unit, maxLength: 12 }), string({ unit: 'binary', maxLength: 6 })).map((parts) => parts.join(''));
  const name = anyName.filter((value) => createSkuBody.shape.name.safeParse(value).success);

  await assert(
    asyncProperty(name, name, async (first, second) => {
      const written = csvText([
        [guardFormula(first), 1],
        ['x', guardFormula(second)],
      ]);
      const rows: (readonly string[])[] = [];
      for await (const row of readCsv(new Blob([written]).stream())) rows.push(row.content);

      expect(rows.flat().map(unguardFormula)).toEqual([first, '1', 'x', second]);
      for (const line of rows.flatMap(([a = '', b = '']) => [a, b].join('\n').split('\n')))
        expect(line).not.toMatch(/^[=+\-@\t＝＋－＠]/u);
      // As a system reads it whose list separator is another one, to which the quotes of the cells say nothing.
      for (const part of written.split(/[\r\n;\t]/).slice(1)) expect(part).not.toMatch(/^"*[=+\-@＝＋－＠]/u);
    }),
    { numRuns: 2_000 },
  );
});
