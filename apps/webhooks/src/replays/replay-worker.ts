import { delay, type Stoppable } from '@fulfilment/kernel';
import type { ReplayStore } from './replay-ports.ts';

export interface ReplaysOptions {
  readonly replays: Pick<ReplayStore, 'step'>;
  /** Told of a failure; the worker goes on after a pause. */
  readonly onError: (error: unknown) => void;
  /** Milliseconds between two looks for something to do. */
  readonly pollMs?: number;
}

const POLL_MS = 500;
const AFTER_FAILURE_MS = 2_000;

/** Carries replays on, one bit after the other. Stopping waits for the one that is being done. */
export function startReplays({ replays, onError, pollMs = POLL_MS }: ReplaysOptions): Stoppable {
  const stopping = new AbortController();
  const work = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        if (await replays.step()) continue;
        await delay(pollMs, stopping.signal);
      } catch (error) {
        onError(error);
        await delay(AFTER_FAILURE_MS, stopping.signal);
      }
    }
  };
  const working = work();
  return {
    stop: async () => {
      stopping.abort();
      await working;
    },
  };
}
