import { join } from 'node:path';
import { expect, test } from 'vitest';
import { refusedIn, refusedWords } from './refused-words.ts';

test('a refused word is found with its line, in code and in comments', () => {
  const text = 'const a = 1;\n/** Whether somebody waits. */';

  expect(refusedIn('x.ts', text).map((row) => row.split(' ')[0])).toEqual(['x.ts:2:', 'x.ts:2:']);
});

test('code and documentation say no refused word', () => {
  expect(refusedWords(join(import.meta.dirname, '../..'))).toEqual([]);
});
