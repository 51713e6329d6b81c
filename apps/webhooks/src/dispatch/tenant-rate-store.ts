import type { RedisConnection } from '@fulfilment/redis';
import { BURST_MS, type LeaseBlock } from './tenant-rate-ports.ts';

/** Milliseconds for which Redis is not asked again after it failed. */
const REST_MS = 1_000;
/** Milliseconds since its last block after which a process does not count any more as one that sends for a tenant. */
const SENDS_MS = 10_000;

/** Takes a block from the bucket of a tenant by the clock of Redis. @returns when it begins, in ms from now, and the processes that send. */
const TAKE = `
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local rate, count, burst, sends = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local begins = math.max(tonumber(redis.call('GET', KEYS[1]) or 0), now - burst)
local used = begins + count * 1000 / rate
redis.call('SET', KEYS[1], string.format('%.3f', used), 'PX', math.ceil(math.max(used - now, 0) + burst + sends))
redis.call('ZADD', KEYS[2], now, ARGV[5])
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now - sends)
redis.call('PEXPIRE', KEYS[2], sends)
return { string.format('%.3f', begins - now), redis.call('ZCARD', KEYS[2]) }
`;

/** Blocks of attempts of tenants, from buckets that all processes share; undefined while Redis is away. @param owner names the process. */
export function makeLeaseBlock({ redis, healthy }: Pick<RedisConnection, 'redis' | 'healthy'>, owner: string): LeaseBlock {
  let restsUntilMs = 0;
  return async (tenant, rate, count) => {
    if (!healthy() || performance.now() < restsUntilMs) return undefined;
    try {
      const keys = [`delivery-rate:{${tenant}}`, `delivery-rate:{${tenant}}:processes`];
      const found = await redis.eval(TAKE, keys.length, ...keys, rate, count, BURST_MS, SENDS_MS, owner);
      if (!Array.isArray(found)) return undefined;
      return { beginsInMs: Number(found[0]), processes: Math.max(1, Number(found[1])) };
    } catch {
      restsUntilMs = performance.now() + REST_MS;
      return undefined;
    }
  };
}
