import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { RunningProcess } from '@fulfilment/dev-stack/run-file';
import { eventually } from '@fulfilment/testing';
import { expect, test } from 'vitest';
import { full, kill } from './faults.ts';

/** Writes a byte every 10 ms, and says how that went. */
const WRITER = `
  process.on('SIGXFSZ', () => undefined);
  setInterval(() => {
    try {
      require('node:fs').appendFileSync(process.argv[1], '.');
      console.log('written');
    } catch ({ code }) {
      console.log(code);
    }
  }, 10);
`;

test.runIf(process.platform === 'linux')('a full disk takes no byte while it lasts, and takes some afterwards', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'full-disk-'));
  const writer = spawn(process.execPath, ['-e', WRITER, join(folder, 'file')], { stdio: ['ignore', 'pipe', 'inherit'] });
  const said: string[] = [];
  createInterface(writer.stdout).on('line', (line) => said.push(line));
  const running: RunningProcess = { name: 'mongodb', kind: 'engine', pid: writer.pid, baseUrl: '' };
  try {
    await eventually(() => expect(said).toContain('written'));

    const planted = full('mongodb', 1).plant({ process: () => running }, new AbortController().signal);

    await eventually(() => expect(said).toContain('EFBIG'));
    await planted;
    const before = said.length;
    await eventually(() => expect(said.slice(before)).toContain('written'));
  } finally {
    writer.kill();
    await once(writer, 'exit');
    await rm(folder, { recursive: true });
  }
});

test('a process that an earlier fault has ended is hit once the next one is there', async () => {
  const ended = spawn(process.execPath, ['-e', '']);
  await once(ended, 'exit');
  const next = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)']);
  let running: RunningProcess = { name: 'orders', kind: 'service', pid: ended.pid, baseUrl: '' };

  const planted = kill('orders').plant({ process: () => running }, new AbortController().signal);
  running = { ...running, pid: next.pid };

  await planted;
  expect(await once(next, 'exit')).toEqual([null, 'SIGKILL']);
});
