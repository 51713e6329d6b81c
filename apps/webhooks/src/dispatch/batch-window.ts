export interface BatchWindowOptions {
  /** Milliseconds from the first caller that can wait. */
  readonly forMs: number;
  /** Callers after which the window closes at once. */
  readonly maxCallers: number;
}

/** Lets callers that can wait gather for a moment, so that more of them share the batch that follows. */
export class BatchWindow {
  readonly #options: BatchWindowOptions;
  #callers = 0;
  #close: (() => void) | undefined;
  #closed: Promise<void> = Promise.resolve();

  constructor(options: BatchWindowOptions) {
    this.#options = options;
  }

  /** Resolves when the window closes, by its time, by the number of callers, or by one that cannot wait; in the order of the calls. */
  join(canWait: boolean): Promise<void> {
    if (canWait && !this.#close) this.#open();
    this.#callers += 1;
    const closed = this.#closed;
    if (!canWait || this.#callers >= this.#options.maxCallers) this.#close?.();
    if (!this.#close) this.#callers = 0;
    return closed;
  }

  #open(): void {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(() => this.#close?.(), this.#options.forMs);
    this.#closed = promise;
    this.#close = () => {
      clearTimeout(timer);
      this.#callers = 0;
      this.#close = undefined;
      resolve();
    };
  }
}
