import type { EventToSend, FindEvent } from '../use-cases/ports.ts';
import type { Collections } from './documents.ts';

const PROJECTION = { _id: 0, type: 1, body: 1, traceparent: 1, requestId: '$request_id' };

export function makeFindEvent({ events }: Pick<Collections, 'events'>): FindEvent {
  return async (id, tenant) => (await events.findOne<EventToSend>({ _id: id, tenant }, { projection: PROJECTION })) ?? undefined;
}
