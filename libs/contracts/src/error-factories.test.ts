import { AppError } from '@fulfilment/kernel';
import { expect, test } from 'vitest';
import { errorOf, errors, ERRORS, isErrorCode } from './index.ts';

test('every code of the catalogue has a factory that gives its kind and code', () => {
  const made = Object.values(errors).map((make) => make('Because.'));

  expect(made.map(({ code }) => code)).toEqual(Object.keys(ERRORS));
  for (const error of made) {
    expect(error).toBeInstanceOf(AppError);
    expect(isErrorCode(error.code) && ERRORS[error.code].kind).toBe(error.kind);
  }
});

test('an error carries its detail, facts, headers and cause', () => {
  const cause = new Error('away');
  const error = errors.rateLimited('Wait 3 s.', { facts: { retry_after: 3 }, headers: { 'retry-after': '3' }, cause });

  expect(error).toMatchObject({
    message: 'Wait 3 s.',
    details: { retry_after: 3 },
    headers: { 'retry-after': '3' },
    cause,
  });
});

test('an error without parts has no facts and no headers', () => {
  expect(errors.notFound('There is no such order.')).toMatchObject({ details: {}, headers: {}, cause: undefined });
});

test('errorOf makes the same error from a code that is known at run time', () => {
  expect(errorOf('sku_archived', 'It is archived.')).toEqual(errors.skuArchived('It is archived.'));
});

test('only what is unavailable can succeed on redelivery', () => {
  const retryable = Object.values(errors).filter((make) => make('Later.').isRetryable);

  expect(retryable.map((make) => make('Later.').code)).toEqual(['internal', 'upstream_unavailable', 'timeout']);
});

test('a code that is not in the catalogue does not compile', () => {
  // @ts-expect-error -- there is no such code.
  expect(errors.outOfLuck).toBeUndefined();
  // @ts-expect-error -- there is no such code.
  expect(() => errorOf('out_of_luck', 'No.')).toThrow(TypeError);
});
