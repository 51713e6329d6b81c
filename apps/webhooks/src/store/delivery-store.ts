import type { Delivery } from '../domain/delivery.ts';
import type { DeliveryStore, QueueKey } from '../use-cases/ports.ts';
import type { Collections, DeliveryDocument } from './documents.ts';
import { EXPIRY_FROM_NOW } from './keeping.ts';

const pendingOf = ({ tenant, endpointId }: QueueKey) => ({ tenant, endpoint_id: endpointId, state: 'pending' as const });

export function makeDeliveryStore({ deliveries }: Pick<Collections, 'deliveries'>): DeliveryStore {
  return {
    due: async (queue, { limit, except }) => {
      const isDue = { ...pendingOf(queue), _id: { $nin: [...except] }, $expr: { $lte: ['$next_at', '$$NOW'] } };
      const found = await deliveries.find(isDue).sort({ next_at: 1 }).limit(limit).toArray();
      return found.map(toDelivery);
    },
    nextDueAt: async (queue) => {
      const next = await deliveries.findOne(pendingOf(queue), { sort: { next_at: 1 }, projection: { next_at: 1 } });
      return next?.next_at;
    },
    drop: async (queue, limit) => {
      const found = await deliveries
        .find(pendingOf(queue), { projection: { _id: 1 } })
        .limit(limit)
        .toArray();
      if (found.length === 0) return 0;
      const dropped = [{ $set: { state: 'dropped', ended_at: '$$NOW', expires_at: EXPIRY_FROM_NOW, next_at: '$$REMOVE' } }];
      await deliveries.updateMany({ _id: { $in: found.map(({ _id }) => _id) }, ...pendingOf(queue) }, dropped);
      return found.length;
    },
  };
}

function toDelivery({ _id: id, tenant, endpoint_id: endpointId, event_id: eventId, attempts }: DeliveryDocument): Delivery {
  return { id, tenant, endpointId, eventId, attempts };
}
