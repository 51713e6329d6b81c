export { connectRedis, type RedisConnection, type RedisConnectOptions, redisErrorLog } from './connect.ts';
export { type Hints, type HintsOptions, makeHints } from './hints.ts';
