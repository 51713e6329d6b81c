import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { eventually } from '@fulfilment/testing';

const START = fileURLToPath(new URL('../start.ts', import.meta.url));

/** `npm start`, as a user has it: a program with its output and its end. */
export interface StartedProgram {
  readonly process: ChildProcess;
  /** Both outputs so far. */
  output(): string;
  /** Waits for the greeting. */
  ready(): Promise<{ readonly baseUrl: string; readonly key: string }>;
  /** Sends Ctrl-C's signal; resolves with the exit code. */
  stop(): Promise<number | null>;
  readonly exited: Promise<number | null>;
}

/** Runs the program on a data folder, on any free port, with engines that are processes of this machine. */
export function startProgram(
  dataDir: string,
  { args = [], env = {} }: { args?: readonly string[]; env?: Readonly<Record<string, string>> } = {},
): StartedProgram {
  const own = {
    KAFKA_BROKERS: '',
    MONGODB_URL: '',
    REDIS_URL: '',
    FULFILMENT_ENGINES: 'processes',
    FULFILMENT_DATA: dataDir,
    PORT: '0',
  };
  const child = spawn(process.execPath, [START, ...args], {
    env: { ...process.env, ...own, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  return {
    process: child,
    output: () => output,
    ready: () => eventually(() => greeting(output, child), { withinMs: 90_000 }),
    stop: () => {
      child.kill('SIGINT');
      return exited;
    },
    exited,
  };
}

function greeting(output: string, { exitCode }: ChildProcess): { readonly baseUrl: string; readonly key: string } {
  const [, baseUrl] = /Base URL +(\S+)\/v1/.exec(output) ?? [];
  const [, key] = /API key +(\S+)/.exec(output) ?? [];
  if (baseUrl !== undefined && key !== undefined && output.includes('Stop: Ctrl-C')) return { baseUrl, key };
  throw new Error(`not ready${exitCode === null ? '' : `, ended with ${exitCode}`}:\n${output}`);
}
