import { AppError } from '@fulfilment/kernel';
import { MongoServerError } from 'mongodb';
import { expect, test } from 'vitest';
import { asUnavailable } from './transact.ts';

test.each([
  ['a transaction that took too long', 290],
  ['a snapshot that the server no longer keeps', 239],
])('%s is retryable, and no text of the driver reaches a caller', (_what, code) => {
  const error = asUnavailable(new MongoServerError({ message: 'host-1 said no', code }));

  expect(error).toBeInstanceOf(AppError);
  expect(error).toMatchObject({
    kind: 'unavailable',
    code: 'upstream_unavailable',
    message: 'The store is unavailable. Try again.',
  });
});

test('an error of the command itself stays what it is', () => {
  const error = new MongoServerError({ message: 'unknown operator', code: 2 });

  expect(asUnavailable(error)).toBe(error);
});
