/** Lateness that is made up for, in milliseconds, for timers are never exact: a longer one is a pause, and no burst follows it. */
const CATCH_UP_MS = 50;

/** When the next delivery of an endpoint with a rate may begin; 0 where none has. */
export type PacedUntil = number;

/** Milliseconds until a delivery may begin at this rate. */
export function pauseBefore(pacedUntilMs: PacedUntil, nowMs: number): number {
  return Math.max(0, pacedUntilMs - nowMs);
}

/**
 * Spaces deliveries evenly: a bucket of tokens (GCRA) that holds one.
 *
 * @param rate deliveries a second, above 0.
 * @returns when the one after it may begin.
 */
export function pacedAfter(pacedUntilMs: PacedUntil, nowMs: number, rate: number): PacedUntil {
  return (nowMs - pacedUntilMs > CATCH_UP_MS ? nowMs : pacedUntilMs) + intervalMs(rate);
}

/** Milliseconds between two deliveries. */
export function intervalMs(rate: number): number {
  return 1_000 / rate;
}
