import type { AnyBulkWriteOperation } from 'mongodb';
import { EXPIRY_FROM_NOW, fromNow } from '../database/keeping-documents.ts';
import type { Attempt } from '../deliveries/attempt-ports.ts';
import type { DeliveryDocument, PendingDocument } from '../deliveries/delivery-documents.ts';

type Change = AnyBulkWriteOperation<DeliveryDocument>;

/** Attempts that a delivery knows of, the last: one that is sent again for ever does not grow for ever. */
const MOST_RECORDED = 1_000;
const DAY_MS = 86_400_000;
const IS_PENDING = { $eq: ['$state', 'pending'] };
/** To the day: an end that comes soon, as most do, moves no entry of the index that ends them. */
const KEPT_FROM_NOW = {
  $cond: [{ $gt: [{ $subtract: [EXPIRY_FROM_NOW, '$expires_at'] }, DAY_MS] }, EXPIRY_FROM_NOW, '$expires_at'],
};

/**
 * What attempts make of their deliveries: all with the same end in one statement, for each statement has its price. None
 * matches a delivery whose attempts have gone on meanwhile.
 *
 * @param record where they are kept.
 */
export function deliveryChanges(attempts: readonly Attempt[], record: string): Change[] {
  const retries = attempts.flatMap(({ delivery, n, verdict }) =>
    verdict.type === 'retry' ? [changeOf([delivery.id], { n, record }, { next_at: fromNow(verdict.afterMs) })] : [],
  );
  const ends = attempts.filter(({ verdict }) => verdict.type !== 'retry');
  const alike = Map.groupBy(ends, ({ n, verdict }) => `${verdict.type} ${n}`);
  return [...retries, ...alike.values().map((group) => endOf(group, record))];
}

/** What attempts leave of what workers look for. */
export function pendingChanges(attempts: readonly Attempt[]): AnyBulkWriteOperation<PendingDocument>[] {
  const retries = attempts.flatMap(({ delivery, n, verdict }) => {
    if (verdict.type !== 'retry') return [];
    const update = [{ $set: { attempts: n, next_at: fromNow(verdict.afterMs) } }];
    return [{ updateOne: { filter: { _id: delivery.id }, update } }];
  });
  const ended = attempts.filter(({ verdict }) => verdict.type !== 'retry').map(({ delivery }) => delivery.id);
  return [...retries, ...(ended.length > 0 ? [{ deleteMany: { filter: { _id: { $in: ended } } } }] : [])];
}

function endOf(group: readonly Attempt[], record: string): Change {
  const [first] = group;
  if (!first) throw new Error('An end is of some deliveries');
  const { n, verdict } = first;
  const ended = { ended_at: '$$NOW', expires_at: KEPT_FROM_NOW, next_at: '$$REMOVE' };
  const rare = verdict.type === 'failed' ? { rare_state: 'failed' } : {};
  return changeOf(
    group.map(({ delivery }) => delivery.id),
    { n, record },
    { state: verdict.type, ...rare, ...ended },
  );
}

interface Made {
  readonly n: number;
  readonly record: string;
}

/** One that was dropped meanwhile stays so; its try counts all the same, or the next one would have the same number. */
function changeOf(ids: readonly string[], { n, record }: Made, change: Readonly<Record<string, unknown>>): Change {
  const whilePending = Object.entries(change).map(([name, value]) => [name, { $cond: [IS_PENDING, value, `$${name}`] }]);
  const recorded = { $slice: [{ $concatArrays: [{ $ifNull: ['$recorded_in', []] }, [record]] }, -MOST_RECORDED] };
  const set = { ...Object.fromEntries(whilePending), attempts: n, recorded_in: recorded };
  return { updateMany: { filter: { _id: { $in: [...ids] }, attempts: n - 1 }, update: [{ $set: set }] } };
}
