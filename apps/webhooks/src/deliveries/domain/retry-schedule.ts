/**
 * Seconds to wait before each try, the first at once: 13 tries in about three days.
 * Long enough that a receiver broken on a Friday evening is mended before the last.
 */
export const RETRY_SCHEDULE_SECONDS: readonly number[] = [
  0, 5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 28_800, 43_200, 86_400, 86_400,
];

/** How far jitter moves a wait, as a share of it: receivers that failed together do not come due together. */
const JITTER_SHARE = 0.1;

/**
 * @param attempt number of the try that failed, from 1.
 * @param random from 0 to 1.
 * @returns milliseconds until the next try; undefined where it was the last.
 */
export function waitAfter(attempt: number, schedule: readonly number[], random: number): number | undefined {
  const seconds = schedule[attempt];
  if (seconds === undefined) return undefined;
  return Math.round(seconds * 1_000 * (1 + JITTER_SHARE * (2 * random - 1)));
}
