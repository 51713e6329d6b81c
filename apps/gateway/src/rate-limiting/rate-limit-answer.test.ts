import { expect, test } from 'vitest';
import { bucketsOf, levelsOf } from './buckets.ts';
import { knownKey } from '../authentication/known-key.builder.ts';
import { rateLimitHeaders, retryAfterSeconds } from './rate-limit-answer.ts';

const buckets = bucketsOf(knownKey());
const atMicros = 1_800_000_000_400_000;
const decision = (fullIn: readonly number[]) => ({ allowed: true, atMicros, levels: levelsOf(buckets, fullIn) });

test('the headers speak of the bucket that has less left', () => {
  expect(rateLimitHeaders(decision([100_000_000, 10_000_000]))).toEqual({
    'X-RateLimit-Limit': '100',
    'X-RateLimit-Remaining': '99',
    'X-RateLimit-Reset': '1800000001',
    'RateLimit-Policy': '"key";q=100;w=10, "tenant";q=1000;w=10',
    RateLimit: '"key";r=99;t=1',
  });
  expect(rateLimitHeaders(decision([100_000_000, 9_990_000_000]))).toMatchObject({
    'X-RateLimit-Limit': '1000',
    'X-RateLimit-Remaining': '1',
    'X-RateLimit-Reset': '1800000011',
    RateLimit: '"tenant";r=1;t=10',
  });
});

test('a full bucket is full now', () => {
  expect(rateLimitHeaders({ ...decision([0, 0]), atMicros: 1_800_000_000_000_000 })['X-RateLimit-Reset']).toBe('1800000000');
});

test('Retry-After waits for the bucket that takes longer, and is never early', () => {
  expect(retryAfterSeconds(decision([10_000_000_000, 10_000_000_000]))).toBe(1);
  expect(retryAfterSeconds(decision([12_500_000_000, 10_000_000_000]))).toBe(3);
  expect(retryAfterSeconds(decision([10_000_000_000, 14_000_000_000]))).toBe(5);
});
