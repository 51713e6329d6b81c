import { startOldRedis } from '@fulfilment/testing';
import { expect, inject, onTestFinished, test } from 'vitest';
import { gatewayEnv, startGateway } from '../testing/start-gateway.ts';

test('a gateway does not start with a Redis that is too old', async () => {
  const redis = await startOldRedis('redis_version:5.0.7\r\nredis_mode:standalone');
  onTestFinished(() => redis.stop());
  const env = gatewayEnv({ ...inject('engines'), redisUrl: redis.url }, 'http://127.0.0.1:9');

  await expect(startGateway(env)).rejects.toMatchObject({
    name: 'ConfigError',
    message: expect.stringMatching(/^Redis at 127\.0\.0\.1:\d+ is too old: it is 5\.0\.7, and 6\.2 is the least/),
  });
});
