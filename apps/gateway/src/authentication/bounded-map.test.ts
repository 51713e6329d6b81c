import { expect, test } from 'vitest';
import { BoundedMap } from './bounded-map.ts';

test('the last ones are remembered, and never more than twice as many', () => {
  const map = new BoundedMap<number>(10);
  for (let at = 0; at < 1_000; at += 1) {
    map.set(String(at), at);
    for (let last = Math.max(0, at - 9); last <= at; last += 1) expect(map.get(String(last))).toBe(last);
    expect([...map.entries()].length).toBeLessThanOrEqual(20);
  }

  expect(map.get('979')).toBeUndefined();
});

test('what is set again is held anew, once and with its new value', () => {
  const map = new BoundedMap<number>(3);
  for (const [at, key] of ['a', 'b', 'c', 'a', 'd'].entries()) map.set(key, at);

  expect(Object.fromEntries(map.entries())).toEqual({ a: 3, b: 1, c: 2, d: 4 });
  expect([...map.entries()]).toHaveLength(4);
});

test('what is removed is gone from both generations', () => {
  const map = new BoundedMap<number>(2);
  for (const key of ['a', 'b', 'a']) map.set(key, 1);
  map.delete('a');

  expect(map.get('a')).toBeUndefined();
});
