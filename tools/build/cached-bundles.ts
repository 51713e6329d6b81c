import { createHash, randomUUID } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { PROCESSES } from '@fulfilment/contracts';
import { stop as stopEsbuild } from 'esbuild';
import { bundleApp } from './bundle.ts';

const ROOT = join(import.meta.dirname, '../..');
const CACHE = join(ROOT, '.cache/bundles');
/** Another run may still use what it found. */
const KEPT_MS = 86_400_000;

/**
 * Bundles all services from the sources as they are, without source maps. Equal bundles have an equal path, so that code which Node compiled
 * in an earlier run is found again.
 *
 * @returns the folder with a folder an app, for `startSystem`.
 */
export async function cachedBundles(): Promise<string> {
  const draft = join(CACHE, `draft.${randomUUID()}`);
  try {
    for (const name of PROCESSES) await bundleApp(join(ROOT, 'apps', name), join(draft, 'apps', name), { sourceMaps: false });
    const folder = join(CACHE, hashOf(draft));
    await rename(draft, folder).catch(() => utimes(folder, new Date(), new Date()));
    await removeOld();
    return join(folder, 'apps');
  } finally {
    await stopEsbuild();
    await rm(draft, { recursive: true, force: true });
  }
}

function hashOf(folder: string): string {
  const hash = createHash('sha256');
  const files = globSync('**/*', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  for (const file of files.toSorted()) hash.update(relative(folder, file)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex').slice(0, 24);
}

async function removeOld(): Promise<void> {
  for (const name of await readdir(CACHE)) {
    const folder = join(CACHE, name);
    const { mtimeMs } = await stat(folder);
    if (Date.now() - mtimeMs > KEPT_MS) await rm(folder, { recursive: true, force: true });
  }
}
