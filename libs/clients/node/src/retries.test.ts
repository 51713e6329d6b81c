import { expect, test, vi } from 'vitest';
import { ApiError, ConnectionError, UnexpectedAnswerError } from './errors.ts';
import { Throttle, waitBeforeRetry } from './retries.ts';

const SAFE = { repeatable: true, hasBody: true };

function refusal(status: number, retryAfterSeconds: number | null = null, retryable = true): ApiError {
  const problem = { type: '', title: '', status, code: 'rate_limited', detail: '', request_id: 'req_1', retryable };
  return new ApiError({ problem, status, retryAfterSeconds, remedy: '', idempotencyKey: null });
}

function page(status: number, retryAfterSeconds: number | null = null): UnexpectedAnswerError {
  return new UnexpectedAnswerError('html', { status, requestId: null, retryAfterSeconds });
}

const waits = (random: number) => [0, 1, 2, 3, 4, 5].map((attempt) => waitBeforeRetry(refusal(503), attempt, SAFE, random));

test('waits double from half a second to eight, between half and the whole of it by chance', () => {
  expect(waits(1)).toEqual([500, 1_000, 2_000, 4_000, 8_000, 8_000]);
  expect(waits(0)).toEqual([250, 500, 1_000, 2_000, 4_000, 4_000]);
});

test('Retry-After is never undercut, and one of more than a minute is not waited for', () => {
  expect(waitBeforeRetry(refusal(429, 20), 0, SAFE, 0)).toBe(20_000);
  expect(waitBeforeRetry(refusal(429, 60), 0, SAFE, 1)).toBe(60_500);
  expect(waitBeforeRetry(refusal(429, 61), 0, SAFE, 0)).toBeNull();
});

test.each([
  ['a 500 of the API, whatever it says of itself', refusal(500, null, false), SAFE],
  ['a conflict that is retryable', refusal(409), SAFE],
  ['a page with 408 of a proxy', page(408), SAFE],
  ['a page with 429 of a proxy', page(429), SAFE],
  ['a page with 520 of a proxy', page(520), SAFE],
  ['a read after a lost answer', new ConnectionError('lost'), SAFE],
  ['a write without a key after 429 of the API', refusal(429), { repeatable: false, hasBody: true }],
])('%s is repeated', (_what, error, safety) => {
  expect(waitBeforeRetry(error, 0, safety, 1)).toBe(500);
});

test('Retry-After of a page of a proxy is obeyed as that of the API', () => {
  expect(waitBeforeRetry(page(503, 3), 0, SAFE, 0)).toBe(3_000);
  expect(waitBeforeRetry(page(503, 61), 0, SAFE, 0)).toBeNull();
});

test.each([
  ['a refusal that is not retryable', refusal(409, null, false), SAFE],
  ['a write without a key after a page with 429 of a proxy', page(429), { repeatable: false, hasBody: true }],
  ['a write without a key after 503', refusal(503), { repeatable: false, hasBody: true }],
  ['a write without a key after a lost answer', new ConnectionError('lost'), { repeatable: false, hasBody: true }],
  ['a stream that was sent', refusal(503), { repeatable: true, hasBody: false }],
  ['a page with 404 of another server', page(404), SAFE],
  ['a page with 409 of a proxy', page(409), SAFE],
])('%s is not repeated', (_what, error, safety) => {
  expect(waitBeforeRetry(error, 0, safety)).toBeNull();
});

test('requests take turns at the same distance, and one that comes late waits for nothing', () => {
  const throttle = new Throttle(10);

  expect([5.5, 5.5, 5.75, 1_000, 1_099.5].map((nowMs) => throttle.take(nowMs))).toEqual([0, 100, 199.75, 0, 0.5]);
});

test('a turn that is due now asks for no wait below zero, whenever the clock is read', async () => {
  // Each reading is later than the one before, as with a fine clock.
  let nowMs = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (nowMs += 0.25));
  const throttle = new Throttle(10);
  const turn = throttle.turn(undefined);
  const readings = clock.mock.calls.length;
  await turn;

  expect(readings).toBe(1);
});
