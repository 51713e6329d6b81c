import { expect, test } from 'vitest';
import { type AttemptPacing, ReceiverPacing } from './receiver-pacing.ts';

const CLEAN = { clean: true, slowOnce: false };

/** A second and a little more, as a process that does not stall checks it. */
const passSecond = (attempt: AttemptPacing): boolean => Array.from({ length: 11 }, () => attempt.check()).at(-1) === true;

function slowSuccess(pace: ReceiverPacing): void {
  const attempt = pace.begin();
  expect(passSecond(attempt)).toBe(true);
  attempt.answered('delivered');
  attempt.ended();
}

function quick(pace: ReceiverPacing, result: 'delivered' | 'refused' | 'withheld' = 'delivered'): void {
  const attempt = pace.begin();
  attempt.check();
  attempt.answered(result);
  attempt.ended();
}

test('one slow success leaves a receiver clean, two in a row do not', () => {
  const pace = new ReceiverPacing(CLEAN);

  slowSuccess(pace);
  expect(pace.isClean).toBe(true);

  slowSuccess(pace);
  expect(pace.isClean).toBe(false);
});

test('a quick success between two slow ones keeps a receiver clean', () => {
  const pace = new ReceiverPacing(CLEAN);

  slowSuccess(pace);
  quick(pace);
  slowSuccess(pace);

  expect(pace.isClean).toBe(true);
});

test('two slow successes in a row count also where the lease ended between them', () => {
  const before = new ReceiverPacing(CLEAN);
  slowSuccess(before);

  const after = new ReceiverPacing(before.kept);
  slowSuccess(after);

  expect(after.isClean).toBe(false);
});

test('attempts that are slow together count once', () => {
  const pace = new ReceiverPacing(CLEAN);
  const together = [pace.begin(), pace.begin(), pace.begin()];

  for (const attempt of together) passSecond(attempt);

  expect({ isClean: pace.isClean, isWaiting: pace.isWaiting }).toEqual({ isClean: true, isWaiting: true });
  for (const attempt of together) attempt.ended();
  expect(pace.isWaiting).toBe(false);
});

test('an attempt during which the process stalled is not slow', () => {
  const pace = new ReceiverPacing(CLEAN);
  const attempt = pace.begin();

  // A timer that is late fires once.
  expect(attempt.check()).toBe(false);
});

test.each(['refused', 'withheld'] as const)('one attempt that is %s ends it, a quick success begins it', (result) => {
  const pace = new ReceiverPacing(CLEAN);

  quick(pace, result);
  expect(pace.isClean).toBe(false);

  quick(pace);
  expect(pace.kept).toEqual(CLEAN);
});

test('a receiver that was not clean does not become it by a slow success', () => {
  const pace = new ReceiverPacing({ clean: false, slowOnce: false });

  slowSuccess(pace);

  expect(pace.isClean).toBe(false);
});
