import { randomUUID } from 'node:crypto';
import { delay } from '@fulfilment/kernel';
import { connectRedis } from '@fulfilment/redis';
import { handOver } from './rate-limiting/hand-over.ts';
import { type Limiter, makeLimiter } from './rate-limiting/limiter.ts';
import { makeLocalBuckets } from './rate-limiting/local-buckets.ts';
import { startStoreWatch, type StoreWatch } from './rate-limiting/store-watch.ts';
import type { House } from './house.ts';
import { countDecisions } from './metrics.ts';
import { startGatewayCensus } from './rate-limiting/gateway-census.ts';
import { makeSharedBuckets } from './rate-limiting/shared-buckets.ts';

/** Milliseconds to wait for Redis at the start. It can do without. */
const REDIS_GREETING_MS = 1_000;

/** Starts what decides on requests by their limits, with or without Redis. */
export async function openLimiter(house: House): Promise<{ readonly limiter: Limiter; readonly watch: StoreWatch }> {
  const { settings, logger, metrics, own } = house;
  const { RATE_LIMIT_BUDGET_MS: budgetMs } = settings;
  const self = randomUUID();
  const connection = own(
    connectRedis({
      url: settings.REDIS_URL,
      prefix: settings.REDIS_PREFIX,
      // Decisions have their own, shorter budget; this one only clears away what nobody waits for.
      commandTimeoutMs: 2_000,
      onError: (error) => logger.debug({ err: error }, 'redis connection'),
    }),
  );
  const { redis } = connection;
  await Promise.race([new Promise((resolve) => redis.once('ready', resolve)), delay(REDIS_GREETING_MS)]);
  const census = own(startGatewayCensus(connection, { self, expected: settings.RATE_LIMIT_GATEWAYS }));
  const parts = { shared: makeSharedBuckets(connection), local: makeLocalBuckets(), gateways: census.count };
  const watch = own(
    startStoreWatch({
      probe: () => parts.shared.draw([{ id: `rate:{probe}:${self}`, roomNanos: 1, costNanos: 1, knownFullInNanos: 0 }], true),
      handOver: () => handOver(parts),
      reconnect: () => redis.disconnect(true),
      budgetMs,
      onChange: (away, cause) =>
        away
          ? logger.warn({ err: cause }, 'redis is away: rate limits are decided on this gateway’s share')
          : logger.info('redis is back'),
    }),
  );
  if (!connection.healthy()) watch.failed(new Error('Redis does not answer'));
  const limiter = makeLimiter({ ...parts, watch, budgetMs });
  return { limiter: countDecisions(metrics, limiter, { watch, gateways: census.count }), watch };
}
