import { expect, test } from 'vitest';
import { median, rateOf, successes } from './bench.ts';

test('only a success counts, and what was no success is told', () => {
  const sent = { elapsedMs: 2_000, statuses: { 200: 100, 201: 20, 202: 3, 503: 1 }, p50Ms: 5, p99Ms: 9, ids: [] };

  expect(successes(sent)).toBe(120);
  expect(rateOf('ship', sent, '64 at once')).toEqual({
    what: 'ship',
    perSecond: 60,
    p50Ms: 5,
    p99Ms: 9,
    remark: '64 at once, 3 × 202, 1 × 503',
  });
});

test('the median is the middle one', () => {
  expect(median([9, 1, 5])).toBe(5);
});
