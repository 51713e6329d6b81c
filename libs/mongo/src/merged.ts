import type { FindCursor } from 'mongodb';

/** The rows of several cursors in the order that each has; in the end the cursors are closed. */
export async function* merged<Row>(
  cursors: ReadonlyArray<Pick<FindCursor<Row>, 'next' | 'close'>>,
  compare: (a: Row, b: Row) => number,
): AsyncGenerator<Row> {
  try {
    const heads: { readonly row: Row; readonly cursor: (typeof cursors)[number] }[] = [];
    const readOn = async (cursor: (typeof cursors)[number]): Promise<void> => {
      const row = await cursor.next();
      if (row !== null) heads.push({ row, cursor });
    };
    // One after the other: the first read of a snapshot session sets the moment of the others.
    for (const cursor of cursors) await readOn(cursor);
    for (;;) {
      if (heads.length > 1) heads.sort((a, b) => compare(a.row, b.row));
      const first = heads.shift();
      if (first === undefined) return;
      yield first.row;
      await readOn(first.cursor);
    }
  } finally {
    for (const cursor of cursors) await cursor.close();
  }
}
