import { domainEvent, EVENT_TYPES, type EventEnvelope, eventEnvelope } from '@fulfilment/contracts';
import { tenantKey } from '@fulfilment/kernel';
import { type ConsumerOptions, type Decode, decodeTyped, type Received } from '@fulfilment/messaging';
import type { LoggedEvent } from './event-ports.ts';
import type { StoreEvents } from './store-events.ts';

const decodeKnown = decodeTyped(domainEvent, EVENT_TYPES);

/**
 * An event of a known type is what its schema says. One of a type that came after this version is taken as it is, or it would
 * be missing in the feed for good: services are upgraded one after the other.
 */
export const decodeDomainEvent: Decode<EventEnvelope> = (record) => {
  const known = decodeKnown(record);
  if (known.type === 'message') return { type: 'message', message: eventEnvelope.parse(known.message) };
  if (known.type === 'poison') return known;
  const later = eventEnvelope.safeParse(JSON.parse(record.value));
  return later.success ? { type: 'message', message: later.data } : known;
};

/** The events of the three topics go into the store, in the order of their partition. */
export const handleDomainEvents =
  (storeEvents: StoreEvents): ConsumerOptions<EventEnvelope>['handle'] =>
  (batch) =>
    storeEvents(batch.map(toLoggedEvent));

function toLoggedEvent({ message, record }: Received<EventEnvelope>): LoggedEvent {
  return {
    id: message.id,
    tenant: tenantKey({ accountId: message.account_id, environment: message.environment }),
    type: message.type,
    key: record.key,
    body: record.value,
    sequence: message.sequence ?? null,
    createdAt: new Date(message.created_at),
    requestId: record.headers['request_id'] ?? null,
    traceparent: record.headers['traceparent'] ?? null,
  };
}
