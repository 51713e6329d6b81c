import type { DeliveryDocument } from '../deliveries/delivery-documents.ts';
import type { PlannedDelivery } from './dispatch-ports.ts';

type Read = Pick<
  DeliveryDocument,
  '_id' | 'tenant' | 'endpoint_id' | 'event_id' | 'position' | 'record_key' | 'attempts' | 'schedule_from' | 'members'
>;

export interface DeliveryRow extends Read {
  /** By the server's clock; below 0 for one that is due. */
  readonly due_in_ms: number;
}

export const DELIVERY_FIELDS = {
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

export function toDelivery(row: DeliveryRow): PlannedDelivery {
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
