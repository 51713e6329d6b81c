import {
  afterHearing,
  afterOwnDraw,
  afterTelling,
  type BucketView,
  heardIn,
  ownIn,
  shareIn,
  unknownBucket,
  viewUnder,
} from './domain/bucket-view.ts';
import { intervalNanos, roomNanos, shareOf } from './domain/gcra.ts';
import { BoundedMap } from '../authentication/bounded-map.ts';
import { type Bucket, type Buckets, levelsOf, type Verdict } from './buckets.ts';

const REMEMBERED = 100_000;
/** Buckets of those who have shown a key or a session; of the others there can be as many as somebody likes to make up. */
const OF_CALLERS: ReadonlySet<Bucket['name']> = new Set(['key', 'tenant', 'session', 'account']);
/** So long what Redis said last is enough to refuse by. */
const FRESH_NANOS = 50_000_000;

/**
 * This gateway's own picture of the buckets: what it last heard of the shared ones, and what it let through since by itself.
 * It carries on when Redis is away, knows better when Redis has forgotten, and refuses a flood without asking for each request.
 */
export interface LocalBuckets {
  /** Takes over what Redis said of each of them. */
  learn(buckets: Buckets, answer: Answer): void;
  /** How long until the bucket is full, at least. */
  knownFullIn(bucket: Bucket, share: Share): number;
  /** What is left, if Redis would certainly refuse now, since it did a moment ago. */
  certainRefusal(buckets: Buckets, now: number): Verdict['levels'] | undefined;
  /** Decides without Redis, on this gateway's share of each limit. */
  draw(buckets: Buckets, draw: LocalDraw): Omit<Verdict, 'atMicros'>;
  /** What was let through without Redis and is not back, for it to be told. From then on it counts as heard from it. */
  takeOwn(share: Share): readonly OwnDraws[];
}

/** Times are nanoseconds of a clock that never goes back. */
export interface Answer {
  /** When the question was sent. */
  readonly askedAt: number;
  readonly heardAt: number;
  /** Of each bucket, in their order. */
  readonly fullInNanos: readonly number[];
}

export interface Share {
  readonly now: number;
  /** Gateways that share the limits. */
  readonly gateways: number;
}

export interface LocalDraw extends Share {
  readonly tokens: number;
  /** Whether the tokens are taken even if they are not there. */
  readonly owed: boolean;
}

/** What one bucket is to be told, in nanoseconds. */
export interface OwnDraws {
  readonly id: string;
  readonly roomNanos: number;
  readonly heardFullIn: number;
  readonly ownNanos: number;
}

/** @param remembered buckets that it knows at least, of callers and of strangers each. */
export function makeLocalBuckets(remembered = REMEMBERED): LocalBuckets {
  // Apart, so that no stream of strangers makes it forget those who have a key.
  const callers = new BoundedMap<BucketView>(remembered);
  const strangers = new BoundedMap<BucketView>(remembered);
  const viewsOf = ({ name }: Bucket): BoundedMap<BucketView> => (OF_CALLERS.has(name) ? callers : strangers);
  const viewOf = (bucket: Bucket, now: number): BucketView => {
    const room = roomNanos(bucket.limit);
    return viewUnder(room, viewsOf(bucket).get(bucket.id) ?? unknownBucket(room), now);
  };

  return {
    learn: (buckets, { askedAt, heardAt, fullInNanos }) => {
      for (const [place, bucket] of buckets.entries()) {
        const heard = { askedAt, heardAt, fullInNanos: fullInNanos[place] ?? 0 };
        viewsOf(bucket).set(bucket.id, afterHearing(viewOf(bucket, askedAt), heard));
      }
    },
    knownFullIn: (bucket, share) => {
      const view = viewOf(bucket, share.now);
      return heardIn(view, share.now) + ownIn(view, share);
    },
    certainRefusal: (buckets, now) => {
      if (!buckets.some((bucket) => refuses(bucket, viewOf(bucket, now), now))) return undefined;
      const heard = buckets.map((bucket) => heardIn(viewOf(bucket, now), now));
      return levelsOf(buckets, heard);
    },
    draw: (buckets, { tokens, owed, gateways, now }) => {
      const views = buckets.map((bucket) => viewOf(bucket, now));
      const shares = sharesOf(buckets, gateways);
      const before = views.map((view) => shareIn(view, now));
      const costs = shares.map(({ limit }) => tokens * intervalNanos(limit));
      const after = before.map((fullIn, place) => fullIn + (costs[place] ?? 0));
      const allowed = shares.every(({ limit }, place) => (after[place] ?? 0) <= roomNanos(limit));
      if (!allowed && !owed) return { allowed, levels: levelsOf(shares, before) };
      for (const [place, bucket] of buckets.entries())
        viewsOf(bucket).set(bucket.id, afterOwnDraw(viewOf(bucket, now), costs[place] ?? 0, now));
      return { allowed, levels: levelsOf(shares, after) };
    },
    takeOwn: (share) => [...takeOwnOf(callers, share), ...takeOwnOf(strangers, share)],
  };
}

/** Whether Redis said a moment ago what does not let in anything yet. Asked of every request, so nothing more is made of it. */
function refuses({ limit }: Bucket, view: BucketView, now: number): boolean {
  return now - view.heardAt < FRESH_NANOS && heardIn(view, now) + intervalNanos(limit) > roomNanos(limit);
}

function sharesOf([first, ...others]: Buckets, gateways: number): Buckets {
  const share = (bucket: Bucket): Bucket => ({ ...bucket, limit: shareOf(bucket.limit, gateways) });
  return [share(first), ...others.map(share)];
}

function takeOwnOf(views: BoundedMap<BucketView>, share: Share): OwnDraws[] {
  const own = [...views.entries()].filter(([, view]) => ownIn(view, share) > 0);
  for (const [id, view] of own) views.set(id, afterTelling(view, share));
  return own.map(([id, view]) => ({
    id,
    roomNanos: view.roomNanos,
    heardFullIn: heardIn(view, share.now),
    ownNanos: ownIn(view, share),
  }));
}
