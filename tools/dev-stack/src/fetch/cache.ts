import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withLock } from '../processes/process-identity.ts';

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

/** The folder of everything that was fetched: `FULFILMENT_CACHE`, else `.cache/engines` of the workspace. */
export function cacheFolder(env: Readonly<Record<string, string | undefined>>): string {
  return resolve(env['FULFILMENT_CACHE'] ?? WORKSPACE_CACHE);
}

/**
 * The folder of an artefact, made if the cache has none or a damaged one. Two processes may ask at once: one makes it, the
 * other waits; and since a finished folder comes by one rename, no process ever sees half of one.
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

/** The folder of an artefact that the cache has whole; `undefined` where {@link fetchOnce} would make it. */
export async function fetchedBefore(cache: Cache, { folder }: Artefact): Promise<string | undefined> {
  const home = join(cache.directory, folder);
  return (await firstFault(home)) === undefined ? home : undefined;
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

const MANIFEST = 'SHA256SUMS';
const BUFFER_BYTES = 256 * 1024;

/** Lines of `sha256sum`: file name → hash. */
export function parseSums(text: string): Map<string, string> {
  const lines = text.split('\n').filter((line) => line !== '');
  return new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]));
}

/** The SHA-256 of a file, in hex. */
async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  // One buffer for the whole file: a stream would allocate as much as the file is long.
  const buffer = Buffer.allocUnsafe(BUFFER_BYTES);
  await using handle = await open(file);
  for (;;) {
    const { bytesRead } = await handle.read(buffer, 0, BUFFER_BYTES);
    if (bytesRead === 0) return hash.digest('hex');
    hash.update(buffer.subarray(0, bytesRead));
  }
}

/** Writes down the hash of every file in a folder, to be checked by {@link firstFault}. */
async function writeManifest(folder: string): Promise<void> {
  const files = await filesIn(folder);
  const lines = await Promise.all(files.map(async (file) => `${await sha256Of(join(folder, file))}  ${file}\n`));
  await writeFile(join(folder, MANIFEST), lines.join(''));
}

/** The first fault of a folder: `absent` if it has no manifest, the first file that is missing or changed, or nothing. */
async function firstFault(folder: string): Promise<string | undefined> {
  const manifest = await readFile(join(folder, MANIFEST), 'utf8').catch(() => undefined);
  if (manifest === undefined) return 'absent';
  return await firstWrongFile(folder, parseSums(manifest));
}

/** The first file of `sums` that is missing from `folder` or has another hash, in words; `undefined` if all are right. */
export async function firstWrongFile(folder: string, sums: ReadonlyMap<string, string>): Promise<string | undefined> {
  // One after the other: hashing keeps the one thread busy anyway.
  for (const [file, expected] of sums) {
    const actual = await sha256Of(join(folder, file)).catch(() => undefined);
    if (actual === undefined) return `${file} is missing`;
    if (actual !== expected) return `${file} does not have its pinned hash`;
  }
  return undefined;
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  return files.filter((file) => file !== MANIFEST).toSorted();
}
