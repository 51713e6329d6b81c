import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LEAST_BYTES_A_SECOND, RateGuard } from './rate-guard.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function start() {
  const onSlow = vi.fn<() => void>();
  return { onSlow, guard: new RateGuard(30_000, onSlow) };
}

test('a client that moves fewer bytes than it must in a period is slow', () => {
  const { guard, onSlow } = start();
  guard.wait();
  guard.count(30 * LEAST_BYTES_A_SECOND - 1);

  vi.advanceTimersByTime(29_999);
  expect(onSlow).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);

  expect(onSlow).toHaveBeenCalledOnce();
});

test('each period is judged by itself', () => {
  const { guard, onSlow } = start();
  guard.wait();
  for (let periods = 0; periods < 10; periods += 1) {
    guard.count(30 * LEAST_BYTES_A_SECOND);
    vi.advanceTimersByTime(30_000);
  }
  expect(onSlow).not.toHaveBeenCalled();

  vi.advanceTimersByTime(30_000);

  expect(onSlow).toHaveBeenCalledOnce();
});

test('time in which the client is not waited for does not count', () => {
  const { guard, onSlow } = start();
  for (let times = 0; times < 29; times += 1) {
    guard.wait();
    vi.advanceTimersByTime(1_000);
    guard.rest();
    vi.advanceTimersByTime(3_600_000);
  }
  expect(onSlow).not.toHaveBeenCalled();

  guard.wait();
  vi.advanceTimersByTime(1_000);

  expect(onSlow).toHaveBeenCalledOnce();
});

test('after the end nothing is watched', () => {
  const { guard, onSlow } = start();
  guard.wait();
  guard.end();
  guard.wait();

  vi.advanceTimersByTime(3_600_000);

  expect(onSlow).not.toHaveBeenCalled();
});
