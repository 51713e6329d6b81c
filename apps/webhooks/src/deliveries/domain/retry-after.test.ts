import { expect, test } from 'vitest';
import { retryAfterMs } from './exchange.ts';

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

test.each([null, '', 'soon', '-5', '1.5', '10 minutes', '2026-11-21T10:10:00Z', 'Sat, the 21st'])(
  '"%s" says nothing',
  (header) => {
    expect(retryAfterMs(header, at)).toBeUndefined();
  },
);
