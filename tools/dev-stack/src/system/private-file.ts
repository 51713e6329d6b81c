import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { z } from 'zod';

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
  if (!parsed.success) throw new Error(`${file} is not what was written there; restore it, or begin empty with --fresh`);
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
