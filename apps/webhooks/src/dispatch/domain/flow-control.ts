/** The most requests that one endpoint has in flight once it has shown that it keeps up. */
export const MAX_WINDOW = 16;

/** The bound on an endpoint's requests in flight: a congestion window. */
export interface Window {
  /** A fraction of one more request permits none yet. */
  readonly size: number;
  /** True until the first failure after the window was opened. */
  readonly isOpening: boolean;
}

/** Every endpoint begins with one request at a time, and does so again after each claim. */
export const FIRST_WINDOW: Window = { size: 1, isOpening: true };

/**
 * Grows by one for each success until the first failure, then by one for each window full of successes, as TCP does in slow
 * start and congestion avoidance (RFC 5681 section 3.1).
 */
export function widened({ size, isOpening }: Window): Window {
  const step = isOpening ? 1 : 1 / Math.floor(size);
  return { size: Math.min(MAX_WINDOW, size + step), isOpening };
}

/** Halves after a failure, to one at least. */
export function narrowed({ size }: Window): Window {
  return { size: Math.max(FIRST_WINDOW.size, size / 2), isOpening: false };
}

/** Lateness that is caught up, in milliseconds, because timers are never exact; after a longer pause no burst follows. */
const CATCH_UP_MS = 50;

/** The moment at which the next request of an endpoint with a rate may begin, in milliseconds; 0 before the first. */
export type PacedUntil = number;

/** Milliseconds until the next request may begin. */
export function pauseBefore(pacedUntilMs: PacedUntil, nowMs: number): number {
  return Math.max(0, pacedUntilMs - nowMs);
}

/**
 * Spaces requests evenly: GCRA, a token bucket that holds one token.
 *
 * @param rate requests a second, above 0.
 * @returns when the request after this one may begin.
 */
export function pacedAfter(pacedUntilMs: PacedUntil, nowMs: number, rate: number): PacedUntil {
  return (nowMs - pacedUntilMs > CATCH_UP_MS ? nowMs : pacedUntilMs) + intervalMs(rate);
}

/** Milliseconds between two requests. */
export function intervalMs(rate: number): number {
  return 1_000 / rate;
}
