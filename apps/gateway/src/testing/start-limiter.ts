import { connectRedis } from '@fulfilment/redis';
import { Limiter } from '../rate-limiting/limiter.ts';
import { makeDrawFromRedis } from '../rate-limiting/redis-buckets.ts';

/** The limiter of one of two gateways, with a connection of its own, and nothing else of a gateway. */
export interface TestLimiter extends Pick<Limiter, 'take' | 'charge' | 'stop'> {
  /** Times that it went without Redis. */
  failures(): number;
}

export async function startLimiter(redis: { readonly url: string; readonly prefix: string }): Promise<TestLimiter> {
  const connection = connectRedis({ ...redis, commandTimeoutMs: 5_000, onError: () => undefined });
  await new Promise((resolve) => connection.redis.once('ready', resolve));
  let failures = 0;
  const limiter = new Limiter({
    drawFromRedis: makeDrawFromRedis(connection),
    budgetMs: 5_000,
    gateways: () => 2,
    reconnect: () => undefined,
    onChange: (isWithoutRedis) => void (failures += isWithoutRedis ? 1 : 0),
  });
  return {
    take: (buckets) => limiter.take(buckets),
    charge: (buckets, tokens) => limiter.charge(buckets, tokens),
    failures: () => failures,
    stop: async () => {
      await limiter.stop();
      await connection.stop();
    },
  };
}
