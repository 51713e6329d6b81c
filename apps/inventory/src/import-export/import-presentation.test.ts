import { expect, test } from 'vitest';
import { guardFormula, unguardFormula } from './import-presentation.ts';

test.each([
  ['=1+1', "'=1+1"],
  ['+49', "'+49"],
  ['-A/S2', "'-A/S2"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\n=1', "'\n=1"],
  ['＝1', "'＝1"],
  ["'=1", "''=1"],
  ["''=1", "'''=1"],
])('%j is no formula in a spreadsheet, and comes back as it was', (cell, written) => {
  expect(guardFormula(cell)).toBe(written);
  expect(unguardFormula(written)).toBe(cell);
});

test.each(['Mug', "'tis", '', '1=1', ' =1', "O'Neill"])('%j is left as it is', (cell) => {
  expect(guardFormula(cell)).toBe(cell);
  expect(unguardFormula(cell)).toBe(cell);
});
