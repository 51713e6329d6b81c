import { type Clock, delay } from './time.ts';

/** One pass of work that is repeated. @param mark says that a long one goes on. @param stopping ends it early. */
export type Pass = (mark: () => void, stopping: AbortSignal) => Promise<void>;

/** Options of {@link dueWork}. */
export interface DueWorkOptions {
  /** Milliseconds between two passes. */
  readonly everyMs: number;
  /** When the first of it is due, past or future; undefined where there is none. */
  readonly next: () => Promise<Date | undefined>;
  /** Does what is due. @returns how many it did: after 0 the pass ends, and the next one tries what failed again. */
  readonly work: () => Promise<number>;
  readonly now: Clock;
}

/** Of a wait, after which the pass says that it goes on. */
const WAIT_MS = 2_000;

/**
 * Work that is due at stored times. A pass waits for what falls due before the next one, so that looks are rare: only what is stored after
 * a look and due before the next is late.
 */
export function dueWork({ everyMs, next, work, now }: DueWorkOptions): Pass {
  return async (mark, stopping) => {
    while (!stopping.aborted) {
      const at = await next();
      const inMs = (): number => (at ? at.getTime() - now().getTime() : Number.POSITIVE_INFINITY);
      if (inMs() > everyMs + WAIT_MS) return;
      for (; inMs() > 0 && !stopping.aborted; mark()) await delay(Math.min(inMs(), WAIT_MS), stopping);
      if (stopping.aborted || (await work()) === 0) return;
      mark();
    }
  };
}
