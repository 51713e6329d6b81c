import { randomUUID } from 'node:crypto';
import { delay } from '@fulfilment/kernel';
import { connectRedis } from '@fulfilment/redis';
import type { House } from './house.ts';
import { countDecisions } from './metrics.ts';
import { GatewayCensus } from './rate-limiting/gateway-census.ts';
import { Limiter, type RateLimiter } from './rate-limiting/limiter.ts';
import { makeDrawFromRedis } from './rate-limiting/redis-buckets.ts';

/** Milliseconds to wait for Redis at the start. It can do without. */
const REDIS_GREETING_MS = 1_000;

/** Starts what decides on requests by their limits, with or without Redis. */
export async function openLimiter(
  house: House,
): Promise<{ readonly limiter: RateLimiter; readonly isWithoutRedis: () => boolean }> {
  const { settings, logger, metrics, own } = house;
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
  const census = own(new GatewayCensus(connection, { self, expected: settings.RATE_LIMIT_GATEWAYS }));
  const gateways = () => census.count();
  const limiter = own(
    new Limiter({
      drawFromRedis: makeDrawFromRedis(connection),
      budgetMs: settings.RATE_LIMIT_BUDGET_MS,
      gateways,
      probeId: `rate:{probe}:${self}`,
      reconnect: () => redis.disconnect(true),
      onChange: (isWithoutRedis, cause) =>
        isWithoutRedis
          ? logger.warn({ err: cause }, 'redis is away: rate limits are decided on this gateway’s share')
          : logger.info('redis is back'),
    }),
  );
  if (!connection.healthy()) limiter.goWithoutRedis(new Error('Redis does not answer'));
  const isWithoutRedis = () => limiter.isWithoutRedis();
  return { limiter: countDecisions(metrics, limiter, { isWithoutRedis, gateways }), isWithoutRedis };
}
