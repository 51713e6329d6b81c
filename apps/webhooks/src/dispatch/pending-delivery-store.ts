import { transact } from '@fulfilment/mongo';
import type { Filter, MongoClient } from 'mongodb';
import type { Collections } from '../database/collections-documents.ts';
import type { DeliveryDocument, PendingDocument } from '../deliveries/delivery-documents.ts';
import type { QueueKey } from '../deliveries/delivery-ports.ts';
import { UNSENT, UNWANTED } from '../deliveries/pending-store.ts';
import type { PendingDeliveryStore, PlannedDelivery } from './dispatch-ports.ts';

export interface PendingDeliveryStoreParts {
  readonly client: MongoClient;
  readonly collections: Pick<Collections, 'deliveries' | 'pending' | 'endpoints'>;
}

const pendingOf = ({ tenant, endpointId }: QueueKey) => ({ tenant, endpoint_id: endpointId });

export function makePendingDeliveryStore({ client, collections }: PendingDeliveryStoreParts): PendingDeliveryStore {
  const { deliveries, pending, endpoints } = collections;
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
    after: (queue, position, limit) => read({ ...pendingOf(queue), position: { $gt: position } }, 'position', limit),
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
    finishDrop: async ({ endpointId, tenant }, through) => {
      // Not if its owner has asked for more to be dropped since.
      await endpoints.updateOne({ _id: endpointId, tenant, drop_through: through }, { $set: { drop_through: null } });
    },
  };
}

type Read = Pick<
  DeliveryDocument,
  '_id' | 'tenant' | 'endpoint_id' | 'event_id' | 'position' | 'record_key' | 'attempts' | 'schedule_from' | 'members'
>;

interface DeliveryRow extends Read {
  /** By the server's clock; below 0 where it is due. */
  readonly due_in_ms: number;
}

const DELIVERY_FIELDS = {
  tenant: 1,
  endpoint_id: 1,
  event_id: 1,
  position: 1,
  record_key: 1,
  attempts: 1,
  schedule_from: 1,
  members: 1,
  due_in_ms: { $toDouble: { $subtract: ['$next_at', '$$NOW'] } },
};

function toDelivery(row: DeliveryRow): PlannedDelivery {
  const { _id: id, tenant, endpoint_id: endpointId, event_id: eventId, position, record_key: recordKey, attempts } = row;
  const members = row.members?.map(({ event_id: memberEvent }) => memberEvent);
  return {
    id,
    tenant,
    endpointId,
    eventId,
    position,
    recordKey,
    attempts,
    scheduleFrom: row.schedule_from,
    members,
    dueInMs: row.due_in_ms,
  };
}
