export interface WaitBreakerOptions {
  /** Requests of this process that wait at once. */
  readonly maxWaiting: number;
  /** Age in milliseconds of the oldest message that is committed and not on Kafka; 0 if there is none. */
  readonly oldestUnsentMs: () => Promise<number>;
  readonly onError: (error: unknown) => void;
  /** Milliseconds of a monotonic clock. */
  readonly nowMs?: () => number;
}

/** A wait that was admitted: to be ended once. `stopped` says nothing about inventory. */
export interface Wait {
  end(result: 'in-time' | 'in-vain' | 'stopped'): void;
}

/** Milliseconds: inventory's results come in some tens of them, so a message that waits for longer says that they are late. */
const LATE_MS = 1_000;
/** Waits in vain, one after another, after which the next would be in vain too. */
const VAIN_WAITS = 5;

/**
 * Decides whether a request waits for inventory's result, or is answered 202 at once. At most so many wait; and none does where the
 * result would be late anyway: the circuit breaker opens when messages to inventory stay in the outbox, or when waits end in vain
 * one after another. While it is open, one request at a time waits as a probe, and the first result in time closes it.
 */
export class WaitBreaker {
  readonly #options: Required<WaitBreakerOptions>;
  #waiting = 0;
  #vainWaits = 0;
  #isOpen = false;
  #isProbing = false;
  #measuredAtMs = Number.NEGATIVE_INFINITY;
  #inTimeAtMs = Number.NEGATIVE_INFINITY;

  constructor(options: WaitBreakerOptions) {
    this.#options = { nowMs: () => performance.now(), ...options };
  }

  get waiting(): number {
    return this.#waiting;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Admits a wait. @returns undefined where the request should not wait. */
  admit(): Wait | undefined {
    void this.#measure();
    if (this.#waiting >= this.#options.maxWaiting || (this.#isOpen && this.#isProbing)) return undefined;
    const isProbe = this.#isOpen;
    if (isProbe) this.#isProbing = true;
    this.#waiting += 1;
    return {
      end: (result) => {
        this.#waiting -= 1;
        if (isProbe) this.#isProbing = false;
        if (result === 'in-time') this.#close();
        else if (result === 'in-vain') this.#countVainWait();
      },
    };
  }

  #close(): void {
    this.#inTimeAtMs = this.#options.nowMs();
    this.#vainWaits = 0;
    this.#isOpen = false;
  }

  #countVainWait(): void {
    this.#vainWaits += 1;
    if (this.#vainWaits >= VAIN_WAITS) this.#isOpen = true;
  }

  /** Looks at the outbox where requests come, at most once in {@link LATE_MS}. Results that come in time outweigh what it says. */
  async #measure(): Promise<void> {
    const { nowMs, oldestUnsentMs, onError } = this.#options;
    if (nowMs() - this.#measuredAtMs < LATE_MS) return;
    this.#measuredAtMs = nowMs();
    try {
      const isLate = (await oldestUnsentMs()) > LATE_MS;
      if (isLate && nowMs() - this.#inTimeAtMs > LATE_MS) this.#isOpen = true;
    } catch (error) {
      onError(error);
    }
  }
}
