import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const VITEST = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
const MODULES = ['count-reporter', 'stall-reporter'].map((name) => new URL(`./${name}.ts`, import.meta.url).href);

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'fulfilment-stall-'));
  await writeFile(join(root, 'sound.test.js'), `test('passes', () => {})`);
});

afterEach(() => rm(root, { recursive: true }));

test.each([
  ['spins', `test('stalls', () => { spin(); }); function spin() { for (;;); }`, 'at spin '],
  ['waits', `test('stalls', () => new Promise(() => setInterval(() => {}, 1000)))`, 'open: '],
  ['is frozen', `test('stalls', () => { process.kill(process.pid, 'SIGSTOP'); })`, '(T (stopped))'],
])('a worker that %s is named with its file and where it is, and fails alone', async (_, source, found) => {
  await writeFile(join(root, 'planted.test.js'), source);
  await configure({ tell: 2_000, endWorkers: 3_000, endRun: 60_000 });

  const output = await runVitest();

  expect(output).toContain('Under way: \n  planted.test.js');
  expect(output).toContain(found);
  expect(output.trimEnd().split('\n').at(-1)).toBe('1 passed, 1 failed, 1 skipped');
});

test('a run that hangs outside of tests ends, and counts as a failure', async () => {
  await writeFile(
    join(root, 'setup.js'),
    `export default async () => { await new Promise(() => setInterval(() => {}, 1000)); };`,
  );
  await configure({ tell: 500, endWorkers: 1_000, endRun: 1_500 }, './setup.js');

  const output = await runVitest();

  expect(output).toContain('a set-up or its end hangs');
  expect(output.trimEnd().split('\n').at(-1)).toBe('0 passed, 1 failed, 0 skipped');
});

test('a test that was told to go on for longer is let go on', async () => {
  await writeFile(join(root, 'long.test.js'), `test('goes on', () => new Promise((resolve) => setTimeout(resolve, 3_000)))`);
  await configure({ tell: 500, endWorkers: 1_000, endRun: 1_500 }, undefined, 5_000);

  const output = await runVitest();

  expect(output).not.toContain('Under way');
  expect(output.trimEnd().split('\n').at(-1)).toBe('2 passed, 0 failed, 0 skipped');
});

async function configure(patience: object, setup?: string, goesOnMs = 0): Promise<void> {
  const config = `import { CountReporter } from ${JSON.stringify(MODULES[0])};
    import { StallReporter } from ${JSON.stringify(MODULES[1])};
    export default { test: {
      globals: true, maxWorkers: 2, testTimeout: 600_000, teardownTimeout: 1_000, globalSetup: ${JSON.stringify(setup ?? [])},
      reporters: ['default', new StallReporter(${JSON.stringify(root)}, ${goesOnMs}, ${JSON.stringify(patience)}), new CountReporter(${JSON.stringify(root)})],
    } };`;
  await writeFile(join(root, 'vitest.config.mjs'), config);
}

function runVitest(): Promise<string> {
  return new Promise((resolve) => {
    execFile(process.execPath, [VITEST, 'run', '--root', root], { timeout: 45_000 }, (_error, stdout) => resolve(stdout));
  });
}
