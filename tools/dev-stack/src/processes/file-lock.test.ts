import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { identityOf, tryLock, withLock } from './process-identity.ts';

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fulfilment-lock-'));
  file = join(folder, 'lock');
});

afterEach(() => rm(folder, { recursive: true }));

test('only one at a time works under the lock, and each gets its turn', async () => {
  const seen: string[] = [];
  const work = (name: string) => async (): Promise<void> => {
    seen.push(`${name} in`);
    await Promise.resolve();
    seen.push(`${name} out`);
  };

  await Promise.all([withLock(file, work('a')), withLock(file, work('b'))]);

  expect(seen.map((step) => step.split(' ')[1])).toEqual(['in', 'out', 'in', 'out']);
  expect(await readdir(folder)).toEqual([]);
});

test('a holder that lives is named', async () => {
  await tryLock(file);

  expect(await tryLock(file)).toEqual(await identityOf(process.pid));
});

test.each([
  ['of a process that is gone', JSON.stringify({ pid: 2 ** 22 + 1, startedAt: '1' })],
  ['of an earlier process with the number of one that lives', JSON.stringify({ pid: process.pid, startedAt: 'earlier' })],
  ['that cannot be read', 'torn'],
])('a lock %s is taken over', async (_, content) => {
  await writeFile(file, content);

  expect(await tryLock(file)).toBeUndefined();
});
