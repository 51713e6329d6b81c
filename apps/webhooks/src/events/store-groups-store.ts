import type { ClientSession } from 'mongodb';
import type { Collections } from '../database/collections-documents.ts';
import { addDeliveries } from '../deliveries/pending-store.ts';
import { deliveriesOf, type EventDocument, toEventDocument } from './event-documents.ts';
import type { LoggedEvent } from './event-ports.ts';
import { matchEndpoints } from './match-endpoints-store.ts';
import { takePositions } from './take-positions-store.ts';
import type { WantsOf } from './wants-event-store.ts';

/** What one partition gave at once. It is stored whole or not at all, so that its order stays. */
export type EventGroup = readonly LoggedEvent[];

export interface StoreContext {
  readonly session: ClientSession;
  readonly collections: Pick<Collections, 'events' | 'deliveries' | 'pending' | 'endpoints' | 'positions'>;
  readonly at: Date;
  readonly wants: WantsOf;
}

export interface StoredGroups {
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
