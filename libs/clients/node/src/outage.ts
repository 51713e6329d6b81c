import { FulfilmentError } from './errors.ts';
import type { Retry } from './options.ts';
import { backOff, maySucceedLater, retryAfterIn, wait } from './retries.ts';

const LONGEST_WAIT_MS = 30_000;
/** A service that asks for more is looked at before. */
const LONGEST_ASKED_MS = 60_000;

/** Options of a reader that outlives outages. */
export interface OutageOptions {
  /** Called once for each outage, before its first wait; a line on `console.warn` by default. */
  readonly onRetry?: ((retry: Retry) => void) | undefined;
  /** Milliseconds without an answer after which the reader gives up, 0 at the first failure; it never does by default. */
  readonly maxSilenceMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The outages of a long reader: it asks again for ever, after waits that grow to 30 s. */
export class Outages {
  readonly #operation: string;
  readonly #options: OutageOptions;
  #since: number | null = null;
  #attempt = 0;

  constructor(operation: string, options: OutageOptions) {
    this.#operation = operation;
    this.#options = options;
  }

  /** Asks until there is an answer. @param ask gets the options of its call: during an outage each look is one request. */
  async outlive<T>(
    ask: (options: { readonly signal?: AbortSignal | undefined; readonly retries?: number }) => Promise<T>,
  ): Promise<T> {
    const { signal } = this.#options;
    for (;;) {
      try {
        const answer = await ask(this.#since === null ? { signal } : { signal, retries: 0 });
        this.#end();
        return answer;
      } catch (error) {
        await this.#waitOut(error);
      }
    }
  }

  #end(): void {
    this.#since = null;
    this.#attempt = 0;
  }

  /** @throws the error where it is none of an outage, or the silence is too long. */
  async #waitOut(error: unknown): Promise<void> {
    if (!(error instanceof FulfilmentError) || !maySucceedLater(error)) {
      this.#end();
      throw error;
    }
    const { onRetry = warn, maxSilenceMs = Infinity, signal } = this.#options;
    const now = performance.now();
    this.#since ??= now;
    const asked = (retryAfterIn(error) ?? 0) * 1_000;
    const waitMs = Math.max(backOff(this.#attempt, LONGEST_WAIT_MS), Math.min(asked, LONGEST_ASKED_MS));
    if (now + waitMs - this.#since > maxSilenceMs) throw error;
    this.#attempt += 1;
    if (this.#attempt === 1) onRetry({ operation: this.#operation, attempt: 1, waitMs, code: error.code });
    await wait(waitMs, signal);
  }
}

function warn({ operation, code }: Retry): void {
  // oxlint-disable-next-line no-console -- where the program gives no function, an outage is in its output.
  console.warn(`fulfilment: ${operation} has no answer (${code}); trying again until there is one.`);
}
