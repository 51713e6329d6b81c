import { z } from 'zod';
import { expect, test } from 'vitest';
import { MAX_BATCH_ITEMS, MAX_BATCH_SCANS, MOST_TOKENS, OPERATIONS, tokensBeyondFirst } from './index.ts';

test.each([
  [0, 0],
  [1, 0],
  [10, 0],
  [11, 1],
  [20, 1],
  [21, 2],
  [1_000, 99],
  [5_000_000, 99],
])('%i items cost %i tokens beyond the first', (items, tokens) => {
  expect(tokensBeyondFirst(items)).toBe(tokens);
});

test('no batch is so large that it would be cut short of its price', () => {
  for (const most of [MAX_BATCH_ITEMS, MAX_BATCH_SCANS]) expect(tokensBeyondFirst(most) + 1).toBe(MOST_TOKENS);
});

test('what costs by its items has them where it says', () => {
  const costly = OPERATIONS.filter(({ cost }) => cost !== undefined);
  const places = costly.map(({ body, replies, cost }) => {
    const holder = cost?.itemsIn === 'body' ? body : replies[200]?.body;
    return holder instanceof z.ZodObject && cost !== undefined && cost.member in holder.shape;
  });

  expect(costly.map(({ id }) => id)).toEqual(['batchInventory', 'importInventory', 'createScans']);
  expect(places).toEqual([true, true, true]);
});
