import type { Stoppable } from '@fulfilment/kernel';
import { connectRedis } from '@fulfilment/redis';
import { type Limiter, makeLimiter } from '../rate-limiting/limiter.ts';
import { makeLocalBuckets } from '../rate-limiting/local-buckets.ts';
import { makeSharedBuckets } from '../rate-limiting/shared-buckets.ts';

/** The limiter of one gateway, with a connection of its own, and nothing else of a gateway. */
export interface TestLimiter extends Limiter, Stoppable {
  /** Times that it took Redis for gone. */
  failures(): number;
}

export async function startLimiter(redis: { readonly url: string; readonly prefix: string }): Promise<TestLimiter> {
  const connection = connectRedis({ ...redis, commandTimeoutMs: 5_000, onError: () => undefined });
  await new Promise((resolve) => connection.redis.once('ready', resolve));
  let failures = 0;
  const watch = { away: () => false, failed: () => void (failures += 1) };
  const limiter = makeLimiter({
    shared: makeSharedBuckets(connection),
    local: makeLocalBuckets(),
    watch,
    budgetMs: 5_000,
    gateways: () => 2,
  });
  return { ...limiter, failures: () => failures, stop: () => connection.stop() };
}
