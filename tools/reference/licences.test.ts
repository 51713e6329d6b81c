import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PERMITTED, usedPackages } from './licences.ts';

const used = usedPackages(join(import.meta.dirname, '../..'));

test('every package that production installs has a permitted licence', () => {
  expect(used.length).toBeGreaterThan(100);
  expect(used.filter(({ licence }) => !PERMITTED.includes(licence))).toEqual([]);
});

test('a package that names its licences in the former way has them', () => {
  expect(used.find(({ name }) => name === 'ssh2')).toMatchObject({ licence: 'MIT' });
});
