import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { commonSettings, kafkaSettings, parseEnv } from './index.ts';

const Env = z.object({ ...commonSettings('orders'), ...kafkaSettings });
const good = {
  MONGODB_URL: 'mongodb://127.0.0.1:27017/?replicaSet=rs0',
  REDIS_URL: 'redis://127.0.0.1:6379',
  KAFKA_BROKERS: '127.0.0.1:9092, 127.0.0.1:9093',
  JWT_PUBLIC_KEYS: '{"keys":[{"kty":"OKP","kid":"a"}]}',
};

test('settings are read with their defaults, frozen', () => {
  const settings = parseEnv(Env, good);

  expect(settings).toMatchObject({
    HOST: '127.0.0.1',
    MONGODB_DATABASE: 'orders',
    KAFKA_BROKERS: ['127.0.0.1:9092', '127.0.0.1:9093'],
  });
  expect(Object.isFrozen(settings)).toBe(true);
});

test('every bad variable is named at once, and no value is shown', () => {
  const bad = { ...good, PORT: 'eighty', MONGODB_URL: 'postgres://user:hunter2@db', KAFKA_BROKERS: '', LOG_LEVEL: 'loud' };

  expect(() => parseEnv(Env, bad)).toThrow(/PORT: .*\n.*MONGODB_URL: .*\n.*LOG_LEVEL: .*\n.*KAFKA_BROKERS: /);
  expect(() => parseEnv(Env, bad)).not.toThrow(/hunter2|eighty|loud/);
});

test.each(['0', '201', '1.5', 'many'])('%s is no number of partitions', (KAFKA_PARTITIONS) => {
  expect(() => parseEnv(Env, { ...good, KAFKA_PARTITIONS })).toThrow(/KAFKA_PARTITIONS: /);
});

test.each([
  [{}, 12],
  [{ KAFKA_PARTITIONS: '200' }, 200],
])('with %j a topic is made with %i partitions', (told, partitions) => {
  expect(parseEnv(Env, { ...good, ...told })).toMatchObject({ KAFKA_PARTITIONS: partitions });
});

test('topics have three replicas where nothing else is asked for', () => {
  expect(parseEnv(Env, good)).toMatchObject({ KAFKA_REPLICATION_FACTOR: 3 });
  expect(parseEnv(Env, { ...good, KAFKA_REPLICATION_FACTOR: '1' })).toMatchObject({ KAFKA_REPLICATION_FACTOR: 1 });
});

function fileWith(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'fulfilment-setting-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'value'), text);
  return join(folder, 'value');
}

test('the value of a variable may stand in a file, without the line break at its end', () => {
  const { MONGODB_URL, ...others } = good;
  const env = { ...others, MONGODB_URL: '', MONGODB_URL_FILE: fileWith(`${MONGODB_URL}\n`), UNKNOWN_FILE: '/nowhere' };

  expect(parseEnv(Env, env).MONGODB_URL).toBe(MONGODB_URL);
});

test('a variable that is also in a file, an empty file and one that cannot be read are named, and no value is shown', () => {
  const env = {
    ...good,
    MONGODB_URL_FILE: fileWith('mongodb://hunter2@db'),
    KAFKA_SASL_PASSWORD_FILE: fileWith('\n'),
    KAFKA_SASL_USERNAME_FILE: '/nowhere/user',
  };

  expect(() => parseEnv(Env, env)).toThrow(
    [
      'Bad configuration:',
      '  MONGODB_URL_FILE: is given together with MONGODB_URL',
      '  KAFKA_SASL_USERNAME_FILE: names a file that cannot be read (ENOENT)',
      '  KAFKA_SASL_PASSWORD_FILE: names an empty file',
    ].join('\n'),
  );
  expect(() => parseEnv(Env, env)).not.toThrow(/hunter2/);
});
