import type { Clock, Stoppable } from '@fulfilment/kernel';
import { type LaneOptions, makeLane, transact } from '@fulfilment/mongo';
import type { MongoClient } from 'mongodb';
import type { EventStore, LoggedEvent, QueueKey } from '../use-cases/ports.ts';
import { type StoreGroup, storeGroup } from './store-group.ts';

export interface EventStoreParts {
  readonly client: MongoClient;
  readonly collections: StoreGroup;
  readonly now: Clock;
  readonly onBatch?: NonNullable<LaneOptions<never, never>['onBatch']>;
}

/** Groups that share a transaction: with up to 100 events and 1 MB each it stays well inside its deadline. */
const GROUPS_AT_ONCE = 5;
/** One group a partition waits at most, of 36. */
const WAITING_GROUPS = 1_000;
/** One writer a process: twelve at once stored a fifth of what one does (measured). */
const WRITER = 'events';

/** Stores events by group commit. A group, what one partition gave at once, is stored whole, so that its order stays. */
export function makeEventStore({ client, collections, now, onBatch }: EventStoreParts): EventStore & Stoppable {
  const writer = makeLane<readonly LoggedEvent[], readonly QueueKey[]>({
    maxBatch: GROUPS_AT_ONCE,
    maxQueue: WAITING_GROUPS,
    ...(onBatch ? { onBatch } : {}),
    commit: async (_key, groups) => {
      const at = now();
      const due = await transact(client, (session) => storeGroup(groups.flat(), { session, collections, at }));
      return groups.map((group) => queuesOf(group, due));
    },
  });
  return { store: (events) => writer.submit(WRITER, events), stop: () => writer.stop() };
}

/** Each queue once, however many of the events are due to it. */
function queuesOf(events: readonly LoggedEvent[], due: ReadonlyMap<string, readonly string[]>): readonly QueueKey[] {
  const queues = new Map<string, QueueKey>();
  for (const { id, tenant } of events) {
    for (const endpointId of due.get(id) ?? []) queues.set(endpointId, { tenant, endpointId });
  }
  return [...queues.values()];
}
