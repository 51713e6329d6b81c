import { delay } from '@fulfilment/kernel';
import { intervalMs, pacedAfter, pauseBefore } from './domain/pacing.ts';

/** Spaces the attempts of one endpoint by its rate. */
export interface Pace {
  /**
   * Waits for the turn of one more attempt. Those that wait have their turns in the order in which they asked.
   *
   * @param begin what the attempt needs besides: the next is spaced from when it is sent, not from when it was asked for.
   * @returns what `begin` gave; undefined where it was not worth waiting.
   */
  turn<Begun>(terms: PaceTerms, begin: () => Promise<Begun>): Promise<Begun | undefined>;
  /** Milliseconds for which nothing may be sent yet. */
  pauseMs(): number;
}

export interface PaceTerms {
  /** Deliveries a second; null where there is no bound. */
  readonly rate: number | null;
  /** Whether it is worth waiting still. */
  readonly goesOn: () => boolean;
  /** Whether it is sent, as soon as that is known. Never rejects. */
  readonly sent: Promise<boolean>;
}

/** Shorter spaces are counted from a turn, not from when it is sent: what is read before it may take as long. */
const SPACED_MS = 100;
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
    return true;
  };
  return {
    turn: async ({ rate, goesOn, sent }, begin) => {
      if (rate === null) return goesOn() ? begin() : undefined;
      let begun = false;
      const turn = last.then(async () => {
        begun = await waitFor(rate, goesOn);
        return begun ? begin() : undefined;
      });
      const use = async (): Promise<void> => {
        await turn;
        if (!begun) return;
        if (intervalMs(rate) > SPACED_MS && !(await sent)) return;
        pacedUntilMs = pacedAfter(pacedUntilMs, performance.now(), rate);
      };
      last = use().catch(() => undefined);
      return turn;
    },
    pauseMs: () => pauseBefore(pacedUntilMs, performance.now()),
  };
}
