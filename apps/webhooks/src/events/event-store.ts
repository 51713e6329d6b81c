import { asUnavailable, transact } from '@fulfilment/mongo';
import type { Database, Transaction } from '../database/collections-documents.ts';
import { toFacts } from '../deliveries/delivery-documents.ts';
import type { DeliveryFacts, QueueKey } from '../deliveries/delivery-ports.ts';
import { addDeliveries } from '../deliveries/pending-store.ts';
import { wakeOf } from '../deliveries/queue-documents.ts';
import { recordAudit } from '../endpoints/audit-log-store.ts';
import { type MatchEvent, memoizeMatch } from '../endpoints/domain/subscription.ts';
import type { Author } from '../endpoints/endpoint-ports.ts';
import { deliveriesOf, type EventDocument, toEventDocument } from './event-documents.ts';
import type { EventStore, LoggedEvent, StoreTurns, StoredTurn, TenantTurn } from './event-ports.ts';

/** Stores events, with their deliveries. */
export class MongoEventStore implements EventStore {
  readonly #database: Database;
  readonly #onBatch: ((tenants: number) => void) | undefined;

  /** @param onBatch is called with the number of tenants that shared a transaction. */
  constructor(database: Database, onBatch: ((tenants: number) => void) | undefined) {
    this.#database = database;
    this.#onBatch = onBatch;
  }

  readonly storeTurns: StoreTurns = async (turns) => {
    const { client, collections, now } = this.#database;
    const match = memoizeMatch();
    try {
      // Filters may take longer than a transaction may: it reuses these results for all endpoints that have not changed since.
      await matchEndpoints(turns.flat(), { collections, match });
      const at = now();
      const stored = await transact(client, (session) => storeTurns(turns, { session, collections, at, match }));
      this.#onBatch?.(turns.length);
      return stored;
    } catch (error) {
      throw asUnavailable(error);
    }
  };

  /** The event takes a position as every event does, and goes to one endpoint only. */
  readonly storeTest = (event: LoggedEvent, endpointId: string, by: Author): Promise<DeliveryFacts> => {
    const { client, collections, now } = this.#database;
    const at = now();
    const { tenant } = event;
    return transact(client, async (session) => {
      const [position] = await takePositions([event], { session, collections });
      if (position === undefined) throw new Error(`The event ${event.id} has no position`);
      const document = { ...toEventDocument(event, position, [endpointId], at), test: true as const };
      const [delivery] = deliveriesOf(document, at);
      if (!delivery) throw new Error('A test has one delivery');
      await collections.events.insertOne(document, { session });
      await addDeliveries([delivery], { session, collections });
      await collections.queues.updateOne({ _id: endpointId }, wakeOf(tenant), { upsert: true, session });
      const record = { action: 'webhook.tested', details: { type: event.type }, tenant, endpointId, by };
      await recordAudit(record, { session, collections, at });
      return toFacts(delivery);
    });
  };
}

interface StoreContext extends Transaction {
  readonly at: Date;
  /** Memoizes the results of filters, so that a transaction does not evaluate them again. */
  readonly match: MatchEvent;
}

/** Deliveries of one transaction: 5 000 take 0.3 s, 25 000 more than 3 s of the 5 s that a transaction may take (measured). */
const MAX_DELIVERIES = 5_000;

/**
 * Stores, in the caller's transaction, the events of each turn that are not stored yet, with their deliveries: as many as its share
 * of the transaction's deliveries permits, at least one.
 */
export async function storeTurns(turns: readonly TenantTurn[], context: StoreContext): Promise<readonly StoredTurn[]> {
  const { session, collections, at } = context;
  const all = turns.flat();
  const due = await storedBefore(all, context);
  const selected = await matchEndpoints(
    all.filter(({ id }) => !due.has(id)),
    context,
  );
  const share = MAX_DELIVERIES / turns.length;
  const taken = turns.map((turn) => turn.slice(0, fittingEvents(turn, selected, share)));
  const fresh = firstOccurrences(taken.flat().filter(({ id }) => selected.has(id)));
  if (fresh.length > 0) {
    const positions = await takePositions(fresh, context);
    const documents = fresh.map((event, index) => {
      const position = positions[index];
      if (position === undefined) throw new Error(`The event ${event.id} has no position`);
      return toEventDocument(event, position, selected.get(event.id) ?? [], at);
    });
    await collections.events.insertMany(documents, { session });
    const deliveries = documents.flatMap((document) => deliveriesOf(document, at));
    await addDeliveries(deliveries, { session, collections });
    for (const { _id, endpoints } of documents) due.set(_id, endpoints);
  }
  return taken.map((events) => ({ count: events.length, due: queuesOf(events, due) }));
}

/** Each queue once, however many of the events it has. */
function queuesOf(events: readonly LoggedEvent[], due: ReadonlyMap<string, readonly string[]>): readonly QueueKey[] {
  const queues = new Map<string, QueueKey>();
  for (const { id, tenant } of events) {
    for (const endpointId of due.get(id) ?? []) queues.set(endpointId, { tenant, endpointId });
  }
  return [...queues.values()];
}

async function storedBefore(events: readonly LoggedEvent[], { session, collections }: StoreContext) {
  const ids = events.map(({ id }) => id);
  const found = await collections.events
    .find<Pick<EventDocument, '_id' | 'endpoints'>>({ _id: { $in: ids } }, { session, projection: { endpoints: 1 } })
    .toArray();
  return new Map(found.map(({ _id, endpoints }) => [_id, endpoints]));
}

/** The number of events, from the first, whose deliveries fit into the share; at least one. */
function fittingEvents(turn: TenantTurn, selected: ReadonlyMap<string, readonly string[]>, share: number): number {
  let deliveries = 0;
  const end = turn.findIndex(({ id }, index) => (deliveries += selected.get(id)?.length ?? 0) > share && index > 0);
  return end === -1 ? turn.length : end;
}

function firstOccurrences(events: readonly LoggedEvent[]): readonly LoggedEvent[] {
  const first = new Map<string, LoggedEvent>();
  for (const event of events) if (!first.has(event.id)) first.set(event.id, event);
  return [...first.values()];
}

/**
 * Raises the counters of the events' tenants. Two processes that raise the same counter at once conflict here, and one transaction
 * runs again.
 *
 * @returns a position for each event, by index.
 */
export async function takePositions(
  events: readonly LoggedEvent[],
  { session, collections }: Transaction,
): Promise<readonly number[]> {
  const last = new Map(events.map(({ tenant }) => [tenant, 0]));
  const tenants = [...last.keys()].toSorted();
  const counters = collections.positions.find({ _id: { $in: tenants } }, { session });
  for await (const { _id, position } of counters) last.set(_id, position);
  const positions = events.map(({ tenant }) => {
    const position = (last.get(tenant) ?? 0) + 1;
    last.set(tenant, position);
    return position;
  });
  // In one order for all processes, so that two that share tenants meet at the first of them.
  const raised = tenants.map((tenant) => ({
    updateOne: { filter: { _id: tenant }, update: { $set: { position: last.get(tenant) ?? 0 } }, upsert: true },
  }));
  await collections.positions.bulkWrite(raised, { session });
  return positions;
}

/**
 * Matches events with their tenants' endpoints; in a transaction with the endpoints of its snapshot, so that it misses none that was
 * added before it began. It yields to the event loop between endpoints, however much there is to evaluate.
 *
 * @returns the ids of the matching endpoints by the event's id.
 */
export async function matchEndpoints(
  events: readonly LoggedEvent[],
  { session, collections, match }: Pick<StoreContext, 'collections' | 'match'> & Partial<Pick<StoreContext, 'session'>>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (events.length === 0) return new Map();
  const tenants = [...new Set(events.map(({ tenant }) => tenant))];
  const options = { projection: { tenant: 1, events: 1, filter: 1 }, ...(session && { session }) };
  const endpoints = await collections.endpoints.find({ tenant: { $in: tenants } }, options).toArray();
  const byTenant = Map.groupBy(endpoints, ({ tenant }) => tenant);
  const yieldToEventLoop = makeYieldToEventLoop();
  const selected = new Map<string, readonly string[]>();
  for (const event of events) {
    const matches = match(event);
    const matching: string[] = [];
    for (const { _id: endpointId, ...subscription } of byTenant.get(event.tenant) ?? []) {
      if (endpointId !== event.notTo && matches(subscription)) matching.push(endpointId);
      await yieldToEventLoop();
    }
    selected.set(event.id, matching);
  }
  return selected;
}

/** The longest time that other requests wait for the event loop. */
const MAX_BLOCKING_MS = 5;

/** @returns a function to await between two steps of long work: it yields to the event loop if the last time is long enough ago. */
function makeYieldToEventLoop(): () => Promise<void> | undefined {
  let beganMs = performance.now();
  const yieldNow = async (): Promise<void> => {
    await new Promise<void>((resolve) => setImmediate(resolve));
    beganMs = performance.now();
  };
  return () => (performance.now() - beganMs < MAX_BLOCKING_MS ? undefined : yieldNow());
}
