import { delay } from '@fulfilment/kernel';
import { intervalMs, pacedAfter, pauseBefore } from '../domain/pacing.ts';

/** Spaces the attempts of one endpoint by its rate. */
export interface Pace {
  /**
   * Waits for the turn of one more attempt. Those that wait have their turns in the order in which they asked.
   *
   * @param rate deliveries a second; null where there is no bound.
   * @param goesOn whether it is worth waiting still.
   * @returns false if it is not.
   */
  turn(rate: number | null, goesOn: () => boolean): Promise<boolean>;
  /** Milliseconds for which nothing may be sent yet. */
  pauseMs(): number;
}

/** How often one who waits looks whether it is worth waiting. */
const LOOK_MS = 500;

/** @param orphaned whether the worker before died, so that nobody knows when it sent the last. */
export function makePace(orphaned: boolean): Pace {
  let pacedUntilMs = 0;
  let last: Promise<unknown> = Promise.resolve();
  let isFirst = true;

  const waitFor = async (rate: number, goesOn: () => boolean): Promise<boolean> => {
    if (isFirst && orphaned) pacedUntilMs = performance.now() + intervalMs(rate);
    isFirst = false;
    for (;;) {
      const pauseMs = pauseBefore(pacedUntilMs, performance.now());
      if (!goesOn()) return false;
      if (pauseMs === 0) break;
      await delay(Math.min(pauseMs, LOOK_MS));
    }
    pacedUntilMs = pacedAfter(pacedUntilMs, performance.now(), rate);
    return true;
  };
  return {
    turn: (rate, goesOn) => {
      if (rate === null) return Promise.resolve(goesOn());
      const turn = last.then(() => waitFor(rate, goesOn));
      last = turn;
      return turn;
    },
    pauseMs: () => pauseBefore(pacedUntilMs, performance.now()),
  };
}
