import { AppError } from '@fulfilment/kernel';
import { MongoServerError } from 'mongodb';
import { expect, test } from 'vitest';
import { asUnavailable } from './transact.ts';

test.each([
  ['a transaction that took too long', 290],
  ['a snapshot that the server no longer keeps', 239],
  ['a read that a failover interrupted twice', 11_602],
  ['a read while the server shuts down', 11_600],
  ['a primary that stepped down', 189],
  ['a primary that is none any more', 10_107],
  ['a member that is no primary', 13_435],
  ['a cursor that went with its server', 43],
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
