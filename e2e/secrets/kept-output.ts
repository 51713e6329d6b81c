import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';

/** Names the folder where a test run keeps what its systems wrote; without it nothing is kept. */
export const OUTPUT_VARIABLE = 'FULFILMENT_KEPT_OUTPUT';

const LOGS = 'logs';
const SECRETS = 'secrets.json';
/** One JSON string a line, of one worker. */
const HEARD = '.heard';

/** The output of one system, and the secrets that only its parts may know. */
export interface KeptOutput {
  readonly name: string;
  readonly secrets: readonly string[];
  /** By file. */
  readonly logs: ReadonlyMap<string, string>;
}

/**
 * Keeps the logs of a system that has stopped.
 *
 * @param dataDir of the system; its logs are moved away.
 * @param secrets that this system made.
 */
export async function keepOutput(dataDir: string, secrets: readonly string[]): Promise<void> {
  const folder = process.env[OUTPUT_VARIABLE];
  if (folder === undefined) return;
  const written = join(dataDir, 'logs');
  // A system that did not come up may have written nothing.
  if (!existsSync(written)) return;
  const kept = join(folder, basename(dataDir));
  await mkdir(kept, { recursive: true, mode: 0o700 });
  await rename(written, join(kept, LOGS));
  await writeFile(join(kept, SECRETS), JSON.stringify(secrets), { mode: 0o600 });
}

const heard = new Set<string>();

/** Notes a secret that a client sent, or was told. */
export function noteHeard(secret: string): void {
  const folder = process.env[OUTPUT_VARIABLE];
  if (folder === undefined || heard.has(secret)) return;
  heard.add(secret);
  // Each worker its own file; at once, since a worker may be ended at any time.
  appendFileSync(join(folder, `${process.pid}${HEARD}`), `${JSON.stringify(secret)}\n`, { mode: 0o600 });
}

/** True if a system of this run has left its output. */
export function isOutputKept(): boolean {
  return !keptOutput().next().done;
}

/** Everything that was kept in this run, system by system; nothing where nothing was. */
export function* keptOutput(): Generator<KeptOutput> {
  const folder = process.env[OUTPUT_VARIABLE];
  if (folder === undefined) return;
  const names = readdirSync(folder);
  const told = names.filter((name) => name.endsWith(HEARD)).flatMap((name) => linesOf(join(folder, name)));
  for (const name of names.filter((each) => !each.endsWith(HEARD))) {
    const own = z.array(z.string()).parse(JSON.parse(readFileSync(join(folder, name, SECRETS), 'utf8')));
    const files = readdirSync(join(folder, name, LOGS));
    const logs = new Map(files.map((file) => [file, readFileSync(join(folder, name, LOGS, file), 'utf8')]));
    yield { name, secrets: [...own, ...told], logs };
  }
}

function linesOf(file: string): string[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => z.string().parse(JSON.parse(line)));
}
