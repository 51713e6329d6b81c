import { EXPIRY_FROM_NOW, type Transaction } from './collections-documents.ts';
import type { DeliveryDocument, PendingDocument } from './delivery-documents.ts';

/** Stores new deliveries, all pending, in the caller's transaction. */
export async function addDeliveries(made: readonly DeliveryDocument[], { session, collections }: Transaction): Promise<void> {
  if (made.length === 0) return;
  await collections.deliveries.insertMany([...made], { session });
  await collections.pending.insertMany(made.map(toPending), { session });
}

/** Rebuilds the pending projection for these ids, in the caller's transaction; ids that are missing or not pending get no entry. */
export async function rebuildPending(ids: readonly string[], { session, collections }: Transaction): Promise<void> {
  await collections.pending.deleteMany({ _id: { $in: [...ids] } }, { session });
  const found = await collections.deliveries.find({ _id: { $in: [...ids] }, state: 'pending' }, { session }).toArray();
  if (found.length > 0) await collections.pending.insertMany(found.map(toPending), { session });
}

function toPending(delivery: DeliveryDocument): PendingDocument {
  const { _id, tenant, endpoint_id, event_id, event_type, position, record_key, members, due_since } = delivery;
  const { attempts, schedule_from, next_at, created_at, expires_at } = delivery;
  if (!next_at) throw new Error(`The pending delivery ${_id} is never due`);
  return {
    _id,
    tenant,
    endpoint_id,
    event_id,
    event_type,
    position,
    record_key,
    ...(members === undefined ? {} : { members }),
    attempts,
    schedule_from,
    next_at,
    ...(due_since === undefined ? {} : { due_since }),
    created_at,
    expires_at,
  };
}

/** States from which a delivery can be resent. */
export const ENDED_STATES: readonly DeliveryDocument['state'][] = ['delivered', 'failed', 'dropped'];

const PENDING_AGAIN = {
  state: 'pending',
  delivered_at: { $cond: [{ $eq: ['$state', 'delivered'] }, '$ended_at', '$delivered_at'] },
  schedule_from: '$attempts',
  next_at: '$$NOW',
  due_since: '$$NOW',
  ended_at: '$$REMOVE',
  unwanted: '$$REMOVE',
  rare_state: '$$REMOVE',
  expires_at: EXPIRY_FROM_NOW,
};

/** Deliveries that have been due since their events were created. */
export const NOT_RESENT = { due_since: { $exists: false } };

/** Makes ended deliveries due again: their attempts stay, and the retry schedule starts over. */
export const RESENT = [{ $set: PENDING_AGAIN }];

/** As `RESENT`, by a replay, which does not resend them twice. */
export const resentBy = (replayId: string) => [{ $set: { ...PENDING_AGAIN, replay_id: replayId } }];

/** Filters pending deliveries to those that wait for a later try. */
export const WAITS = { $expr: { $gt: ['$next_at', '$$NOW'] } };

/** Makes the next try of pending deliveries due now, in the caller's transaction; their schedule goes on from it. */
export async function bringForward(ids: readonly string[], { session, collections }: Transaction): Promise<void> {
  const waiting = { _id: { $in: [...ids] }, ...WAITS };
  await collections.deliveries.updateMany({ ...waiting, state: 'pending' }, [{ $set: { next_at: '$$NOW' } }], { session });
  await collections.pending.updateMany(waiting, [{ $set: { next_at: '$$NOW' } }], { session });
}

/** Filters deliveries to those with an event that is kept; for a batch, one of its events. */
export async function withKeptEvents<Row extends Pick<DeliveryDocument, 'event_id' | 'members'>>(
  deliveries: readonly Row[],
  { session, collections }: Transaction,
): Promise<readonly Row[]> {
  const ids = deliveries.flatMap(eventIdsOf);
  const found = await collections.events.find({ _id: { $in: ids } }, { session, projection: { _id: 1 } }).toArray();
  const kept = new Set(found.map(({ _id }) => _id));
  return deliveries.filter((delivery) => eventIdsOf(delivery).some((id) => kept.has(id)));
}

function eventIdsOf({ event_id: eventId, members }: Pick<DeliveryDocument, 'event_id' | 'members'>): string[] {
  return members ? members.map(({ event_id: member }) => member) : [eventId];
}

/** A delivery that was resent and is dropped was delivered all the same. */
function unlessDelivered<Value>(value: Value, otherwise: string) {
  return { $cond: [{ $gt: ['$delivered_at', null] }, otherwise, value] };
}

/** Ends pending deliveries unsent, as an update pipeline. */
export const UNSENT = {
  state: unlessDelivered('dropped', 'delivered'),
  rare_state: unlessDelivered('dropped', '$$REMOVE'),
  ended_at: { $ifNull: ['$delivered_at', '$$NOW'] },
  expires_at: EXPIRY_FROM_NOW,
  next_at: '$$REMOVE',
};

/** As `UNSENT`, by the owner's choice. */
export const UNWANTED = { ...UNSENT, unwanted: unlessDelivered(true, '$$REMOVE') };
