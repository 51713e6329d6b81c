import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DECISIONS, decisionsPage, readDecision, readDecisions } from './decisions.ts';

const root = join(import.meta.dirname, '../..');
const decisions = readDecisions(root);

test('the index has every decision, by subject (npm run generate)', () => {
  expect(readFileSync(join(root, DECISIONS, 'README.md'), 'utf8') === decisionsPage(decisions), 'npm run generate').toBe(true);
});

test('no two decisions have one number, and what supersedes one is there', () => {
  const numbers = decisions.map(({ number }) => number);
  const named = decisions.flatMap(({ status }) => status.match(/\d{4}/) ?? []);

  expect(new Set(numbers).size).toBe(numbers.length);
  expect(named.filter((number) => !numbers.includes(number))).toEqual([]);
});

test.each([
  ['0013-a.md', '# 0013 Stream\n\nSubject: files. Status: in force.\n\n'],
  ['0013-a.md', '# 0013: Stream\n\n**Context.**'],
  ['0013-a.md', '# 0014: Stream\n\nSubject: files. Status: in force.\n\n'],
  ['0013-a.md', '# 0013: Stream\n\nSubject: files. Status: accepted.\n\n'],
])('a decision with another head is named: %s %j', (file, text) => {
  expect(() => readDecision(file, text)).toThrow(/^0013-a\.md begins with/);
});
