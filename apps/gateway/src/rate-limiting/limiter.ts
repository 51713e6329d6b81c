import { intervalNanos, roomNanos } from './domain/gcra.ts';
import type { SharedBuckets } from './shared-buckets.ts';
import { type Buckets, levelsOf, type Verdict } from './buckets.ts';
import type { LocalBuckets } from './local-buckets.ts';
import type { StoreWatch } from './store-watch.ts';
import { makeStoreClock, steadyNanos, type StoreClock } from './steady-clock.ts';
import { withinBudget } from './within-budget.ts';

/** Decides on requests by their buckets. It always decides: without Redis on this gateway's share. */
export interface Limiter {
  /** Takes a token from each bucket if all have one, else from none. */
  take(buckets: Buckets): Promise<Verdict>;
  /** The refusal that {@link take} would certainly give now, as Redis gave it a moment ago. It takes nothing and asks nobody. */
  certainRefusal(buckets: Buckets): Verdict | undefined;
  /** Takes what a request turned out to cost beyond its one token, into debt if need be. */
  charge(buckets: Buckets, tokens: number): Promise<Verdict>;
}

export interface LimiterParts {
  readonly shared: SharedBuckets;
  readonly local: LocalBuckets;
  readonly watch: Pick<StoreWatch, 'away' | 'failed'>;
  /** Milliseconds that Redis may take for a decision. */
  readonly budgetMs: number;
  /** Gateways that share the limits. */
  readonly gateways: () => number;
}

export function makeLimiter(parts: LimiterParts): Limiter {
  const clock = makeStoreClock();
  return {
    certainRefusal: (buckets) => (parts.watch.away() ? undefined : refusalBefore({ ...parts, clock }, buckets)),
    take: (buckets) => draw({ ...parts, clock }, buckets, { tokens: 1, owed: false }),
    charge: (buckets, tokens) => draw({ ...parts, clock }, buckets, { tokens, owed: true }),
  };
}

const MILLISECOND_NANOS = 1_000_000;

interface Ask {
  readonly tokens: number;
  readonly owed: boolean;
}

type Parts = LimiterParts & { readonly clock: StoreClock };

async function draw(parts: Parts, buckets: Buckets, ask: Ask): Promise<Verdict> {
  const { local, watch, gateways, clock } = parts;
  if (!watch.away()) {
    const certain = ask.owed ? undefined : refusalBefore(parts, buckets);
    if (certain) return certain;
    try {
      return await drawShared(parts, buckets, ask);
    } catch (error) {
      watch.failed(error);
    }
  }
  const drawn = local.draw(buckets, { ...ask, gateways: gateways(), now: steadyNanos() });
  return { ...drawn, atMicros: clock.now() };
}

function refusalBefore({ local, clock }: Parts, buckets: Buckets): Verdict | undefined {
  const levels = local.certainRefusal(buckets, steadyNanos());
  return levels && { allowed: false, atMicros: clock.now(), levels };
}

async function drawShared(parts: Parts, buckets: Buckets, { tokens, owed }: Ask): Promise<Verdict> {
  const { shared, local, budgetMs, gateways, clock } = parts;
  const askedAt = steadyNanos();
  const share = { now: askedAt, gateways: gateways() };
  const draws = buckets.map((bucket) => ({
    id: bucket.id,
    roomNanos: roomNanos(bucket.limit),
    costNanos: tokens * intervalNanos(bucket.limit),
    // Less what passes until Redis reads it, or it would say more than Redis itself knows, and take what has come in meanwhile.
    knownFullInNanos: Math.max(0, local.knownFullIn(bucket, share) - budgetMs * MILLISECOND_NANOS),
  }));
  const { allowed, atMicros, fullInNanos } = await withinBudget(shared.draw(draws, owed), budgetMs);
  local.learn(buckets, { askedAt, heardAt: steadyNanos(), fullInNanos });
  clock.set(atMicros);
  return { allowed, atMicros, levels: levelsOf(buckets, fullInNanos) };
}
