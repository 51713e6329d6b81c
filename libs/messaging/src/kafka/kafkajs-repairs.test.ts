import RequestQueue from 'kafkajs/src/network/requestQueue/index.js';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { repairKafkaJs } from './kafkajs-repairs.ts';

beforeEach(() => {
  vi.useFakeTimers();
  repairKafkaJs();
});
afterEach(() => vi.useRealTimers());

function queue(state: { pending: readonly unknown[]; throttledUntil: number }) {
  return {
    throttleCheckTimeoutId: null,
    checkPendingRequests: vi.fn<() => void>(),
    scheduleCheckPendingRequests: () => undefined,
    ...state,
  };
}

const schedule = (target: ReturnType<typeof queue>): void => RequestQueue.prototype.scheduleCheckPendingRequests.call(target);

test('a queue with nothing to send sets no timer', () => {
  schedule(queue({ pending: [], throttledUntil: -1 }));

  expect(vi.getTimerCount()).toBe(0);
});

test('what waits is looked at again, once, and never after a negative time', () => {
  const waiting = queue({ pending: ['request'], throttledUntil: -1 });
  schedule(waiting);
  schedule(waiting);
  expect(vi.getTimerCount()).toBe(1);

  vi.advanceTimersByTime(10);

  expect(waiting.checkPendingRequests).toHaveBeenCalledTimes(1);
});

test('a broker that asked for silence gets it', () => {
  const throttled = queue({ pending: ['request'], throttledUntil: Date.now() + 1_000 });
  schedule(throttled);

  vi.advanceTimersByTime(999);
  expect(throttled.checkPendingRequests).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);

  expect(throttled.checkPendingRequests).toHaveBeenCalledTimes(1);
});
