/** Deliveries that one endpoint may have in flight once it has shown that it keeps up. */
export const MAX_WINDOW = 16;

/** How many deliveries of an endpoint may be in flight. */
export interface Window {
  /** A share of one more counts for nothing yet. */
  readonly size: number;
  /** Whether nothing has failed since it was opened. */
  readonly opening: boolean;
}

/** Where every endpoint begins, and begins again after a rest: one at a time. */
export const FIRST_WINDOW: Window = { size: 1, opening: true };

/**
 * Grows by one for each success until something fails, then by one for each window full of successes, as TCP does in slow start
 * and congestion avoidance (RFC 5681 section 3.1).
 */
export function widened({ size, opening }: Window): Window {
  const step = opening ? 1 : 1 / Math.floor(size);
  return { size: Math.min(MAX_WINDOW, size + step), opening };
}

/** Halves at a failure, to one at least. */
export function narrowed({ size }: Window): Window {
  return { size: Math.max(FIRST_WINDOW.size, size / 2), opening: false };
}
