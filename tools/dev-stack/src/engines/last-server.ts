import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hasEnded, identityOf, parseIdentity } from '../processes/process-identity.ts';

// A keeper gives its server 20 s to stop when their owner is gone.
const PATIENCE_MS = 25_000;

/** Writes down which process serves an engine's folder. */
export async function rememberServer(folder: string, pid: number): Promise<void> {
  await writeFile(fileIn(folder), JSON.stringify((await identityOf(pid)) ?? null), { mode: 0o600 });
}

/**
 * Waits until the process that served the folder last has ended.
 *
 * @throws Error if it still runs after 25 s.
 */
export async function endOfLastServer(folder: string): Promise<void> {
  const last = parseIdentity(await readFile(fileIn(folder), 'utf8').catch(() => ''));
  if (last && !(await hasEnded(last, { withinMs: PATIENCE_MS }))) {
    throw new Error(`process ${last.pid} still serves ${folder}; end it first`);
  }
}

function fileIn(folder: string): string {
  return join(folder, 'process.json');
}
