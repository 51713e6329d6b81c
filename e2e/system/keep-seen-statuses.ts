import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RECORD_VARIABLE } from './seen-statuses.ts';

let folder: string | undefined;

/** Gives the workers of a run one folder for what they see: they take over the environment of this process. */
export async function setup(): Promise<void> {
  if (process.env[RECORD_VARIABLE] !== undefined) return;
  folder = await mkdtemp(join(tmpdir(), 'fulfilment-seen-'));
  process.env[RECORD_VARIABLE] = folder;
}

/** Removes it when the run is over. */
export async function teardown(): Promise<void> {
  if (folder === undefined) return;
  delete process.env[RECORD_VARIABLE];
  await rm(folder, { recursive: true, force: true });
}
