import { expect, test } from 'vitest';
import { parseBenchArguments } from './bench-options.ts';

test('all of it is measured, for people, unless told', () => {
  expect(parseBenchArguments([])).toEqual({ kind: 'bench', large: false, quick: false, json: false });
  expect(parseBenchArguments(['--large', '--quick', '--json'])).toEqual({ kind: 'bench', large: true, quick: true, json: true });
  expect(parseBenchArguments(['--quick', '-h'])).toEqual({ kind: 'help' });
});

test.each([[['--fast']], [['quick']], [['--json=yes']]])('wrong usage: %j', (args) => {
  expect(parseBenchArguments(args)).toMatchObject({ kind: 'misuse' });
});
