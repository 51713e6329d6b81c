import { afterEach, expect, test, vi } from 'vitest';
import { exitCodeForArguments } from './command-line.ts';

const USAGE = 'npm run demo\n\nShows what there is.\n';

afterEach(() => vi.restoreAllMocks());

test('wrong usage ends with 2, and what is wrong is the last line', () => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);

  expect(exitCodeForArguments(['--colour'], USAGE)).toBe(2);

  const lines = String(written.mock.calls[0]?.[0]).trimEnd().split('\n');
  expect(lines[0]).toBe('npm run demo');
  expect(lines.at(-1)).toContain("'--colour'");
});

test('without arguments the command runs', () => {
  expect(exitCodeForArguments([], USAGE)).toBeUndefined();
});
