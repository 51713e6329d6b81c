import { expect, test } from 'vitest';
import { FIRST_WINDOW, MAX_WINDOW, narrowed, widened } from './window.ts';

const afterSuccesses = (count: number): number => {
  let window = FIRST_WINDOW;
  for (let each = 0; each < count; each += 1) window = widened(window);
  return window;
};

test('a window grows by one for each window full of successes, up to its limit', () => {
  expect(afterSuccesses(0)).toBe(1);
  expect(afterSuccesses(1)).toBe(2);
  expect(afterSuccesses(3)).toBeCloseTo(3);
  expect(afterSuccesses(10_000)).toBe(MAX_WINDOW);
});

test('a failure halves it, to one at least', () => {
  expect(narrowed(MAX_WINDOW)).toBe(MAX_WINDOW / 2);
  expect(narrowed(1.5)).toBe(1);
  expect(narrowed(1)).toBe(1);
});
