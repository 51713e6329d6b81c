import { expect, test } from 'vitest';
import { RETRY_SCHEDULE_SECONDS, retryAfterMs, waitAfter } from './retry-schedule.ts';

const at = new Date('2026-11-21T10:00:00Z');

test.each([
  ['120', 120_000],
  [' 5 ', 5_000],
  ['0', 0],
  ['Sat, 21 Nov 2026 10:10:00 GMT', 600_000],
  ['Saturday, 21-Nov-26 10:10:00 GMT', 600_000],
  ['Sat Nov 21 10:10:00 2026 GMT', 600_000],
])('Retry-After "%s" is %i ms', (header, ms) => {
  expect(retryAfterMs(header, at)).toBe(ms);
});

test('a receiver may ask for a day, no longer', () => {
  expect(retryAfterMs('31536000', at)).toBe(86_400_000);
  expect(retryAfterMs('9'.repeat(400), at)).toBe(86_400_000);
  expect(retryAfterMs('Mon, 21 Nov 2044 10:10:00 GMT', at)).toBe(86_400_000);
});

test('a date that has passed asks for nothing', () => {
  expect(retryAfterMs('Sat, 21 Nov 2026 09:00:00 GMT', at)).toBe(0);
});

test.each([
  ['60.5', 60_500],
  ['0.0001', 1],
  ['90000.5', 86_400_000],
])('%s seconds are not cut to less', (header, ms) => {
  expect(retryAfterMs(header, at)).toBe(ms);
});

test.each([null, '', 'soon', '-5', '10 minutes', '2026-11-21T10:10:00Z', 'Sat, the 21st'])('"%s" says nothing', (header) => {
  expect(retryAfterMs(header, at)).toBeUndefined();
});

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
