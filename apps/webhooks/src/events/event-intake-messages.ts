import { domainEvent, EVENT_TYPES, type EventEnvelope, eventEnvelope } from '@fulfilment/contracts';
import { tenantKey } from '@fulfilment/kernel';
import { type ConsumerOptions, type Decode, decodeTyped, type IncomingRecord, type Received } from '@fulfilment/messaging';
import type { QueueKey } from '../model/domain/delivery.ts';
import { isObject } from '../model/domain/filter/parse-filter.ts';
import type { LoggedEvent } from '../model/domain/logged-event.ts';

const decodeKnown = decodeTyped(domainEvent, EVENT_TYPES);

/**
 * Decodes an event. One of a known type must satisfy its schema. One of an unknown type is accepted by its envelope alone, or it
 * would be missing in the feed for good: during an upgrade another service may be of a later version.
 */
export const decodeDomainEvent: Decode<EventEnvelope> = (record) => {
  const known = decodeKnown(record);
  if (known.type !== 'ignored') return known;
  const later = eventEnvelope.safeParse(JSON.parse(record.value));
  return later.success ? { type: 'message', message: later.data } : known;
};

/** Handles a batch of events in the order of their partition; those that have moved to another partition, after those that are on it. */
export const handleDomainEvents =
  (storeEvents: StoreEvents, handover: Handover, erase: EraseEvents): ConsumerOptions<EventEnvelope>['handle'] =>
  async (batch, { signal }) => {
    const events = batch.map(toLoggedEvent);
    const records = batch.map(({ record }) => record);
    const moved = await handover.firstMoved(records);
    const inPlace = moved === -1 ? events : events.slice(0, moved);
    await storeEvents(inPlace, signal);
    if (moved !== -1) {
      await handover.awaitFormer(records.slice(moved), signal);
      await storeEvents(events.slice(moved), signal);
    }
    // Of what was stored before too: the event of an erasure comes again, for processes of before that only stored it.
    for (const erasure of batch.flatMap((received) => erasureOf(received) ?? [])) await erase(erasure);
  };

/** An event that says that a record has lost persons' data: earlier events of its key are to lose it too. */
export interface ErasureEvent extends Pick<LoggedEvent, 'tenant' | 'key'> {
  /** The order, or the return that has none. */
  readonly recordId: string;
  readonly sequence: number;
}

/** The erasure that an event tells of; undefined for any other event. */
function erasureOf({ message, record }: Received<EventEnvelope>): ErasureEvent | undefined {
  const { sequence, account_id: accountId, environment, data } = message;
  if (sequence === undefined || !isObject(data)) return undefined;
  const { id: recordId } = data;
  if (typeof recordId !== 'string' || !isErasure(message, data)) return undefined;
  return { tenant: tenantKey({ accountId, environment }), key: record.key, recordId, sequence };
}

/** True of the erasure of an order; and of that of a return without one, of which nothing else changes the note. */
function isErasure({ type, created_at: at, changed }: EventEnvelope, data: Readonly<Record<string, unknown>>): boolean {
  if (type === 'order.updated') return data['erased_at'] === at;
  return type === 'return.updated' && data['order_id'] === null && Array.isArray(changed) && changed.includes('note');
}

/** Has the events of a record from before its erasure lose persons' data. */
export type EraseEvents = (erasure: ErasureEvent) => Promise<void>;

/** The part of `PartitionHandover` that the handler uses. */
export interface Handover {
  readonly firstMoved: (records: readonly IncomingRecord[]) => Promise<number>;
  readonly awaitFormer: (records: readonly IncomingRecord[], signal: AbortSignal) => Promise<void>;
}

/**
 * Stores events and wakes the queues of their deliveries, each tenant's as soon as they are stored. When it resolves, each is stored once and its deliveries are due, so the
 * offsets may be committed; if the process dies before, the events are consumed again and the same queues are woken.
 *
 * @param signal ends it: events that are not being stored by then are left, and it rejects with the signal's reason.
 */
export type StoreEvents = (events: readonly LoggedEvent[], signal?: AbortSignal) => Promise<void>;

/**
 * @param store stores events of one tenant, in their order. @returns the queues with deliveries of them.
 * @param wake makes queues due now.
 */
export function makeStoreEvents(
  store: (events: readonly LoggedEvent[], signal?: AbortSignal) => Promise<readonly QueueKey[]>,
  wake: (queues: readonly QueueKey[]) => Promise<void>,
): StoreEvents {
  const storeOfTenant = async (events: readonly LoggedEvent[], signal: AbortSignal | undefined): Promise<void> => {
    const due = await store(events, signal);
    if (due.length > 0) await wake(due);
  };
  return async (events, signal) => {
    const byTenant = Map.groupBy(events, ({ tenant }) => tenant);
    const stored = await Promise.allSettled(Array.from(byTenant.values(), (of) => storeOfTenant(of, signal)));
    // Only once nothing of them is being stored any more: the events are consumed again.
    for (const outcome of stored) if (outcome.status === 'rejected') throw outcome.reason;
  };
}

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
