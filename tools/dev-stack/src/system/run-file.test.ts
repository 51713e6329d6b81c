import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { identityOf } from '../processes/process-identity.ts';
import { endOfLastRun, readRun, runWriter, writeRun } from './run-file.ts';

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'fulfilment-run-'));
});

afterEach(() => rm(dataDir, { recursive: true }));

const orders = {
  name: 'orders',
  kind: 'service',
  pid: process.pid,
  port: 20_001,
  internalPort: 20_002,
  baseUrl: 'http://127.0.0.1:20001',
} as const;

test('lists everything that runs, for its owner alone', async () => {
  await writeRun(dataDir, 'http://localhost:8080', [orders]);

  expect(await readRun(dataDir)).toMatchObject({ pid: process.pid, baseUrl: 'http://localhost:8080', processes: [orders] });
  expect((await stat(join(dataDir, 'run.json'))).mode & 0o777).toBe(0o600);
});

test('the list of processes that came back last stays, however long the one before takes to write', async () => {
  const lists = [Array.from({ length: 2_000 }, () => orders), [orders]];
  const write = runWriter(dataDir, 'http://localhost:8080', () => lists.shift() ?? []);

  await Promise.all([write(), write()]);

  expect((await readRun(dataDir))?.processes).toHaveLength(1);
});

test('a list that could not be written keeps no later one from it', async () => {
  let isGone = true;
  const write = runWriter(dataDir, 'http://localhost:8080', () => {
    if (isGone) throw new Error('no list');
    return [orders];
  });

  await expect(write()).rejects.toThrow('no list');
  isGone = false;
  await write();
  expect((await readRun(dataDir))?.processes).toHaveLength(1);
});

test('of a supervisor that is gone counts as none', async () => {
  await writeRun(dataDir, 'http://localhost:8080', [orders]);
  const file = join(dataDir, 'run.json');
  const run: unknown = JSON.parse(await readFile(file, 'utf8'));
  await writeFile(file, JSON.stringify({ ...Object(run), startedAt: 'earlier' }));

  expect(await readRun(dataDir)).toBeUndefined();
});

test('the next start waits for the end of what a killed one left behind, and clears its list away', async () => {
  const leftover = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 300)']);
  await writeRun(dataDir, 'http://localhost:8080', [{ ...orders, ...(leftover.pid === undefined ? {} : { pid: leftover.pid }) }]);
  const lines: string[] = [];

  await endOfLastRun(dataDir, (line) => lines.push(line));

  expect(await identityOf(leftover.pid ?? 0)).toBeUndefined();
  expect(lines).toEqual(['An earlier run was cut off; waiting for the end of its processes']);
  await expect(stat(join(dataDir, 'run.json'))).rejects.toThrow('ENOENT');
});
