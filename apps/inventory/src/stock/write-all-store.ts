import { WriteConflict } from '@fulfilment/kernel';
import type { AnyBulkWriteOperation, ClientSession, Collection, Document } from 'mongodb';

/** Writes documents in one command. @throws WriteConflict where one of them is not as its write expects. */
export async function writeAll<Doc extends Document>(
  collection: Collection<Doc>,
  writes: readonly AnyBulkWriteOperation<Doc>[],
  session: ClientSession,
): Promise<void> {
  if (writes.length === 0) return;
  const { insertedCount, matchedCount } = await collection.bulkWrite(writes, { session });
  if (insertedCount + matchedCount !== writes.length)
    throw new WriteConflict(`Another process has changed ${collection.collectionName}`);
}
