import { array, check, integer, nat, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { intervalMicros, levelOf, shareOf } from './gcra.ts';
import type { Limit } from './limits.ts';

const limit: Limit = { burst: 100, rate: 10 };

test('a full bucket lets its size through at once', () => {
  expect(levelOf(limit, 0)).toEqual({ remaining: 100, fullInMicros: 0, waitMicros: 0 });
});

test('each token costs the time in which the next one comes', () => {
  expect(levelOf(limit, intervalMicros(limit))).toMatchObject({ remaining: 99, fullInMicros: 100_000 });
});

test('an empty bucket says when the next request is let in', () => {
  expect(levelOf(limit, 100 * 100_000)).toMatchObject({ remaining: 0, waitMicros: 100_000 });
  expect(levelOf(limit, 100 * 100_000 - 99_999)).toMatchObject({ remaining: 0, waitMicros: 1 });
  expect(levelOf(limit, 100 * 100_000 - 100_000)).toMatchObject({ remaining: 1, waitMicros: 0 });
});

test('a bucket can owe: it has none left and the wait is longer', () => {
  expect(levelOf(limit, 130 * 100_000)).toMatchObject({ remaining: 0, waitMicros: 3_100_000 });
});

test('a rate that does not divide a second is rounded to the slower side', () => {
  expect(intervalMicros({ burst: 1, rate: 3 })).toBe(333_334);
  expect(intervalMicros({ burst: 1, rate: 1_000_000 })).toBe(1);
});

/** When requests that come after these waits are let in, in microseconds. */
function admissions(its: Limit, waits: readonly number[]): number[] {
  const admitted: number[] = [];
  let now = 0;
  let fullAt = 0;
  for (const wait of waits) {
    now += wait;
    if (levelOf(its, Math.max(0, fullAt - now)).waitMicros > 0) continue;
    fullAt = Math.max(fullAt, now) + intervalMicros(its);
    admitted.push(now);
  }
  return admitted;
}

test('no sequence of requests gets more than the burst and what came in meanwhile, over any stretch of time', () => {
  const limits = record({ burst: integer({ min: 1, max: 50 }), rate: integer({ min: 1, max: 1_000 }) });
  const pauses = array(integer({ min: 0, max: 500_000 }), { maxLength: 200 });
  const holds = property(limits, pauses, (its, waits) => {
    const admitted = admissions(its, waits);
    return admitted.every((start, from) =>
      admitted.slice(from).every((end, more) => more + 1 <= its.burst + ((end - start) / 1_000_000) * its.rate),
    );
  });

  expect(check(holds)).toMatchObject({ failed: false });
});

test('whoever waits as long as told is let in', () => {
  const holds = property(integer({ min: 1, max: 1_000 }), integer({ min: 1, max: 1_000 }), nat(200), (...drawn) => {
    const [burst, rate, owed] = drawn;
    const fullIn = (burst + owed) * intervalMicros({ burst, rate });
    const { waitMicros } = levelOf({ burst, rate }, fullIn);
    const then = levelOf({ burst, rate }, fullIn - waitMicros);
    return then.waitMicros === 0 && then.remaining === 1;
  });

  expect(check(holds)).toMatchObject({ failed: false });
});

test('the shares of a limit do not make more than the limit, unless that is less than one each', () => {
  expect(shareOf(limit, 3)).toEqual({ burst: 33, rate: 10 / 3 });
  expect(shareOf(limit, 1)).toEqual(limit);
  expect(shareOf({ burst: 2, rate: 1 }, 5)).toEqual({ burst: 1, rate: 0.2 });
});
