import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const good = {
  MONGODB_URL: 'mongodb://127.0.0.1:27017/?replicaSet=rs0',
  REDIS_URL: 'redis://127.0.0.1:6379',
  KAFKA_BROKERS: '127.0.0.1:9092',
  JWT_PUBLIC_KEYS: '{"keys":[{"kty":"OKP","kid":"a"}]}',
  CURSOR_SECRET: 'a secret for cursors in tests only',
  WEBHOOK_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
};

test('what is not set is safe: https only, no private addresses, thirteen tries', () => {
  const { WEBHOOK_ALLOW_HTTP, WEBHOOK_ALLOWED_CIDRS, WEBHOOK_RETRY_SCHEDULE, WEBHOOK_SECRET_KEY } = readConfig(good);

  expect({ WEBHOOK_ALLOW_HTTP, WEBHOOK_ALLOWED_CIDRS }).toEqual({ WEBHOOK_ALLOW_HTTP: false, WEBHOOK_ALLOWED_CIDRS: [] });
  expect(WEBHOOK_RETRY_SCHEDULE).toHaveLength(13);
  expect(WEBHOOK_SECRET_KEY).toEqual(Buffer.alloc(32, 7));
});

test('lists are read', () => {
  const lists = { WEBHOOK_ALLOWED_CIDRS: '10.0.0.0/8, ::1/128', WEBHOOK_RETRY_SCHEDULE: '0, 0.5,2' };
  const settings = readConfig({ ...good, ...lists });

  expect(settings.WEBHOOK_ALLOWED_CIDRS.map(String)).toEqual(['10.0.0.0/8', '::1/128']);
  expect(settings.WEBHOOK_RETRY_SCHEDULE).toEqual([0, 0.5, 2]);
});

test('every bad variable is named, and the key is not shown', () => {
  const key = Buffer.alloc(31, 7).toString('base64');
  const bad = {
    WEBHOOK_SECRET_KEY: key,
    WEBHOOK_ALLOW_HTTP: 'yes',
    WEBHOOK_ALLOWED_CIDRS: '10.0.0.0',
    WEBHOOK_RETRY_SCHEDULE: 'soon',
  };
  const read = () => readConfig({ ...good, ...bad });

  for (const name of Object.keys(bad)) expect(read).toThrow(new RegExp(`${name}: `));
  expect(read).not.toThrow(new RegExp(key));
});

test('without a key for secrets nothing starts', () => {
  const { WEBHOOK_SECRET_KEY: _, ...rest } = good;

  expect(() => readConfig(rest)).toThrow(/WEBHOOK_SECRET_KEY: is required, the base64 of 32 bytes/);
});
