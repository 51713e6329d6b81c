import { domainEvent, EVENT_TYPES, type EventEnvelope, eventEnvelope } from '@fulfilment/contracts';
import { tenantKey } from '@fulfilment/kernel';
import { type ConsumerOptions, type Decode, decodeTyped, type Received } from '@fulfilment/messaging';
import type { QueueKey } from '../deliveries/delivery-ports.ts';
import type { EventStore, LoggedEvent } from './event-ports.ts';

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

/**
 * Takes events of the log over. When it resolves, each is stored once, its deliveries are due, and their queues are awake:
 * only then may the log's offsets be committed. If the process ends before, the log gives the events again, and the same
 * queues are woken.
 */
type StoreEvents = (events: readonly LoggedEvent[]) => Promise<void>;

interface StoreEventsParts {
  readonly events: EventStore;
  /** Makes queues due now. */
  readonly wake: (queues: readonly QueueKey[]) => Promise<void>;
  /** Told which queues may be due: this process may have them. */
  readonly nudge: (queues: readonly QueueKey[]) => void;
}

export function makeStoreEvents({ events, wake, nudge }: StoreEventsParts): StoreEvents {
  return async (logged) => {
    if (logged.length === 0) return;
    const due = await events.store(logged);
    if (due.length === 0) return;
    await wake(due);
    nudge(due);
  };
}
