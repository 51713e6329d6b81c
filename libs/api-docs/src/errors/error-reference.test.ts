import { expect, test } from 'vitest';
import { type ErrorCode, ERRORS, OPERATIONS } from '@fulfilment/contracts';
import { errorReference } from '../index.ts';

const entries = errorReference();

test('every code of the catalogue is in it once, with what to do and an example of its own', () => {
  expect(entries.map(({ code }) => code)).toEqual(Object.keys(ERRORS));
  for (const { code, status, remedy, example } of entries) {
    expect(example).toMatchObject({ code, status });
    expect(remedy).toMatch(/^[A-Z].*\.$/s);
  }
});

test('where the same request can still succeed, the advice is to repeat it', () => {
  const retryable = entries.filter((entry) => entry.retryable);

  expect(retryable.length).toBeGreaterThan(4);
  for (const { remedy } of retryable) expect(remedy).toMatch(/\brepeat\b/i);
});

test.each<[ErrorCode, string]>([
  ['unauthenticated', 'every'],
  ['validation_failed', 'every-write'],
  ['method_not_allowed', 'no-operation'],
  ['wrong_item', 'applied-scan'],
])('%s is given by %s', (code, kind) => {
  expect(entries.find((entry) => entry.code === code)?.givenBy.kind).toBe(kind);
});

test('a code that some operations give names them all', () => {
  const givenBy = entries.find(({ code }) => code === 'sku_exists')?.givenBy;
  const operations = OPERATIONS.filter(({ errors }) => errors.includes('sku_exists'));

  expect(operations.length).toBeGreaterThan(1);
  expect(givenBy).toEqual({ kind: 'some', operations });
});
