import { expect, test } from 'vitest';
import { z } from 'zod';
import { commaList, describeSettings, flag, port, secret } from './index.ts';

test('a setting is told with its meaning and what holds without it', () => {
  const Env = z.object({
    PORT: port.default(8_080).describe('Where it listens.'),
    BROKERS: commaList.describe('Where Kafka is.'),
    ALLOW_HTTP: flag.default(false).describe('Whether http is allowed.'),
    CIDRS: commaList.default(['10.0.0.0/8', 'fd00::/8']).describe('Ranges.'),
    NOTE: z.string().optional().describe('Anything.'),
    PEPPER: secret.describe('Of the keys.'),
  });

  expect(describeSettings(Env)).toEqual([
    { name: 'PORT', meaning: 'Where it listens.', fallback: '8080' },
    { name: 'BROKERS', meaning: 'Where Kafka is.', fallback: undefined },
    { name: 'ALLOW_HTTP', meaning: 'Whether http is allowed.', fallback: 'false' },
    { name: 'CIDRS', meaning: 'Ranges.', fallback: '10.0.0.0/8,fd00::/8' },
    { name: 'NOTE', meaning: 'Anything.', fallback: '' },
    { name: 'PEPPER', meaning: 'Of the keys.', fallback: undefined },
  ]);
});

test('a setting without a meaning is named', () => {
  expect(() => describeSettings(z.object({ PORT: port }))).toThrow('PORT is not described');
});

test('what is no schema of settings is refused', () => {
  expect(() => describeSettings(undefined)).toThrow('not an object of zod');
});
