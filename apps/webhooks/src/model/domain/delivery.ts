import { isOwnTrace } from '@fulfilment/kernel';

/** One event on its way to one endpoint, or a batch of them. There is never a second for the two. */
export interface Delivery {
  readonly id: string;
  /** As `tenantKey` makes it. */
  readonly tenant: string;
  readonly endpointId: string;
  /** Of a batch its own id: it is what the receiver knows it by. */
  readonly eventId: string;
  /** Tries so far. */
  readonly attempts: number;
  /** Those made before it was last sent again: the retry schedule begins there. */
  readonly scheduleFrom: number;
  /** Of its event in the tenant's feed. */
  readonly position: number;
  /** Events of one record have one: an ordered endpoint gets them one after the other. */
  readonly recordKey: string;
  /** The events of a batch, in its order; undefined where it is one event. */
  readonly members: readonly string[] | undefined;
}

/** A delivery as it is stored. */
export interface DeliveryFacts {
  readonly id: string;
  readonly endpointId: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly state: 'pending' | 'delivered' | 'failed' | 'dropped' | 'batched';
  readonly batchId: string | null;
  /** Ids of the events of a batch; undefined where it is one event. */
  readonly members: readonly string[] | undefined;
  readonly attempts: number;
  readonly nextAt: Date | null;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
  /** Of one that was delivered and sent again since: when it was delivered. */
  readonly deliveredAt?: Date | undefined;
}

/** An endpoint's queue of deliveries: what workers lease. */
export interface QueueKey {
  readonly tenant: string;
  readonly endpointId: string;
}

/** The parts of an event that are sent. */
export interface EventContent {
  readonly type: string;
  /** Byte for byte as it is on the log. */
  readonly body: string;
  /** The request that caused it; null where none is known. */
  readonly requestId: string | null;
  readonly traceparent: string | null;
}

/** Type of a delivery that is a batch. */
const BATCH_TYPE = 'batch';

/** Bytes of one batch's body at most; a single event, of 1 MB at most, is a batch alone where it is more. */
export const LARGEST_BATCH_BYTES = 524_288;
const FRAME = { before: '{"batch":[', between: ',', after: ']}' };

/** Several events in one body, each byte for byte as it is by itself. The same events in the same order give the same body. */
export function assembleBatch(events: readonly EventContent[]): EventContent {
  const body = FRAME.before + events.map((event) => event.body).join(FRAME.between) + FRAME.after;
  const [first] = events;
  return { type: BATCH_TYPE, body, requestId: first?.requestId ?? null, traceparent: first?.traceparent ?? null };
}

/**
 * Chooses the deliveries of the next batch, from the first. Those whose events have expired end together, in a batch of their
 * own, before any other.
 *
 * @param ordered by position.
 * @param sizes bytes of the bodies, by the ids of the events that are kept.
 */
export function chooseBatch<Each extends { readonly eventId: string }>(
  ordered: readonly Each[],
  sizes: ReadonlyMap<string, number>,
  maxEvents: number,
): readonly Each[] {
  const expired = ordered.filter(({ eventId }) => !sizes.has(eventId));
  if (expired.length > 0) return expired.slice(0, maxEvents);
  const inOrder = ordered.map(({ eventId }) => sizes.get(eventId) ?? 0);
  return ordered.slice(0, fitting(inOrder, maxEvents));
}

/**
 * Counts the events, from the first, that fit one batch.
 *
 * @param sizes bytes of their bodies.
 */
export function fitting(sizes: readonly number[], maxEvents: number): number {
  let bytes = FRAME.before.length + FRAME.after.length;
  for (const [place, size] of sizes.slice(0, maxEvents).entries()) {
    bytes += size + FRAME.between.length;
    if (place > 0 && bytes > LARGEST_BATCH_BYTES) return place;
  }
  return Math.min(sizes.length, maxEvents);
}

/** The retention of events, deliveries and attempts. */
export const KEPT_DAYS = 30;
export const KEPT_MS = KEPT_DAYS * 86_400_000;

/** When what came to be at a moment expires. */
export function expiryFrom(at: Date): Date {
  return new Date(at.getTime() + KEPT_MS);
}

const USER_AGENT = 'Fulfilment-Webhooks/1';

/** The facts from which the headers of an attempt follow, except its signatures. */
interface SentFacts {
  readonly delivery: Pick<Delivery, 'id' | 'eventId'>;
  readonly event: Pick<EventContent, 'type' | 'traceparent'>;
  readonly attempt: number;
}

/** The headers of one attempt without its signatures, which are not stored; the rest can be shown later. */
export function sentHeaders({ delivery, event, attempt }: SentFacts, at: Date): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    'User-Agent': USER_AGENT,
    'Service-Event-Id': delivery.eventId,
    'Service-Event-Type': event.type,
    'Service-Delivery-Id': delivery.id,
    'Service-Attempt': String(attempt),
    'webhook-id': delivery.eventId,
    'webhook-timestamp': String(secondsOf(at)),
    // A trace that began with us is not told to receivers.
    ...(event.traceparent === null || isOwnTrace(event.traceparent) ? {} : { traceparent: event.traceparent }),
  };
}

/** Unix seconds. */
export function secondsOf(at: Date): number {
  return Math.floor(at.getTime() / 1_000);
}
