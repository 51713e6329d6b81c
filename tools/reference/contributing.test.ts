import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const text = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');

/** The steps of each recipe by its heading: the numbered lines below it. */
function recipesOf(page: string): ReadonlyMap<string, readonly string[]> {
  const parts = page.split(/^## /m).map((part) => [part.split('\n')[0] ?? '', part.match(/^\d+\. .+$/gm) ?? []] as const);
  return new Map(parts.filter(([, steps]) => steps.length > 0));
}

/** The paths of the repository that a text names as code. Of a new file, which has `‹…›` in its path, the folder above the first of these. */
function pathsIn(page: string): readonly string[] {
  const named = Array.from(page.matchAll(/`([^`\n]+)`/g), ([, code = '']) => code);
  return named
    .filter((code) => /^(?:apps|deploy|docs|e2e|libs|tools)\/|^[A-Z]+\.md$|^[\w-]+\.test\.ts$/.test(code))
    .map((code) => code.replace(/[^/]*‹.*$/, ''));
}

const absent = (page: string): readonly string[] => pathsIn(page).filter((path) => !existsSync(join(root, path)));

test('every path that CONTRIBUTING.md names is there, and so is the folder of every new file', () => {
  expect(pathsIn(text).length).toBeGreaterThan(80);
  expect(absent(text)).toEqual([]);
});

test('so is every file that the map of the documents names as a list', () => {
  const map = readFileSync(join(root, 'docs/README.md'), 'utf8');
  const [, lists = ''] = /^\| file \| a line or an entry for each \|\n((?:\|.*\n)+)/m.exec(map) ?? [];

  expect(pathsIn(lists).length).toBeGreaterThan(25);
  expect(absent(lists)).toEqual([]);
});

test('each step of a recipe names a path', () => {
  const recipes = recipesOf(text);

  expect([...recipes.keys()]).toEqual([
    'Add a field',
    'Add a stock command',
    'Add an event',
    'Add a resource',
    'Add a page of the console',
  ]);
  // Its pages are the recipe after it.
  const without = [...recipes.values()].flat().filter((step) => pathsIn(step).length === 0);
  expect(without).toEqual(['6. Console: its pages, as below.']);
});

test('a path that is gone, and a new file in a folder that is gone, are found', () => {
  const page = '1. `libs/gone.ts`: a field. 2. `apps/gone/src/‹page›.ts`: new; `libs/contracts/src/‹returns›.ts`, `npm test`.';

  expect(absent(page)).toEqual(['libs/gone.ts', 'apps/gone/src/']);
});
