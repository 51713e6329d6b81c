import type { Clock, Stoppable } from '@fulfilment/kernel';
import { makeLane, transact } from '@fulfilment/mongo';
import type { MongoClient } from 'mongodb';
import type { QueueKey } from '../deliveries/delivery-ports.ts';
import type { EventStore } from './event-ports.ts';
import { matchEndpoints } from './match-endpoints-store.ts';
import { type EventGroup, type StoreContext, type StoredGroups, storeGroups } from './store-groups-store.ts';
import { rememberWants } from './wants-event-store.ts';

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
