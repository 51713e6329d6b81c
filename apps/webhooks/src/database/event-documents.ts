import { newId } from '@fulfilment/kernel';
import { expiryFrom } from '../model/domain/delivery.ts';
import type { DeliveryDocument } from './delivery-documents.ts';
import type { LoggedEvent } from '../model/domain/logged-event.ts';

export interface EventDocument {
  readonly _id: string;
  readonly tenant: string;
  /** Position in the tenant's feed, from 1, without gaps. */
  readonly position: number;
  readonly type: string;
  readonly key: string;
  readonly body: string;
  readonly sequence: number | null;
  /** The endpoints that it was matched with when it was stored. */
  readonly endpoints: readonly string[];
  /** The endpoint that it is about and that never receives it. */
  readonly not_to?: string;
  readonly request_id: string | null;
  readonly traceparent: string | null;
  readonly created_at: Date;
  readonly expires_at: Date;
  /** True for the event of an endpoint test, which is not in the feed. */
  readonly test?: true;
}

/** An event without its body. */
export type EventFacts = Omit<EventDocument, 'body'>;

/** The position of a tenant's last event, 0 before the first. */
export interface PositionDocument {
  readonly _id: string;
  readonly position: number;
  /** Raised by each change of the tenant's endpoints that may select other events; 0 where it is missing. */
  readonly endpoints_version?: number;
}

/** The handover of a topic from records placed by their key to records placed by their tenant. */
export interface HandoverDocument {
  /** The topic. */
  readonly _id: string;
  /** Partitions that have no record of the earlier placement left to store. */
  readonly passed: readonly number[];
  /** True once all have passed. */
  readonly done?: boolean;
}

/** @param endpoints the endpoints that it was matched with. */
export function toEventDocument(event: LoggedEvent, position: number, endpoints: readonly string[], at: Date): EventDocument {
  const { id, tenant, type, key, body, sequence, requestId, traceparent, createdAt, notTo } = event;
  const traced = { request_id: requestId, traceparent };
  const times = { created_at: createdAt, expires_at: expiryFrom(at) };
  const notSent = notTo === undefined ? {} : { not_to: notTo };
  return { _id: id, tenant, position, type, key, body, sequence, endpoints, ...notSent, ...traced, ...times };
}

/** New deliveries of an event, one for each of its endpoints. */
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
    // Due at once, the oldest first, even if the clock of the producer is ahead.
    next_at: createdAt < at ? createdAt : at,
    created_at: createdAt,
    expires_at: expiryFrom(at),
  }));
}
