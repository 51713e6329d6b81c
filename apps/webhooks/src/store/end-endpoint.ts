import type { EndpointEnd, TellOfEnd } from '../use-cases/ports.ts';
import type { CourseContext } from './endpoint-courses.ts';
import { wakeOf } from './queue-wake.ts';
import { storeGroups } from './store-groups.ts';

export interface EndContext extends CourseContext {
  readonly tellOfEnd: TellOfEnd;
  readonly eventId: string;
}

/**
 * Disables an endpoint and stores the event that says so, in the caller's transaction: it is told once, whenever the process
 * ends, and the queues of those who are told are awake.
 */
export async function endEndpoint(end: EndpointEnd, { session, collections, tellOfEnd, eventId }: EndContext): Promise<void> {
  const { endpointId, reason } = end;
  const disabled = {
    status: 'disabled',
    disabled: { reason, at: '$$NOW' },
    version: { $add: ['$version', 1] },
    updated_at: '$$NOW',
  };
  await collections.endpoints.updateOne({ _id: endpointId }, [{ $set: disabled }], { session });
  const event = tellOfEnd(end, eventId);
  const { due } = await storeGroups([[event]], { session, collections, at: end.at });
  const told = due.get(event.id) ?? [];
  if (told.length === 0) return;
  const update = wakeOf(end.tenant);
  const wakes = told.map((id) => ({ updateOne: { filter: { _id: id }, update, upsert: true } }));
  await collections.queues.bulkWrite(wakes, { session });
}
