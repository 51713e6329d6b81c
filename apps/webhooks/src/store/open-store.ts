import { type Stoppable, systemClock } from '@fulfilment/kernel';
import { makeCursors, type Mongo } from '@fulfilment/mongo';
import type {
  ComposeBatch,
  DissolveBatches,
  DeliveryStore,
  EndDropping,
  EventFeed,
  EventStore,
  FindEvent,
  FindTarget,
  LoadEvents,
  QueueStore,
} from '../use-cases/ports.ts';
import type { RecordAttempt } from '../use-cases/attempt-ports.ts';
import type {
  ChangeLog,
  DeliveryLog,
  EndpointStats,
  EndpointStore,
  ReplayStore,
  StoreTest,
} from '../use-cases/endpoint-ports.ts';
import { makeAttemptLog } from './attempt-log.ts';
import { makeComposeBatch } from './compose-batch.ts';
import type { EndpointCoursesOptions } from './endpoint-courses.ts';
import { makeEndDropping } from './end-dropping.ts';
import { type EndpointBacklog, makeBacklogAge } from './backlog-age.ts';
import { makeDissolveBatches } from './dissolve-batches.ts';
import { makeDeliveryStore } from './delivery-store.ts';
import { makeChangeLog } from './change-log.ts';
import { makeDeliveryLog } from './delivery-log.ts';
import { collectionsOf } from './documents.ts';
import { makeEndpointStats } from './endpoint-stats.ts';
import { makeEndpointStore } from './endpoint-store.ts';
import { makeEventFeed } from './event-feed.ts';
import { makeEventStore } from './event-store.ts';
import { makeFindEvent } from './find-event.ts';
import { makeFindTarget } from './find-target.ts';
import { makeLoadEvents } from './load-events.ts';
import { makeQueueStore } from './queue-store.ts';
import { makeReplayStore } from './replay-store.ts';
import { makeResealSecrets } from './reseal-secrets.ts';
import { makeSecretBox } from './secret-box.ts';
import { makeStoreTest } from './store-test.ts';

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
