import { Redis } from 'ioredis';
import { redisDefaults, type RedisConnectOptions } from './connect.ts';

/** Milliseconds in which a Redis that is well answers. */
const ANSWER_MS = 1_000;

/** True where Redis answers now, over a connection of its own: one that is open may be broken without a sign. */
export async function redisAnswers({ url, tls }: Pick<RedisConnectOptions, 'url' | 'tls'>): Promise<boolean> {
  const redis = new Redis(url, { ...redisDefaults(ANSWER_MS, tls), lazyConnect: true, retryStrategy: () => null });
  // A connection that breaks is answered by the rejection below.
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    return (await redis.ping()) === 'PONG';
  } catch {
    return false;
  } finally {
    redis.disconnect();
  }
}
