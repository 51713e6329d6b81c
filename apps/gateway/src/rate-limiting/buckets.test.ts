import { array, check, integer, nat, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { intervalNanos, levelOf as levelOfBucket, roomNanos, shareOf } from './buckets.ts';
import { LocalBucket } from './local-buckets.ts';
import type { Limit } from '../accounts/domain/limits.ts';

const limit: Limit = { burst: 100, rate: 10 };
const levelOf = (its: Limit, fullInNanos: number) => levelOfBucket({ name: 'key', limit: its }, fullInNanos);

test('a full bucket lets its size through at once', () => {
  expect(levelOf(limit, 0)).toEqual({ name: 'key', limit, remaining: 100, fullInNanos: 0, waitNanos: 0 });
});

test('each token costs the time in which the next one comes', () => {
  expect(levelOf(limit, intervalNanos(limit))).toMatchObject({ remaining: 99, fullInNanos: 100_000_000 });
});

test('an empty bucket tells when the next request is admitted', () => {
  expect(levelOf(limit, 100 * 100_000_000)).toMatchObject({ remaining: 0, waitNanos: 100_000_000 });
  expect(levelOf(limit, 100 * 100_000_000 - 99_999_999)).toMatchObject({ remaining: 0, waitNanos: 1 });
  expect(levelOf(limit, 100 * 100_000_000 - 100_000_000)).toMatchObject({ remaining: 1, waitNanos: 0 });
});

test('a bucket can owe: it has none left and the wait is longer', () => {
  expect(levelOf(limit, 130 * 100_000_000)).toMatchObject({ remaining: 0, waitNanos: 3_100_000_000 });
});

test('a rate that does not divide a second is rounded to the slower side', () => {
  expect(intervalNanos({ burst: 1, rate: 3 })).toBe(333_333_334);
});

test('a limit loses no more than a thousandth to whole nanoseconds', () => {
  const holds = property(
    integer({ min: 1, max: 1_000_000 }),
    (rate) => 1_000_000_000 / intervalNanos({ burst: 1, rate }) > rate * 0.999,
  );

  expect(check(holds)).toMatchObject({ failed: false });
});

test('a changed limit leaves the same part of the bucket', () => {
  const [before, after] = [
    { burst: 1_000, rate: 1 },
    { burst: 10, rate: 10 },
  ];
  const fullInAfterChange = (fullInNanos: number): number => {
    const bucket = new LocalBucket(roomNanos(before));
    bucket.hear(fullInNanos, 0, 0);
    bucket.advance(0, roomNanos(after));
    return bucket.heardIn;
  };

  expect(levelOf(after, fullInAfterChange(roomNanos(before)))).toMatchObject({ remaining: 0, waitNanos: 100_000_000 });
  expect(levelOf(after, fullInAfterChange(roomNanos(before) / 2))).toMatchObject({ remaining: 5 });
});

/** The times of admission of requests that come after these waits, in nanoseconds. */
function admissions(its: Limit, waits: readonly number[]): number[] {
  const admitted: number[] = [];
  let now = 0;
  let fullAt = 0;
  for (const wait of waits) {
    now += wait;
    if (levelOf(its, Math.max(0, fullAt - now)).waitNanos > 0) continue;
    fullAt = Math.max(fullAt, now) + intervalNanos(its);
    admitted.push(now);
  }
  return admitted;
}

test('no sequence of requests gets more than the burst and the refill, over any stretch of time', () => {
  const limits = record({ burst: integer({ min: 1, max: 50 }), rate: integer({ min: 1, max: 1_000 }) });
  const pauses = array(integer({ min: 0, max: 500_000_000 }), { maxLength: 200 });
  const holds = property(limits, pauses, (its, waits) => {
    const admitted = admissions(its, waits);
    return admitted.every((start, from) =>
      admitted.slice(from).every((end, more) => more + 1 <= its.burst + ((end - start) / 1_000_000_000) * its.rate),
    );
  });

  expect(check(holds)).toMatchObject({ failed: false });
});

test('a client that waits as long as told is admitted', () => {
  const holds = property(integer({ min: 1, max: 1_000 }), integer({ min: 1, max: 1_000 }), nat(200), (...drawn) => {
    const [burst, rate, owed] = drawn;
    const fullIn = (burst + owed) * intervalNanos({ burst, rate });
    const { waitNanos } = levelOf({ burst, rate }, fullIn);
    const then = levelOf({ burst, rate }, fullIn - waitNanos);
    return then.waitNanos === 0 && then.remaining === 1;
  });

  expect(check(holds)).toMatchObject({ failed: false });
});

test('the shares of a limit do not make more than the limit, unless that is less than one each', () => {
  expect(shareOf(limit, 3)).toEqual({ burst: 33, rate: 10 / 3 });
  expect(shareOf(limit, 1)).toEqual(limit);
  expect(shareOf({ burst: 2, rate: 1 }, 5)).toEqual({ burst: 1, rate: 0.2 });
});
