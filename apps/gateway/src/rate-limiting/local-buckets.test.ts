import { describe, expect, test } from 'vitest';
import { bucketsOfAddress, bucketsOf } from './buckets.ts';
import { knownKey } from '../authentication/known-key.builder.ts';
import { LocalBuckets } from './local-buckets.ts';

const SECOND = 1_000_000_000;
const key = knownKey({ limit: { burst: 4, rate: 2 }, tenantLimit: { burst: 6, rate: 2 } });
const buckets = bucketsOf(key);
const [keyBucket] = buckets;
/** Of the key. */
const TOKEN = SECOND / 2;
const one = { tokens: 1, owed: false, gateways: 1, now: 0 };
const alone = { gateways: 1, now: 0 };
const drawMany = (local: LocalBuckets, times: number, draw = one) =>
  Array.from({ length: times }, () => local.draw(buckets, draw).allowed).filter(Boolean).length;
const heard = (...fullInNanos: number[]) => ({ askedAt: 0, heardAt: 0, fullInNanos });

test('alone, a gateway lets the whole limit through, and then what comes in', () => {
  const local = new LocalBuckets();

  expect(drawMany(local, 10)).toBe(4);
  expect(drawMany(local, 10, { ...one, now: SECOND })).toBe(2);
});

test('with others, each lets its share through, and never less than one', () => {
  expect(drawMany(new LocalBuckets(), 10, { ...one, gateways: 2 })).toBe(2);
  expect(drawMany(new LocalBuckets(), 10, { ...one, gateways: 9 })).toBe(1);
});

test('all buckets give or none does', () => {
  const local = new LocalBuckets();
  drawMany(local, 10);
  const { levels } = local.draw(buckets, one);

  expect(levels[0].remaining).toBe(0);
  expect(levels[1]?.remaining).toBe(2);
});

test('what Redis said last is where it goes on', () => {
  const local = new LocalBuckets();
  local.hear(buckets, heard(1.5 * SECOND, 0));

  expect(drawMany(local, 10)).toBe(1);
  expect(local.knownFullIn(keyBucket, alone)).toBe(2 * SECOND);
  expect(local.knownFullIn(keyBucket, { ...alone, now: 2 * SECOND - 1 })).toBe(1);
});

test('an older word of Redis takes nothing back', () => {
  const local = new LocalBuckets();
  local.hear(buckets, heard(2 * SECOND, 2 * SECOND));
  local.hear(buckets, heard(0.5 * SECOND, 0.5 * SECOND));

  expect(local.knownFullIn(keyBucket, alone)).toBe(2 * SECOND);
});

test('what is owed is taken in any case', () => {
  const local = new LocalBuckets();
  const { levels } = local.draw(buckets, { ...one, tokens: 9, owed: true });

  expect(levels[0]).toMatchObject({ remaining: 0, waitNanos: 3 * SECOND });
});

test('what it let through by itself is told once, as so many tokens, and counts as heard from then on', () => {
  const local = new LocalBuckets();
  const pair = { gateways: 2, now: 0 };
  local.hear(buckets, heard(SECOND, 0));
  drawMany(local, 10, { ...one, ...pair });
  const owed = local.takeOwed(pair);

  // One of the two tokens that are left is this gateway's, and of the tenant's six it took the same one.
  expect(new Set(owed)).toEqual(
    new Set([
      { id: keyBucket.id, roomNanos: 2 * SECOND, costNanos: SECOND / 2, knownFullInNanos: SECOND },
      { id: buckets[1]?.id, roomNanos: 3 * SECOND, costNanos: SECOND / 2, knownFullInNanos: 0 },
    ]),
  );
  expect(local.takeOwed(pair)).toEqual([]);
  expect(local.knownFullIn(keyBucket, pair)).toBe(1.5 * SECOND);
});

test('what has come back since is not told', () => {
  const local = new LocalBuckets();
  drawMany(local, 4);

  expect(local.takeOwed({ gateways: 1, now: 2 * SECOND })).toEqual([]);
});

const aloneAt = (now: number) => ({ gateways: 1, now });
const takenOfKey = (costNanos: number) => new Map([[keyBucket.id, { costNanos, since: 0 }]]);
const owedOfKey = (local: LocalBuckets, now: number, taken: ReturnType<typeof takenOfKey>): number | undefined =>
  local.takeOwed(aloneAt(now), taken).find(({ id }) => id === keyBucket.id)?.costNanos;

describe('what Redis took unheard', () => {
  test('is not told again', () => {
    const local = new LocalBuckets();
    local.draw(buckets, { ...one, ...aloneAt(0), owed: true, tokens: 2 });

    expect(owedOfKey(local, 0, takenOfKey(2 * TOKEN))).toBeUndefined();
  });

  test('is given back where it was more than was let through here', () => {
    const local = new LocalBuckets();
    local.hear(buckets, heard(SECOND, 0));
    local.draw(buckets, { ...one, ...aloneAt(0), owed: true, tokens: 1 });

    expect(owedOfKey(local, SECOND / 4, takenOfKey(3 * TOKEN))).toBe(-2 * TOKEN);
  });

  test('is given back as far as it is certainly left: a bucket that was full has refilled since', () => {
    const local = new LocalBuckets();
    local.hear(buckets, heard(0, 0));

    expect(owedOfKey(local, SECOND / 4, takenOfKey(SECOND))).toBe(-(SECOND * 3) / 4);
    expect(owedOfKey(local, 2 * SECOND, takenOfKey(SECOND))).toBeUndefined();
  });
});

test('a refusal by Redis is repeated without asking for a moment, and not once a token has come in', () => {
  const slow = bucketsOf(knownKey({ limit: { burst: 1, rate: 1 } }));
  const local = new LocalBuckets();
  expect(local.repeatedRefusal(slow, 0)).toBeUndefined();
  local.hear(slow, { askedAt: 0, heardAt: 10_000_000, fullInNanos: [SECOND, 0] });

  expect(local.repeatedRefusal(slow, 59_000_000)?.[0]).toMatchObject({ remaining: 0, waitNanos: SECOND - 59_000_000 });
  expect(local.repeatedRefusal(slow, 61_000_000)).toBeUndefined();
  local.hear(slow, { askedAt: 990_000_000, heardAt: 995_000_000, fullInNanos: [10_000_000, 0] });
  expect(local.repeatedRefusal(slow, 999_999_999)).toBeDefined();
  expect(local.repeatedRefusal(slow, SECOND)).toBeUndefined();
});

test('a key whose limit is changed has the same part of its bucket left', () => {
  const local = new LocalBuckets();
  local.hear(buckets, heard(2 * SECOND, 0));
  const [changed] = bucketsOf({ ...key, limit: { burst: 1_000, rate: 100 } });

  expect(local.knownFullIn(changed, alone)).toBe(10 * SECOND);
});

test('a flood of addresses evicts no caller', () => {
  const local = new LocalBuckets(100);
  local.hear(buckets, heard(SECOND, SECOND));
  for (let at = 0; at < 200; at += 1) local.hear(bucketsOfAddress([`198.51.100.${at}`]), heard(SECOND));

  expect(local.knownFullIn(keyBucket, alone)).toBe(SECOND);
  expect(local.knownFullIn(bucketsOfAddress(['198.51.100.0'])[0], alone)).toBe(0);
});
