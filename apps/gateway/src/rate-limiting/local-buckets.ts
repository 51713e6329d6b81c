import { LRUCache } from 'lru-cache';
import { type Bucket, type Buckets, intervalNanos, levelsOf, roomNanos, shareOf, type LimitDecision } from './buckets.ts';
import type { Draw } from './redis-buckets.ts';

/** Buckets of authenticated callers; of the others there are as many as a client cares to make up. */
const OF_CALLERS: ReadonlySet<Bucket['name']> = new Set(['key', 'tenant', 'session', 'account']);
/** Nanoseconds for which a refusal by Redis is repeated without asking again. */
const REFUSAL_TTL_NANOS = 50_000_000;

/** The moment, in whole nanoseconds of a monotonic clock as all times here, and the gateways that share the limits then. */
export interface Share {
  readonly now: number;
  readonly gateways: number;
}

/** The tokens that Redis took for draws whose answer did not come: they are in the level there, and in none of the copies. */
export interface TakenUnheard {
  readonly costNanos: number;
  /** When the first of it was taken, by the clock of {@link Share}. */
  readonly since: number;
}

/**
 * One gateway's copies of the buckets: the last answer of Redis and its own draws since. They decide while Redis is away, remind a
 * Redis that lost its data, and refuse a flood without asking for each request.
 */
export class LocalBuckets {
  readonly #callers: LRUCache<string, LocalBucket>;
  readonly #others: LRUCache<string, LocalBucket>;

  /** @param max buckets kept, of callers and of others each, so that no flood of others evicts a caller. */
  constructor(max = 100_000) {
    this.#callers = new LRUCache({ max });
    this.#others = new LRUCache({ max });
  }

  /** Records an answer of Redis, for each bucket in order. */
  hear(buckets: Buckets, answer: { fullInNanos: readonly number[]; askedAt: number; heardAt: number }): void {
    const { fullInNanos, askedAt, heardAt } = answer;
    for (const [at, bucket] of buckets.entries()) this.#copyOf(bucket, askedAt).hear(fullInNanos[at] ?? 0, askedAt, heardAt);
  }

  /** Time until the bucket is full, at least. */
  knownFullIn(bucket: Bucket, { now, gateways }: Share): number {
    const copy = this.#copyOf(bucket, now);
    return copy.heardIn + copy.ownIn(gateways);
  }

  /** The levels of a refusal that Redis gave a moment ago and would certainly repeat. */
  repeatedRefusal(buckets: Buckets, now: number): LimitDecision['levels'] | undefined {
    const copies = buckets.map((bucket) => this.#copyOf(bucket, now));
    if (!buckets.some(({ limit }, at) => copies[at]?.isKnownEmpty(intervalNanos(limit)))) return undefined;
    const heardIn = copies.map((copy) => copy.heardIn);
    return levelsOf(buckets, heardIn);
  }

  /** Decides on this gateway's share of each limit. @param owed whether tokens are taken into debt. */
  draw(buckets: Buckets, { tokens, owed, gateways, now }: Share & { readonly tokens: number; readonly owed: boolean }) {
    const draws = buckets.map((bucket) => {
      const limit = shareOf(bucket.limit, gateways);
      const copy = this.#copyOf(bucket, now);
      const costNanos = tokens * intervalNanos(limit);
      return { copy, costNanos, fits: copy.shareIn + costNanos <= roomNanos(limit) };
    });
    const allowed = draws.every(({ fits }) => fits);
    if (allowed || owed) for (const { copy, costNanos } of draws) copy.shareIn += costNanos;
    const fullIn = draws.map(({ copy }) => copy.shareIn);
    return { allowed, levels: levelsOf(buckets, fullIn, gateways) };
  }

  /**
   * Own draws that Redis must be charged for, less what it took for them unheard: negative where it took more. From then on they count
   * as heard, so each must be charged once.
   *
   * @param taken by the id of the bucket.
   */
  takeOwed({ now, gateways }: Share, taken: ReadonlyMap<string, TakenUnheard> = new Map()): readonly Draw[] {
    // The least recently used first, as they were drawn.
    return [...this.#callers.entries(), ...this.#others.entries()].flatMap(([id, copy]) => {
      copy.advance(now);
      const known = { id, roomNanos: copy.roomNanos, knownFullInNanos: copy.heardIn };
      const unheard = taken.get(id);
      const leftOfUnheard = unheard ? copy.leftOf(unheard, now) : 0;
      const costNanos = copy.settle(gateways) - leftOfUnheard;
      return costNanos === 0 ? [] : [{ ...known, costNanos }];
    });
  }

  #copyOf({ name, id, limit }: Bucket, now: number): LocalBucket {
    const copies = OF_CALLERS.has(name) ? this.#callers : this.#others;
    const copy = copies.get(id) ?? new LocalBucket(roomNanos(limit));
    copies.set(id, copy);
    copy.advance(now, roomNanos(limit));
    return copy;
  }
}

/**
 * One gateway's copy of a bucket, as of the moment that it was last advanced to. Without Redis each gateway spends a share of what
 * was left: a token costs `gateways` times the time, behind what Redis reported. So its own draws are the time behind that, divided
 * by `gateways`.
 */
export class LocalBucket {
  /** Time until the bucket is full, by the answer of Redis. */
  heardIn = 0;
  /** Time until this gateway's share is full. */
  shareIn = 0;
  /** The time in which the bucket fills, by the limit that the other times are of. */
  roomNanos: number;
  #at = 0;
  #heardAt = Number.NEGATIVE_INFINITY;

  constructor(room: number) {
    this.roomNanos = room;
  }

  /** Refills it up to `now`, and adopts a changed limit: the same fraction stays spent. */
  advance(now: number, room = this.roomNanos): void {
    const at = Math.max(this.#at, now);
    const scale = room / this.roomNanos;
    this.heardIn = Math.ceil(Math.max(0, this.heardIn - (at - this.#at)) * scale);
    this.shareIn = Math.ceil(Math.max(0, this.shareIn - (at - this.#at)) * scale);
    this.roomNanos = room;
    this.#at = at;
  }

  /** Own draws that have not refilled yet, in the time of the whole bucket. */
  ownIn(gateways: number): number {
    return Math.ceil((this.shareIn - this.heardIn) / gateways);
  }

  isKnownEmpty(tokenNanos: number): boolean {
    return this.#at - this.#heardAt < REFUSAL_TTL_NANOS && this.heardIn + tokenNanos > this.roomNanos;
  }

  /** Counts an answer from its question on, so that it never exceeds what Redis knows. An older answer frees nothing. */
  hear(fullInNanos: number, askedAt: number, heardAt: number): void {
    const behind = this.shareIn - this.heardIn;
    this.heardIn = Math.max(this.heardIn, fullInNanos - (this.#at - askedAt));
    this.shareIn = this.heardIn + behind;
    this.#heardAt = heardAt;
  }

  /** The part that is left of a draw that this copy does not know: an empty copy does not say for how long the bucket was full. */
  leftOf({ costNanos, since }: TakenUnheard, now: number): number {
    return this.heardIn > 0 ? costNanos : Math.max(0, costNanos - (now - since));
  }

  /** Counts own draws as heard. @returns them. */
  settle(gateways: number): number {
    const own = this.ownIn(gateways);
    this.heardIn += own;
    this.shareIn = this.heardIn;
    return own;
  }
}
