import { describe, expect, test } from 'vitest';

import { etagOf, idempotencyKeyOf, isKnownToCaller, traceparentFrom, versionConditionOf } from './request-context.ts';

describe('If-Match', () => {
  test.each([
    ['"3"', { type: 'one-of', versions: [3] }],
    ['"3", "4"', { type: 'one-of', versions: [3, 4] }],
    ['*', { type: 'any' }],
    ['"3-r"', { type: 'one-of', versions: [3] }],
    ['"3-x", "-r"', { type: 'one-of', versions: [] }],
    // Strong comparison: a weak tag is never the one that is meant.
    ['W/"3"', { type: 'one-of', versions: [] }],
    ['"of-another-system"', { type: 'one-of', versions: [] }],
    ['"03"', { type: 'one-of', versions: [] }],
  ])('%s', (field, condition) => {
    expect(versionConditionOf(field)).toEqual(condition);
  });

  test('names version 0, which a record has before it was ever set', () => {
    expect(versionConditionOf(etagOf(0))).toEqual({ type: 'one-of', versions: [0] });
  });

  test('none is no condition', () => {
    expect(versionConditionOf(undefined)).toBeUndefined();
  });

  test.each(['3', '', '"3', '"3",', '"3" "4"', 'w/"3"'])('%j is no list of entity tags and is refused', (field) => {
    expect(() => versionConditionOf(field)).toThrow('If-Match');
  });
});

describe('If-None-Match', () => {
  test.each(['"3"', 'W/"3"', '"2", "3"', '*'])('%s is known at version 3', (field) => {
    expect(isKnownToCaller(field, etagOf(3))).toBe(true);
  });

  test.each([undefined, '"2"', '"33"', '"3-r"'])('%s is not', (field) => {
    expect(isKnownToCaller(field, etagOf(3))).toBe(false);
  });

  test.each(['3', '', '"3'])('%j is no list of entity tags and is refused', (field) => {
    expect(() => isKnownToCaller(field, etagOf(3))).toThrow('If-None-Match');
  });

  test('takes what was given as ETag', () => {
    expect(isKnownToCaller(etagOf(12), etagOf(12))).toBe(true);
    expect(isKnownToCaller(etagOf(12, true), etagOf(12, true))).toBe(true);
    expect(isKnownToCaller(etagOf(12), etagOf(12, true))).toBe(false);
  });
});

describe('Idempotency-Key', () => {
  test('is the same bare and quoted', () => {
    expect(idempotencyKeyOf(['order 7'])).toBe('order 7');
    expect(idempotencyKeyOf(['"order 7"'])).toBe('order 7');
    expect(idempotencyKeyOf([String.raw`"say \"7\""`])).toBe('say "7"');
  });

  test('may be absent', () => {
    expect(idempotencyKeyOf(undefined)).toBeUndefined();
  });

  test.each([[['']], [['""']], [['x'.repeat(256)]], [['tab\tinside']], [['caf\u00e9']], [['a', 'b']]])(
    '%j is refused',
    (fields) => {
      expect(() => idempotencyKeyOf(fields)).toThrow('Idempotency-Key');
    },
  );
});

describe('traceparent', () => {
  const [trace, parent] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331'];
  const taken = `00-${trace}-${parent}-01`;

  test.each([
    [taken, taken],
    [`01-${trace}-${parent}-01`, taken],
    [`cc-${trace}-${parent}-01-what-comes-later`, taken],
    [`00-${'0'.repeat(32)}-${parent}-01`, undefined],
    [`00-${trace}-${'0'.repeat(16)}-01`, undefined],
    [`01-${trace}-${'0'.repeat(16)}-01-x`, undefined],
    [`00-${trace}-${parent}-01-more`, undefined],
    [`ff-${trace}-${parent}-01`, undefined],
    [`01-${trace}-${parent}-01x`, undefined],
    [`00-${trace.toUpperCase()}-${parent}-01`, undefined],
    [undefined, undefined],
  ])('%s is %s', (given, expected) => {
    expect(traceparentFrom(given)).toBe(expected);
  });
});
