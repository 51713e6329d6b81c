import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { releaseVersion, versionedFiles } from './release-version.ts';

const root = join(import.meta.dirname, '../..');
const version = releaseVersion(root);
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

test.each([...versionedFiles(root, version)])('%s has the version of package.json (npm run generate)', (path, text) => {
  expect(read(path) === text, `${path} is out of date: npm run generate`).toBe(true);
});

test('another version reaches every file of deploy/ and README of a package that has this one, and takes its place in it', () => {
  const own = new RegExp(String.raw`(?<![\d.])${version.replaceAll('.', String.raw`\.`)}(?!\d|\.\d)`);
  const paths = globSync(['deploy/**/{*,.env.example}', 'libs/clients/*/README.md'], { cwd: root }).filter((path) =>
    statSync(join(root, path)).isFile(),
  );
  const having = paths.filter((path) => own.test(read(path)));
  const next = versionedFiles(root, '98.7.6');

  expect(having.toSorted()).toEqual([...next.keys()].toSorted());
  expect([...next].filter(([, text]) => own.test(text) || !text.includes('98.7.6')).map(([path]) => path)).toEqual([]);
});
