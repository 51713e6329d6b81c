import { expect, test } from 'vitest';
import { parseBenchArguments } from './bench-command.ts';

const PLAIN = { kind: 'bench', save: undefined, seconds: undefined, million: false };

test('everything is measured and printed as tables by default', () => {
  expect(parseBenchArguments([])).toEqual({ ...PLAIN, part: 'main', quick: false, json: false });
  expect(parseBenchArguments(['--large', '--quick', '--json'])).toEqual({
    ...PLAIN,
    part: 'large',
    quick: true,
    json: true,
  });
  expect(parseBenchArguments(['--console'])).toEqual({ ...PLAIN, part: 'console', quick: false, json: false });
  expect(parseBenchArguments(['--cost', '--seconds', '5', '--million', '--save', 'a.json'])).toMatchObject({
    part: 'cost',
    seconds: 5,
    million: true,
    save: 'a.json',
  });
  expect(parseBenchArguments(['--compare', 'a.json,b.json', 'c.json'])).toEqual({
    kind: 'compare',
    before: ['a.json', 'b.json'],
    after: ['c.json'],
  });
  expect(parseBenchArguments(['--quick', '-h'])).toEqual({ kind: 'help' });
});

test.each([
  [['--fast']],
  [['quick']],
  [['--json=yes']],
  [['--large', '--webhooks']],
  [['--console', '--seconds', '5']],
  [['--seconds', '5']],
  [['--compare', 'a.json']],
  [['--cost', '--seconds', '1']],
])('wrong usage: %j', (args) => {
  expect(parseBenchArguments(args)).toMatchObject({ kind: 'misuse' });
});
