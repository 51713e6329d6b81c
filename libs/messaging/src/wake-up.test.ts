import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeWakeUp } from './wake-up.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('a ring ends a wait, and one that came before it ends the next at once', async () => {
  const wakeUp = makeWakeUp();
  const waiting = wakeUp.wait(1_000);
  wakeUp.ring();
  await waiting;

  wakeUp.ring();
  wakeUp.ring();
  await wakeUp.wait(1_000);

  expect(vi.getTimerCount()).toBe(0);
});

test('without a ring a wait ends when its time is up', async () => {
  const wakeUp = makeWakeUp();
  let ended = false;
  const waiting = wakeUp.wait(100).then(() => (ended = true));

  await vi.advanceTimersByTimeAsync(99);
  expect(ended).toBe(false);
  await vi.advanceTimersByTimeAsync(1);

  await waiting;
  expect(ended).toBe(true);
});
