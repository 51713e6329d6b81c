import type { ClientSession } from 'mongodb';
import type { Collections } from '../database/collections-documents.ts';
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
