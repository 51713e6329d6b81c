import { connectRedis } from '@fulfilment/redis';
import { Limiter } from '../rate-limiting/limiter.ts';
import { makeRedisBuckets } from '../rate-limiting/redis-buckets.ts';

/** The limiter of a gateway, with a connection of its own, and nothing else of a gateway. */
export interface TestLimiter extends Pick<Limiter, 'take' | 'charge' | 'isWithoutRedis' | 'stop'> {
  /** Times that it went without Redis. */
  failures(): number;
}

interface TestRedis {
  readonly url: string;
  readonly prefix: string;
  /** Milliseconds that a decision may take there. */
  readonly budgetMs?: number;
  readonly gateways?: number;
}

export async function startLimiter({ budgetMs = 5_000, gateways = 2, ...redis }: TestRedis): Promise<TestLimiter> {
  const connection = connectRedis({ ...redis, commandTimeoutMs: 5_000, onError: () => undefined });
  await new Promise((resolve) => connection.redis.once('ready', resolve));
  let failures = 0;
  const limiter = new Limiter({
    redis: makeRedisBuckets(connection),
    budgetMs,
    gateways: () => gateways,
    reconnect: () => connection.redis.disconnect(true),
    onChange: (isWithoutRedis) => void (failures += isWithoutRedis ? 1 : 0),
  });
  return {
    take: (buckets) => limiter.take(buckets),
    charge: (buckets, tokens) => limiter.charge(buckets, tokens),
    isWithoutRedis: () => limiter.isWithoutRedis(),
    failures: () => failures,
    stop: async () => {
      await limiter.stop();
      await connection.stop();
    },
  };
}
