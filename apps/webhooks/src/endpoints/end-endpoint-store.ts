import type { EndpointEnd, TellOfEnd } from '../deliveries/attempt-ports.ts';
import { wakeOf } from '../deliveries/queue-documents.ts';
import { storeGroups } from '../events/store-groups-store.ts';
import { wantsEvent } from '../events/wants-event-store.ts';
import { tell } from './change-log-store.ts';
import type { CourseContext } from './endpoint-courses-store.ts';

export interface EndContext extends CourseContext {
  readonly tellOfEnd: TellOfEnd;
  readonly eventId: string;
}

/** Nobody asked for it. */
const BY_ITSELF = { actor: 'system', requestId: null };

/**
 * Disables an endpoint and stores the event that says so, in the caller's transaction: it is told once, whenever the process
 * ends, and the queues of those who are told are awake.
 */
export async function endEndpoint(end: EndpointEnd, { session, collections, tellOfEnd, eventId }: EndContext): Promise<void> {
  const { endpointId, reason, tenant } = end;
  const disabled = {
    status: 'disabled',
    disabled: { reason, at: '$$NOW' },
    version: { $add: ['$version', 1] },
    updated_at: '$$NOW',
  };
  await collections.endpoints.updateOne({ _id: endpointId }, [{ $set: disabled }], { session });
  const told = { action: 'webhook.disabled', details: { reason }, by: BY_ITSELF, tenant, endpointId };
  await tell(told, { session, collections, at: end.at });
  const event = tellOfEnd(end, eventId);
  const { due } = await storeGroups([[event]], { session, collections, at: end.at, wants: wantsEvent });
  const subscribers = due.get(event.id) ?? [];
  if (subscribers.length === 0) return;
  const update = wakeOf(tenant);
  const wakes = subscribers.map((id) => ({ updateOne: { filter: { _id: id }, update, upsert: true } }));
  await collections.queues.bulkWrite(wakes, { session });
}
