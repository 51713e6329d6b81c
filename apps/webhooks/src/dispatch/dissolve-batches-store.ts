import { transact } from '@fulfilment/mongo';
import type { ClientSession, MongoClient } from 'mongodb';
import type { Collections } from '../database/collections-documents.ts';
import { PENDING_BATCHES } from '../database/webhook-indexes.ts';
import type { DeliveryDocument } from '../deliveries/delivery-documents.ts';
import { DUE_AGAIN, dueAgainBy, ENDED_STATES } from '../deliveries/due-again-store.ts';
import { renewPending } from '../deliveries/pending-store.ts';
import { UNWANTED } from '../deliveries/unsent-documents.ts';
import type { DissolveBatches } from './dispatch-ports.ts';

export interface DissolveBatchesParts {
  readonly client: MongoClient;
  readonly collections: Pick<Collections, 'deliveries' | 'pending'>;
}

/** Of one transaction: a batch has up to 100 events. */
const MOST_AT_ONCE = 20;

/** Due since its event came to be. */
const AS_BEFORE = { state: 'pending', rare_state: '$$REMOVE', batch_id: '$$REMOVE', next_at: '$created_at' };

/** Makes single deliveries again of batches that are pending: in one, the events of a record could not wait for each other. */
export function makeDissolveBatches({ client, collections }: DissolveBatchesParts): DissolveBatches {
  return async ({ tenant, endpointId }) => {
    const ofEndpoint = { tenant, endpoint_id: endpointId, members: { $exists: true } };
    for (;;) {
      const found = collections.pending.find(ofEndpoint, { hint: PENDING_BATCHES, projection: { _id: 1 } });
      const ids = (await found.limit(MOST_AT_ONCE).toArray()).map(({ _id }) => _id);
      if (ids.length === 0) return;
      await transact(client, (session) => dissolve(ids, { session, collections }));
    }
  };
}

async function dissolve(
  ids: readonly string[],
  { session, collections }: Pick<DissolveBatchesParts, 'collections'> & { readonly session: ClientSession },
): Promise<void> {
  const { deliveries } = collections;
  const batches = await deliveries.find({ _id: { $in: [...ids] }, state: 'pending' }, { session }).toArray();
  await deliveries.updateMany({ _id: { $in: batches.map(({ _id }) => _id) } }, [{ $set: UNWANTED }], { session });
  for (const batch of batches) {
    const states = { state: { $in: ['batched' as const, ...ENDED_STATES] } };
    await deliveries.updateMany({ _id: { $in: membersOf(batch) }, ...states }, singleOf(batch), { session });
  }
  await renewPending([...ids, ...batches.flatMap(membersOf)], { session, collections });
}

function membersOf({ members = [] }: DeliveryDocument): string[] {
  return members.map(({ delivery_id: id }) => id);
}

/** What was sent again is that as single deliveries too, and the replay that did it knows them. */
function singleOf({ due_since: dueSince, replay_id: replayId }: DeliveryDocument) {
  if (dueSince === undefined) return [{ $set: AS_BEFORE }];
  return [...(replayId === undefined ? DUE_AGAIN : dueAgainBy(replayId)), { $set: { batch_id: '$$REMOVE' } }];
}
