/**
 * Seconds to wait before each attempt, the first at once: 13 attempts in about three days, long enough that a receiver that
 * breaks on a Friday evening is repaired before the last.
 */
export const RETRY_SCHEDULE_SECONDS: readonly number[] = [
  0, 5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 28_800, 43_200, 86_400, 86_400,
];

/** Jitter as a share of a wait: deliveries that failed together do not come due together. */
const JITTER_SHARE = 0.1;

/**
 * @param attempt number of the attempt that failed, from 1.
 * @param random from 0 to 1.
 * @returns milliseconds until the next attempt; undefined after the last.
 */
export function waitAfter(attempt: number, schedule: readonly number[], random: number): number | undefined {
  const seconds = schedule[attempt];
  if (seconds === undefined) return undefined;
  return Math.round(seconds * 1_000 * (1 + JITTER_SHARE * (2 * random - 1)));
}

/** A receiver may ask to wait for a day at most. */
const LONGEST_REST_MS = 86_400_000;

/** With a fraction too, which RFC 9110 does not have, and servers send. */
const DELTA_SECONDS = /^\d+(?:\.\d+)?$/;
/** All three forms of an HTTP date begin with the name of a day; `Date.parse` alone takes far more. */
const HTTP_DATE = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? /;

/**
 * Reads `Retry-After` (RFC 9110 section 10.2.3).
 *
 * @param at when the answer came: a date is counted from it.
 * @returns milliseconds, 0 to a day; undefined where the header says nothing that can be read.
 */
export function retryAfterMs(header: string | null, at: Date): number | undefined {
  const text = header?.trim() ?? '';
  if (DELTA_SECONDS.test(text)) return Math.min(LONGEST_REST_MS, Math.ceil(Number(text) * 1_000));
  if (!HTTP_DATE.test(text)) return undefined;
  const ms = Date.parse(text) - at.getTime();
  return Number.isNaN(ms) ? undefined : Math.min(LONGEST_REST_MS, Math.max(0, ms));
}
