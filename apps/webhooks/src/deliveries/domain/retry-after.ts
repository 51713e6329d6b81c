/** A receiver may ask for at most a day of rest. */
const LONGEST_REST_MS = 86_400_000;

const DELTA_SECONDS = /^\d+$/;
/** All three forms of an HTTP date begin with the name of a day; `Date.parse` alone takes far more. */
const HTTP_DATE = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? /;

/**
 * Reads `Retry-After` (RFC 9110 section 10.2.3).
 *
 * @param at when the answer came: a date is counted from it.
 * @returns milliseconds, 0 to a day; undefined where the header says nothing that can be read.
 */
export function restAsked(header: string | null, at: Date): number | undefined {
  const text = header?.trim() ?? '';
  if (DELTA_SECONDS.test(text)) return Math.min(LONGEST_REST_MS, Number(text) * 1_000);
  if (!HTTP_DATE.test(text)) return undefined;
  const ms = Date.parse(text) - at.getTime();
  return Number.isNaN(ms) ? undefined : Math.min(LONGEST_REST_MS, Math.max(0, ms));
}
