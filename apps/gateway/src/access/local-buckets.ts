import { intervalMicros, shareOf } from '../domain/gcra.ts';
import { BoundedMap } from './bounded-map.ts';
import { type Buckets, levelsOf, type Verdict } from './bucket.ts';

const REMEMBERED = 100_000;

/**
 * This gateway's own picture of the buckets: what it last heard of the shared ones, and what it let through since by itself.
 * It carries on when Redis is away, and knows better when Redis has forgotten.
 */
export interface LocalBuckets {
  /** Takes over what Redis said of a question that was sent at `askedMicros`. */
  learn(buckets: Buckets, fullInMicros: readonly number[], askedMicros: number): void;
  /** How long until the bucket is full, at least. */
  fullInMicros(id: string, nowMicros: number): number;
  /** Decides without Redis, on this gateway's share of each limit. */
  draw(buckets: Buckets, draw: LocalDraw): Omit<Verdict, 'atMicros'>;
}

export interface LocalDraw {
  readonly tokens: number;
  /** Whether the tokens are taken even if they are not there. */
  readonly owed: boolean;
  /** Gateways that share the limits. */
  readonly gateways: number;
  readonly nowMicros: number;
}

/** Times are microseconds of a clock that never goes back. */
export function makeLocalBuckets(): LocalBuckets {
  const fullAt = new BoundedMap<number>(REMEMBERED);
  const raise = (id: string, micros: number): void => fullAt.set(id, Math.max(micros, fullAt.get(id) ?? 0));
  const fullIn = (id: string, nowMicros: number): number => Math.max(0, (fullAt.get(id) ?? 0) - nowMicros);

  return {
    learn: (buckets, fullInMicros, askedMicros) => {
      // Counted from the question and not from the answer, so that it never says more than Redis did.
      for (const [place, { id }] of buckets.entries()) raise(id, askedMicros + (fullInMicros[place] ?? 0));
    },
    fullInMicros: fullIn,
    draw: ([first, ...others], { tokens, owed, gateways, nowMicros }) => {
      const ofShare = <B extends Buckets[number]>(bucket: B): B => ({ ...bucket, limit: shareOf(bucket.limit, gateways) });
      const shares: Buckets = [ofShare(first), ...others.map(ofShare)];
      const before = shares.map(({ id }) => fullIn(id, nowMicros));
      const after = shares.map(({ limit }, place) => (before[place] ?? 0) + tokens * intervalMicros(limit));
      const allowed = shares.every(({ limit }, place) => (after[place] ?? 0) <= limit.burst * intervalMicros(limit));
      if (!allowed && !owed) return { allowed, levels: levelsOf(shares, before) };
      for (const [place, { id }] of shares.entries()) raise(id, nowMicros + (after[place] ?? 0));
      return { allowed, levels: levelsOf(shares, after) };
    },
  };
}
