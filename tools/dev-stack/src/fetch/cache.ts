import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withLock } from '../processes/file-lock.ts';
import { firstFault, writeManifest } from './manifest.ts';

/** Tells the user about a step, one line without a line break. */
export type Progress = (line: string) => void;

/** Something that is made once, kept in the cache folder, and checked by its hashes whenever it is used. */
export interface Artefact {
  /** The folder's name in the cache: it changes with whatever the content depends on. */
  readonly folder: string;
  readonly label: string;
  /** Fills an empty folder. */
  make(draft: string): Promise<void>;
}

export interface Cache {
  readonly directory: string;
  readonly progress: Progress;
}

const WORKSPACE_CACHE = fileURLToPath(new URL('../../../../.cache/engines', import.meta.url));

/** Where what was fetched is kept: `FULFILMENT_CACHE`, else `.cache/engines` of the workspace. */
export function cacheFolder(env: Readonly<Record<string, string | undefined>>): string {
  return resolve(env['FULFILMENT_CACHE'] ?? WORKSPACE_CACHE);
}

/**
 * The folder of an artefact, made if the cache has none or a damaged one. Two processes may ask at once: one makes it, the
 * other waits; and since a finished folder comes by one rename, nobody ever sees half of one.
 *
 * @throws whatever `make` throws.
 */
export async function fetchOnce(cache: Cache, artefact: Artefact): Promise<string> {
  const home = join(cache.directory, artefact.folder);
  if ((await firstFault(home)) === undefined) return home;
  await mkdir(cache.directory, { recursive: true });
  return await withLock(`${home}.lock`, async () => {
    const fault = await firstFault(home);
    if (fault === undefined) return home;
    if (fault !== 'absent') cache.progress(`${artefact.label}: ${fault} in ${home}, so it is fetched again`);
    await make(cache, artefact, home);
    return home;
  });
}

async function make(cache: Cache, artefact: Artefact, home: string): Promise<void> {
  const draft = await mkdtemp(join(cache.directory, '.draft-'));
  try {
    await artefact.make(draft);
    await writeManifest(draft);
    await rm(home, { recursive: true, force: true });
    await rename(draft, home);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}
