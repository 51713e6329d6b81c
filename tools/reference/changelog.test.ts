import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

test('the newest entry of the changelog is that of the version in package.json, and it has lines', () => {
  const { version }: { version: string } = JSON.parse(read('package.json'));
  const [, newest = ''] = read('CHANGELOG.md').split(/^## /m);

  expect(newest.split(/[,\n]/, 1)).toEqual([version]);
  expect(newest).toMatch(/^- \S/m);
});
