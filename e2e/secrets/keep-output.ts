import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OUTPUT_VARIABLE } from './kept-output.ts';

let folder: string | undefined;

/** Gives the workers of a run one folder for what their systems write: they take over the environment of this process. */
export async function setup(): Promise<void> {
  if (process.env[OUTPUT_VARIABLE] !== undefined) return;
  folder = await mkdtemp(join(tmpdir(), 'fulfilment-output-'));
  process.env[OUTPUT_VARIABLE] = folder;
}

/** Removes it when the run is over. */
export async function teardown(): Promise<void> {
  if (folder === undefined) return;
  delete process.env[OUTPUT_VARIABLE];
  await rm(folder, { recursive: true, force: true });
}
