import { expect, test } from 'vitest';
import { skippedLine } from './progress-reporter.ts';

const SKIPPED = [
  { file: 'e2e/clients.e2e.test.ts', count: 12 },
  { file: 'tools/x.test.ts', count: 1 },
];

test('what was skipped is named once, in one line, with the command that installs what is missing', () => {
  expect(skippedLine(SKIPPED, (program) => !['ruby', 'zsh'].includes(program))).toBe(
    'Skipped: 12 of e2e/clients.e2e.test.ts, 1 of tools/x.test.ts. Missing: ruby, zsh; on Debian: apt-get install ruby zsh',
  );
});

test('tests that are skipped for another reason are named by their file', () => {
  expect(skippedLine(SKIPPED, () => true)).toBe('Skipped: 12 of e2e/clients.e2e.test.ts, 1 of tools/x.test.ts');
});
