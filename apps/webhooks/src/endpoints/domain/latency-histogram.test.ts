import { expect, test } from 'vitest';
import { bucketOf, quantile, sumOf } from './latency-histogram.ts';

const counted = (latencies: readonly number[]) => sumOf(latencies.map((latencyMs) => ({ [bucketOf(latencyMs)]: 1 })));

test('a quantile is at most a fifth above what it stands for, and never below', () => {
  const latencies = Array.from({ length: 1_000 }, (_, place) => place + 1);

  for (const share of [0.5, 0.95, 0.99]) {
    const read = quantile(counted(latencies), share) ?? 0;
    expect(read).toBeGreaterThanOrEqual(Math.floor(1_000 * share));
    expect(read).toBeLessThanOrEqual(1_000 * share * 1.2 + 1);
  }
});

test('of nothing there is no quantile', () => {
  expect(quantile({}, 0.5)).toBeNull();
  expect(quantile({ 3: 0 }, 0.5)).toBeNull();
});

test('every latency has a bucket: none below a millisecond, and the longest in the last', () => {
  expect([0, 0.2, 1].map(bucketOf)).toEqual([0, 0, 0]);
  expect([65_536, 1e9].map(bucketOf)).toEqual([64, 64]);
});
