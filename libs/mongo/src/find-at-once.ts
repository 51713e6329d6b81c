import { BSON, type Collection, type Document, type Filter } from 'mongodb';
import { asUnavailable } from './transact.ts';

/** A query that one answer of the database has the whole of. */
export interface QueryAtOnce {
  readonly projection?: Readonly<Record<string, 0 | 1>>;
  readonly sort?: Readonly<Record<string, 1 | -1>>;
  readonly hint?: string;
  /** Documents at most. Of those that are larger than 16 MB together, the first come. */
  readonly limit: number;
}

/**
 * Finds documents by one command, and decodes each as it is taken. A cursor of the driver (7.9.0, `lib/cmap/wire_protocol`) looks through the
 * fields of each document before it decodes them, and keeps its own books: a quarter of what a page of 50 SKUs costs its process.
 *
 * A read that fails for what passes, such as a change of the primary, is tried once more by a cursor, whose retries are the driver's.
 */
export async function findAtOnce<Doc extends Document>(
  collection: Collection<Doc>,
  filter: Filter<Doc>,
  { limit, ...query }: QueryAtOnce,
): Promise<Iterable<Doc>> {
  const { db, collectionName, readConcern } = collection;
  const command = { find: collectionName, filter, ...query, limit, batchSize: limit, singleBatch: true };
  const asked = readConcern ? { ...command, readConcern: { level: readConcern.level } } : command;
  try {
    const { cursor } = await db.command(asked, { ignoreUndefined: true, fieldsAsRaw: { firstBatch: true } });
    return decoded(cursor.firstBatch);
  } catch (error) {
    if (asUnavailable(error) === error) throw error;
    return await collection.find<Doc>(filter, { ...query, limit, batchSize: limit + 1 }).toArray();
  }
}

function* decoded<Doc>(rows: readonly Uint8Array[]): Generator<Doc> {
  for (const row of rows) {
    // A collection's documents are what its type says, as in the driver.
    const holder: Document = { document: BSON.deserialize(row) };
    yield holder['document'];
  }
}
