import { z } from 'zod';
import { expect, test } from 'vitest';
import { MAX_BATCH_ITEMS, MAX_BATCH_SCANS, MOST_TOKENS, OPERATIONS, requestClassOf, tokensBeyondFirst } from './index.ts';

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
  const places = costly.map(({ body, cost }) => body instanceof z.ZodObject && cost !== undefined && cost.member in body.shape);

  expect(costly.map(({ id }) => id)).toEqual(['batchInventory', 'createScans']);
  expect(places).toEqual([true, true]);
});

test('every stream has a price by its rows, and a dry run costs a tenth', () => {
  const streams = OPERATIONS.filter((operation) => requestClassOf(operation) === 'stream');

  expect(streams.map(({ id, rowPrice }) => [id, rowPrice])).toEqual([
    ['exportInventory', { rowsPerToken: 500 }],
    ['importInventory', { rowsPerToken: 100, dryRunRowsPerToken: 1_000 }],
    ['exportOrders', { rowsPerToken: 500 }],
  ]);
});
