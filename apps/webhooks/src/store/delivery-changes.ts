import type { AnyBulkWriteOperation } from 'mongodb';
import type { Attempt } from '../use-cases/attempt-ports.ts';
import type { DeliveryDocument } from './delivery-documents.ts';
import { EXPIRY_FROM_NOW, fromNow } from './keeping.ts';

type Change = AnyBulkWriteOperation<DeliveryDocument>;

const DAY_MS = 86_400_000;
const IS_PENDING = { $eq: ['$state', 'pending'] };
/** To the day: an end that comes soon, as most do, moves no entry of the index that ends them. */
const KEPT_FROM_NOW = {
  $cond: [{ $gt: [{ $subtract: [EXPIRY_FROM_NOW, '$expires_at'] }, DAY_MS] }, EXPIRY_FROM_NOW, '$expires_at'],
};

/** What attempts make of their deliveries: all with the same end in one statement, for each statement has its price. */
export function deliveryChanges(attempts: readonly Attempt[]): Change[] {
  const retries = attempts.flatMap(({ delivery, n, verdict }) =>
    verdict.type === 'retry' ? [changeOf([delivery.id], n, { next_at: fromNow(verdict.afterMs) })] : [],
  );
  const ends = attempts.filter(({ verdict }) => verdict.type !== 'retry');
  const alike = Map.groupBy(ends, ({ n, verdict }) => `${verdict.type} ${n}`);
  return [...retries, ...alike.values().map(endOf)];
}

function endOf(group: readonly Attempt[]): Change {
  const [first] = group;
  if (!first) throw new Error('An end is of some deliveries');
  const { n, verdict } = first;
  const ended = { ended_at: '$$NOW', expires_at: KEPT_FROM_NOW, next_at: '$$REMOVE' };
  return changeOf(
    group.map(({ delivery }) => delivery.id),
    n,
    { state: verdict.type, ...ended },
  );
}

/** One that was dropped meanwhile stays so; its try counts all the same, or the next one would have the same number. */
function changeOf(ids: readonly string[], n: number, change: Readonly<Record<string, unknown>>): Change {
  const whilePending = Object.entries(change).map(([name, value]) => [name, { $cond: [IS_PENDING, value, `$${name}`] }]);
  const set = { ...Object.fromEntries(whilePending), attempts: { $max: ['$attempts', n] } };
  return { updateMany: { filter: { _id: { $in: [...ids] } }, update: [{ $set: set }] } };
}
