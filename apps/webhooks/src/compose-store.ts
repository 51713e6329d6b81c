import { type Stoppable, systemClock } from '@fulfilment/kernel';
import { makeCursors, type Mongo } from '@fulfilment/mongo';
import { collectionsOf } from './database/collections-documents.ts';
import type { RecordAttempt } from './deliveries/attempt-ports.ts';
import { type EndpointBacklog, makeBacklogAge } from './deliveries/backlog-store.ts';
import { makeDeliveryLog } from './deliveries/delivery-log-store.ts';
import type { DeliveryLog, FindEvent } from './deliveries/delivery-ports.ts';
import { makeAttemptLog } from './dispatch/attempt-log-store.ts';
import { makeComposeBatch } from './dispatch/compose-batch-store.ts';
import { makeDeliveryStore } from './dispatch/delivery-store.ts';
import type {
  ComposeBatch,
  DeliveryStore,
  DissolveBatches,
  EndDropping,
  FindTarget,
  LoadEvents,
  QueueStore,
} from './dispatch/dispatch-ports.ts';
import { makeDissolveBatches } from './dispatch/dissolve-batches-store.ts';
import { makeEndDropping } from './dispatch/end-dropping-store.ts';
import { makeFindEvent } from './dispatch/find-event-store.ts';
import { makeFindTarget } from './dispatch/find-target-store.ts';
import { makeLoadEvents } from './dispatch/load-events-store.ts';
import { makeQueueStore } from './dispatch/queue-store.ts';
import { makeChangeLog } from './endpoints/change-log-store.ts';
import type { EndpointCoursesOptions } from './endpoints/endpoint-courses-store.ts';
import type { ChangeLog, EndpointStats, EndpointStore, StoreTest } from './endpoints/endpoint-ports.ts';
import { makeEndpointStats } from './endpoints/endpoint-stats-store.ts';
import { makeEndpointStore } from './endpoints/endpoint-store.ts';
import { makeResealSecrets } from './endpoints/reseal-secrets-store.ts';
import { makeSecretBox } from './endpoints/secret-box-store.ts';
import { makeStoreTest } from './endpoints/test-endpoint-store.ts';
import { makeEventFeed } from './events/event-feed-store.ts';
import type { EventFeed, EventStore } from './events/event-ports.ts';
import { makeEventStore } from './events/event-store.ts';
import type { ReplayStore } from './replays/replay-ports.ts';
import { makeReplayStore } from './replays/replay-store.ts';

export interface StoreOptions extends Pick<Mongo, 'client' | 'db'> {
  /** This worker, unlike any other, earlier ones included. */
  readonly owner: string;
  /** 32 bytes: endpoints' secrets are sealed with it. */
  readonly secretKey: Buffer;
  /** Keys that sealed some of them before. */
  readonly olderSecretKeys?: readonly Buffer[];
  /** At least 32 characters: cursors are signed with it. */
  readonly cursorSecret: string;
  readonly leaseMs: number;
  /** What follows for endpoints from how they answer. */
  readonly courses: Omit<EndpointCoursesOptions, 'now'>;
  /** Told how many groups of events shared a transaction. */
  readonly onGroups?: (groups: number) => void;
}

/** Everything that the service keeps. Stopping it waits for what is being written. */
export interface Store extends Stoppable {
  readonly endpoints: EndpointStore;
  readonly events: EventStore;
  readonly feed: EventFeed;
  readonly queues: QueueStore;
  readonly deliveries: DeliveryStore;
  readonly findTarget: FindTarget;
  readonly findEvent: FindEvent;
  readonly loadEvents: LoadEvents;
  readonly compose: ComposeBatch;
  readonly dissolve: DissolveBatches;
  readonly endDropping: EndDropping;
  readonly record: RecordAttempt;
  readonly backlog: () => Promise<readonly EndpointBacklog[]>;
  readonly changes: ChangeLog;
  readonly log: DeliveryLog;
  readonly stats: EndpointStats;
  readonly replays: ReplayStore;
  readonly storeTest: StoreTest;
  /** Seals anew what older keys sealed. @returns of how many endpoints. */
  readonly resealSecrets: () => Promise<number>;
}

export function openStore({
  client,
  db,
  owner,
  secretKey,
  olderSecretKeys = [],
  cursorSecret,
  leaseMs,
  courses,
  onGroups,
}: StoreOptions): Store {
  const collections = collectionsOf(db);
  const secretBox = makeSecretBox(secretKey, olderSecretKeys);
  const events = makeEventStore({ client, collections, now: systemClock, ...(onGroups ? { onBatch: onGroups } : {}) });
  const attempts = makeAttemptLog({ client, collections, now: systemClock, ...courses });
  const cursors = makeCursors(cursorSecret);
  const owned = { client, collections, cursors, secretBox, now: systemClock };
  const endpoints = makeEndpointStore(owned);
  return {
    endpoints,
    events,
    feed: makeEventFeed(collections, cursors),
    queues: makeQueueStore({ collections, owner, leaseMs }),
    deliveries: makeDeliveryStore({ client, collections }),
    findTarget: makeFindTarget(collections, secretBox),
    findEvent: makeFindEvent(collections),
    loadEvents: makeLoadEvents(collections),
    compose: makeComposeBatch({ client, collections }),
    dissolve: makeDissolveBatches({ client, collections }),
    endDropping: makeEndDropping(collections),
    record: attempts.record,
    backlog: makeBacklogAge(collections),
    changes: makeChangeLog(collections, cursors),
    log: makeDeliveryLog(owned),
    stats: makeEndpointStats(collections),
    replays: makeReplayStore(owned),
    storeTest: makeStoreTest(owned),
    resealSecrets: makeResealSecrets(collections, secretBox),
    stop: async () => {
      await Promise.all([events.stop(), attempts.stop(), endpoints.stop()]);
    },
  };
}
