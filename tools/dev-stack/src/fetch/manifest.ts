import { createHash } from 'node:crypto';
import { open, readFile, readdir, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

const MANIFEST = 'SHA256SUMS';
const BUFFER_BYTES = 256 * 1024;

/** Lines of `sha256sum`: file name → hash. */
export function parseSums(text: string): Map<string, string> {
  const lines = text.split('\n').filter((line) => line !== '');
  return new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]));
}

/** The SHA-256 of a file, in hex. */
export async function sha256Of(file: string): Promise<string> {
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
export async function writeManifest(folder: string): Promise<void> {
  const files = await filesIn(folder);
  const lines = await Promise.all(files.map(async (file) => `${await sha256Of(join(folder, file))}  ${file}\n`));
  await writeFile(join(folder, MANIFEST), lines.join(''));
}

/** What is wrong with a folder: `absent` if it has no manifest, the first file that is missing or changed, or nothing. */
export async function firstFault(folder: string): Promise<string | undefined> {
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
