import type { Clock, Stoppable } from '@fulfilment/kernel';
import { makeLane, transact } from '@fulfilment/mongo';
import type { ClientSession, MongoClient } from 'mongodb';
import type { Collections } from '../database/collections-documents.ts';
import { toFacts } from '../deliveries/delivery-facts-documents.ts';
import type { QueueKey } from '../deliveries/delivery-ports.ts';
import { addDeliveries } from '../deliveries/pending-store.ts';
import { wakeOf } from '../deliveries/queue-documents.ts';
import { tell } from '../endpoints/audit-log-store.ts';
import { rememberWants, type WantsOf } from '../endpoints/domain/subscription.ts';
import type { StoreTest } from '../endpoints/endpoint-ports.ts';
import { deliveriesOf, type EventDocument, toEventDocument } from './event-documents.ts';
import type { EventStore, LoggedEvent } from './event-ports.ts';

export interface EventStoreParts {
  readonly client: MongoClient;
  readonly collections: StoreContext['collections'];
  readonly now: Clock;
  /** Told how many groups shared a transaction. */
  readonly onBatch?: (groups: number) => void;
}

/** Groups that share a transaction at most. */
const GROUPS_AT_ONCE = 5;
/** One group a partition waits at most, of 36. */
const WAITING_GROUPS = 1_000;
/** One writer a process: twelve at once stored a fifth of what one does (measured). */
const WRITER = 'events';

/**
 * Stores events by group commit. Of groups that are too much for one transaction the rest goes into another: if that one
 * fails, all of them come again, and what is stored is known.
 */
export function makeEventStore({ client, collections, now, onBatch }: EventStoreParts): EventStore & Stoppable {
  const storeSome = async (groups: readonly EventGroup[]): Promise<StoredGroups> => {
    const wants = rememberWants();
    // Filters may take longer than a transaction has: it finds decided all but what endpoints have changed since.
    await matchEndpoints(groups.flat(), { collections, wants });
    const at = now();
    return transact(client, (session) => storeGroups(groups, { session, collections, at, wants }));
  };
  const writer = makeLane<EventGroup, readonly QueueKey[]>({
    maxBatch: GROUPS_AT_ONCE,
    maxQueue: WAITING_GROUPS,
    commit: async (_key, groups) => {
      const queues: (readonly QueueKey[])[] = [];
      while (queues.length < groups.length) {
        const { count, due } = await storeSome(groups.slice(queues.length));
        onBatch?.(count);
        queues.push(...groups.slice(queues.length, queues.length + count).map((group) => queuesOf(group, due)));
      }
      return queues;
    },
  });
  return { store: (events) => writer.submit(WRITER, events), stop: () => writer.stop() };
}

/** Each queue once, however many of the events are due to it. */
function queuesOf(events: EventGroup, due: ReadonlyMap<string, readonly string[]>): readonly QueueKey[] {
  const queues = new Map<string, QueueKey>();
  for (const { id, tenant } of events) {
    for (const endpointId of due.get(id) ?? []) queues.set(endpointId, { tenant, endpointId });
  }
  return [...queues.values()];
}

/** What one partition gave at once. It is stored whole or not at all, so that its order stays. */
type EventGroup = readonly LoggedEvent[];

interface StoreContext {
  readonly session: ClientSession;
  readonly collections: Pick<Collections, 'events' | 'deliveries' | 'pending' | 'endpoints' | 'positions'>;
  readonly at: Date;
  readonly wants: WantsOf;
}

interface StoredGroups {
  /** How many of the groups are stored, from the first; one at least. */
  readonly count: number;
  /** For the id of each event the endpoints it was matched with, now or when it was stored first. */
  readonly due: ReadonlyMap<string, readonly string[]>;
}

/** Deliveries of one transaction: 5 000 take 0.3 s, 25 000 more than 3 s of the 5 that a transaction has (measured). */
const MOST_DELIVERIES = 5_000;

/** Stores the events of the groups that are not stored yet, with their deliveries, in the caller's transaction. */
export async function storeGroups(groups: readonly EventGroup[], context: StoreContext): Promise<StoredGroups> {
  const { session, collections } = context;
  const all = groups.flat();
  const due = await storedBefore(all, context);
  const unknown = all.filter(({ id }) => !due.has(id));
  const selected = await matchEndpoints(unknown, context);
  const taken = groups.slice(0, fitting(groups, selected));
  const fresh = firstOccurrences(taken.flat().filter(({ id }) => selected.has(id)));
  if (fresh.length > 0) {
    const positions = await takePositions(fresh, context);
    const documents = fresh.map((event, place) => toEventDocument(event, { place, positions, selected, at: context.at }));
    await collections.events.insertMany(documents, { session });
    const deliveries = documents.flatMap((document) => deliveriesOf(document, context.at));
    await addDeliveries(deliveries, { session, collections });
    for (const { _id, endpoints } of documents) due.set(_id, endpoints);
  }
  return { count: taken.length, due };
}

async function storedBefore(events: readonly LoggedEvent[], { session, collections }: StoreContext) {
  const ids = events.map(({ id }) => id);
  const found = await collections.events
    .find<Pick<EventDocument, '_id' | 'endpoints'>>({ _id: { $in: ids } }, { session, projection: { endpoints: 1 } })
    .toArray();
  return new Map(found.map(({ _id, endpoints }) => [_id, endpoints]));
}

/** How many groups fit into one transaction. A group is small enough by itself. */
function fitting(groups: readonly EventGroup[], selected: ReadonlyMap<string, readonly string[]>): number {
  let deliveries = 0;
  for (const [place, group] of groups.entries()) {
    for (const { id } of group) deliveries += selected.get(id)?.length ?? 0;
    if (place > 0 && deliveries > MOST_DELIVERIES) return place;
  }
  return groups.length;
}

function firstOccurrences(events: readonly LoggedEvent[]): readonly LoggedEvent[] {
  const first = new Map<string, LoggedEvent>();
  for (const event of events) if (!first.has(event.id)) first.set(event.id, event);
  return [...first.values()];
}

interface MatchContext {
  readonly collections: Pick<Collections, 'endpoints'>;
  /** What filters have decided is taken from here, so that a transaction finds it decided. */
  readonly wants: WantsOf;
  readonly session?: ClientSession;
}

/**
 * Matches events with the endpoints of their tenants as they stand, in a transaction as they stand there: none that was added
 * before it began is missed. However much there is to decide, the event loop goes on between endpoints.
 *
 * @returns for the id of each event those of the endpoints that select it.
 */
export async function matchEndpoints(
  events: readonly LoggedEvent[],
  { session, collections, wants }: MatchContext,
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (events.length === 0) return new Map();
  const tenants = [...new Set(events.map(({ tenant }) => tenant))];
  const options = { projection: { tenant: 1, events: 1, filter: 1 }, ...(session && { session }) };
  const endpoints = await collections.endpoints.find({ tenant: { $in: tenants } }, options).toArray();
  const byTenant = Map.groupBy(endpoints, ({ tenant }) => tenant);
  const giveWay = givingWay();
  const selected = new Map<string, readonly string[]>();
  for (const event of events) {
    const isWanted = wants(event);
    const matching: string[] = [];
    for (const { _id: endpointId, ...selection } of byTenant.get(event.tenant) ?? []) {
      if (endpointId !== event.notTo && isWanted(selection)) matching.push(endpointId);
      await giveWay();
    }
    selected.set(event.id, matching);
  }
  return selected;
}

/**
 * Raises the counters of the events' tenants. Two processes that raise one at once collide here, and one begins again.
 *
 * @returns a position for each event, by its place.
 */
export async function takePositions(
  events: readonly LoggedEvent[],
  { session, collections }: Omit<StoreContext, 'wants'>,
): Promise<readonly number[]> {
  const last = new Map(events.map(({ tenant }) => [tenant, 0]));
  const counters = collections.positions.find({ _id: { $in: [...last.keys()] } }, { session });
  for await (const { _id, position } of counters) last.set(_id, position);
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

/** Requests that come meanwhile wait so long at most. */
const MOST_AT_ONCE_MS = 5;

/**
 * Lets others have their turn of the event loop between the steps of long work.
 *
 * @returns a function to call between two steps, and to await.
 */
function givingWay(): () => Promise<void> | undefined {
  let beganMs = performance.now();
  const go = async (): Promise<void> => {
    await new Promise<void>((resolve) => setImmediate(resolve));
    beganMs = performance.now();
  };
  return () => (performance.now() - beganMs < MOST_AT_ONCE_MS ? undefined : go());
}

interface StoreTestParts {
  readonly client: MongoClient;
  readonly collections: Collections;
  readonly now: Clock;
}

/** The event has its place among the tenant's, as every one has, and goes to that endpoint alone. */
export function makeStoreTest({ client, collections, now }: StoreTestParts): StoreTest {
  return (event, endpointId, by) => {
    const at = now();
    const { tenant } = event;
    return transact(client, async (session) => {
      const positions = await takePositions([event], { session, collections, at });
      const selected = new Map([[event.id, [endpointId]]]);
      const document = { ...toEventDocument(event, { place: 0, positions, selected, at }), test: true as const };
      const [delivery] = deliveriesOf(document, at);
      if (!delivery) throw new Error('A test has one delivery');
      await collections.events.insertOne(document, { session });
      await addDeliveries([delivery], { session, collections });
      await collections.queues.updateOne({ _id: endpointId }, wakeOf(tenant), { upsert: true, session });
      const told = { action: 'webhook.tested', details: { type: event.type }, tenant, endpointId, by };
      await tell(told, { session, collections, at });
      return toFacts(delivery);
    });
  };
}
