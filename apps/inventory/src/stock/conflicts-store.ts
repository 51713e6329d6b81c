import { errors } from '@fulfilment/contracts';
import { retry, WriteConflict } from '@fulfilment/kernel';
import { asUnavailable, isDuplicateKey } from '@fulfilment/mongo';
import type { AnyBulkWriteOperation, ClientSession, Collection, Document } from 'mongodb';
import type { LocationDocument } from '../database/location-documents.ts';

/** Attempts that other processes may win before the change is refused: each of them commits one batch. */
const MAX_ATTEMPTS = 10;
const BACK_OFF = { firstMs: 5, maxMs: 100 };

const isConflict = (error: unknown): boolean => error instanceof WriteConflict || isDuplicateKey(error);

/** Runs a transaction again while other processes change what it writes. @throws AppError `upstream_unavailable` where they go on. */
export async function whileOthersAreFirst<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await retry(run, { maxAttempts: MAX_ATTEMPTS, isRetryable: isConflict, backOff: BACK_OFF });
  } catch (cause) {
    if (!(cause instanceof WriteConflict)) throw asUnavailable(cause);
    throw errors.upstreamUnavailable('Other processes are changing this stock. Try again.', { cause });
  }
}

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

/** Locks active locations: a transaction that archives or renames one of them writes it too, and one of the two begins again. */
export async function lockLocations(
  locations: Collection<LocationDocument>,
  ids: readonly string[],
  session: ClientSession,
): Promise<void> {
  if (ids.length === 0) return;
  const active = { _id: { $in: [...ids] }, status: 'active' as const };
  const { matchedCount } = await locations.updateMany(active, { $inc: { relied_on: 1 } }, { session });
  if (matchedCount !== ids.length) throw new WriteConflict('A location is archived');
}
