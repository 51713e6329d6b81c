import { expect, test } from 'vitest';
import { selects } from './endpoint.ts';

test('an endpoint gets the types it names, or every type', () => {
  expect(selects(['order.created', 'order.shipped'], 'order.shipped')).toBe(true);
  expect(selects(['order.created'], 'order.shipped')).toBe(false);
  expect(selects(['*'], 'a.type.of.tomorrow')).toBe(true);
});
