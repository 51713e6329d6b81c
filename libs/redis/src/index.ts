export { redisAnswers } from './answers.ts';
export { connectRedis, type RedisConnection, type RedisConnectOptions, redisErrorLog } from './connect.ts';
export { type Hints, type HintsOptions, makeHints } from './hints.ts';
export { LEAST_REDIS, oldRedisFault, RedisVersionUnknown } from './least-version.ts';
