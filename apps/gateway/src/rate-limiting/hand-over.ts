import type { SharedBuckets } from './shared-buckets.ts';
import type { LocalBuckets } from './local-buckets.ts';
import { steadyNanos } from './steady-clock.ts';

/** Buckets that Redis is told of at once, so that requests get their turn in between. */
const AT_ONCE = 200;

export interface HandOverParts {
  readonly shared: SharedBuckets;
  readonly local: LocalBuckets;
  readonly gateways: () => number;
}

/**
 * Tells Redis, which is back, what this gateway let through without it: that is owed. So the shares that the gateways gave add
 * up, and nobody gets a second burst for coming through another gateway. What does not arrive is not told again, since it may
 * have: the gateway itself still knows of it, and says so with the next request for that bucket.
 */
export async function handOver({ shared, local, gateways }: HandOverParts): Promise<void> {
  const owed = local.takeOwn({ now: steadyNanos(), gateways: gateways() });
  for (let at = 0; at < owed.length; at += AT_ONCE) {
    await Promise.all(
      owed.slice(at, at + AT_ONCE).map(async ({ id, roomNanos, heardFullIn, ownNanos }) => {
        await shared.draw([{ id, roomNanos, costNanos: ownNanos, knownFullInNanos: heardFullIn }], true);
      }),
    );
  }
}
