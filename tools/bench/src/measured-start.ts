import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { runCommand, startKept } from '@fulfilment/dev-stack/processes';
import type { RunningProcess } from '@fulfilment/dev-stack/run-file';
import { COMPILE_CACHE } from '@fulfilment/dev-stack/system';
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
    // As `npm start` has it: else the supervisor keeps the compiler of TypeScript.
    NODE_COMPILE_CACHE: COMPILE_CACHE,
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

/** The options of a measurement: how much is measured, where progress goes, and how it is stopped. */
export interface MeasureOptions<Extent> {
  readonly extent: Extent;
  readonly progress: (line: string) => void;
  readonly signal: AbortSignal;
}

/** Starts a system in a temporary folder for the time of some work, and leaves nothing behind. */
export async function withSystem<Result>(
  { progress, signal }: Pick<MeasureOptions<unknown>, 'progress' | 'signal'>,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'fulfilment-bench-'));
  try {
    progress('Starting with an empty data folder');
    const system = await startMeasured(folder, signal);
    try {
      return await work(folder);
    } finally {
      await system.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function said(logFile: string): Promise<string> {
  return await readFile(logFile, 'utf8').catch(() => '');
}

/** Resident memory by process, in bytes. Pages that several share count for each. */
export type Memory = Readonly<Record<string, number>>;

const KIB = 1_024;

/** Reads the memory of those processes that run on this machine. */
export async function residentMemory(processes: readonly RunningProcess[]): Promise<Memory> {
  const found = await Promise.all(
    processes.map(async ({ name, pid }) => (pid === undefined ? [] : [[name, await residentOf(pid)] as const])),
  );
  return Object.fromEntries(found.flat());
}

/**
 * Reads the memory of the same processes, each page divided by the number of processes that share it, so that the sum is what they
 * hold together. Only Linux says it: elsewhere it is empty.
 */
export async function proportionalMemory(processes: readonly RunningProcess[]): Promise<Memory> {
  if (process.platform !== 'linux') return {};
  const found = await Promise.all(
    processes.map(async ({ name, pid }) => {
      if (pid === undefined) return [];
      return [[name, proportionalOf(await readFile(`/proc/${pid}/smaps_rollup`, 'utf8'))] as const];
    }),
  );
  return Object.fromEntries(found.flat());
}

/** The bytes that a text of `/proc/‹pid›/smaps_rollup` gives for `Pss`. */
export function proportionalOf(rollup: string): number {
  return Number(/^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1] ?? 0) * KIB;
}

async function residentOf(pid: number): Promise<number> {
  const text =
    process.platform === 'linux'
      ? /^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]
      : (await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)])).stdout.trim();
  return Number(text ?? 0) * KIB;
}

/** Says how much CPU time a process has taken so far. */
export type CpuTime = (pid: number) => Promise<number>;

/**
 * Reads CPU time from `/proc`, which only Linux has: user and system, of all threads, in microseconds. It counts what a
 * process did and not how long it waited for a core, so it holds on a busy machine too.
 *
 * @throws Error where there is no `/proc`.
 */
export async function makeCpuTime(): Promise<CpuTime> {
  const { code, output } = await runCommand('getconf', ['CLK_TCK'], process.env);
  const ticksPerSecond = Number(output);
  if (process.platform !== 'linux' || code !== 0 || !(ticksPerSecond > 0))
    throw new Error('The CPU time of a process is read from /proc, which only Linux has: run this part there');
  return async (pid) => (ticksOf(await readFile(`/proc/${pid}/stat`, 'utf8')) / ticksPerSecond) * 1_000_000;
}

/** User and system ticks of a line of `/proc/‹pid›/stat` (proc(5): fields 14 and 15). */
export function ticksOf(stat: string): number {
  // The second field is the program's name in parentheses, which may hold anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(fields[11]) + Number(fields[12]);
}

const LOOK_MEMORY_MS = 100;

/** Does work and watches the memory of processes: before it, and the most while it ran. */
export async function watchMemory<Result>(
  processes: readonly RunningProcess[],
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly before: Memory; readonly peak: Memory }> {
  const before = await residentMemory(processes);
  const peak = { ...before };
  const ending = new AbortController();
  const watching = (async () => {
    while (!ending.signal.aborted) {
      for (const [name, bytes] of Object.entries(await residentMemory(processes))) peak[name] = Math.max(bytes, peak[name] ?? 0);
      await delay(LOOK_MEMORY_MS, ending.signal);
    }
  })();
  try {
    return { result: await work(), before, peak };
  } finally {
    ending.abort();
    await watching;
  }
}
