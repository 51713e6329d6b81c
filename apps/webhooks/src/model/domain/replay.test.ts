import { expect, test } from 'vitest';
import { isReceiving, pauseAfter, stepLimit, waitFor } from './replay.ts';

const at = new Date('2026-11-21T10:00:00Z');
const later = new Date('2026-11-21T10:00:03Z');

test('a replay goes on only while its endpoint is active and does not rest', () => {
  expect(isReceiving({ status: 'active', restsUntil: null }, at)).toBe(true);
  expect(isReceiving({ status: 'active', restsUntil: at }, at)).toBe(true);
  expect(isReceiving({ status: 'active', restsUntil: later }, at)).toBe(false);
  expect(isReceiving({ status: 'paused', restsUntil: null }, at)).toBe(false);
});

test.each([
  [null, 0, 200],
  [null, 900, 100],
  [null, 1_000, 0],
  [20, 0, 20],
  [0.1, 0, 1],
  [1_000, 0, 200],
])('with a rate of %s and %i pending deliveries a step makes at most %i due', (rate, pending, limit) => {
  expect(stepLimit(rate, pending)).toBe(limit);
});

test('a waiting replay is checked at the end of the rest, after half a second at the earliest and five seconds at the latest', () => {
  expect(waitFor({ status: 'active', restsUntil: later })).toEqual({ minMs: 500, maxMs: 5_000, until: later });
  expect(waitFor({ status: 'disabled', restsUntil: later })).toEqual({ minMs: 5_000, maxMs: 5_000, until: null });
});

test('the pause after a step keeps the rate', () => {
  expect(pauseAfter(null, 200)).toBe(0);
  expect(pauseAfter(20, 10)).toBe(500);
});
