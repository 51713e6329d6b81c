import { isRetryable } from './app-error.ts';

/**
 * Commands whose order has to hold over failures, such as those of a consumed partition: behind one that failed for a reason that
 * may succeed later, the later ones fail with it, so that all come again in their order. Its source bounds how many wait.
 */
export class Sequence {
  readonly #signal: AbortSignal | undefined;
  #failure: unknown;

  /** @param signal ends the sequence: commands that are not being committed by then fail. */
  constructor(signal?: AbortSignal) {
    this.#signal = signal;
  }

  /** The reason for which its next commands fail; undefined while it goes on. */
  get failure(): unknown {
    return this.#signal?.aborted ? this.#signal.reason : this.#failure;
  }

  fail(reason: unknown): void {
    if (isRetryable(reason)) this.#failure ??= reason;
  }
}
