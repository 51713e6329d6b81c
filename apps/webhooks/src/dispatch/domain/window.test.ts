import { expect, test } from 'vitest';
import { FIRST_WINDOW, MAX_WINDOW, narrowed, widened, type Window } from './window.ts';

const afterSuccesses = (count: number, from: Window = FIRST_WINDOW): number => {
  let window = from;
  for (let each = 0; each < count; each += 1) window = widened(window);
  return window.size;
};

test('a window grows by one for each success, up to its limit', () => {
  expect(afterSuccesses(0)).toBe(1);
  expect(afterSuccesses(1)).toBe(2);
  expect(afterSuccesses(3)).toBe(4);
  expect(afterSuccesses(10_000)).toBe(MAX_WINDOW);
});

test('a failure halves it, to one at least', () => {
  expect(narrowed({ size: MAX_WINDOW, opening: true }).size).toBe(MAX_WINDOW / 2);
  expect(narrowed({ size: 1.5, opening: true }).size).toBe(1);
  expect(narrowed(FIRST_WINDOW).size).toBe(1);
});

test('after a failure it grows by one for each window full of successes', () => {
  const failed = narrowed({ size: 4, opening: true });

  expect(afterSuccesses(2, failed)).toBe(3);
  expect(afterSuccesses(5, failed)).toBeCloseTo(4);
});
