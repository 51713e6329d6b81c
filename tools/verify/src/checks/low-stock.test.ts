import { expect, test } from 'vitest';
import { watchCrossings } from './stock-events.ts';

type Step = readonly [sequence: number, low: boolean, warned?: 'warned' | 'only warned', versions?: number];

/** The faults of a SKU with these versions, of which each was told, and that is low in the end or not. */
function faultsOf(steps: readonly Step[], lowAtEnd = steps.at(-1)?.[1] ?? false): string[] {
  const faults: string[] = [];
  const watch = watchCrossings((fault) => faults.push(fault));
  for (const [sequence, low, warned, versions = 1] of steps) {
    const data = { low_stock: low };
    if (warned !== 'only warned') watch.see({ type: 'inventory.updated', sequence, versions, data });
    if (warned !== undefined) watch.see({ type: 'inventory.low_stock', sequence, versions, data });
  }
  watch.end(lowAtEnd);
  return faults;
}

test.each<[string, readonly Step[]]>([
  [
    'nothing fell',
    [
      [1, false],
      [2, false],
    ],
  ],
  [
    'it was low from the start',
    [
      [1, true, 'warned'],
      [2, true],
    ],
  ],
  [
    'it fell, recovered, and fell again',
    [
      [1, false],
      [2, true, 'warned'],
      [3, false],
      [4, true, 'warned'],
    ],
  ],
  [
    'a raised reorder point made it low',
    [
      [1, false],
      [2, true, 'only warned'],
    ],
  ],
  [
    'a lowered one mended it unseen, and a raised one made it low again',
    [
      [1, true, 'warned'],
      [3, true, 'only warned'],
    ],
  ],
  [
    'it fell by a change after one that was not told',
    [
      [1, false],
      [3, true, 'warned'],
    ],
  ],
  [
    'what came before is not kept any more',
    [
      [7, true],
      [8, true],
    ],
  ],
])('right: %s', (_what, steps) => {
  expect(faultsOf(steps)).toEqual([]);
});

test.each<[string, readonly Step[], string]>([
  ['it was low from the start, unwarned', [[1, true]], 'version 1 fell below the reorder point without a warning'],
  [
    'it fell unwarned',
    [
      [1, false],
      [2, true],
    ],
    'version 2 fell below the reorder point without a warning',
  ],
  [
    'it fell unwarned, after a gap',
    [
      [1, false],
      [5, true],
    ],
    'version 5 fell below the reorder point without a warning',
  ],
  [
    'it was warned of and did not fall',
    [
      [1, false],
      [2, false, 'warned'],
    ],
    'version 2 was warned of and is not low in stock',
  ],
  [
    'it was warned of while it was low',
    [
      [1, true, 'warned'],
      [2, true, 'warned'],
    ],
    'version 2 was warned of and was low in stock before',
  ],
])('wrong: %s', (_what, steps, fault) => {
  expect(faultsOf(steps)).toEqual([fault]);
});

test('wrong: it is low now, and there was no event', () => {
  expect(faultsOf([[1, false]], true)).toEqual(['it is low in stock, and there was no event']);
});
