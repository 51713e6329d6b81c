import { transact } from '@fulfilment/mongo';
import type { ClientSession, MongoClient } from 'mongodb';
import type { DissolveBatches } from '../use-cases/ports.ts';
import type { Collections } from './documents.ts';
import { DUE_AGAIN, ENDED_STATES } from './due-again.ts';
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
  const { deliveries, pending } = collections;
  const batches = await deliveries.find({ _id: { $in: [...ids] }, state: 'pending' }, { session }).toArray();
  const dissolved = batches.map(({ _id }) => _id);
  const inThem = batches.flatMap(({ members = [] }) => members.map(({ delivery_id: id }) => id));
  const members = await deliveries.find({ _id: { $in: inThem } }, { session }).toArray();
  const batched = members.filter(({ state }) => state === 'batched').map(({ _id }) => _id);
  // Of a batch that was dissolved before, and is sent again.
  const ended = members.filter(({ state }) => ENDED_STATES.includes(state)).map(({ _id }) => _id);
  await pending.deleteMany({ _id: { $in: [...ids] } }, { session });
  await deliveries.updateMany({ _id: { $in: dissolved } }, [{ $set: UNWANTED }], { session });
  await deliveries.updateMany({ _id: { $in: batched } }, [{ $set: SINGLE }], { session });
  await deliveries.updateMany({ _id: { $in: ended } }, DUE_AGAIN, { session });
  await addPending([...batched, ...ended], { session, collections });
}
