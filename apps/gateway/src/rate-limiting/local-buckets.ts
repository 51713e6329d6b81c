import { LRUCache } from 'lru-cache';
import { type Bucket, type Buckets, levelsOf, type Verdict } from './buckets.ts';
import { fullInAfterChange, intervalNanos, roomNanos, shareOf } from './gcra.ts';
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

  /** Records the answer of Redis to a question of `askedAt`, for each bucket in order. */
  learn(buckets: Buckets, { fullInNanos, ...times }: { fullInNanos: readonly number[]; askedAt: number; heardAt: number }): void {
    for (const [index, bucket] of buckets.entries()) this.#at(bucket, times.askedAt).hear(fullInNanos[index] ?? 0, times);
  }

  /** Time until the bucket is full, at least. */
  knownFullIn(bucket: Bucket, share: Share): number {
    const local = this.#at(bucket, share.now);
    return local.heardIn(share.now) + local.ownIn(share);
  }

  /** The levels of a refusal that Redis gave a moment ago and would certainly repeat. */
  repeatedRefusal(buckets: Buckets, now: number): Verdict['levels'] | undefined {
    const locals = buckets.map((bucket) => this.#at(bucket, now));
    if (!buckets.some(({ limit }, index) => locals[index]?.isKnownEmpty(intervalNanos(limit), now))) return undefined;
    const heardIn = locals.map((local) => local.heardIn(now));
    return levelsOf(buckets, heardIn);
  }

  /** Decides on this gateway's share of each limit. @param owed whether tokens are taken into debt. */
  draw(buckets: Buckets, { tokens, owed, gateways, now }: Share & { readonly tokens: number; readonly owed: boolean }) {
    const [first, ...others] = buckets;
    const shareOfBucket = (bucket: Bucket): Bucket => ({ ...bucket, limit: shareOf(bucket.limit, gateways) });
    const shares: Buckets = [shareOfBucket(first), ...others.map(shareOfBucket)];
    const draws = shares.map(({ limit }, index) => {
      const local = this.#at(buckets[index] ?? first, now);
      const costNanos = tokens * intervalNanos(limit);
      return { local, costNanos, fits: local.shareIn(now) + costNanos <= roomNanos(limit) };
    });
    const allowed = draws.every(({ fits }) => fits);
    if (allowed || owed) for (const { local, costNanos } of draws) local.spend(costNanos, now);
    const fullIn = draws.map(({ local }) => local.shareIn(now));
    return { allowed, levels: levelsOf(shares, fullIn) };
  }

  /** Own draws that Redis must be charged for. From then on they count as heard, whether or not the charge arrives. */
  takeOwed(share: Share): readonly Draw[] {
    // The least recently used first, as they were drawn.
    const all = [...this.#callers.entries(), ...this.#others.entries()];
    return all.flatMap(([id, local]) => {
      const owed = { id, roomNanos: local.roomNanos, costNanos: local.ownIn(share), knownFullInNanos: local.heardIn(share.now) };
      local.settle(share);
      return owed.costNanos > 0 ? [owed] : [];
    });
  }

  #at({ name, id, limit }: Bucket, now: number): LocalBucket {
    const cache = OF_CALLERS.has(name) ? this.#callers : this.#others;
    const local = cache.get(id) ?? new LocalBucket(roomNanos(limit));
    cache.set(id, local);
    local.resize(roomNanos(limit), now);
    return local;
  }
}

/**
 * One gateway's copy of a bucket. Without Redis each gateway spends a share of what was left: a token costs `gateways` times the
 * time, behind what Redis reported. So its own draws are the time behind that, divided by `gateways`.
 */
export class LocalBucket {
  /** The time in which the bucket fills, by the limit that the other times are of. */
  roomNanos: number;
  #heardAt = Number.NEGATIVE_INFINITY;
  #heardFullAt = 0;
  #shareFullAt = 0;

  constructor(room: number) {
    this.roomNanos = room;
  }

  /** Time until the bucket is full, by the answer of Redis. */
  heardIn(now: number): number {
    return Math.max(0, this.#heardFullAt - now);
  }

  /** Time until this gateway's share is full. */
  shareIn(now: number): number {
    return Math.max(0, this.#shareFullAt - now);
  }

  /** Own draws that have not refilled yet, in the time of the whole bucket. */
  ownIn({ gateways, now }: Share): number {
    return Math.ceil((this.shareIn(now) - this.heardIn(now)) / gateways);
  }

  isKnownEmpty(tokenNanos: number, now: number): boolean {
    return now - this.#heardAt < REFUSAL_TTL_NANOS && this.heardIn(now) + tokenNanos > this.roomNanos;
  }

  /** Counts an answer from its question on, so that it never exceeds what Redis knows. An older answer frees nothing. */
  hear(fullInNanos: number, { askedAt, heardAt }: { readonly askedAt: number; readonly heardAt: number }): void {
    const behind = this.shareIn(askedAt) - this.heardIn(askedAt);
    this.#heardAt = heardAt;
    this.#heardFullAt = Math.max(this.#heardFullAt, askedAt + fullInNanos);
    this.#shareFullAt = this.#heardFullAt + behind;
  }

  spend(costNanos: number, now: number): void {
    this.#shareFullAt = now + this.shareIn(now) + costNanos;
  }

  /** Counts own draws as heard. */
  settle(share: Share): void {
    this.#heardFullAt = share.now + this.heardIn(share.now) + this.ownIn(share);
    this.#shareFullAt = this.#heardFullAt;
  }

  /** Adopts a changed limit: the same fraction stays spent. */
  resize(after: number, now: number): void {
    const room = { before: this.roomNanos, after };
    if (room.before === after) return;
    this.#heardFullAt = now + fullInAfterChange(this.heardIn(now), room);
    this.#shareFullAt = now + fullInAfterChange(this.shareIn(now), room);
    this.roomNanos = after;
  }
}
