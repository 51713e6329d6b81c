/** Rows of a stream that is sorted by SKU, for who walks the same SKUs in the same order. */
export interface Alongside<Row> {
  /** The rows of a SKU; they are to be read to their end. Rows of SKUs before it that nobody asked for are orphans. */
  readonly of: (sku: string) => AsyncIterable<Row>;
  /** Makes orphans of what is left. */
  readonly end: () => Promise<void>;
}

/** Walks a sorted stream beside another one, so that two collections of any size are compared in constant memory. */
export function alongside<Row extends { readonly sku: string }>(
  rows: AsyncIterable<Row>,
  onOrphan: (row: Row) => void,
): Alongside<Row> {
  const source = rows[Symbol.asyncIterator]();
  let next: IteratorResult<Row> | undefined;
  const look = async (): Promise<IteratorResult<Row>> => (next ??= await source.next());
  const passOver = async (isReached: (sku: string) => boolean): Promise<void> => {
    for (let row = await look(); row.done !== true && !isReached(row.value.sku); row = await look()) {
      onOrphan(row.value);
      next = undefined;
    }
  };
  return {
    of: async function* (sku) {
      await passOver((reached) => reached >= sku);
      for (let row = await look(); row.done !== true && row.value.sku === sku; row = await look()) {
        next = undefined;
        yield row.value;
      }
    },
    end: () => passOver(() => false),
  };
}
