import { setTimeout as delay } from 'node:timers/promises';
import { AbortedError, ApiError, ConnectionError, UnexpectedAnswerError } from './errors.ts';

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 8_000;
/** A service that wants more is not waited for: the caller gets the error. */
const LONGEST_RETRY_AFTER_SECONDS = 60;

/** True if a call may be sent again although it may have taken effect. */
export interface Safety {
  /** It reads, or has an idempotency key. */
  readonly repeatable: boolean;
  /** Its body can be read again. */
  readonly hasBody: boolean;
}

/**
 * Milliseconds to wait before the next attempt.
 *
 * @param attempt 0 for the first one, which failed.
 * @param random 0 to 1.
 * @returns null if the call is not to be sent again.
 */
export function waitBeforeRetry(error: unknown, attempt: number, safety: Safety, random = Math.random()): number | null {
  if (!safety.hasBody || !isRetryable(error, safety.repeatable)) return null;
  const waitMs = backOff(attempt, LONGEST_WAIT_MS, random);
  const asked = retryAfterIn(error);
  if (asked === null) return waitMs;
  return asked > LONGEST_RETRY_AFTER_SECONDS ? null : Math.max(asked * 1_000 + random * FIRST_WAIT_MS, waitMs);
}

function isRetryable(error: unknown, repeatable: boolean): boolean {
  // The API refuses for the rate before it does anything.
  return maySucceedLater(error) && (repeatable || (error instanceof ApiError && error.status === 429));
}

/** True for an error after which the same request may succeed later: of the API, of a proxy before it, or of the network. */
export function maySucceedLater(error: unknown): boolean {
  if (error instanceof ApiError && error.retryable) return true;
  if (error instanceof ApiError || error instanceof UnexpectedAnswerError) return isPassing(error.status);
  return error instanceof ConnectionError;
}

const isPassing = (status: number): boolean => status === 408 || status === 429 || status >= 500;

/** Milliseconds before the next attempt: half a second that doubles, 50 to 100 % of it by chance. */
export function backOff(attempt: number, longestMs: number, random = Math.random()): number {
  return Math.min(longestMs, FIRST_WAIT_MS * 2 ** attempt) * (0.5 + random / 2);
}

/** Seconds that an answer asks to wait; null where it asks for none. */
export function retryAfterIn(error: unknown): number | null {
  return error instanceof ApiError || error instanceof UnexpectedAnswerError ? error.retryAfterSeconds : null;
}

/** Waits. @throws AbortedError when the signal fires. */
export async function wait(ms: number, signal: AbortSignal | undefined, idempotencyKey: string | null = null): Promise<void> {
  try {
    await delay(ms, undefined, signal ? { signal } : {});
  } catch (error) {
    throw new AbortedError({ cause: error, idempotencyKey });
  }
}

/** Gives each request its turn, so that no more than some start in a second. */
export class Throttle {
  readonly #spacingMs: number;
  #nextAt = 0;

  /** @param perSecond null for no limit. */
  constructor(perSecond: number | null) {
    this.#spacingMs = perSecond === null ? 0 : 1_000 / perSecond;
  }

  /** Resolves when the request may start. */
  async turn(signal: AbortSignal | undefined, idempotencyKey: string | null = null): Promise<void> {
    if (this.#spacingMs > 0) await wait(this.take(performance.now()), signal, idempotencyKey);
  }

  /** Takes the next turn. @returns milliseconds until it, from `nowMs` on; never less than 0. */
  take(nowMs: number): number {
    const at = Math.max(this.#nextAt, nowMs);
    this.#nextAt = at + this.#spacingMs;
    return at - nowMs;
  }
}
