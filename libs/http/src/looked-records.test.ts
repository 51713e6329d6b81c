import { expect, test } from 'vitest';
import { LookedRecords } from './looked-records.ts';

/** The records that an export looks at which comes in pieces of so many rows, of 100 at most. */
async function lookedAt(...sizes: readonly number[]): Promise<number> {
  const looked = new LookedRecords();
  const passed: number[] = [];
  async function* pieces() {
    for (const size of sizes) yield Array<string>(size).fill('row');
  }
  for await (const rows of looked.counted(pieces(), 100)) passed.push(rows.length);
  expect(passed).toEqual(sizes);
  return looked.count;
}

test('full pieces, and the last one, have looked at their rows alone', async () => {
  expect(await lookedAt()).toBe(0);
  expect(await lookedAt(30)).toBe(30);
  expect(await lookedAt(100, 100, 30)).toBe(230);
});

test('a piece that is followed by another and not full has looked at a thousand', async () => {
  expect(await lookedAt(0, 0, 0)).toBe(2_000);
  expect(await lookedAt(3, 100, 50, 0)).toBe(2_100);
});
