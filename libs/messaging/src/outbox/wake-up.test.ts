import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WakeUp } from './wake-up.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('a notification ends a wait, and one that came before it ends the next at once', async () => {
  const wakeUp = new WakeUp();
  const waiting = wakeUp.wait(1_000);
  wakeUp.notify();
  await waiting;

  wakeUp.notify();
  wakeUp.notify();
  await wakeUp.wait(1_000);

  expect(vi.getTimerCount()).toBe(0);
});

test('without a notification a wait ends when its time is up', async () => {
  const wakeUp = new WakeUp();
  let ended = false;
  const waiting = wakeUp.wait(100).then(() => (ended = true));

  await vi.advanceTimersByTimeAsync(99);
  expect(ended).toBe(false);
  await vi.advanceTimersByTimeAsync(1);

  await waiting;
  expect(ended).toBe(true);
});
