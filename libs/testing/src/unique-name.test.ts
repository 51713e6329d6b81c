import { expect, test } from 'vitest';
import { uniqueName } from './unique-name.ts';

test('names differ and fit where they are used: MongoDB databases, Kafka topics, Redis keys', () => {
  const names = new Set(Array.from({ length: 1000 }, () => uniqueName('orders')));

  expect(names.size).toBe(1000);
  for (const name of names) expect(name).toMatch(/^orders_[0-9a-f]{12}$/);
});
