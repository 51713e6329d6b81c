import { expect, test } from 'vitest';
import { configFaultOf, engineAway, readKafkaSecurity, readRedisTls } from './engine-security.ts';

const here = import.meta.filename;
const sasl = { KAFKA_SASL_MECHANISM: 'scram-sha-512', KAFKA_SASL_USERNAME: 'orders', KAFKA_SASL_PASSWORD: 'secret' } as const;

test('connections to Kafka are as the settings say: neither TLS nor credentials by default', () => {
  expect(readKafkaSecurity({ KAFKA_TLS: false })).toEqual({});
  expect(readKafkaSecurity({ KAFKA_TLS: true })).toEqual({ tls: {} });
  expect(readKafkaSecurity({ KAFKA_TLS: true, KAFKA_TLS_CA: here, ...sasl })).toEqual({
    tls: { ca: expect.stringContaining('import') },
    sasl: { mechanism: 'scram-sha-512', username: 'orders', password: 'secret' },
  });
});

test.each([
  [{ KAFKA_TLS: false, KAFKA_TLS_CA: here }, /^ {2}KAFKA_TLS: is true where KAFKA_TLS_CA, _CERT or _KEY is given$/m],
  [{ KAFKA_TLS: true, KAFKA_TLS_CERT: here }, /^ {2}KAFKA_TLS_KEY: is given together with KAFKA_TLS_CERT$/m],
  [{ KAFKA_TLS: true, KAFKA_TLS_CA: '/nowhere/ca.pem' }, /^ {2}KAFKA_TLS_CA: names a file that cannot be read \(ENOENT\)$/m],
  [
    { KAFKA_TLS: true, KAFKA_SASL_USERNAME: 'orders' },
    /^ {2}KAFKA_SASL_MECHANISM: is given together with KAFKA_SASL_USERNAME and /m,
  ],
])('settings of Kafka that do not go together are refused: %j', (settings, line) => {
  expect(() => readKafkaSecurity(settings)).toThrow(line);
});

test('an authority of Redis needs a URL with TLS', () => {
  expect(readRedisTls({ REDIS_URL: 'redis://localhost' })).toBeUndefined();
  expect(readRedisTls({ REDIS_URL: 'rediss://localhost' })).toEqual({});
  expect(() => readRedisTls({ REDIS_URL: 'redis://localhost', REDIS_TLS_CA: here })).toThrow('  REDIS_URL: is rediss://…');
});

const access = { label: 'Kafka', address: 'KAFKA_BROKERS', credentials: 'KAFKA_SASL_*', authorities: 'KAFKA_TLS_CA' };

test('a fault that passes by itself is no fault of the configuration', () => {
  const away = new Error('The message log is unavailable', { cause: new Error('connect ECONNREFUSED 127.0.0.1:9092') });

  expect(configFaultOf(away, access)).toBeUndefined();
  expect(configFaultOf('text', access)).toBeUndefined();
});

test('an engine that is away is told in one line, with the innermost reason', () => {
  const refused = new Error('Connection error: connect ECONNREFUSED 127.0.0.1:9092;\n  see elsewhere');
  const fault = engineAway(access, '127.0.0.1:9092', new Error('The message log is unavailable', { cause: refused }));

  expect(fault.message).toBe(
    'Kafka does not answer at 127.0.0.1:9092 (connect ECONNREFUSED 127.0.0.1:9092): start it, or correct KAFKA_BROKERS.',
  );
  expect(fault).toMatchObject({ name: 'ConfigError' });
});
