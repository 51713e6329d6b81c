import { nextTurn } from '@fulfilment/kernel';
import { asUnavailable, isDuplicateKey, onceCommitted, transact } from '@fulfilment/mongo';
import type { Database, Transaction } from '../database/collections-documents.ts';
import { toFacts } from '../database/delivery-documents.ts';
import type { DeliveryFacts, QueueKey } from '../model/domain/delivery.ts';
import { addDeliveries } from '../database/pending-store.ts';
import { wakeOf } from '../database/queue-documents.ts';
import { recordAudit } from '../audit/audit-log-store.ts';
import { type MatchEvent, memoizeMatch } from '../model/domain/subscription.ts';
import type { Author } from '../audit/audit-ports.ts';
import { deliveriesOf, type EventDocument, type PositionDocument, toEventDocument } from '../database/event-documents.ts';
import type { EventStore, StoreTurns, StoredTurn, TenantTurn } from './event-ports.ts';
import type { LoggedEvent } from '../model/domain/logged-event.ts';
import { KnownSubscriptions, type SubscribedEndpoint, type TenantSubscriptions } from './subscription-cache.ts';
import { readSubscriptions } from './subscription-store.ts';

/** Stores events, with their deliveries. */
export class MongoEventStore implements EventStore {
  readonly #database: Database;
  readonly #onBatch: ((tenants: number) => void) | undefined;
  readonly #onStored: (event: LoggedEvent) => void;
  readonly #known = new KnownSubscriptions();

  /**
   * @param onBatch is called with the number of tenants that shared a transaction.
   * @param onStored is called with each event that has deliveries, once it is stored.
   */
  constructor(database: Database, onBatch: ((tenants: number) => void) | undefined, onStored: (event: LoggedEvent) => void) {
    this.#database = database;
    this.#onBatch = onBatch;
    this.#onStored = onStored;
  }

  readonly storeTurns: StoreTurns = async (turns) => {
    const { client, collections, now } = this.#database;
    const known = this.#known;
    const match = memoizeMatch();
    const at = now();
    const store = (isRepeat: boolean) =>
      transact(client, async (session) => {
        const read = new Map<string, TenantSubscriptions>();
        return { stored: await storeTurns(turns, { session, collections, at, match, known, read, isRepeat }), read };
      });
    try {
      await this.#evaluateAhead(turns.flat(), match);
      const { stored, read } = await store(false).catch((error: unknown) => {
        if (isDuplicateKey(error)) return store(true);
        throw error;
      });
      known.keep(read);
      for (const [index, { count, due }] of stored.entries()) {
        if (due.length > 0) for (const event of turns[index]?.slice(0, count) ?? []) this.#onStored(event);
      }
      this.#onBatch?.(new Set(turns.flatMap(([first]) => first?.tenant ?? [])).size);
      return stored;
    } catch (error) {
      throw asUnavailable(error);
    }
  };

  /** Filters may take longer than a transaction may: it reuses these results for all endpoints that have not changed since. */
  async #evaluateAhead(events: readonly LoggedEvent[], match: MatchEvent): Promise<void> {
    const tenants = [...new Set(events.map(({ tenant }) => tenant))];
    const unknown = tenants.filter((tenant) => !this.#known.has(tenant));
    const read = await readSubscriptions(unknown, this.#database);
    await matchEndpoints(events, (tenant) => read.get(tenant) ?? this.#known.last(tenant), match);
  }

  /** The event takes a position as every event does, and goes to one endpoint only. */
  readonly storeTest = async (event: LoggedEvent, endpointId: string, by: Author): Promise<DeliveryFacts> => {
    const { client, collections, now, onDue } = this.#database;
    const at = now();
    const { tenant } = event;
    const made = await transact(client, async (session) => {
      const [counter] = await raisePositions(new Map([[tenant, 1]]), { session, collections });
      if (!counter) throw new Error(`The event ${event.id} has no position`);
      const document = { ...toEventDocument(event, counter.first, [endpointId], at), test: true as const };
      const [delivery] = deliveriesOf(document, at);
      if (!delivery) throw new Error('A test has one delivery');
      await collections.events.insertOne(document, { session });
      await addDeliveries([delivery], { session, collections });
      await collections.queues.updateOne({ _id: endpointId }, wakeOf(tenant), { upsert: true, session });
      const record = { action: 'webhook.tested', details: { type: event.type }, tenant, endpointId, by };
      await recordAudit(record, { session, collections, at });
      return toFacts(delivery);
    });
    onceCommitted(() => onDue([endpointId]));
    return made;
  };
}

interface StoreContext extends Transaction {
  readonly at: Date;
  /** Memoizes the results of filters, so that a transaction does not evaluate them again. */
  readonly match: MatchEvent;
  /** Endpoints of earlier transactions. */
  readonly known: KnownSubscriptions;
  /** Filled with the endpoints that were read, to be kept once they are committed. */
  readonly read?: Map<string, TenantSubscriptions>;
  /** True where some of the events may be stored already. */
  readonly isRepeat: boolean;
}

/** Deliveries of one transaction: 5 000 take 0.3 s, 25 000 more than 3 s of the 5 s that a transaction may take (measured). */
const MAX_DELIVERIES = 5_000;
/** Those of one tenant, 60 ms: so long does another wait for the transaction of a tenant that floods. */
const MAX_OF_TENANT = 1_000;

/**
 * Stores, in the caller's transaction, events of the turns with their deliveries: of each tenant as many as its share of the
 * transaction's deliveries permits, at least one. Those that are stored already are left as they are where `isRepeat` is set; else
 * they are a duplicate key.
 */
export async function storeTurns(turns: readonly TenantTurn[], context: StoreContext): Promise<readonly StoredTurn[]> {
  const { session, collections, at } = context;
  const due = context.isRepeat ? await storedBefore(turns.flat(), context) : new Map<string, readonly string[]>();
  const { taken, fresh, positions, selected } = await takeFresh(turns, due, context);
  if (fresh.length > 0) {
    const documents = fresh.map((event, index) =>
      toEventDocument(event, positionAt(positions, index), selected.get(event.id) ?? [], at),
    );
    await collections.events.insertMany(documents, { session });
    const deliveries = documents.flatMap((document) => deliveriesOf(document, at));
    await addDeliveries(deliveries, { session, collections });
    for (const { _id, endpoints } of documents) due.set(_id, endpoints);
  }
  return taken.map((events) => ({ count: events.length, due: queuesOf(events, due) }));
}

/** The events of a transaction. */
interface Choice {
  /** Of each turn the first events, stored before or now. */
  readonly taken: readonly TenantTurn[];
  /** Those to be stored now. */
  readonly fresh: readonly LoggedEvent[];
  /** The ids of their matching endpoints by the event's id. */
  readonly selected: Selection;
}

type Selection = ReadonlyMap<string, readonly string[]>;

/**
 * Chooses the events by the endpoints as they are known, and takes their positions. That also tells the version of the endpoints: where
 * it is another, they are read, and the events are chosen again.
 */
async function takeFresh(
  turns: readonly TenantTurn[],
  due: Selection,
  context: StoreContext,
): Promise<Choice & { readonly positions: readonly number[] }> {
  const { known, match } = context;
  const unstored = turns.flat().filter(({ id }) => !due.has(id));
  const choose = async (endpointsOf: (tenant: string) => readonly SubscribedEndpoint[]): Promise<Choice> => {
    const selected = await matchEndpoints(unstored, endpointsOf, match);
    const taken = fittingTurns(turns, selected);
    return { taken, fresh: firstOccurrences(taken.flat().filter(({ id }) => selected.has(id))), selected };
  };
  const first = await choose((tenant) => known.last(tenant));
  if (first.fresh.length === 0) return { ...first, positions: [] };
  const atMs = performance.now();
  const counters = await raisePositions(countByTenant(first.fresh), context);
  const changed = counters.filter(({ tenant, version }) => !known.isCurrent(tenant, version));
  if (changed.length === 0) return { ...first, positions: positionsOf(first.fresh, counters) };
  const read = await readSubscriptions(
    changed.map(({ tenant }) => tenant),
    context,
  );
  for (const { tenant, version } of changed)
    context.read?.set(tenant, { version, endpoints: read.get(tenant) ?? [], readAtMs: atMs });
  const second = await choose((tenant) => read.get(tenant) ?? known.last(tenant));
  await correctPositions(countByTenant(second.fresh), counters, context);
  return { ...second, positions: positionsOf(second.fresh, counters) };
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

/** Of each turn the first events, so that the deliveries of a tenant fit into its share; of each tenant at least one event. */
function fittingTurns(turns: readonly TenantTurn[], selected: Selection): readonly TenantTurn[] {
  const tenants = new Set(turns.map(([first]) => first?.tenant));
  const share = Math.min(MAX_OF_TENANT, MAX_DELIVERIES / tenants.size);
  const deliveries = new Map<string, number>();
  const fits = ({ id, tenant }: LoggedEvent): boolean => {
    const before = deliveries.get(tenant);
    const sum = (before ?? 0) + (selected.get(id)?.length ?? 0);
    deliveries.set(tenant, sum);
    return before === undefined || sum <= share;
  };
  return turns.map((turn) => {
    const end = turn.findIndex((event) => !fits(event));
    return end === -1 ? turn : turn.slice(0, end);
  });
}

function firstOccurrences(events: readonly LoggedEvent[]): readonly LoggedEvent[] {
  const first = new Map<string, LoggedEvent>();
  for (const event of events) if (!first.has(event.id)) first.set(event.id, event);
  return [...first.values()];
}

const positionAt = (positions: readonly number[], index: number): number => {
  const position = positions[index];
  if (position === undefined) throw new Error(`The event number ${index} has no position`);
  return position;
};

/** The counter of a tenant's positions after it was raised. */
interface Counter {
  readonly tenant: string;
  /** The first of the positions that were taken. */
  readonly first: number;
  /** How many were taken. */
  readonly count: number;
  /** The version of the tenant's endpoints. */
  readonly version: number;
}

function countByTenant(events: readonly LoggedEvent[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { tenant } of events) counts.set(tenant, (counts.get(tenant) ?? 0) + 1);
  return counts;
}

/**
 * Raises the counters of tenants, with one command for one tenant and with two for any number. Two processes that raise the same
 * counter at once conflict here, and so do this and a change of the tenant's endpoints: one of the transactions runs again.
 */
export async function raisePositions(
  counts: ReadonlyMap<string, number>,
  { session, collections: { positions } }: Transaction,
): Promise<readonly Counter[]> {
  // In one order for all processes, so that two that share tenants meet at the first of them.
  const tenants = [...counts.keys()].toSorted();
  const raises = tenants.map((tenant) => ({ filter: { _id: tenant }, update: { $inc: { position: counts.get(tenant) ?? 0 } } }));
  const [one, another] = raises;
  if (!one) return [];
  let found: readonly (PositionDocument | null)[];
  if (another) {
    await positions.bulkWrite(
      raises.map((raise) => ({ updateOne: { ...raise, upsert: true } })),
      { session },
    );
    found = await positions.find({ _id: { $in: tenants } }, { session }).toArray();
  } else found = [await positions.findOneAndUpdate(one.filter, one.update, { session, upsert: true, returnDocument: 'after' })];
  return found.flatMap((counter) => {
    if (!counter) return [];
    const { _id: tenant, position, endpoints_version: version = 0 } = counter;
    const count = counts.get(tenant) ?? 0;
    return [{ tenant, count, first: position - count + 1, version }];
  });
}

/** Takes more or fewer positions than were taken at first: the feed has no gaps. */
async function correctPositions(
  counts: ReadonlyMap<string, number>,
  counters: readonly Counter[],
  { session, collections }: Transaction,
): Promise<void> {
  const corrections = counters.flatMap(({ tenant, count }) => {
    const more = (counts.get(tenant) ?? 0) - count;
    return more === 0 ? [] : [{ updateOne: { filter: { _id: tenant }, update: { $inc: { position: more } } } }];
  });
  if (corrections.length > 0) await collections.positions.bulkWrite(corrections, { session });
}

/** @returns a position for each event, by index. */
function positionsOf(events: readonly LoggedEvent[], counters: readonly Counter[]): readonly number[] {
  const next = new Map(counters.map(({ tenant, first }) => [tenant, first]));
  return events.map(({ tenant }) => {
    const position = next.get(tenant);
    if (position === undefined) throw new Error(`The tenant ${tenant} has no counter`);
    next.set(tenant, position + 1);
    return position;
  });
}

/**
 * Matches events with the endpoints of their tenants. It yields to the event loop between endpoints, however much there is to evaluate.
 *
 * @returns the ids of the matching endpoints by the event's id.
 */
export async function matchEndpoints(
  events: readonly LoggedEvent[],
  endpointsOf: (tenant: string) => readonly SubscribedEndpoint[],
  match: MatchEvent,
): Promise<Selection> {
  const yieldToEventLoop = makeYieldToEventLoop();
  const selected = new Map<string, readonly string[]>();
  for (const event of events) {
    const matches = match(event);
    const matching: string[] = [];
    for (const { _id: endpointId, ...subscription } of endpointsOf(event.tenant)) {
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
    await nextTurn();
    beganMs = performance.now();
  };
  return () => (performance.now() - beganMs < MAX_BLOCKING_MS ? undefined : yieldNow());
}
