import type { Limit } from './limits.ts';

/**
 * A token bucket kept as one number, the time at which it is full again (the theoretical arrival time of the generic cell
 * rate algorithm, ITU-T I.371). All times are whole microseconds, so that no rounding lets more through.
 */
export interface Level {
  /** Requests that would be let in right now. */
  readonly remaining: number;
  /** Until the bucket is full. */
  readonly fullInMicros: number;
  /** Until the next request is let in; 0 if it would be now. */
  readonly waitMicros: number;
}

/** What one token costs in time. Rounded up: a limit may be a trifle slower than it says, never faster. */
export function intervalMicros({ rate }: Limit): number {
  return Math.ceil(1_000_000 / rate);
}

/** What a bucket that is full in `fullInMicros` has left. It can owe tokens: then it has none left and the wait is longer. */
export function levelOf(limit: Limit, fullInMicros: number): Level {
  const interval = intervalMicros(limit);
  const free = limit.burst * interval - fullInMicros;
  return {
    remaining: Math.max(0, Math.floor(free / interval)),
    fullInMicros,
    waitMicros: Math.max(0, interval - free),
  };
}

/** The share of a limit that each of `parts` may spend by itself; never less than one request at a time. */
export function shareOf({ burst, rate }: Limit, parts: number): Limit {
  return { burst: Math.max(1, Math.floor(burst / parts)), rate: rate / parts };
}
