import { newId } from '@fulfilment/kernel';
import { expiryFrom } from '../database/keeping-documents.ts';
import type { DeliveryDocument } from '../deliveries/delivery-documents.ts';
import type { LoggedEvent } from './event-ports.ts';

export interface EventPlace {
  /** Among the events that are stored together. */
  readonly place: number;
  /** By place. */
  readonly positions: readonly number[];
  /** By the event's id. */
  readonly selected: ReadonlyMap<string, readonly string[]>;
  readonly at: Date;
}

/** @throws Error if the event has no position: it would be missing in the tenant's feed. */
export function toEventDocument(event: LoggedEvent, { place, positions, selected, at }: EventPlace): EventDocument {
  const { id, tenant, type, key, body, sequence, requestId, traceparent, createdAt, notTo } = event;
  const position = positions[place];
  if (position === undefined) throw new Error(`The event ${id} has no position`);
  const endpoints = selected.get(id) ?? [];
  const traced = { request_id: requestId, traceparent };
  const times = { created_at: createdAt, expires_at: expiryFrom(at) };
  const notSent = notTo === undefined ? {} : { not_to: notTo };
  return { _id: id, tenant, position, type, key, body, sequence, endpoints, ...notSent, ...traced, ...times };
}

/** All of an event but what is sent. */
export type EventFacts = Omit<EventDocument, 'body'>;

export function deliveriesOf(event: EventFacts, at: Date): DeliveryDocument[] {
  const { _id: eventId, type, tenant, position, key, endpoints, created_at: createdAt } = event;
  return endpoints.map((endpointId) => ({
    _id: newId('dlv'),
    tenant,
    endpoint_id: endpointId,
    event_id: eventId,
    event_type: type,
    position,
    record_key: key,
    state: 'pending',
    attempts: 0,
    schedule_from: 0,
    // Due at once, the oldest first, even where the clock of who made the event is ahead.
    next_at: createdAt < at ? createdAt : at,
    created_at: createdAt,
    expires_at: expiryFrom(at),
  }));
}

/** The position of a tenant's last event. */
export interface PositionDocument {
  readonly _id: string;
  readonly position: number;
}

export interface EventDocument {
  readonly _id: string;
  readonly tenant: string;
  /** Place among the tenant's events, from 1, without gaps. */
  readonly position: number;
  readonly type: string;
  readonly key: string;
  readonly body: string;
  readonly sequence: number | null;
  /** The endpoints it was matched with when it was stored. */
  readonly endpoints: readonly string[];
  /** The endpoint that it tells of, and is never sent to. */
  readonly not_to?: string;
  readonly request_id: string | null;
  readonly traceparent: string | null;
  readonly created_at: Date;
  readonly expires_at: Date;
  /** It was made to try an endpoint out, and is not in the feed. */
  readonly test?: true;
}
