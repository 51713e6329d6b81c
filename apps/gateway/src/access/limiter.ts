import { intervalMicros } from '../domain/gcra.ts';
import type { SharedBuckets } from '../store/shared-buckets.ts';
import { type Buckets, levelsOf, type Verdict } from './bucket.ts';
import type { LocalBuckets } from './local-buckets.ts';
import type { StoreWatch } from './store-watch.ts';
import { withinBudget } from './within-budget.ts';

/** Decides on requests by their buckets. It always decides: without Redis on this gateway's share. */
export interface Limiter {
  /** Takes a token from each bucket if all have one, else from none. */
  take(buckets: Buckets): Promise<Verdict>;
  /** Takes what a request turned out to cost beyond its one token, into debt if need be. */
  charge(buckets: Buckets, tokens: number): Promise<Verdict>;
}

export interface LimiterParts {
  readonly shared: SharedBuckets;
  readonly local: LocalBuckets;
  readonly watch: StoreWatch;
  /** Milliseconds that Redis may take for a decision. */
  readonly budgetMs: number;
  /** Gateways that share the limits. */
  readonly gateways: () => number;
}

export function makeLimiter(parts: LimiterParts): Limiter {
  return {
    take: (buckets) => draw(parts, buckets, { tokens: 1, owed: false }),
    charge: (buckets, tokens) => draw(parts, buckets, { tokens, owed: true }),
  };
}

interface Ask {
  readonly tokens: number;
  readonly owed: boolean;
}

async function draw(parts: LimiterParts, buckets: Buckets, ask: Ask): Promise<Verdict> {
  const { local, watch, gateways } = parts;
  if (!watch.away()) {
    try {
      return await drawShared(parts, buckets, ask);
    } catch (error) {
      watch.failed(error);
    }
  }
  const drawn = local.draw(buckets, { ...ask, gateways: gateways(), nowMicros: steadyMicros() });
  return { ...drawn, atMicros: Date.now() * 1_000 };
}

async function drawShared({ shared, local, budgetMs }: LimiterParts, buckets: Buckets, { tokens, owed }: Ask): Promise<Verdict> {
  const askedMicros = steadyMicros();
  const draws = buckets.map(({ id, limit }) => {
    const interval = intervalMicros(limit);
    const knownFullInMicros = local.fullInMicros(id, askedMicros);
    return { id, roomMicros: limit.burst * interval, costMicros: tokens * interval, knownFullInMicros };
  });
  const { allowed, atMicros, fullInMicros } = await withinBudget(shared.draw(draws, owed), budgetMs);
  local.learn(buckets, fullInMicros, askedMicros);
  return { allowed, atMicros, levels: levelsOf(buckets, fullInMicros) };
}

/** Whole microseconds of a clock that never goes back. */
function steadyMicros(): number {
  return Math.floor(performance.now() * 1_000);
}
