import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { holdDataFolder } from './hold-data-folder.ts';
import { writeRun } from './run-file.ts';

let dataDir: string;
const hold = { env: { FULFILMENT_ENGINES: 'processes' }, fresh: false, progress: () => undefined };

beforeEach(async () => {
  dataDir = join(await mkdtemp(join(tmpdir(), 'fulfilment-hold-')), 'data');
});

afterEach(() => rm(join(dataDir, '..'), { recursive: true }));

test('a second start on a folder says who has it and where that one is reached', async () => {
  await holdDataFolder(dataDir, hold);
  await writeRun(dataDir, 'http://localhost:8081', []);

  await expect(holdDataFolder(dataDir, hold)).rejects.toThrow(
    `a system runs already on ${dataDir} (process ${process.pid}, at http://localhost:8081); stop it, or set another folder with FULFILMENT_DATA`,
  );
});

test('a folder that was given back can be taken again', async () => {
  const release = await holdDataFolder(dataDir, hold);
  await release();

  await expect(holdDataFolder(dataDir, hold)).resolves.toBeTypeOf('function');
});

test('the folder is its owner’s alone', async () => {
  await holdDataFolder(dataDir, hold);

  expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
});

test('a fresh start forgets everything, another one nothing', async () => {
  const release = await holdDataFolder(dataDir, hold);
  await writeFile(join(dataDir, 'secrets.json'), '{}');
  await release();

  await (
    await holdDataFolder(dataDir, hold)
  )();
  expect(await readdir(dataDir)).toEqual(['secrets.json']);

  await (
    await holdDataFolder(dataDir, { ...hold, fresh: true })
  )();
  expect(await readdir(dataDir)).toEqual([]);
});
