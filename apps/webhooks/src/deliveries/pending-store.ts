import type { ClientSession } from 'mongodb';
import type { Collections } from '../database/collections-documents.ts';
import { EXPIRY_FROM_NOW } from '../database/keeping-documents.ts';
import type { DeliveryDocument, PendingDocument } from './delivery-documents.ts';

export interface PendingContext {
  readonly session: ClientSession;
  readonly collections: Pick<Collections, 'deliveries' | 'pending'>;
}

/** Keeps new deliveries, all of them pending, in the caller's transaction. */
export async function addDeliveries(made: readonly DeliveryDocument[], { session, collections }: PendingContext): Promise<void> {
  if (made.length === 0) return;
  await collections.deliveries.insertMany([...made], { session });
  await collections.pending.insertMany(made.map(toPending), { session });
}

/** Makes anew what workers find of deliveries, in the caller's transaction: nothing of those that are not pending, or not there. */
export async function renewPending(ids: readonly string[], { session, collections }: PendingContext): Promise<void> {
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

/** States from which a delivery can be sent again. */
export const ENDED_STATES: readonly DeliveryDocument['state'][] = ['delivered', 'failed', 'dropped'];

const AFRESH = {
  state: 'pending',
  schedule_from: '$attempts',
  next_at: '$$NOW',
  due_since: '$$NOW',
  ended_at: '$$REMOVE',
  unwanted: '$$REMOVE',
  rare_state: '$$REMOVE',
  expires_at: EXPIRY_FROM_NOW,
};

/** Those that have been due since their events came to be. */
export const NOT_AGAIN = { due_since: { $exists: false } };

/** Makes ended deliveries due: their attempts stay, and the schedule begins again. */
export const DUE_AGAIN = [{ $set: AFRESH }];

/** As `DUE_AGAIN`, for a replay: whatever it looks at later, it knows them. */
export const dueAgainBy = (replayId: string) => [{ $set: { ...AFRESH, replay_id: replayId } }];

/** Of some deliveries those that still have something to send: of a batch what is kept. */
export async function withTheirEvents<Row extends Pick<DeliveryDocument, 'event_id' | 'members'>>(
  deliveries: readonly Row[],
  { session, collections }: { readonly session: ClientSession; readonly collections: Pick<Collections, 'events'> },
): Promise<readonly Row[]> {
  const ids = deliveries.flatMap(eventIdsOf);
  const found = await collections.events.find({ _id: { $in: ids } }, { session, projection: { _id: 1 } }).toArray();
  const kept = new Set(found.map(({ _id }) => _id));
  return deliveries.filter((delivery) => eventIdsOf(delivery).some((id) => kept.has(id)));
}

function eventIdsOf({ event_id: eventId, members }: Pick<DeliveryDocument, 'event_id' | 'members'>): string[] {
  return members ? members.map(({ event_id: member }) => member) : [eventId];
}

/** Ends deliveries that are pending, unsent, by pipeline. */
export const UNSENT = {
  state: 'dropped',
  rare_state: 'dropped',
  ended_at: '$$NOW',
  expires_at: EXPIRY_FROM_NOW,
  next_at: '$$REMOVE',
};

/** As `UNSENT`, because of what its owner chose. */
export const UNWANTED = { ...UNSENT, unwanted: true };
