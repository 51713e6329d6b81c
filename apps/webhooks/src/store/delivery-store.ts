import type { Filter } from 'mongodb';
import type { DeliveryStore, QueueKey } from '../use-cases/ports.ts';
import { type DeliveryRow, DELIVERY_FIELDS, toDelivery } from './delivery-rows.ts';
import type { Collections } from './documents.ts';
import type { DeliveryDocument } from './delivery-documents.ts';
import { EXPIRY_FROM_NOW } from './keeping.ts';

const pendingOf = ({ tenant, endpointId }: QueueKey) => ({ tenant, endpoint_id: endpointId, state: 'pending' as const });

const UNSENT = { state: 'dropped', ended_at: '$$NOW', expires_at: EXPIRY_FROM_NOW, next_at: '$$REMOVE' };

export function makeDeliveryStore({ deliveries }: Pick<Collections, 'deliveries'>): DeliveryStore {
  const read = async (filter: Filter<DeliveryDocument>, sort: 'next_at' | 'position', limit: number) => {
    const found = deliveries.find<DeliveryRow>(filter, { projection: DELIVERY_FIELDS }).sort({ [sort]: 1 });
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
      read({ ...pendingOf(queue), record_key: recordKey, position: { $lte: through } }, 'position', limit),
    nextDueAt: async (queue) => {
      const next = await deliveries.findOne(pendingOf(queue), { sort: { next_at: 1 }, projection: { next_at: 1 } });
      return next?.next_at;
    },
    drop: async (queue, { through, limit }) => {
      const upTo = through === null ? {} : { position: { $lte: through } };
      const found = await deliveries
        .find({ ...pendingOf(queue), ...upTo }, { projection: { _id: 1 } })
        .limit(limit)
        .toArray();
      if (found.length === 0) return 0;
      const ids = found.map(({ _id }) => _id);
      const change = through === null ? UNSENT : { ...UNSENT, unwanted: true };
      await deliveries.updateMany({ _id: { $in: ids }, ...pendingOf(queue) }, [{ $set: change }]);
      return found.length;
    },
  };
}
