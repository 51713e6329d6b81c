import { type BackOff, backoffMs, delay } from './time.ts';

/** Another writer was first: a compare-and-set found another version. Nothing was written. */
export class WriteConflict extends Error {
  override readonly name = 'WriteConflict';
}

/** How often, and after which errors, {@link retry} runs again. */
export interface RetryOptions {
  /** Runs in all, the first included. */
  readonly maxAttempts: number;
  /** True for an error after which the next run may succeed; only a {@link WriteConflict} by default. */
  readonly isRetryable?: (error: unknown) => boolean;
  /** Bounds of the waits between runs; without it the next run follows at once. */
  readonly backOff?: BackOff;
  /** Moment of `performance.now()` after which no run begins. */
  readonly giveUpAtMs?: number;
  /** Ends the waits, and with them the attempts. */
  readonly signal?: AbortSignal;
}

/**
 * Runs `work` until it succeeds, for optimistic concurrency and races for a unique key.
 *
 * @param work gets the number of the run, from 1.
 * @throws the last error where it is not retryable, the attempts or the time are used up, or `signal` aborted.
 */
export async function retry<Result>(work: (attempt: number) => Promise<Result>, options: RetryOptions): Promise<Result> {
  const { maxAttempts, isRetryable = isWriteConflict, backOff, giveUpAtMs = Number.POSITIVE_INFINITY, signal } = options;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work(attempt);
    } catch (error) {
      const waitMs = backOff ? backoffMs(attempt, backOff) : 0;
      if (!isRetryable(error) || attempt >= maxAttempts || performance.now() + waitMs >= giveUpAtMs) throw error;
      if (waitMs > 0) await delay(waitMs, signal);
      if (signal?.aborted) throw error;
    }
  }
}

function isWriteConflict(error: unknown): boolean {
  return error instanceof WriteConflict;
}
