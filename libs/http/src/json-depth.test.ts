import { expect, test } from 'vitest';
import { isWithinDepth } from './read-body.ts';

test.each<[unknown, number]>([
  [{}, 1],
  [{ a: 1, b: [] }, 2],
  [[{ a: 1 }, 'b', { c: [{ d: null }] }], 4],
])('%j has no more levels than it has', (value, levels) => {
  expect(isWithinDepth(value, levels)).toBe(true);
  expect(isWithinDepth(value, levels - 1)).toBe(false);
});

test.each(['text', 1, null])('%j has none', (value) => {
  expect(isWithinDepth(value, 0)).toBe(true);
});

test('what overflows the stack of JSON.stringify is measured', () => {
  const value: unknown = JSON.parse(`${'['.repeat(200_000)}${']'.repeat(200_000)}`);

  expect(() => JSON.stringify(value)).toThrow(RangeError);
  expect(isWithinDepth(value, 32)).toBe(false);
});
