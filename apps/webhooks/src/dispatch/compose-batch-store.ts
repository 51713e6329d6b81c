import { newId } from '@fulfilment/kernel';
import { transact } from '@fulfilment/mongo';
import type { ClientSession, MongoClient } from 'mongodb';
import type { Collections } from '../database/collections-documents.ts';
import type { DeliveryDocument } from '../deliveries/delivery-documents.ts';
import { fitting } from '../deliveries/domain/batch.ts';
import { addDeliveries } from '../deliveries/pending-store.ts';
import type { ComposeBatch, PlannedDelivery } from './dispatch-ports.ts';

export interface ComposeBatchParts {
  readonly client: MongoClient;
  readonly collections: Pick<Collections, 'deliveries' | 'pending' | 'events'>;
}

/** Composes batches, each once and for good: however often it is tried, it is the same events in the same order. */
export function makeComposeBatch({ client, collections }: ComposeBatchParts): ComposeBatch {
  const { deliveries, pending, events } = collections;
  const sizesOf = async (ids: readonly string[]) => {
    const projection = { size: { $strLenBytes: '$body' } };
    const found = await events.find<{ _id: string; size: number }>({ _id: { $in: [...ids] } }, { projection }).toArray();
    const sizes = new Map(found.map(({ _id, size }) => [_id, size]));
    return sizes;
  };
  return async (candidates, maxEvents) => {
    const ordered = candidates.toSorted((a, b) => a.position - b.position);
    const sizes = await sizesOf(ordered.map(({ eventId }) => eventId));
    const taken = takenOf(ordered, sizes, maxEvents);
    const id = newId('dlv');
    return transact(client, async (session) => {
      const members = await stillPending(collections, taken, session);
      // What is found of others is found no more: it would be taken again at once.
      await pending.deleteMany({ _id: { $in: taken.map((delivery) => delivery.id) } }, { session });
      const [first] = members;
      if (!first) return false;
      const tenant = first.tenant;
      const ids = members.map(({ _id }) => _id);
      const batched = { $set: { state: 'batched', rare_state: 'batched', batch_id: id }, $unset: { next_at: '' } } as const;
      await deliveries.updateMany({ _id: { $in: ids }, tenant, state: 'pending' }, batched, { session });
      await addDeliveries([toBatch(id, members)], { session, collections });
      return true;
    });
  };
}

/** Those whose events are past their keeping come to their end together, first, and take none with them that is kept. */
function takenOf(
  ordered: readonly PlannedDelivery[],
  sizes: ReadonlyMap<string, number>,
  maxEvents: number,
): readonly PlannedDelivery[] {
  const gone = ordered.filter(({ eventId }) => !sizes.has(eventId));
  if (gone.length > 0) return gone.slice(0, maxEvents);
  const inOrder = ordered.map(({ eventId }) => sizes.get(eventId) ?? 0);
  return ordered.slice(0, fitting(inOrder, maxEvents));
}

/** In their order. One may have been dropped since it was looked at. */
async function stillPending(
  { deliveries }: Pick<Collections, 'deliveries'>,
  taken: readonly PlannedDelivery[],
  session: ClientSession,
): Promise<readonly DeliveryDocument[]> {
  const ids = taken.map(({ id }) => id);
  const found = await deliveries.find({ _id: { $in: ids }, state: 'pending' }, { session }).toArray();
  return found.toSorted((a, b) => a.position - b.position);
}

const latestOf = (dates: readonly Date[]): Date => new Date(Math.max(...dates.map((date) => date.getTime())));

function toBatch(batchId: string, members: readonly DeliveryDocument[]): DeliveryDocument {
  const [first] = members;
  if (!first) throw new Error('A batch has at least one event');
  const { tenant, endpoint_id, position, record_key, created_at, due_since } = first;
  const replayId = members.findLast(({ replay_id: id }) => id !== undefined)?.replay_id;
  return {
    _id: batchId,
    tenant,
    endpoint_id,
    event_id: batchId,
    event_type: 'batch',
    position,
    record_key,
    state: 'pending',
    members: members.map(({ _id, event_id }) => ({ delivery_id: _id, event_id })),
    attempts: 0,
    schedule_from: 0,
    next_at: first.next_at ?? created_at,
    created_at,
    // It has something to send for as long as one of its events is kept.
    expires_at: latestOf(members.map(({ expires_at: expiresAt }) => expiresAt)),
    ...(due_since === undefined ? {} : { due_since }),
    ...(replayId === undefined ? {} : { replay_id: replayId }),
  };
}
