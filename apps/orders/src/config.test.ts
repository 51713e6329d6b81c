import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const good = {
  MONGODB_URL: 'mongodb://127.0.0.1:27017/?replicaSet=rs0',
  REDIS_URL: 'redis://127.0.0.1:6379',
  KAFKA_BROKERS: '127.0.0.1:9092',
  JWT_PUBLIC_KEYS: '{"keys":[{"kty":"OKP","kid":"a"}]}',
  CURSOR_SECRET: 'a secret of at least 32 characters',
};

test('a request waits 8 s for inventory by default', () => {
  expect(readConfig(good)).toMatchObject({ ORDER_WAIT_MS: 8_000, MONGODB_DATABASE: 'orders' });
});

test('a wait longer than the gateway allows is refused by its name', () => {
  expect(() => readConfig({ ...good, ORDER_WAIT_MS: '30000' })).toThrow(/ORDER_WAIT_MS/);
});
