import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rename, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { delay } from '@fulfilment/kernel';

const KEEPER = fileURLToPath(new URL('./keeper.sh', import.meta.url));

/** A process to run: a command with its arguments, where its output is appended (a log over 10 MiB is renamed to `.1` first), and how long it may take to stop. */
export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly logFile: string;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Seconds between SIGTERM and SIGKILL; 20 by default. */
  readonly graceSeconds?: number;
  /** The same, where it is stopped because its owner is gone; as `graceSeconds` by default. */
  readonly orphanGraceSeconds?: number;
}

/** A process that cannot outlive its owner, in a process group (and session) of its own, out of reach of the terminal's Ctrl-C. */
export interface KeptProcess {
  readonly pid: number;
  /** Resolves with the exit code (128 + signal number if a signal ended it); never rejects. */
  readonly exited: Promise<number>;
  hasExited(): boolean;
  /** SIGTERM, then SIGKILL when the grace is over; resolves when the process is gone. */
  stop(): Promise<void>;
}

/** The machine's variables that any program may need: paths, language, time zone, runtimes and trusted certificates. */
const SYSTEM_VARIABLES =
  'PATH HOME TMPDIR LANG LC_ALL TZ LD_LIBRARY_PATH NODE_OPTIONS NODE_EXTRA_CA_CERTS SSL_CERT_FILE SSL_CERT_DIR JAVA_HOME JAVA_TOOL_OPTIONS';

/** The variables of the machine, without those of other programs, which may be credentials. */
export function systemVariables(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(SYSTEM_VARIABLES.split(' ').flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
}

/**
 * Starts a command under a keeper: a shell that holds one end of a pipe to this process and stops the command when the pipe
 * closes, so that not even `kill -9` of this process leaves the command behind.
 *
 * @throws Error if no POSIX shell can be started.
 */
export async function startKept(command: Command): Promise<KeptProcess> {
  const graceSeconds = command.graceSeconds ?? 20;
  await mkdir(dirname(command.logFile), { recursive: true, mode: 0o700 });
  await setAsideIfLarge(command.logFile);
  const keeper = spawn('sh', [KEEPER, command.file, ...command.args], {
    detached: true,
    stdio: ['pipe', 'pipe', 'ignore'],
    env: {
      ...(command.env ?? process.env),
      KEEPER_LOG: command.logFile,
      KEEPER_GRACE: String(Math.ceil(command.orphanGraceSeconds ?? graceSeconds)),
    },
    ...(command.cwd === undefined ? {} : { cwd: command.cwd }),
  });
  const state = { ended: false };
  const exited = exitCodeOf(keeper).finally(() => (state.ended = true));
  const pid = await announcedPid(keeper);
  const stop = async (): Promise<void> => {
    if (state.ended) return;
    signal(pid, 'SIGTERM');
    const timer = new AbortController();
    await Promise.race([exited, delay(graceSeconds * 1000, timer.signal)]);
    timer.abort();
    if (!state.ended) signal(pid, 'SIGKILL');
    await exited;
  };
  return { pid, exited, hasExited: () => state.ended, stop };
}

/** Sends a signal; a process that is gone already is no error. Says whether it was there. */
export function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false;
    throw error;
  }
}

const LARGE_LOG_BYTES = 10 * 1024 * 1024;

async function setAsideIfLarge(logFile: string): Promise<void> {
  const found = await stat(logFile).catch(() => undefined);
  if (found && found.size > LARGE_LOG_BYTES) await rename(logFile, `${logFile}.1`);
}

function exitCodeOf(keeper: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    keeper.once('error', () => resolve(127));
    keeper.once('exit', (code, by) => resolve(code ?? (by === 'SIGTERM' ? 143 : 137)));
  });
}

async function announcedPid(keeper: ChildProcess): Promise<number> {
  if (keeper.pid === undefined) await once(keeper, 'spawn');
  if (!keeper.stdout) throw new Error('the keeper has no output');
  keeper.stdin?.on('error', () => undefined);
  for await (const line of createInterface({ input: keeper.stdout })) {
    const pid = Number(line);
    if (Number.isInteger(pid) && pid > 1) return pid;
  }
  throw new Error('the keeper ended before it started its command');
}

/** The end of a command: its exit code, and what it wrote to both outputs. */
interface CommandResult {
  readonly code: number;
  readonly output: string;
}

/** Runs a command to its end, without a shell; a command that is not there gives code 127. It never rejects. */
export function runCommand(
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<CommandResult> {
  return new Promise((resolve) => {
    const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...env } });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.once('error', (error) => resolve({ code: 127, output: error.message }));
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}
