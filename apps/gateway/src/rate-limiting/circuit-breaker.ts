import { delay, type Stoppable } from '@fulfilment/kernel';

const PROBE_EVERY_MS = 100;
/** After this many failed probes the connection itself may be dead without either side noticing. */
const PROBES_BEFORE_RECONNECT = 20;

export interface CircuitBreakerOptions {
  /** Does what callers need, writing included: a store may answer and be read-only, or full. Rejects while it is away. */
  readonly probe: () => Promise<unknown>;
  /** Drops the connection and makes a new one. */
  readonly reconnect: () => void;
  readonly onChange: (isOpen: boolean, cause?: unknown) => void;
}

/** A circuit breaker: after one failure it is open until a probe succeeds, so that only one request waits in vain. */
export class CircuitBreaker implements Stoppable {
  #isOpen = false;
  #recovering = Promise.resolve();
  readonly #stopping = new AbortController();

  readonly #options: CircuitBreakerOptions;

  constructor(options: CircuitBreakerOptions) {
    this.#options = options;
  }

  isOpen(): boolean {
    return this.#isOpen;
  }

  /** Opens it. */
  trip(cause: unknown): void {
    if (this.#isOpen || this.#stopping.signal.aborted) return;
    this.#isOpen = true;
    this.#options.onChange(true, cause);
    this.#recovering = this.#recover();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#recovering;
  }

  async #recover(): Promise<void> {
    const { probe, reconnect, onChange } = this.#options;
    const { signal } = this.#stopping;
    for (let probes = 1; this.#isOpen && !signal.aborted; probes += 1) {
      await delay(PROBE_EVERY_MS, signal);
      await probe().then(
        () => (this.#isOpen = false),
        () => probes % PROBES_BEFORE_RECONNECT === 0 && reconnect(),
      );
    }
    this.#isOpen = false;
    if (!signal.aborted) onChange(false);
  }
}

/** An operation that took longer than its budget. */
export class OverBudget extends Error {
  override readonly name = 'OverBudget';
}

/**
 * The result of `work` if it arrives within `budgetMs`. An answer that lies in the socket while the process is busy is in time: the
 * event loop runs timers before it reads sockets, so reading is given one more turn.
 *
 * @throws OverBudget otherwise.
 */
export async function withinBudget<Result>(work: Promise<Result>, budgetMs: number): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => setImmediate(() => reject(new OverBudget(`No answer within ${budgetMs} ms`))), budgetMs);
  // The loser of the race may reject unobserved.
  work.catch(() => undefined);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
