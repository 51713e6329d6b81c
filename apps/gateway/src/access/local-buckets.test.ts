import { expect, test } from 'vitest';
import { bucketsOfKey } from './bucket.ts';
import { knownKey } from './known-key.builder.ts';
import { makeLocalBuckets } from './local-buckets.ts';

const buckets = bucketsOfKey(knownKey({ limit: { burst: 4, rate: 2 }, tenantLimit: { burst: 6, rate: 2 } }));
const one = { tokens: 1, owed: false, gateways: 1, nowMicros: 0 };
const drawMany = (local: ReturnType<typeof makeLocalBuckets>, times: number, draw = one) =>
  Array.from({ length: times }, () => local.draw(buckets, draw).allowed).filter(Boolean).length;

test('alone, a gateway lets the whole limit through, and then what comes in', () => {
  const local = makeLocalBuckets();

  expect(drawMany(local, 10)).toBe(4);
  expect(drawMany(local, 10, { ...one, nowMicros: 1_000_000 })).toBe(2);
});

test('with others, each lets its share through, and never less than one', () => {
  expect(drawMany(makeLocalBuckets(), 10, { ...one, gateways: 2 })).toBe(2);
  expect(drawMany(makeLocalBuckets(), 10, { ...one, gateways: 9 })).toBe(1);
});

test('all buckets give or none does', () => {
  const local = makeLocalBuckets();
  drawMany(local, 10);
  const { levels } = local.draw(buckets, one);

  expect(levels[0].remaining).toBe(0);
  expect(levels[1]?.remaining).toBe(2);
});

test('what Redis said last is where it goes on', () => {
  const local = makeLocalBuckets();
  local.learn(buckets, [1_500_000, 0], 0);

  expect(drawMany(local, 10)).toBe(1);
  expect(local.fullInMicros(buckets[0].id, 0)).toBe(2_000_000);
  expect(local.fullInMicros(buckets[0].id, 1_999_999)).toBe(1);
});

test('an older word of Redis takes nothing back', () => {
  const local = makeLocalBuckets();
  drawMany(local, 4);
  local.learn(buckets, [500_000, 500_000], 0);

  expect(local.fullInMicros(buckets[0].id, 0)).toBe(2_000_000);
});

test('what is owed is taken in any case', () => {
  const local = makeLocalBuckets();
  const { levels } = local.draw(buckets, { ...one, tokens: 9, owed: true });

  expect(levels[0]).toMatchObject({ remaining: 0, waitMicros: 3_000_000 });
});
