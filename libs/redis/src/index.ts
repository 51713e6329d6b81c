export { connectRedis, type RedisConnection, type RedisConnectOptions } from './connect.ts';
export { type Hints, type HintsOptions, makeHints } from './hints.ts';
