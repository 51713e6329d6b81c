import { expect, test } from 'vitest';
import { type RequestResult, judgeAttempt } from './attempt-result.ts';

const circumstances = { attempt: 1, schedule: [0, 5, 30], at: new Date('2026-11-21T10:00:00Z'), random: 0.5 };
const answered = (status: number, retryAfter: string | null = null): RequestResult => ({
  type: 'answered',
  status,
  excerpt: '',
  headers: retryAfter === null ? {} : { 'retry-after': retryAfter },
});
const broken: RequestResult = { type: 'broken', fault: 'timeout', detail: null, status: null, headers: {}, excerpt: null };

test.each([200, 201, 202, 204, 299])('%i is a success', (status) => {
  expect(judgeAttempt(answered(status), circumstances)).toEqual({
    outcome: { type: 'delivered' },
    consequence: { type: 'none' },
  });
});

test.each([199, 300, 301, 302, 304, 307, 400, 401, 404, 422, 500, 502, 504])('%i is tried again', (status) => {
  expect(judgeAttempt(answered(status), circumstances)).toEqual({
    outcome: { type: 'retry', afterMs: 5_000 },
    consequence: { type: 'none' },
  });
});

test('an answer that did not come to its end is no success, whatever its status', () => {
  expect(judgeAttempt({ ...broken, status: 200, excerpt: 'ok' }, circumstances).outcome).toEqual({
    type: 'retry',
    afterMs: 5_000,
  });
});

test('after the last try the delivery has failed', () => {
  expect(judgeAttempt(answered(500), { ...circumstances, attempt: 3 }).outcome).toEqual({ type: 'failed' });
  expect(judgeAttempt(broken, { ...circumstances, attempt: 3 }).outcome).toEqual({ type: 'failed' });
});

test.each([429, 503])('%i with Retry-After makes the delivery wait and the endpoint rest', (status) => {
  expect(judgeAttempt(answered(status, '600'), circumstances)).toEqual({
    outcome: { type: 'retry', afterMs: 600_000 },
    consequence: { type: 'rest', ms: 600_000 },
  });
});

test('a rest shorter than the schedule does not shorten it', () => {
  expect(judgeAttempt(answered(429, '1'), circumstances)).toEqual({
    outcome: { type: 'retry', afterMs: 5_000 },
    consequence: { type: 'rest', ms: 1_000 },
  });
});

test('Retry-After is read on 429 and 503 only', () => {
  expect(judgeAttempt(answered(500, '600'), circumstances).consequence).toEqual({ type: 'none' });
  expect(judgeAttempt(answered(200, '600'), circumstances).consequence).toEqual({ type: 'none' });
});

test('410 disables the endpoint and leaves the delivery due', () => {
  expect(judgeAttempt(answered(410), circumstances)).toEqual({
    outcome: { type: 'retry', afterMs: 5_000 },
    consequence: { type: 'disable' },
  });
});
