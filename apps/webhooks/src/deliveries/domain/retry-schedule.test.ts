import { expect, test } from 'vitest';
import { RETRY_SCHEDULE_SECONDS, waitAfter } from './exchange.ts';

const middle = 0.5;

test('the tries go on for about three days', () => {
  const hours = RETRY_SCHEDULE_SECONDS.reduce((sum, seconds) => sum + seconds, 0) / 3_600;

  expect(RETRY_SCHEDULE_SECONDS).toHaveLength(13);
  expect(hours).toBeGreaterThan(72);
  expect(hours).toBeLessThan(80);
});

test('each failure waits for its own time, and the last for none', () => {
  expect(waitAfter(1, RETRY_SCHEDULE_SECONDS, middle)).toBe(5_000);
  expect(waitAfter(2, RETRY_SCHEDULE_SECONDS, middle)).toBe(30_000);
  expect(waitAfter(12, RETRY_SCHEDULE_SECONDS, middle)).toBe(86_400_000);
  expect(waitAfter(13, RETRY_SCHEDULE_SECONDS, middle)).toBeUndefined();
});

test('jitter moves a wait by a tenth at most', () => {
  expect(waitAfter(3, RETRY_SCHEDULE_SECONDS, 0)).toBe(108_000);
  expect(waitAfter(3, RETRY_SCHEDULE_SECONDS, 1)).toBe(132_000);
});
