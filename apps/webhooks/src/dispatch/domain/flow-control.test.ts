import { expect, test } from 'vitest';
import { FIRST_WINDOW, MAX_WINDOW, narrowed, pacedAfter, pauseBefore, widened, type Window } from './flow-control.ts';

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
  expect(narrowed({ size: MAX_WINDOW, isOpening: true }).size).toBe(MAX_WINDOW / 2);
  expect(narrowed({ size: 1.5, isOpening: true }).size).toBe(1);
  expect(narrowed(FIRST_WINDOW).size).toBe(1);
});

test('after a failure it grows by one for each window full of successes', () => {
  const failed = narrowed({ size: 4, isOpening: true });

  expect(afterSuccesses(2, failed)).toBe(3);
  expect(afterSuccesses(5, failed)).toBeCloseTo(4);
});

/** Begins as many as it may within `forMs` milliseconds, with a clock that ticks `everyMs`. @returns when. */
function launches(rate: number, { forMs, everyMs = 1 }: { forMs: number; everyMs?: number }): number[] {
  const at: number[] = [];
  let pacedUntil = 0;
  for (let now = 10_000; now < 10_000 + forMs; now += everyMs) {
    while (pauseBefore(pacedUntil, now) === 0) {
      at.push(now);
      pacedUntil = pacedAfter(pacedUntil, now, rate);
    }
  }
  return at;
}

function mostWithinASecond(at: readonly number[]): number {
  let first = 0;
  const counts = at.map((now, last) => {
    while ((at[first] ?? now) <= now - 1_000) first += 1;
    return last - first + 1;
  });
  return Math.max(...counts);
}

test.each([1, 7, 100, 900])('%i a second are never more in any second, and in ten seconds no fewer', (rate) => {
  const at = launches(rate, { forMs: 10_000 });

  expect(mostWithinASecond(at)).toBeLessThanOrEqual(rate + 1);
  expect(at.length).toBeGreaterThan(rate * 10 * 0.99 - 1);
});

test('one in ten seconds is one in ten seconds', () => {
  expect(launches(0.1, { forMs: 30_000 })).toEqual([10_000, 20_000, 30_000]);
});

test('a stall of the process is not made up for by a burst', () => {
  const at = launches(100, { forMs: 10_000, everyMs: 500 });

  expect(new Set(at).size).toBe(at.length);
});
