import { type Stoppable, systemClock } from '@fulfilment/kernel';
import { makeCursors, type Mongo } from '@fulfilment/mongo';
import { collectionsOf } from './database/collections-documents.ts';
import type { DeliveryLog, FindEvent, RecordAttempt } from './deliveries/delivery-ports.ts';
import { type EndpointBacklog, makeBacklogAge } from './deliveries/backlog-store.ts';
import { makeDeliveryLog } from './deliveries/delivery-log-store.ts';
import { AttemptRecorder } from './dispatch/attempt-recorder.ts';
import { makeAttemptStore } from './dispatch/attempt-store.ts';
import { makeBatchStore } from './dispatch/batch-store.ts';
import type { BatchStore, FindTarget, LeaseStore, LoadEvents, PendingDeliveryStore } from './dispatch/dispatch-ports.ts';
import { makeFindEvent, makeLoadEvents } from './dispatch/event-content-store.ts';
import { makeLeaseStore } from './dispatch/lease-store.ts';
import { makePendingDeliveryStore } from './dispatch/pending-delivery-store.ts';
import { makeFindTarget } from './dispatch/target-store.ts';
import { makeAuditLog } from './endpoints/audit-log-store.ts';
import { type EndpointHealthOptions, EndpointHealthStore } from './endpoints/endpoint-health-store.ts';
import type { AuditLog, EndpointStats } from './endpoints/endpoint-ports.ts';
import { makeEndpointStats } from './endpoints/endpoint-stats-store.ts';
import { EndpointStore } from './endpoints/endpoint-store.ts';
import { makeSecretBox } from './endpoints/secret-box-store.ts';
import { makeEventFeed } from './events/event-feed-store.ts';
import type { EventFeed, EventStore } from './events/event-ports.ts';
import { MongoEventStore } from './events/event-store.ts';
import type { ReplayStore } from './replays/replay-ports.ts';
import { makeReplayStore } from './replays/replay-store.ts';

export interface StoreOptions extends Pick<Mongo, 'client' | 'db'> {
  /** Names this process, unlike any other, earlier ones included. */
  readonly owner: string;
  /** 32 bytes: endpoints' secrets are sealed with it. */
  readonly secretKey: Buffer;
  /** Keys that sealed some of them before. */
  readonly olderSecretKeys?: readonly Buffer[];
  /** At least 32 characters: cursors are signed with it. */
  readonly cursorSecret: string;
  readonly leaseMs: number;
  /** How the health of endpoints follows from their attempts. */
  readonly health: Omit<EndpointHealthOptions, 'now'>;
  /** Called with the number of groups of events that shared a transaction. */
  readonly onGroups?: (groups: number) => void;
}

/** The stores of the service over its database. Stopping them waits for what is being written. */
export interface Store extends Stoppable {
  readonly endpoints: EndpointStore;
  readonly events: EventStore;
  readonly feed: EventFeed;
  readonly leases: LeaseStore;
  readonly deliveries: PendingDeliveryStore;
  readonly batches: BatchStore;
  readonly findTarget: FindTarget;
  readonly findEvent: FindEvent;
  readonly loadEvents: LoadEvents;
  readonly record: RecordAttempt;
  readonly backlog: () => Promise<readonly EndpointBacklog[]>;
  readonly audit: AuditLog;
  readonly log: DeliveryLog;
  readonly stats: EndpointStats;
  readonly replays: ReplayStore;
}

export function openStore(options: StoreOptions): Store {
  const { client, db, owner, secretKey, olderSecretKeys = [], cursorSecret, leaseMs, health, onGroups } = options;
  const now = systemClock;
  const collections = collectionsOf(db);
  const secretBox = makeSecretBox(secretKey, olderSecretKeys);
  const cursors = makeCursors(cursorSecret);
  const events = new MongoEventStore({ client, collections, now, onBatch: onGroups });
  const endpoints = new EndpointStore({ client, collections, cursors, secretBox, now });
  const recorder = new AttemptRecorder({
    attempts: makeAttemptStore({ client, collections }),
    health: new EndpointHealthStore({ ...health, now }),
  });
  return {
    endpoints,
    events,
    feed: makeEventFeed(collections, cursors),
    leases: makeLeaseStore({ collections, owner, leaseMs }),
    deliveries: makePendingDeliveryStore({ client, collections }),
    batches: makeBatchStore({ client, collections }),
    findTarget: makeFindTarget(collections, secretBox),
    findEvent: makeFindEvent(collections),
    loadEvents: makeLoadEvents(collections),
    record: (attempt, mayWait) => recorder.record(attempt, mayWait),
    backlog: makeBacklogAge(collections),
    audit: makeAuditLog(collections, cursors),
    log: makeDeliveryLog({ client, collections, cursors, now }),
    stats: makeEndpointStats(collections),
    replays: makeReplayStore({ client, collections, cursors, now }),
    stop: async () => {
      await Promise.all([events.stop(), recorder.stop(), endpoints.stop()]);
    },
  };
}
