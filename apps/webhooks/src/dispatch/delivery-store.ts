import { transact } from '@fulfilment/mongo';
import type { Filter, MongoClient } from 'mongodb';
import type { Collections } from '../database/collections-documents.ts';
import type { PendingDocument } from '../deliveries/delivery-documents.ts';
import type { QueueKey } from '../deliveries/delivery-ports.ts';
import { UNSENT, UNWANTED } from '../deliveries/unsent-documents.ts';
import { DELIVERY_FIELDS, type DeliveryRow, toDelivery } from './delivery-row-documents.ts';
import type { DeliveryStore } from './dispatch-ports.ts';

export interface DeliveryStoreParts {
  readonly client: MongoClient;
  readonly collections: Pick<Collections, 'deliveries' | 'pending'>;
}

const pendingOf = ({ tenant, endpointId }: QueueKey) => ({ tenant, endpoint_id: endpointId });

export function makeDeliveryStore({ client, collections }: DeliveryStoreParts): DeliveryStore {
  const { deliveries, pending } = collections;
  const read = async (filter: Filter<PendingDocument>, sort: 'next_at' | 'position', limit: number) => {
    const found = pending.find<DeliveryRow>(filter, { projection: DELIVERY_FIELDS }).sort({ [sort]: 1 });
    return (await found.limit(limit).toArray()).map(toDelivery);
  };
  return {
    due: (queue, { limit, except }) =>
      read(
        {
          ...pendingOf(queue),
          $expr: { $lte: ['$next_at', '$$NOW'] },
          ...(except.length > 0 ? { _id: { $nin: [...except] } } : {}),
        },
        'next_at',
        limit,
      ),
    behind: (queue, position, limit) => read({ ...pendingOf(queue), position: { $gt: position } }, 'position', limit),
    ofRecord: (queue, { recordKey, through, limit }) =>
      read(
        { ...pendingOf(queue), record_key: recordKey, position: { $lte: through }, members: { $exists: false } },
        'position',
        limit,
      ),
    nextDueAt: async (queue) => {
      const next = await pending.findOne(pendingOf(queue), { sort: { next_at: 1 }, projection: { next_at: 1 } });
      return next?.next_at;
    },
    drop: async (queue, { through, limit }) => {
      const upTo = through === null ? {} : { position: { $lte: through } };
      const found = await pending
        .find({ ...pendingOf(queue), ...upTo }, { projection: { _id: 1 } })
        .limit(limit)
        .toArray();
      if (found.length === 0) return 0;
      const ids = found.map(({ _id }) => _id);
      const change = through === null ? UNSENT : UNWANTED;
      await transact(client, async (session) => {
        await deliveries.updateMany({ _id: { $in: ids }, state: 'pending' }, [{ $set: change }], { session });
        await pending.deleteMany({ _id: { $in: ids } }, { session });
      });
      return found.length;
    },
  };
}
