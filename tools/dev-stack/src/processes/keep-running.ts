import { backoffMs, delay, type Stoppable } from '@fulfilment/kernel';
import type { KeptProcess } from './kept-process.ts';

/** Something that runs as one process and is started again when it ends by itself. */
export interface Supervision<T> {
  readonly label: string;
  /** Starts it once more; rejects if it does not come up, or when `signal` aborts, and then leaves no process. */
  readonly start: (signal: AbortSignal) => Promise<T>;
  readonly progress: (line: string) => void;
  /** Told of every new incarnation after the first. */
  readonly onRestart?: () => void | Promise<void>;
  /** Ends the first start too. */
  readonly signal?: AbortSignal;
}

/** The incarnation that runs now, or the last one if it is just being started again. */
export interface Supervised<T> extends Stoppable {
  current(): T;
}

// What ran this long was healthy: it starts again at once. Only what ends soon after its start has to wait.
const HEALTHY_MS = 30_000;
const BACKOFF = { firstMs: 500, maxMs: 10_000 } as const;

/**
 * Starts something and keeps it running until it is stopped: an end is named in one line and followed by a new start, at once where it
 * ran for half a minute, else with a growing wait.
 *
 * @throws whatever the first start throws.
 */
export async function keepRunning<T extends { readonly process: KeptProcess }>(
  supervision: Supervision<T>,
): Promise<Supervised<T>> {
  const stopping = new AbortController();
  const signal = supervision.signal ? AbortSignal.any([supervision.signal, stopping.signal]) : stopping.signal;
  const state = { current: await supervision.start(signal) };
  const watching = watch({ ...supervision, signal }, state);
  const stop = async (): Promise<void> => {
    stopping.abort();
    await state.current.process.stop();
    await watching;
  };
  return { current: () => state.current, stop };
}

type Watched<T> = Supervision<T> & { readonly signal: AbortSignal };

async function watch<T extends { readonly process: KeptProcess }>(watched: Watched<T>, state: { current: T }): Promise<void> {
  const { signal, label, progress } = watched;
  let attempt = 0;
  while (!signal.aborted) {
    const since = Date.now();
    const code = await state.current.process.exited;
    if (signal.aborted) return;
    attempt = Date.now() - since >= HEALTHY_MS ? 0 : attempt + 1;
    const waitMs = attempt === 0 ? 0 : backoffMs(attempt, BACKOFF);
    const when = waitMs === 0 ? '' : ` in ${(waitMs / 1000).toFixed(1)} s`;
    progress(`${label} ended (${reason(code)}); starting it again${when}`);
    await delay(waitMs, signal);
    if (!signal.aborted) await startAgain(watched, state);
  }
}

// A start that fails leaves the ended process in place, so that the watch goes round once more, with a longer wait.
async function startAgain<T>(watched: Watched<T>, state: { current: T }): Promise<void> {
  const { signal, label, progress } = watched;
  try {
    state.current = await watched.start(signal);
    progress(`${label} is back`);
    await watched.onRestart?.();
  } catch (error) {
    if (!signal.aborted) progress(`${label} does not come up: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function reason(code: number): string {
  return code > 128 ? `signal ${code - 128}` : `code ${code}`;
}
