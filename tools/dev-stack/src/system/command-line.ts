import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { PROCESSES, type ProcessName } from '@fulfilment/contracts';
import { isProcessName, type Scale } from './services.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const LOOK_MS = 500;
// One Ctrl-C can come twice: from the terminal, and passed on by npm.
const ECHO_MS = 1000;

/**
 * Aborts when the user wants an end: Ctrl-C, SIGTERM, a closed terminal, or, for a program started by npm, when npm is gone
 * (its shell does not pass on the signal that ends it). A second signal, 1 s later at the earliest, ends the process at once;
 * what it started ends then by its keepers.
 *
 * @param reason of the abort, said of the program.
 */
export function stopRequested(
  env: Readonly<Record<string, string | undefined>>,
  reason = 'stopped before it was ready',
): AbortSignal {
  const requested = new AbortController();
  let firstAt = 0;
  const request = (): void => {
    firstAt = performance.now();
    requested.abort(new Error(reason));
  };
  const onSignal = (): void => {
    if (!requested.signal.aborted) request();
    else if (performance.now() - firstAt > ECHO_MS) process.exit(130);
  };
  // Listeners stay: a library that watches signals too ends the process once it is the only one left to listen.
  for (const signal of SIGNALS) process.on(signal, onSignal);
  if (env['npm_lifecycle_event'] !== undefined) void whenParentIsGone(requested.signal, request);
  return requested.signal;
}

async function whenParentIsGone(signal: AbortSignal, request: () => void): Promise<void> {
  const parent = process.ppid;
  while (process.ppid === parent) {
    await wait(LOOK_MS, undefined, { ref: false });
    if (signal.aborted) return;
  }
  request();
}

/**
 * For commands that take no arguments but `--help`.
 *
 * @returns the code to exit with where the command is not to run: 0 after the help, 2 after wrong usage.
 */
export function exitCodeForArguments(args: readonly string[], usage: string): 0 | 2 | undefined {
  try {
    const { values } = parseArgs({ args: [...args], options: { help: { type: 'boolean', short: 'h' } } });
    if (values.help !== true) return undefined;
    process.stdout.write(usage);
    return 0;
  } catch (error) {
    process.stderr.write(`${usage}\n${error instanceof Error ? error.message : String(error)}\n`);
    return 2;
  }
}

/** The request that the command line states. */
export type StartRequest =
  | { readonly kind: 'start'; readonly fresh: boolean; readonly migrate: boolean; readonly scale: Scale }
  | { readonly kind: 'help' }
  | { readonly kind: 'misuse'; readonly message: string };

// What one machine can sensibly be asked for.
const MOST_PROCESSES = 8;

export const START_USAGE = `npm start -- [--migrate] [--fresh] [--scale <service>=<n>[,…]] [--help]

Builds the console if its sources changed (kept in .cache/console), starts Kafka, MongoDB and Redis, the services and the gateway,
and keeps them running until Ctrl-C.

  --migrate              migrate data of an earlier release; without it, npm start asks in a terminal, and elsewhere ends and names the command
  --fresh                begin empty: forget data, keys and secrets of earlier starts
  --scale orders=2       run several processes of a service (1 to ${MOST_PROCESSES}); repeatable, also --scale orders=2,scans=2
                         services: ${PROCESSES.join(', ')}
  --help                 this text

Settings from the environment:
  PORT                   port of the API, 8080 by default; 0 for any free one
  HOST                   address the API listens on, 127.0.0.1 by default
  FULFILMENT_DATA        folder for data, keys and logs, .data by default
  FULFILMENT_CACHE       folder for fetched engines, .cache/engines by default
  FULFILMENT_ENGINES     containers or processes; by default containers where Docker answers, else processes
  KAFKA_BROKERS, MONGODB_URL, REDIS_URL
                         engines that run already; with TLS and users, the settings of the services that
                         docs/operations.md names (KAFKA_TLS, KAFKA_SASL_MECHANISM, REDIS_TLS_CA, …)
  LOG_LEVEL              of the services' logs, info by default
`;

/** Reads the arguments of `npm start`. */
export function parseStartArguments(args: readonly string[]): StartRequest {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        fresh: { type: 'boolean' },
        migrate: { type: 'boolean' },
        scale: { type: 'string', multiple: true },
        help: { type: 'boolean', short: 'h' },
      },
    });
    if (values.help === true) return { kind: 'help' };
    const { fresh = false, migrate = false, scale = [] } = values;
    return { kind: 'start', fresh, migrate, scale: parseScale(scale) };
  } catch (error) {
    return { kind: 'misuse', message: error instanceof Error ? error.message : String(error) };
  }
}

function parseScale(texts: readonly string[]): Scale {
  const entries = texts.flatMap((text) => text.split(',')).map(parseScaleEntry);
  return Object.fromEntries(entries);
}

function parseScaleEntry(entry: string): readonly [ProcessName, number] {
  const [name = '', count = ''] = entry.split('=');
  if (!isProcessName(name)) throw new Error(`--scale ${entry}: "${name}" is not one of ${PROCESSES.join(', ')}`);
  if (!/^[1-9]$/.test(count) || Number(count) > MOST_PROCESSES) {
    throw new Error(`--scale ${entry}: the number of processes is 1 to ${MOST_PROCESSES}, as in --scale ${name}=2`);
  }
  return [name, Number(count)];
}
