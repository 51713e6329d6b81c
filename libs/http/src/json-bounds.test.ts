import { expect, test } from 'vitest';
import { isWithinDepth, isWithinMembers } from './read-body.ts';

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

const bytesOf = (value: unknown): Uint8Array => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
const objectOf = (members: number, value: unknown = 'a, "{b}" \\'): object =>
  Object.fromEntries(Array.from({ length: members }, (_, at) => [`key,"{${at}`, value]));

test.each([
  ['an object', objectOf(10)],
  ['one in a list beside others', [objectOf(3), objectOf(10), objectOf(9)]],
  ['one whose members are objects and lists', objectOf(10, [1, 2, { a: 1, b: [3, 4] }, 5, 6, 7, 8, 9, 10, 11, 12])],
])('%s has no more members than it has', (_what, value) => {
  expect(isWithinMembers(bytesOf(value), 10)).toBe(true);
  expect(isWithinMembers(bytesOf(value), 9)).toBe(false);
});

test.each([
  ['a list of many items', Array.from({ length: 100 }, () => 0)],
  ['a text of commas', [`${','.repeat(100)}"`, 1]],
  ['what is not JSON', `{"a":"${','.repeat(100)}`],
  ['the end of more than was begun', `${'}'.repeat(100)},,`],
])('%s is within any number of members', (_what, value) => {
  expect(isWithinMembers(bytesOf(value), 10)).toBe(true);
});
