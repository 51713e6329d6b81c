import { delay } from '@fulfilment/kernel';
import type { Load } from './kill-under-load.ts';

/** Clerks at work. */
export interface Clerks extends Load {
  /** Lets each finish what it has begun. @throws what went wrong in any of them. */
  stop(): Promise<void>;
}

/** Starts so many clerks at once, each of whom does one piece of work after another. */
export function startClerks(clerks: number, work: (clerk: number, n: number) => Promise<void>): Clerks {
  const state = { stopping: false, pauseMs: 0, finished: 0 };
  const running = Array.from({ length: clerks }, async (_, clerk) => {
    for (let n = 1; !state.stopping; n += 1) {
      await work(clerk, n);
      state.finished += 1;
      // wait: the rate of the load.
      if (state.pauseMs > 0) await delay(state.pauseMs);
    }
  });
  // A clerk's failure is reported when the clerks are stopped, not before.
  const all = Promise.allSettled(running);
  return {
    finished: () => state.finished,
    rest: (ms) => {
      state.pauseMs = ms;
    },
    stop: async () => {
      state.stopping = true;
      const failures = (await all).flatMap((each): unknown[] => (each.status === 'rejected' ? [each.reason] : []));
      if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join('\n'));
    },
  };
}
