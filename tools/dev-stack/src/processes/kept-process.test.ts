import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { eventually } from '@fulfilment/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { signal, startKept } from './kept-process.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fulfilment-kept-'));
});

afterEach(() => rm(folder, { recursive: true }));

const node = (script: string, graceSeconds = 20) => ({
  file: process.execPath,
  args: ['-e', script],
  logFile: join(folder, 'log'),
  graceSeconds,
});
const FOREVER = 'setInterval(() => {}, 1000)';

test('a process that is stopped gets SIGTERM and time to end by itself', async () => {
  const kept = await startKept(
    node(`process.on('SIGTERM', () => { console.log('drained'); process.exit(3) }); console.log('up'); ${FOREVER}`),
  );
  await eventually(async () => expect(await readFile(join(folder, 'log'), 'utf8')).toContain('up'));

  await kept.stop();

  expect(await kept.exited).toBe(3);
  expect(await readFile(join(folder, 'log'), 'utf8')).toBe('up\ndrained\n');
});

test('what a process logs and makes is for its owner alone', async () => {
  const made = join(folder, 'made');
  const kept = await startKept(node(`fs.writeFileSync(${JSON.stringify(made)}, ''); console.log('up')`));
  await kept.exited;

  expect((await stat(join(folder, 'log'))).mode & 0o777).toBe(0o600);
  expect((await stat(made)).mode & 0o777).toBe(0o600);
});

test('a process that does not end by itself is killed when its grace is over', async () => {
  const kept = await startKept(node(`process.on('SIGTERM', () => {}); console.log('up'); ${FOREVER}`, 0.2));
  await eventually(async () => expect(await readFile(join(folder, 'log'), 'utf8')).toContain('up'));

  await kept.stop();

  expect(await kept.exited).toBe(128 + 9);
});

test('a process that ends by itself gives its exit code, and stopping it then is harmless', async () => {
  const kept = await startKept(node('process.exit(7)'));

  expect(await kept.exited).toBe(7);
  expect(kept.hasExited()).toBe(true);
  await kept.stop();
});

test('a command that is not there ends with 127', async () => {
  const kept = await startKept({ file: join(folder, 'nothing'), args: [], logFile: join(folder, 'log') });

  expect(await kept.exited).toBe(127);
});

test('a process does not outlive an owner that is killed', async () => {
  const owner = spawn(process.execPath, ['-e', ownerScript()], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(createInterface({ input: owner.stdout }), 'line');
  const pid = Number(line);
  expect(signal(pid, 0)).toBe(true);

  owner.kill('SIGKILL');

  await eventually(() => expect(signal(pid, 0)).toBe(false));
});

function ownerScript(): string {
  const module = new URL('./kept-process.ts', import.meta.url).href;
  return `import(${JSON.stringify(module)})
    .then(({ startKept }) => startKept(${JSON.stringify(node(FOREVER))}))
    .then(({ pid }) => console.log(pid));`;
}
