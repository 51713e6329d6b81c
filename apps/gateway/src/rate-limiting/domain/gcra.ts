import type { Limit } from '../../accounts/domain/limits.ts';

/**
 * A token bucket kept as one number, the time until it is full again (the backlog of the generic cell rate algorithm, ITU-T
 * I.371). All times are whole nanoseconds, so that no rounding lets more through, and so that it costs a limit of a million a
 * second no more than a thousandth.
 */
export interface Level {
  /** Requests that would be let in right now. */
  readonly remaining: number;
  /** Until the bucket is full. */
  readonly fullInNanos: number;
  /** Until the next request is let in; 0 if it would be now. */
  readonly waitNanos: number;
}

const SECOND_NANOS = 1_000_000_000;

/** What one token costs in time. Rounded up: a limit may be a trifle slower than it says, never faster. */
export function intervalNanos({ rate }: Limit): number {
  return Math.ceil(SECOND_NANOS / rate);
}

/** The time in which an empty bucket becomes full. */
export function roomNanos(limit: Limit): number {
  return limit.burst * intervalNanos(limit);
}

/** What a bucket that is full in `fullInNanos` has left. It can owe tokens: then it has none left and the wait is longer. */
export function levelOf(limit: Limit, fullInNanos: number): Level {
  const interval = intervalNanos(limit);
  const free = roomNanos(limit) - fullInNanos;
  return {
    remaining: Math.max(0, Math.floor(free / interval)),
    fullInNanos,
    waitNanos: Math.max(0, interval - free),
  };
}

/** How long until a bucket is full after its limit was changed: the same part of it is spent as before. */
export function fullInAfterChange(fullInNanos: number, room: { readonly before: number; readonly after: number }): number {
  return room.before === room.after ? fullInNanos : Math.ceil((fullInNanos / room.before) * room.after);
}

/** The share of a limit that each of `parts` may spend by itself; never less than one request at a time. */
export function shareOf({ burst, rate }: Limit, parts: number): Limit {
  return { burst: Math.max(1, Math.floor(burst / parts)), rate: rate / parts };
}
