import { transact } from '@fulfilment/mongo';
import { type AnyBulkWriteOperation, ObjectId } from 'mongodb';
import { type Database, EXPIRY_FROM_NOW, fromNow, type Transaction } from '../database/collections-documents.ts';
import { type DeliveryDocument, type PendingDocument, toAttemptsDocuments } from '../database/delivery-documents.ts';
import type { Attempt } from '../model/domain/attempt.ts';
import { rebuildPending } from '../database/pending-store.ts';
import { countHours } from '../endpoints/endpoint-stats-store.ts';
import { halve } from './batch-store.ts';

/** An attempt is not the next of its delivery. */
class StaleAttempt extends Error {}

/**
 * Records attempts in one transaction, with their deliveries, the pending projection and the counts of their hours.
 *
 * @param also what is written in the same transaction; it may run more than once.
 * @returns what `also` returned; undefined, with nothing written, if an attempt is not the next of its delivery: another worker
 * recorded it, or the delivery has expired.
 */
export async function recordAttempts<Also>(
  attempts: readonly Attempt[],
  { client, collections }: Database,
  also: (transaction: Transaction) => Promise<Also>,
): Promise<{ readonly value: Also } | undefined> {
  const record = new ObjectId().toHexString();
  try {
    const value = await transact(client, async (session) => {
      const { matchedCount } = await collections.deliveries.bulkWrite(deliveryChanges(attempts, record), { session });
      if (matchedCount < attempts.length) throw new StaleAttempt();
      await collections.pending.bulkWrite(pendingChanges(attempts), { session });
      await collections.attempts.insertMany(toAttemptsDocuments(attempts, record), { session });
      await countHours(attempts, { session, collections });
      await halve(
        attempts.filter(isTooLarge).map(({ delivery }) => delivery.id),
        { session, collections },
      );
      return also({ session, collections });
    });
    return { value };
  } catch (error) {
    if (error instanceof StaleAttempt) return undefined;
    throw error;
  }
}

const CONTENT_TOO_LARGE = 413;

/** True for a batch that its receiver has no room for, and would have none for at any later attempt. */
function isTooLarge({ status, outcome, delivery }: Attempt): boolean {
  return status === CONTENT_TOO_LARGE && outcome.type === 'retry' && (delivery.members?.length ?? 0) > 1;
}

/**
 * Leaves out the attempts that are not the next of their deliveries. The pending projection of those deliveries is rebuilt, or
 * they would be attempted again at once, and again.
 *
 * @throws Error if every one is the next.
 */
export function withoutStale(attempts: readonly Attempt[], { client, collections }: Database): Promise<readonly Attempt[]> {
  return transact(client, async (session) => {
    const ids = attempts.map(({ delivery }) => delivery.id);
    const found = await collections.deliveries.find({ _id: { $in: ids } }, { session, projection: { attempts: 1 } }).toArray();
    const counts = new Map(found.map(({ _id, attempts: count }) => [_id, count]));
    const current = attempts.filter(({ delivery, n }) => counts.get(delivery.id) === n - 1);
    if (current.length === attempts.length) throw new Error('Attempts were refused that are the next of their deliveries');
    const kept = new Set(current.map(({ delivery }) => delivery.id));
    await rebuildPending(
      ids.filter((id) => !kept.has(id)),
      { session, collections },
    );
    return current;
  });
}

type Change = AnyBulkWriteOperation<DeliveryDocument>;

/** The most recent attempts that a delivery refers to: one that is resent without end does not grow without end. */
const MAX_RECORDED = 1_000;
const DAY_MS = 86_400_000;
const IS_PENDING = { $eq: ['$state', 'pending'] };
/** Exact to a day: an end that comes soon, as most do, moves no entry of the index by expiry. */
const KEPT_FROM_NOW = {
  $cond: [{ $gt: [{ $subtract: [EXPIRY_FROM_NOW, '$expires_at'] }, DAY_MS] }, EXPIRY_FROM_NOW, '$expires_at'],
};

/**
 * The changes of the attempts' deliveries: all with the same end in one statement, since each statement has its price. None
 * matches a delivery that has further attempts already.
 *
 * @param record names the document of the attempts.
 */
function deliveryChanges(attempts: readonly Attempt[], record: string): Change[] {
  const retries = attempts.flatMap(({ delivery, n, outcome }) =>
    outcome.type === 'retry' ? [changeOf([delivery.id], { n, record }, { next_at: fromNow(outcome.afterMs) })] : [],
  );
  const ends = attempts.filter(({ outcome }) => outcome.type !== 'retry');
  const alike = Map.groupBy(ends, ({ n, outcome }) => `${outcome.type} ${n}`);
  return [...retries, ...alike.values().map((group) => endOf(group, record))];
}

/** The changes of the pending projection. */
function pendingChanges(attempts: readonly Attempt[]): AnyBulkWriteOperation<PendingDocument>[] {
  const retries = attempts.flatMap(({ delivery, n, outcome }) => {
    if (outcome.type !== 'retry') return [];
    const update = [{ $set: { attempts: n, next_at: fromNow(outcome.afterMs) } }];
    return [{ updateOne: { filter: { _id: delivery.id }, update } }];
  });
  const ended = attempts.filter(({ outcome }) => outcome.type !== 'retry').map(({ delivery }) => delivery.id);
  return [...retries, ...(ended.length > 0 ? [{ deleteMany: { filter: { _id: { $in: ended } } } }] : [])];
}

function endOf(group: readonly Attempt[], record: string): Change {
  const [first] = group;
  if (!first) throw new Error('A group of attempts has at least one');
  const { n, outcome } = first;
  const ended = { ended_at: '$$NOW', expires_at: KEPT_FROM_NOW, next_at: '$$REMOVE' };
  const rare = outcome.type === 'failed' ? { rare_state: 'failed' } : {};
  return changeOf(
    group.map(({ delivery }) => delivery.id),
    { n, record },
    { state: outcome.type, ...rare, ...ended },
  );
}

/** A delivery that was dropped during the attempt stays dropped; the attempt counts, or the next would have the same number. */
function changeOf(
  ids: readonly string[],
  { n, record }: { readonly n: number; readonly record: string },
  change: Readonly<Record<string, unknown>>,
): Change {
  const whilePending = Object.entries(change).map(([name, value]) => [name, { $cond: [IS_PENDING, value, `$${name}`] }]);
  const recorded = { $slice: [{ $concatArrays: [{ $ifNull: ['$recorded_in', []] }, [record]] }, -MAX_RECORDED] };
  const set = { ...Object.fromEntries(whilePending), attempts: n, recorded_in: recorded };
  return { updateMany: { filter: { _id: { $in: [...ids] }, attempts: n - 1 }, update: [{ $set: set }] } };
}
