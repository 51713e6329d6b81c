import { StandsStill } from '@fulfilment/kernel';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { StillnessWatch } from './stillness-watch.ts';

const told: StandsStill[] = [];
let watch: StillnessWatch;

beforeEach(() => {
  vi.useFakeTimers();
  told.length = 0;
  watch = new StillnessWatch((reason) => told.push(reason));
});

afterEach(() => void vi.useRealTimers());

test('what is not done in time is told once, and named', async () => {
  watch.expect('heard from the broker', 6_000);

  await vi.advanceTimersByTimeAsync(5_999);
  expect(told).toEqual([]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(told).toEqual([new StandsStill('It has not heard from the broker for 6000 ms')]);
});

test('each expectation stands in place of the one before, and none comes after the end', async () => {
  watch.expect('come into its group', 1_000);
  watch.expect('heard from the broker', 6_000);
  await vi.advanceTimersByTimeAsync(2_000);
  watch.end();
  watch.expect('heard from the broker', 6_000);

  await vi.advanceTimersByTimeAsync(60_000);
  expect(told).toEqual([]);
});

test('an answer that was there when a busy process came to look is in time', () => {
  watch.expect('heard from the broker', 6_000);
  vi.advanceTimersToNextTimer();
  // The answer is read between the timer and what it leaves for after the reading.
  watch.expect('heard from the broker', 6_000);

  vi.advanceTimersByTime(1_000);
  expect(told).toEqual([]);
});
