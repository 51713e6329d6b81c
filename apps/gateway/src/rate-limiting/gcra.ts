import type { Limit } from '../accounts/domain/limits.ts';

/**
 * A token bucket kept as one number, the time until it is full again: GCRA, the generic cell rate algorithm of ITU-T I.371.
 * Whole nanoseconds, so that rounding admits nothing extra and slows a limit of a million a second by a thousandth at most.
 */
export interface Level {
  /** Requests that would be admitted now. */
  readonly remaining: number;
  /** Until the bucket is full. */
  readonly fullInNanos: number;
  /** Until the next request is admitted; 0 if it would be now. */
  readonly waitNanos: number;
}

/** The time that one token costs, rounded up: a limit may be slightly slower than stated, never faster. */
export function intervalNanos({ rate }: Limit): number {
  return Math.ceil(1_000_000_000 / rate);
}

/** The time in which an empty bucket fills. */
export function roomNanos(limit: Limit): number {
  return limit.burst * intervalNanos(limit);
}

/** The level of a bucket that is full in `fullInNanos`. In debt it has no token left and the wait is longer. */
export function levelOf(limit: Limit, fullInNanos: number): Level {
  const interval = intervalNanos(limit);
  const free = roomNanos(limit) - fullInNanos;
  return { remaining: Math.max(0, Math.floor(free / interval)), fullInNanos, waitNanos: Math.max(0, interval - free) };
}

/** The time until a bucket is full after its limit changed: the same fraction stays spent. */
export function fullInAfterChange(fullInNanos: number, room: { readonly before: number; readonly after: number }): number {
  return room.before === room.after ? fullInNanos : Math.ceil((fullInNanos / room.before) * room.after);
}

/** The part of a limit that each of `parts` gateways may spend alone; at least one request at a time. */
export function shareOf({ burst, rate }: Limit, parts: number): Limit {
  return { burst: Math.max(1, Math.floor(burst / parts)), rate: rate / parts };
}
