import { expect, test } from 'vitest';
import { heldOf, readyOf } from './order-counts.ts';

test('orders on hold are not ready to pack', () => {
  expect(readyOf({ allocated: 31, on_hold: 3 })).toBe(28);
  expect(heldOf({ allocated: 31, on_hold: 3 })).toBe(3);
});

test('a process of before, which does not tell of holds, has all allocated orders ready', () => {
  expect(readyOf({ allocated: 31 })).toBe(31);
  expect(heldOf({ allocated: 31 })).toBe(0);
});
