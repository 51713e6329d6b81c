import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { withFiles } from '@fulfilment/config';
import { z } from 'zod';
import { hasEnded, identityOf, isRunning } from '../processes/process-identity.ts';
import { dataFolder, readPrivateFile, writePrivateFile } from './data-folder.ts';

// A keeper gives what it keeps 20 s to stop when their owner is gone.
const PATIENCE_MS = 25_000;

const runningProcess = z.object({
  name: z.string(),
  kind: z.enum(['engine', 'service']),
  /** Missing where an engine is not a process of this machine. */
  pid: z.int().positive().optional(),
  /** Tells the process from a later one with its pid. */
  startedAt: z.string().optional(),
  port: z.int().optional(),
  /** Health and metrics. */
  internalPort: z.int().optional(),
  /** Of a service its own address, of an engine what clients connect to. */
  baseUrl: z.string(),
});
export type RunningProcess = Readonly<z.infer<typeof runningProcess>>;

const run = z.object({
  /** Of the supervisor. */
  pid: z.int().positive(),
  startedAt: z.string(),
  /** Of the API, without `/v1`. */
  baseUrl: z.string(),
  processes: z.array(runningProcess),
});

/** The run on a data folder: `run.json` in it. */
export type Run = Readonly<z.infer<typeof run>>;

/** The run on a data folder that its supervisor still keeps up; `undefined` if there is none. */
export async function readRun(dataDir: string): Promise<Run | undefined> {
  const found = await readPrivateFile(fileIn(dataDir), run).catch(() => undefined);
  return found && (await isRunning(found)) ? found : undefined;
}

/** The run on a data folder that is known to be kept up, as it is now. @throws Error if there is none. */
export function runOf(dataDir: string): Run {
  return run.parse(JSON.parse(readFileSync(fileIn(dataDir), 'utf8')));
}

/**
 * The MongoDB of the system that runs on the data folder of the environment, else the one at `MONGODB_URL`.
 *
 * @throws Error for people where there is neither.
 */
export async function findMongodbUrl(env: Readonly<Record<string, string | undefined>>): Promise<string> {
  const found = await readRun(dataFolder(env));
  const url =
    found?.processes.find(({ kind, name }) => kind === 'engine' && name === 'mongodb')?.baseUrl ??
    withFiles(['MONGODB_URL'], { ...env })['MONGODB_URL'];
  if (!url) throw new Error('The system is not running. Start it with: npm start');
  return url;
}

/** Writes down what runs now, under this process as the supervisor. */
export async function writeRun(dataDir: string, baseUrl: string, processes: readonly RunningProcess[]): Promise<void> {
  const self = await identityOf(process.pid);
  const identified = await Promise.all(
    processes.map(async (one) => ({ ...one, ...(one.pid === undefined ? {} : await identityOf(one.pid)) })),
  );
  await writePrivateFile(fileIn(dataDir), { ...self, baseUrl, processes: identified });
}

/**
 * Writes of one run, one after the other: of processes that are back at about the same time each has its list written, and the last
 * list is the one that stays.
 *
 * @param processes as they are when they are written.
 */
export function runWriter(dataDir: string, baseUrl: string, processes: () => readonly RunningProcess[]): () => Promise<void> {
  let last = Promise.resolve();
  return () => {
    last = last.catch(() => undefined).then(() => writeRun(dataDir, baseUrl, processes()));
    return last;
  };
}

export async function removeRun(dataDir: string): Promise<void> {
  await rm(fileIn(dataDir), { force: true });
}

/**
 * Waits for the end of what a killed supervisor left behind: its keepers are stopping it.
 *
 * @throws Error that names a process that still runs after 25 s.
 */
export async function endOfLastRun(dataDir: string, progress: (line: string) => void): Promise<void> {
  const last = await readPrivateFile(fileIn(dataDir), run).catch(() => undefined);
  if (last) progress('An earlier run was cut off; waiting for the end of its processes');
  for (const { name, pid, startedAt } of last?.processes ?? []) {
    if (pid === undefined || startedAt === undefined) continue;
    const ended = await hasEnded({ pid, startedAt }, { withinMs: PATIENCE_MS });
    if (!ended) throw new Error(`${name} of an earlier run still runs as process ${pid}; end it first`);
  }
  await removeRun(dataDir);
}

function fileIn(dataDir: string): string {
  return join(dataDir, 'run.json');
}
