import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/**
 * Cases in which warehouse systems of others went wrong, each of which a test sends through the gateway: allocation by warehouse (A),
 * edits and holds (E), fulfilments (F), returns (R), reservations (V). The name of its test begins with it.
 */
const CASES = {
  A: [1, 2, 4, 5, 6, 7, 8, 10, 12],
  E: [1, 2, 3, 4, 6, 8, 9],
  F: [1, 2, 4, 5, 6, 7, 8, 10, 11, 13, 15, 16, 17],
  R: [1, 2, 3, 4, 6, 7, 9, 10, 11, 13],
  V: [1, 2, 3, 4, 6],
};

const NUMBERED = /\btest\(\s*['"`]((?:[A-Z]\d+(?:, )?)+): /g;

const casesIn = (text: string): readonly string[] => [...text.matchAll(NUMBERED)].flatMap(([, named = '']) => named.split(', '));

test('each case that systems of others got wrong has a test through the gateway', () => {
  const root = join(import.meta.dirname, '../..');
  const files = globSync('e2e/*.e2e.test.ts', { cwd: root }).map((file) => readFileSync(join(root, file), 'utf8'));
  const found = new Set(files.flatMap(casesIn));
  const numbered = Object.entries(CASES).flatMap(([group, numbers]) => numbers.map((number) => `${group}${number}`));

  expect([...found].toSorted()).toEqual(numbered.toSorted());
});

test('cases are found in the names of tests alone', () => {
  const text = `
    // R1: test('R3 and more')
    test('R2, E4: one story of two', () => {});
    test(\`A5: \${WANTS} wants\`, () => {});`;
  expect(casesIn(text)).toEqual(['R2', 'E4', 'A5']);
});
