import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const LOOK_MS = 500;
// One Ctrl-C can come twice: from the terminal, and passed on by npm.
const ECHO_MS = 1000;

/**
 * Aborts when the user wants an end: Ctrl-C, SIGTERM, a closed terminal, or, for a program started by npm, when npm is gone
 * (its shell does not pass on the signal that ends it). A second signal, 1 s later at the earliest, ends the process at once;
 * what it started ends then by its keepers.
 */
export function stopRequested(env: Readonly<Record<string, string | undefined>>): AbortSignal {
  const requested = new AbortController();
  let firstAt = 0;
  const request = (): void => {
    firstAt = performance.now();
    requested.abort(new Error('stopped before it was ready'));
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
