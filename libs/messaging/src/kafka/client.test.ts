import SubscriptionState from 'kafkajs/src/consumer/subscriptionState.js';
import RequestQueue from 'kafkajs/src/network/requestQueue/index.js';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { isRefusal, isRetryableByNewClient, repairKafkaJs } from './client.ts';

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
    inflight: new Map(),
    isConnected: () => true,
    destroy: () => undefined,
    scheduleRequestTimeoutCheck: () => undefined,
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

test('a request without an answer fails when its time is up, and the look for it ends with the connection', () => {
  const timeoutRequest = vi.fn<() => void>();
  let isConnected = true;
  const target = {
    ...queue({ pending: [], throttledUntil: -1 }),
    inflight: new Map([[1, { sentAt: Date.now(), requestTimeout: 10_000, timeoutRequest }]]),
    isConnected: () => isConnected,
  };
  RequestQueue.prototype.scheduleRequestTimeoutCheck.call(target);
  vi.advanceTimersByTime(10_000);
  expect(timeoutRequest).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1_000);
  expect(timeoutRequest).toHaveBeenCalledTimes(1);

  isConnected = false;
  vi.advanceTimersByTime(1_000);

  expect(vi.getTimerCount()).toBe(0);
});

test('each partition, and each topic, is the first of some fetches', () => {
  const state = new SubscriptionState();
  state.assign([
    { topic: 'orders', partitions: [0, 1, 2] },
    { topic: 'scans', partitions: [7] },
  ]);

  const firsts = new Set(
    Array.from({ length: 300 }, () => state.assigned()[0]).map((first) => `${first?.topic} ${first?.partitions[0]}`),
  );

  expect(firsts).toEqual(new Set(['orders 0', 'orders 1', 'orders 2', 'scans 7']));
});

/** Errors as KafkaJS makes them: facts on an error, causes within causes. */
function kafkaError(name: string, facts: { type?: string; retriable?: boolean; cause?: unknown }): Error {
  return Object.assign(new Error('from KafkaJS', { cause: facts.cause }), { name }, facts);
}

describe('a refusal', () => {
  test.each(['MESSAGE_TOO_LARGE', 'RECORD_LIST_TOO_LARGE', 'INVALID_RECORD', 'INVALID_TIMESTAMP'])(
    '%s is one, also as a cause',
    (type) => {
      const refusal = kafkaError('KafkaJSProtocolError', { type, retriable: false });
      expect(isRefusal(refusal)).toBe(true);
      expect(isRefusal(kafkaError('KafkaJSNonRetriableError', { retriable: false, cause: refusal }))).toBe(true);
    },
  );

  test('what is away is none', () => {
    expect(isRefusal(kafkaError('KafkaJSProtocolError', { type: 'NOT_LEADER_FOR_PARTITION', retriable: true }))).toBe(false);
    expect(isRefusal('MESSAGE_TOO_LARGE')).toBe(false);
  });
});

describe('a new client', () => {
  test('helps where a connection or the retries were at an end', () => {
    const refused = kafkaError('KafkaJSConnectionError', { retriable: true });
    expect(isRetryableByNewClient(refused)).toBe(true);
    expect(isRetryableByNewClient(kafkaError('KafkaJSNonRetriableError', { retriable: false, cause: refused }))).toBe(true);
    expect(isRetryableByNewClient(kafkaError('KafkaJSNumberOfRetriesExceeded', { retriable: false }))).toBe(true);
  });

  test('does not help where the broker forbids it, nor against a bug', () => {
    const forbidden = kafkaError('KafkaJSProtocolError', { type: 'GROUP_AUTHORIZATION_FAILED', retriable: false });
    expect(isRetryableByNewClient(kafkaError('KafkaJSNonRetriableError', { retriable: false, cause: forbidden }))).toBe(false);
    expect(isRetryableByNewClient(new TypeError('undefined is not a function'))).toBe(false);
  });
});
