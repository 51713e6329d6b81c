import { type DomainEvent, domainEvent, EVENT_TYPES } from '@fulfilment/contracts';
import { tenantKey } from '@fulfilment/kernel';
import { type ConsumerOptions, decodeTyped, type Received } from '@fulfilment/messaging';
import type { LoggedEvent } from '../use-cases/ports.ts';
import type { StoreEvents } from '../use-cases/store-events.ts';

/** Types that came after this version are passed over. */
export const decodeDomainEvent = decodeTyped<DomainEvent>(domainEvent, EVENT_TYPES);

/** The events of the three topics go into the store, in the order of their partition. */
export const handleDomainEvents =
  (storeEvents: StoreEvents): ConsumerOptions<DomainEvent>['handle'] =>
  (batch) =>
    storeEvents(batch.map(toLoggedEvent));

function toLoggedEvent({ message, record }: Received<DomainEvent>): LoggedEvent {
  return {
    id: message.id,
    tenant: tenantKey({ accountId: message.account_id, environment: message.environment }),
    type: message.type,
    key: record.key,
    body: record.value,
    sequence: 'sequence' in message && typeof message.sequence === 'number' ? message.sequence : null,
    createdAt: new Date(message.created_at),
    requestId: record.headers['request_id'] ?? null,
    traceparent: record.headers['traceparent'] ?? null,
  };
}
