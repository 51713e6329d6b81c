import { expect, test } from 'vitest';
import { orderlyRuns } from './apply-items.ts';

type Named = readonly ['create' | 'update' | 'adjust', string];

const runsOf = (items: readonly Named[]): (readonly Named[])[] =>
  [...orderlyRuns(items, ([op, sku]) => ({ op, sku }))].map((run) => [...run]);

test('changes of several SKUs go together', () => {
  const items: Named[] = [
    ['create', 'A'],
    ['update', 'B'],
    ['adjust', 'C'],
  ];

  expect(runsOf(items)).toEqual([items]);
});

test('adjustments of one SKU go together, anything else of it waits for what came before it', () => {
  expect(
    runsOf([
      ['adjust', 'A'],
      ['adjust', 'A'],
      ['update', 'A'],
      ['adjust', 'B'],
      ['adjust', 'A'],
    ]).map((run) => run.length),
  ).toEqual([2, 2, 1]);
});

test('no more go together than one transaction takes, in their order', () => {
  const items = Array.from({ length: 250 }, (_, place): Named => ['adjust', `S${place}`]);
  const runs = runsOf(items);

  expect(runs.map((run) => run.length)).toEqual([100, 100, 50]);
  expect(runs.flat()).toEqual(items);
});
