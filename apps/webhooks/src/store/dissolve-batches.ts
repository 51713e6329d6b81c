import { transact } from '@fulfilment/mongo';
import type { ClientSession, MongoClient } from 'mongodb';
import type { DissolveBatches } from '../use-cases/ports.ts';
import type { Collections } from './documents.ts';
import type { PendingDocument } from './delivery-documents.ts';
import { PENDING_BATCHES } from './indexes.ts';
import { addPending } from './pending.ts';
import { UNWANTED } from './unsent.ts';

export interface DissolveBatchesParts {
  readonly client: MongoClient;
  readonly collections: Pick<Collections, 'deliveries' | 'pending'>;
}

/** Of one transaction: a batch has up to 100 events. */
const MOST_AT_ONCE = 20;

/** As before it was batched, due since its event came to be. */
const SINGLE = { state: 'pending', rare_state: '$$REMOVE', batch_id: '$$REMOVE', next_at: '$created_at' };

/** Makes single deliveries again of batches that are pending: in one, the events of a record could not wait for each other. */
export function makeDissolveBatches({ client, collections }: DissolveBatchesParts): DissolveBatches {
  return async ({ tenant, endpointId }) => {
    const ofEndpoint = { tenant, endpoint_id: endpointId, members: { $exists: true } };
    for (;;) {
      const found = collections.pending.find(ofEndpoint, { hint: PENDING_BATCHES });
      const batches = await found.limit(MOST_AT_ONCE).toArray();
      if (batches.length === 0) return;
      await transact(client, (session) => dissolve(batches, { session, collections }));
    }
  };
}

async function dissolve(
  batches: readonly PendingDocument[],
  { session, collections }: Pick<DissolveBatchesParts, 'collections'> & { readonly session: ClientSession },
): Promise<void> {
  const { deliveries, pending } = collections;
  const ids = batches.map(({ _id }) => _id);
  const members = batches.flatMap(({ members: together = [] }) => together.map(({ delivery_id: id }) => id));
  await pending.deleteMany({ _id: { $in: ids } }, { session });
  await deliveries.updateMany({ _id: { $in: ids }, state: 'pending' }, [{ $set: UNWANTED }], { session });
  await deliveries.updateMany({ _id: { $in: members }, state: 'batched' }, [{ $set: SINGLE }], { session });
  await addPending(members, { session, collections });
}
