import { expect, test } from 'vitest';
import { parseBenchArguments } from './bench-command.ts';

test('everything is measured and printed as tables by default', () => {
  expect(parseBenchArguments([])).toEqual({ kind: 'bench', part: 'main', quick: false, json: false });
  expect(parseBenchArguments(['--large', '--quick', '--json'])).toEqual({
    kind: 'bench',
    part: 'large',
    quick: true,
    json: true,
  });
  expect(parseBenchArguments(['--quick', '-h'])).toEqual({ kind: 'help' });
});

test.each([[['--fast']], [['quick']], [['--json=yes']], [['--large', '--webhooks']]])('wrong usage: %j', (args) => {
  expect(parseBenchArguments(args)).toMatchObject({ kind: 'misuse' });
});
