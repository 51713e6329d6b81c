import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const VITEST = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
const REPORTER = new URL('./count-reporter.ts', import.meta.url).href;

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'fulfilment-count-'));
  const config = `import { CountReporter } from ${JSON.stringify(REPORTER)};
    export default { test: { globals: true, reporters: ['default', new CountReporter(${JSON.stringify(root)})] } };`;
  await writeFile(join(root, 'vitest.config.mjs'), config);
});

afterEach(() => rm(root, { recursive: true }));

test.each([
  [
    'tests that pass, fail and are skipped',
    `test('a', () => {}); test('b', () => { throw new Error() }); test.skip('c', () => {}); test.todo('d')`,
    '1 passed, 1 failed, 2 skipped',
  ],
  ['a file that cannot be loaded', `import './nothing.js'; test('a', () => {})`, '0 passed, 1 failed, 0 skipped'],
  [
    'an error that no test caught',
    `test('a', () => { setTimeout(() => { throw new Error() }, 0); return new Promise((r) => setTimeout(r, 50)) })`,
    '1 passed, 1 failed, 0 skipped',
  ],
  [
    'a hook that throws',
    `describe('s', () => { beforeAll(() => { throw new Error() }); test('a', () => {}) })`,
    '0 passed, 1 failed, 1 skipped',
  ],
])('the last line counts %s', async (_, source, expected) => {
  await writeFile(join(root, 'planted.test.js'), source);

  const output = await runVitest();

  expect(output.trimEnd().split('\n').at(-1)).toBe(expected);
});

test('each failure is named in a line before the last', async () => {
  const source = `test('a', () => {}); describe('s', () => { test('b', () => { throw new Error('3 units are gone\\nof 5') }) })`;
  await writeFile(join(root, 'planted.test.js'), source);

  const lines = (await runVitest()).trimEnd().split('\n');

  expect(lines.slice(-2)).toEqual(['failed: planted.test.js > s > b: 3 units are gone', '1 passed, 1 failed, 0 skipped']);
});

test('a test that passed at a further try is named, and counts as passed', async () => {
  const source = `let tries = 0; test('a', { retry: 1 }, () => { tries += 1; if (tries < 2) throw new Error('too early') })`;
  await writeFile(join(root, 'planted.test.js'), source);

  const lines = (await runVitest()).trimEnd().split('\n');

  expect(lines.slice(-2)).toEqual(['flaky: planted.test.js > a: too early', '1 passed, 0 failed, 0 skipped']);
});

function runVitest(): Promise<string> {
  return new Promise((resolve) => {
    execFile(process.execPath, [VITEST, 'run', '--root', root], { timeout: 30_000 }, (_error, stdout) => resolve(stdout));
  });
}
