import { compareText } from '@fulfilment/kernel';
import { type OwnedRecord, placeOf } from './look.ts';

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

export interface WithoutOptions<Row> {
  readonly recordOf: (row: Row) => OwnedRecord;
  /** Finds those of some records that are there. */
  readonly find: (records: readonly OwnedRecord[]) => AsyncIterable<OwnedRecord>;
}

const LOOKED_UP_AT_ONCE = 1_000;

/** The rows whose record is not there. */
export async function* without<Row>(rows: AsyncIterable<Row>, { recordOf, find }: WithoutOptions<Row>): AsyncGenerator<Row> {
  for await (const batch of batches(rows, LOOKED_UP_AT_ONCE)) {
    const wanted = new Map(batch.map((row) => [placeOf(recordOf(row)), recordOf(row)]));
    const known = new Set<string>();
    for await (const record of find([...wanted.values()])) known.add(placeOf(record));
    yield* batch.filter((row) => !known.has(placeOf(recordOf(row))));
  }
}
