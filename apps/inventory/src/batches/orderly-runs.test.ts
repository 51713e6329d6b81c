import { expect, test } from 'vitest';
import { orderlyRuns, type PositionInRun } from './apply-items.ts';

type Named = readonly [PositionInRun['order'], string];

const runsOf = (items: readonly Named[]): (readonly Named[])[] =>
  [...orderlyRuns(items, ([order, sku]) => ({ order, sku }))].map((run) => [...run]);

test('changes of several SKUs go together', () => {
  const items: Named[] = [
    ['first', 'A'],
    ['alone', 'B'],
    ['any', 'C'],
  ];

  expect(runsOf(items)).toEqual([items]);
});

test('changes of one SKU go together while none before them may be put off', () => {
  expect(
    runsOf([
      ['first', 'A'],
      ['first', 'A'],
      ['any', 'A'],
      ['any', 'A'],
      ['alone', 'A'],
      ['any', 'B'],
      ['any', 'A'],
      ['first', 'A'],
    ]).map((run) => run.length),
  ).toEqual([4, 2, 1, 1]);
});

test('no more go together than one transaction takes, in their order', () => {
  const items = Array.from({ length: 250 }, (_, place): Named => ['any', `S${place}`]);
  const runs = runsOf(items);

  expect(runs.map((run) => run.length)).toEqual([100, 100, 50]);
  expect(runs.flat()).toEqual(items);
});
