import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isRefused, refusedIn, refusedWords } from './refused-words.ts';

test('a refused word is found with its line, in code and in comments', () => {
  const text = 'const a = 1;\n/** Whether somebody waits. */';

  expect(refusedIn('x.ts', text).map((row) => row.split(' ')[0])).toEqual(['x.ts:2:', 'x.ts:2:']);
});

const rows = (file: string, text: string): readonly string[] => refusedIn(file, text).map((row) => row.split(' ')[1] ?? '');

test('an English word is refused as a name where it would name a concept', () => {
  expect(rows('apps/inventory/src/stock/a.ts', 'export interface PlaceOfSku {')).toEqual(['PlaceOfSku']);
  expect(rows('apps/orders/src/saga/a.ts', 'export function placeOrder() {')).toEqual([]);
  expect(rows('apps/inventory/src/stock/a.ts', '/** A place for it. */')).toEqual([]);
});

test('each word that the glossary replaces is refused', () => {
  const glossary = readFileSync(join(import.meta.dirname, '../../docs/glossary.md'), 'utf8');
  const replaced = glossary
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| term'))
    .flatMap((line) =>
      (line.split(' | ').at(-1) ?? '')
        .replace(/ \|$/, '')
        .replaceAll(/\([^)]*\)/g, '')
        .split(','),
    )
    .map((word) => word.trim())
    .filter((word) => word !== '' && word !== '|');

  expect(replaced.length).toBeGreaterThan(60);
  expect(replaced.filter((word) => !isRefused(word))).toEqual([]);
});

test('code and documentation say no refused word', () => {
  expect(refusedWords(join(import.meta.dirname, '../..'))).toEqual([]);
});
