import { newId } from '@fulfilment/kernel';
import type { ClientSession } from 'mongodb';
import { selects } from '../domain/endpoint.ts';
import type { LoggedEvent } from '../use-cases/ports.ts';
import type { Collections, DeliveryDocument, EventDocument } from './documents.ts';
import { expiryFrom } from './keeping.ts';

export type StoreGroup = Pick<Collections, 'events' | 'deliveries' | 'endpoints' | 'positions'>;

interface GroupContext {
  readonly session: ClientSession;
  readonly collections: StoreGroup;
  readonly at: Date;
}

/**
 * Stores the events that are not stored yet, with their deliveries, in the caller's transaction.
 *
 * @returns for each event's id the endpoints it was matched with, now or when it was stored first.
 */
export async function storeGroup(
  events: readonly LoggedEvent[],
  context: GroupContext,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const first = firstOccurrences(events);
  const due = await storedBefore([...first.keys()], context);
  const fresh = first
    .values()
    .filter(({ id }) => !due.has(id))
    .toArray();
  if (fresh.length === 0) return due;
  const positions = await takePositions(fresh, context);
  const matched = await match(fresh, context);
  const documents = fresh.map((event, place) =>
    toDocument(event, { position: positions[place] ?? 0, endpoints: matched[place] ?? [], at: context.at }),
  );
  const { session, collections } = context;
  await collections.events.insertMany(documents, { session });
  const deliveries = documents.flatMap((document) => deliveriesOf(document, context.at));
  if (deliveries.length > 0) await collections.deliveries.insertMany(deliveries, { session });
  for (const { _id, endpoints } of documents) due.set(_id, endpoints);
  return due;
}

function firstOccurrences(events: readonly LoggedEvent[]): Map<string, LoggedEvent> {
  const first = new Map<string, LoggedEvent>();
  for (const event of events) if (!first.has(event.id)) first.set(event.id, event);
  return first;
}

async function storedBefore(ids: readonly string[], { session, collections }: GroupContext) {
  const found = await collections.events
    .find<Pick<EventDocument, '_id' | 'endpoints'>>({ _id: { $in: [...ids] } }, { session, projection: { endpoints: 1 } })
    .toArray();
  return new Map(found.map(({ _id, endpoints }) => [_id, endpoints]));
}

/** Raises the counters of the tenants. Two processes that raise one at once collide here, and one begins again. */
async function takePositions(events: readonly LoggedEvent[], { session, collections }: GroupContext): Promise<number[]> {
  const tenants = tenantsOf(events);
  const last = new Map(tenants.map((tenant) => [tenant, 0]));
  for await (const { _id, position } of collections.positions.find({ _id: { $in: tenants } }, { session })) {
    last.set(_id, position);
  }
  const positions = events.map(({ tenant }) => {
    const position = (last.get(tenant) ?? 0) + 1;
    last.set(tenant, position);
    return position;
  });
  const raised = Array.from(last, ([tenant, position]) => ({
    updateOne: { filter: { _id: tenant }, update: { $set: { position } }, upsert: true },
  }));
  await collections.positions.bulkWrite(raised, { session });
  return positions;
}

/** The endpoints as they stand in this transaction: none that was added before it began is missed. */
async function match(events: readonly LoggedEvent[], { session, collections }: GroupContext): Promise<string[][]> {
  const endpoints = await collections.endpoints
    .find({ tenant: { $in: tenantsOf(events) } }, { session, projection: { tenant: 1, events: 1 } })
    .toArray();
  const byTenant = Map.groupBy(endpoints, ({ tenant }) => tenant);
  return events.map(({ tenant, type }) => {
    const matching = byTenant.get(tenant)?.filter((endpoint) => selects(endpoint.events, type)) ?? [];
    return matching.map(({ _id }) => _id);
  });
}

function tenantsOf(events: readonly LoggedEvent[]): string[] {
  return [...new Set(events.map(({ tenant }) => tenant))];
}

interface Place {
  readonly position: number;
  readonly endpoints: readonly string[];
  readonly at: Date;
}

function toDocument(event: LoggedEvent, { position, endpoints, at }: Place): EventDocument {
  const { id, tenant, type, key, body, sequence, requestId, traceparent, createdAt } = event;
  const traced = { request_id: requestId, traceparent };
  const times = { created_at: createdAt, expires_at: expiryFrom(at) };
  return { _id: id, tenant, position, type, key, body, sequence, endpoints, ...traced, ...times };
}

function deliveriesOf({ _id: eventId, tenant, endpoints, created_at: createdAt }: EventDocument, at: Date): DeliveryDocument[] {
  return endpoints.map((endpointId) => ({
    _id: newId('dlv'),
    tenant,
    endpoint_id: endpointId,
    event_id: eventId,
    state: 'pending',
    attempts: 0,
    // Due at once, the oldest first, even where the clock of who made the event is ahead.
    next_at: createdAt < at ? createdAt : at,
    created_at: createdAt,
    expires_at: expiryFrom(at),
  }));
}
