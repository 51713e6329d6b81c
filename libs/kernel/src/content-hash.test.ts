import { expect, test } from 'vitest';
import { contentHash } from './index.ts';

test('the same content has the same hash, in whatever order its fields came', () => {
  expect(contentHash({ a: 1, b: { c: [1, { d: 2, e: 3 }] } })).toBe(contentHash({ b: { c: [1, { e: 3, d: 2 }] }, a: 1 }));
});

test.each([
  ['another value', { a: 2 }],
  ['text for a number', { a: '1' }],
  ['a field more', { a: 1, b: null }],
  ['another name', { b: 1 }],
  ['nothing', {}],
  ['a field named __proto__', JSON.parse('{ "a": 1, "__proto__": "x" }')],
])('%s has another hash', (_name, other) => {
  expect(contentHash(other)).not.toBe(contentHash({ a: 1 }));
});

test('lines in another order are other content', () => {
  expect(contentHash([1, 2])).not.toBe(contentHash([2, 1]));
});
