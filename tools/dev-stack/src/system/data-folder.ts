import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { z } from 'zod';

const DEFAULT = fileURLToPath(new URL('../../../../.data', import.meta.url));

/** The folder of the system's data: `FULFILMENT_DATA`, else `.data` of the workspace. */
export function dataFolder({ FULFILMENT_DATA: folder = '' }: Readonly<Record<string, string | undefined>>): string {
  return folder === '' ? DEFAULT : resolve(folder);
}

/** The folder of Node's compile cache for the supervisor and all services: it nearly halves their start. */
export const COMPILE_CACHE = fileURLToPath(new URL('../../../../.cache/compile', import.meta.url));

/**
 * Reads a JSON file; `undefined` if there is none.
 *
 * @throws Error if it holds something else than `schema` allows.
 */
export async function readPrivateFile<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
): Promise<z.output<Schema> | undefined> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const parsed = schema.safeParse(parseJson(text));
  if (!parsed.success)
    throw new Error(
      `${file} is not what was written there: restore it from a backup, or set another folder with FULFILMENT_DATA`,
    );
  return parsed.data;
}

/** Writes a JSON file that only its owner can read, by one rename, so that no reader meets half of it. */
export async function writePrivateFile(file: string, content: unknown): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, `${JSON.stringify(content, undefined, 2)}\n`, { mode: 0o600 });
  await rename(draft, file);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
