import { compareText } from '@fulfilment/kernel';

/** Rows of a stream that is sorted by key, for who walks the same keys in the same order. */
export interface Alongside<Row> {
  /** The rows of `key`; read them to their end. Rows of keys before it that were not asked for are orphans. */
  readonly of: (key: string) => AsyncIterable<Row>;
  /** Makes orphans of what is left. */
  readonly end: () => Promise<void>;
}

export interface AlongsideOptions<Row> {
  readonly keyOf: (row: Row) => string;
  readonly onOrphan: (row: Row) => void;
}

/** Walks a sorted stream beside another one, so that two collections of any size are compared in constant memory. */
export function alongside<Row>(rows: AsyncIterable<Row>, { keyOf, onOrphan }: AlongsideOptions<Row>): Alongside<Row> {
  const source = rows[Symbol.asyncIterator]();
  let head: Promise<IteratorResult<Row, unknown>> | undefined;
  const look = () => (head ??= source.next());
  const skipTo = async (isReached: (key: string) => boolean): Promise<void> => {
    for (let next = await look(); next.done !== true && !isReached(keyOf(next.value)); next = await look()) {
      onOrphan(next.value);
      head = undefined;
    }
  };
  return {
    of: async function* rowsOf(key) {
      await skipTo((reached) => compareText(reached, key) >= 0);
      for (let next = await look(); next.done !== true && keyOf(next.value) === key; next = await look()) {
        head = undefined;
        yield next.value;
      }
    },
    end: () => skipTo(() => false),
  };
}

/** Collects a stream that is known to be short. */
export async function all<Row>(rows: AsyncIterable<Row>): Promise<Row[]> {
  const collected: Row[] = [];
  for await (const row of rows) collected.push(row);
  return collected;
}

/** The rows in groups of at most `size`. */
export async function* batches<Row>(rows: AsyncIterable<Row>, size: number): AsyncGenerator<readonly Row[]> {
  let batch: Row[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
