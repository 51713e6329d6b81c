import { setTimeout as wait } from 'node:timers/promises';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const LOOK_MS = 500;

/**
 * Aborts when the user wants an end: Ctrl-C, SIGTERM, a closed terminal, or, for a program started by npm, when npm is gone
 * (it does not pass on the signal that ends it to what its shell runs). A second signal ends the process at once; what it
 * started ends then by its keepers.
 */
export function stopRequested(env: Readonly<Record<string, string | undefined>>): AbortSignal {
  const requested = new AbortController();
  const request = (): void => {
    if (requested.signal.aborted) process.exit(130);
    requested.abort(new Error('stopped before it was ready'));
  };
  for (const signal of SIGNALS) process.on(signal, request);
  if (env['npm_lifecycle_event'] !== undefined) void parentGone(requested.signal).then(request);
  return requested.signal;
}

async function parentGone(signal: AbortSignal): Promise<void> {
  const parent = process.ppid;
  while (process.ppid === parent && !signal.aborted) await wait(LOOK_MS, undefined, { ref: false });
}
