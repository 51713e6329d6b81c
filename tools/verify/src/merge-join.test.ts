import { expect, test } from 'vitest';
import { all, alongside, batches } from './merge-join.ts';

async function* stream<Row>(...rows: readonly Row[]): AsyncGenerator<Row> {
  yield* rows;
}

test('each key has its rows; rows of a key that is not asked for are orphans', async () => {
  const orphans: string[] = [];
  const rows = alongside(stream('a1', 'b1', 'b2', 'd1', 'e1', 'e2'), {
    keyOf: (row) => row.charAt(0),
    onOrphan: (row) => void orphans.push(row),
  });

  expect(await all(rows.of('b'))).toEqual(['b1', 'b2']);
  expect(await all(rows.of('c'))).toEqual([]);
  expect(orphans).toEqual(['a1']);
  expect(await all(rows.of('e'))).toEqual(['e1', 'e2']);
  expect(await all(rows.of('e'))).toEqual([]);
  expect(orphans).toEqual(['a1', 'd1']);
});

test('what is left at the end is orphaned', async () => {
  const orphans: string[] = [];
  const rows = alongside(stream('a', 'b'), { keyOf: (row) => row, onOrphan: (row) => void orphans.push(row) });

  await rows.end();

  expect(orphans).toEqual(['a', 'b']);
  expect(await all(rows.of('c'))).toEqual([]);
});

test('no more is read ahead than one row', async () => {
  const read: number[] = [];
  async function* counting(): AsyncGenerator<number> {
    for (let row = 0; row < 10; row += 1) {
      read.push(row);
      yield row;
    }
  }
  const rows = alongside(counting(), { keyOf: String, onOrphan: () => undefined });

  await all(rows.of('3'));

  expect(read).toEqual([0, 1, 2, 3, 4]);
});

test('batches hold what there is, in its order', async () => {
  expect(await all(batches(stream(1, 2, 3, 4, 5), 2))).toEqual([[1, 2], [3, 4], [5]]);
  expect(await all(batches(stream(), 2))).toEqual([]);
});
