import { expect, test } from 'vitest';
import { selectsType } from './subscription.ts';

test('a subscription selects the types that it names, or every type', () => {
  expect(selectsType(['order.created', 'order.shipped'], 'order.shipped')).toBe(true);
  expect(selectsType(['order.created'], 'order.shipped')).toBe(false);
  expect(selectsType(['*'], 'a.type.of.tomorrow')).toBe(true);
});
