/** Deliveries that one endpoint may have in flight once it has shown that it keeps up. */
export const MAX_WINDOW = 16;

/** Where every endpoint begins: one at a time. */
export const FIRST_WINDOW = 1;

/** Grows by one for each window full of successes, as TCP does in congestion avoidance (RFC 5681 section 3.1). */
export function widened(window: number): number {
  return Math.min(MAX_WINDOW, window + 1 / Math.floor(window));
}

/** Halves at a failure, to one at least. */
export function narrowed(window: number): number {
  return Math.max(FIRST_WINDOW, window / 2);
}
