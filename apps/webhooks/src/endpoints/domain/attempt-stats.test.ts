import { expect, test } from 'vitest';
import { bucketOf, quantile, sumOf } from './attempt-stats.ts';

const counted = (latencies: readonly number[]) => sumOf(latencies.map((latencyMs) => ({ [bucketOf(latencyMs)]: 1 })));

test('a quantile is at most a fifth too high, and never too low', () => {
  const latencies = Array.from({ length: 1_000 }, (_, place) => place + 1);

  for (const share of [0.5, 0.95, 0.99]) {
    const read = quantile(counted(latencies), share) ?? 0;
    expect(read).toBeGreaterThanOrEqual(Math.floor(1_000 * share));
    expect(read).toBeLessThanOrEqual(1_000 * share * 1.2 + 1);
  }
});

test('an empty histogram has no quantile', () => {
  expect(quantile({}, 0.5)).toBeNull();
  expect(quantile({ 3: 0 }, 0.5)).toBeNull();
});

test('every latency has a bucket: below a millisecond the first, beyond the range the last', () => {
  expect([0, 0.2, 1].map(bucketOf)).toEqual([0, 0, 0]);
  expect([65_536, 1e9].map(bucketOf)).toEqual([64, 64]);
});
