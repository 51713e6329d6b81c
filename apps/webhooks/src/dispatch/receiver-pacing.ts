import type { AttemptResult } from './attempt-delivery.ts';

/** How the receiver of an endpoint took its last attempts, as it is kept between two leases. */
export interface Pacing {
  /** True if it took the last attempt within a second, or the one before that and the last one more slowly. */
  readonly clean: boolean;
  /** True if only the last attempt was slow: one more, and the receiver is no longer clean. */
  readonly slowOnce: boolean;
}

/** The pace of one attempt. */
export interface AttemptPacing {
  /** To be called every {@link CHECK_MS} milliseconds while the receiver is waited for. @returns whether the attempt is slow by now. */
  check(): boolean;
  answered(result: AttemptResult): void;
  /** Nothing is in flight any more, with or without an answer. */
  ended(): void;
}

/** Milliseconds between two checks. */
export const CHECK_MS = 100;
/** Checks up to which an attempt is quick. While the process itself stalls there are none, so that is no fault of a receiver. */
const QUICK_CHECKS = 10;

/**
 * Decides whether the attempts of an endpoint are quick ones. A receiver that fails, or is slow twice in a row, is not clean until its
 * next quick success: a single slow attempt does not put an endpoint behind those that hang. Attempts that are in flight together are
 * slow together, and count once.
 */
export class ReceiverPacing {
  #pace: Pacing;
  #slowInFlight = 0;
  /** Counts slow attempts; those that were in flight with a counted one are not. */
  #counted = 0;

  constructor({ clean, slowOnce }: Pacing) {
    this.#pace = { clean, slowOnce };
  }

  /** To be kept with the lease. */
  get kept(): Pacing {
    return this.#pace;
  }

  /** True where the next attempt is taken for a quick one. */
  get isClean(): boolean {
    return this.#pace.clean;
  }

  /** True while an attempt that is slow by now is in flight. */
  get isWaiting(): boolean {
    return this.#slowInFlight > 0;
  }

  begin(): AttemptPacing {
    const counted = this.#counted;
    let checks = 0;
    let isSlow = false;
    let isOver = false;
    return {
      check: () => {
        checks += 1;
        if (isSlow || isOver || checks < QUICK_CHECKS) return isSlow;
        isSlow = true;
        this.#slowInFlight += 1;
        if (counted === this.#counted) this.#countSlow();
        return true;
      },
      answered: (result) => {
        if (result !== 'delivered') this.#pace = { clean: false, slowOnce: false };
        else if (!isSlow) this.#pace = { clean: true, slowOnce: false };
      },
      ended: () => {
        if (isSlow && !isOver) this.#slowInFlight -= 1;
        isOver = true;
      },
    };
  }

  #countSlow(): void {
    const { clean, slowOnce } = this.#pace;
    this.#counted += 1;
    this.#pace = { clean: clean && !slowOnce, slowOnce: clean && !slowOnce };
  }
}
