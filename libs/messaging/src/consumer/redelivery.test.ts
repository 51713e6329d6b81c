import { AppError } from '@fulfilment/kernel';
import { MongoInvalidArgumentError, MongoNetworkError, MongoServerError } from 'mongodb';
import { expect, test } from 'vitest';
import { shouldRedeliver } from './redelivery.ts';

const app = (kind: 'stale' | 'unavailable' | 'conflict' | 'invalid') => new AppError({ kind, code: 'a_code', message: 'm' });

test.each([
  ['a version that moved', app('stale')],
  ['a store that is away', app('unavailable')],
  ['a broken connection to MongoDB', new MongoNetworkError('connection closed')],
  ['a primary that steps down', new MongoServerError({ message: 'm', code: 189, errorLabels: ['RetryableWriteError'] })],
  ['an unknown error of the server', new MongoServerError({ message: 'm', code: 424_242 })],
  ['a login that the server refuses', new MongoServerError({ message: 'm', code: 18 })],
  ['a port that refuses', Object.assign(new Error('m'), { code: 'ECONNREFUSED', syscall: 'connect' })],
  ['an abort', new DOMException('m', 'AbortError')],
])('%s is retried', (_, error) => {
  expect(shouldRedeliver(error)).toBe(true);
});

test.each([
  ['a refusal', app('conflict')],
  ['an invalid message', app('invalid')],
  ['a duplicate key', new MongoServerError({ message: 'm', code: 11_000 })],
  ['a document that is too large', new MongoServerError({ message: 'm', code: 10_334 })],
  ['a call that MongoDB cannot read', new MongoInvalidArgumentError('m')],
  ['a bug', new TypeError('m')],
  ['a value that is no error', 'thrown'],
])('%s is not retried', (_, error) => {
  expect(shouldRedeliver(error)).toBe(false);
});
