import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@fulfilment/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepRunning } from './keep-running.ts';
import { signal, startKept } from './kept-process.ts';

let folder: string;
let lines: string[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fulfilment-keep-'));
  lines = [];
});

afterEach(async () => {
  vi.useRealTimers();
  await rm(folder, { recursive: true });
});

const progress = (line: string): void => void lines.push(line);
const start = async () => ({
  process: await startKept({ file: process.execPath, args: ['-e', 'setInterval(() => {}, 1000)'], logFile: join(folder, 'log') }),
});

test('what ends by itself is named and started again', async () => {
  let restarts = 0;
  const supervised = await keepRunning({ label: 'orders', start, progress, onRestart: () => void (restarts += 1) });
  const first = supervised.current().process.pid;
  signal(first, 'SIGKILL');

  await eventually(() => expect(restarts).toBe(1));

  expect(supervised.current().process.pid).not.toBe(first);
  expect(lines).toEqual([expect.stringMatching(/^orders ended \(signal 9\); starting it again in 0\.\d s$/), 'orders is back']);
  await supervised.stop();
});

test('what ran for half a minute is started again at once', async () => {
  const supervised = await keepRunning({ label: 'orders', start, progress });
  vi.setSystemTime(Date.now() + 30_000);
  signal(supervised.current().process.pid, 'SIGKILL');

  await eventually(() => expect(lines.at(-1)).toBe('orders is back'));

  expect(lines[0]).toBe('orders ended (signal 9); starting it again');
  await supervised.stop();
});

test('what is stopped stays stopped', async () => {
  const supervised = await keepRunning({ label: 'orders', start, progress });

  await supervised.stop();

  expect(supervised.current().process.hasExited()).toBe(true);
  expect(lines).toEqual([]);
});

test('a start that fails is said and tried again', async () => {
  const starts = [start, () => Promise.reject(new Error('the port is taken')), start];
  const supervised = await keepRunning({ label: 'orders', start: () => starts.shift()?.() ?? start(), progress });
  signal(supervised.current().process.pid, 'SIGKILL');

  await eventually(() => expect(lines.at(-1)).toBe('orders is back'));

  expect(lines).toContain('orders does not come up: the port is taken');
  await supervised.stop();
});

test('a stop ends a start that is under way', async () => {
  let asked = 0;
  const supervised = await keepRunning({
    label: 'orders',
    progress,
    start: async (over) => {
      asked += 1;
      if (asked === 1) return await start();
      await new Promise((resolve) => over.addEventListener('abort', resolve, { once: true }));
      throw new Error('given up');
    },
  });
  signal(supervised.current().process.pid, 'SIGKILL');
  await eventually(() => expect(asked).toBe(2));

  await supervised.stop();

  expect(supervised.current().process.hasExited()).toBe(true);
});
