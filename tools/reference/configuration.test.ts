import { join } from 'node:path';
import { PROCESSES } from '@fulfilment/contracts';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readEnv, readSettings, valuesOf } from './configuration.ts';

const root = join(import.meta.dirname, '../..');
const file = (name: string): string => `apps/${name}/src/config.ts`;

/** Settings that are numbers without a unit. */
const COUNTS = /PORT|_IN_FLIGHT|_CONCURRENCY|_GATEWAYS|_PER_|_WAITING|_FACTOR|_PARTITIONS|_ARG$/;

const takes = (schema: z.core.$ZodType, value: number): boolean => z.safeParse(schema, String(value)).success;

describe.each(PROCESSES)('the reference of the configuration of %s', (name) => {
  test('has the values of each setting, and the unit of each number that is no count', async () => {
    const { settings } = await readSettings(root, file(name));
    const numbers = settings.filter(({ values }) => /^[\d.]+ to [\d.]+$/.test(values));

    expect(settings.filter(({ values }) => values === '' || /undefined|Invalid|NaN/.test(values))).toEqual([]);
    expect(numbers.length).toBeGreaterThan(3);
    expect(numbers.filter((each) => (each.unit === '') !== COUNTS.test(each.name)).map((each) => each.name)).toEqual([]);
  });

  test('has the bounds that the process holds its numbers to', async () => {
    const { shape } = await readEnv(root, file(name));
    const bounded = Object.entries(shape).flatMap(([setting, schema]) => {
      const [, least, most] = /^([\d.]+) to ([\d.]+)$/.exec(valuesOf(schema)) ?? [];
      return least === undefined ? [] : [{ setting, schema, least: Number(least), most: Number(most) }];
    });

    for (const { setting, schema, least, most } of bounded)
      expect({ setting, taken: [least - 1, least, most, most + 1].map((value) => takes(schema, value)) }).toEqual({
        setting,
        taken: [false, true, true, false],
      });
  });
});

test.each([
  [z.enum(['plain', 'scram']), '`plain`, `scram`'],
  [z.string().regex(/^a+$/, 'is required, letters a'), 'letters a'],
  [z.string().regex(/^a/, 'must begin with a'), 'text that has to begin with a'],
  [z.string().max(7).optional(), 'text of at most 7 characters'],
  [
    z
      .string()
      .transform((text) => text.split(','))
      .pipe(z.array(z.string())),
    'a comma-separated list',
  ],
  [z.string(), 'text'],
])('values of texts are told in words (%#)', (schema, words) => {
  expect(valuesOf(schema)).toBe(words);
});
