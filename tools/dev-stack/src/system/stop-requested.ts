import { setTimeout as wait } from 'node:timers/promises';

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
