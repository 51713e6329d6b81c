import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startKept } from '@fulfilment/dev-stack/processes';
import type { RunningProcess } from '@fulfilment/dev-stack/run-file';
import { delay, type Stoppable } from '@fulfilment/kernel';

const START = fileURLToPath(new URL('../../dev-stack/src/start.ts', import.meta.url));
const PATIENCE_MS = 300_000;
const LOOK_MS = 10;
/** Services and engines have 20 s each to stop. */
const GRACE_SECONDS = 60;

/** `npm start` that has greeted its user. */
export interface StartedSystem extends Stoppable {
  /** From the start of the program to its greeting. */
  readonly readyAfterMs: number;
}

/**
 * Runs what `npm start` runs on a data folder, with engines of its own.
 *
 * @throws Error with what the program says if it does not come up.
 */
export async function startMeasured(folder: string, signal: AbortSignal): Promise<StartedSystem> {
  const logFile = join(folder, `start-${Date.now()}.log`);
  const env = {
    ...process.env,
    KAFKA_BROKERS: '',
    MONGODB_URL: '',
    REDIS_URL: '',
    PORT: '0',
    FULFILMENT_DATA: join(folder, 'data'),
  };
  const beganAt = performance.now();
  const program = await startKept({ file: process.execPath, args: [START], env, logFile, graceSeconds: GRACE_SECONDS });
  while (!(await said(logFile)).includes('Stop: Ctrl-C')) {
    const isOver = program.hasExited() || signal.aborted || performance.now() - beganAt > PATIENCE_MS;
    if (isOver) {
      await program.stop();
      signal.throwIfAborted();
      throw new Error(`The system did not come up:\n${await said(logFile)}`);
    }
    await delay(LOOK_MS, signal);
  }
  return { readyAfterMs: performance.now() - beganAt, stop: () => program.stop() };
}

async function said(logFile: string): Promise<string> {
  return await readFile(logFile, 'utf8').catch(() => '');
}

/** Resident memory by process, in bytes. Pages that several share count for each. */
export type Memory = Readonly<Record<string, number>>;

const KIB = 1_024;

/** Of the processes of this machine that still run. */
export async function residentMemory(processes: readonly RunningProcess[]): Promise<Memory> {
  const found = await Promise.all(
    processes.map(async ({ name, pid }) => (pid === undefined ? [] : [[name, await residentOf(pid)] as const])),
  );
  return Object.fromEntries(found.flat());
}

async function residentOf(pid: number): Promise<number> {
  const text =
    process.platform === 'linux'
      ? /^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]
      : (await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)])).stdout.trim();
  return Number(text ?? 0) * KIB;
}
