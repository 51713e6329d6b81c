import { delay } from '@fulfilment/kernel';

/** Under which terms an attempt waits for its turn. */
export interface RateTerms {
  /** Deliveries a second; null for no limit. */
  readonly rate: number | null;
  /** False once waiting is pointless. */
  readonly goesOn: () => boolean;
  /** Resolves with true when the attempt is sent, with false when it is not. Never rejects. */
  readonly sent: Promise<boolean>;
}

/** Shorter intervals are counted from the turn, not from when the request is sent: the reads before it may take as long. */
const SPACED_MS = 100;
/** How often a waiting attempt checks that it is still worth waiting. */
const CHECK_MS = 500;

/** Spaces the attempts at one endpoint by its rate. */
export class RateLimiter {
  #pacedUntilMs = 0;
  #last: Promise<unknown> = Promise.resolve();
  #waitsFullInterval: boolean;
  readonly #wait: (ms: number) => Promise<void>;

  /** @param isOrphaned true after a takeover from a worker that died: when it sent its last request is unknown. */
  constructor(isOrphaned: boolean, wait: (ms: number) => Promise<void> = delay) {
    this.#waitsFullInterval = isOrphaned;
    this.#wait = wait;
  }

  /**
   * Waits for the turn of one more attempt, in the order of the calls.
   *
   * @param begin acquires what else the attempt needs: the next one is spaced from when this one is sent.
   * @returns what `begin` returned; undefined where waiting became pointless.
   */
  async acquire<Begun>({ rate, goesOn, sent }: RateTerms, begin: () => Promise<Begun>): Promise<Begun | undefined> {
    if (rate === null) return goesOn() ? begin() : undefined;
    let hasBegun = false;
    const turn = this.#last.then(async () => {
      hasBegun = await this.#waitForTurn(rate, goesOn);
      return hasBegun ? begin() : undefined;
    });
    const spend = async (): Promise<void> => {
      await turn;
      if (!hasBegun) return;
      if (intervalMs(rate) > SPACED_MS && !(await sent)) return;
      this.#pacedUntilMs = pacedAfter(this.#pacedUntilMs, performance.now(), rate);
    };
    this.#last = spend().catch(() => undefined);
    return turn;
  }

  /** Milliseconds for which nothing may be sent yet. */
  pauseMs(): number {
    return Math.max(0, this.#pacedUntilMs - performance.now());
  }

  async #waitForTurn(rate: number, goesOn: () => boolean): Promise<boolean> {
    if (this.#waitsFullInterval) this.#pacedUntilMs = performance.now() + intervalMs(rate);
    this.#waitsFullInterval = false;
    for (;;) {
      const pauseMs = this.pauseMs();
      if (!goesOn()) return false;
      if (pauseMs === 0) return true;
      await this.#wait(Math.min(pauseMs, CHECK_MS));
    }
  }
}

/** Lateness that is caught up, in milliseconds, because timers are never exact; after a longer pause no burst follows. */
const CATCH_UP_MS = 50;

/**
 * Spaces requests evenly: GCRA, a token bucket that holds one token.
 *
 * @param rate requests a second, above 0.
 * @returns when the request after this one may begin.
 */
export function pacedAfter(pacedUntilMs: number, nowMs: number, rate: number): number {
  return (nowMs - pacedUntilMs > CATCH_UP_MS ? nowMs : pacedUntilMs) + intervalMs(rate);
}

/** Milliseconds between two requests. */
export function intervalMs(rate: number): number {
  return 1_000 / rate;
}
