import { makeKeepReply, makeReceipts } from '@fulfilment/idempotency';
import { makeSealedText } from '@fulfilment/identity';
import { type Progress, Steps, systemClock, unwatched } from '@fulfilment/kernel';
import { asUnavailable, makeCursors, type Mongo, type SchemaFence } from '@fulfilment/mongo';
import { collectionsOf } from './database/collections-documents.ts';
import { makeBacklogAge } from './deliveries/backlog-store.ts';
import { makeDeliveryLog } from './deliveries/delivery-log-store.ts';
import type { Attempt } from './model/domain/attempt.ts';
import { makeFindEvent, makeFindTarget, makeLoadEvents, RecentEvents } from './dispatch/attempt-reads-store.ts';
import { AttemptRecorder } from './dispatch/attempt-recorder.ts';
import { BatchStore } from './dispatch/batch-store.ts';
import { LeaseStore } from './dispatch/lease-store.ts';
import { PendingDeliveryStore } from './dispatch/pending-delivery-store.ts';
import { makeAuditLog } from './audit/audit-log-store.ts';
import { type EndpointHealthOptions, EndpointHealthStore } from './endpoints/endpoint-health-store.ts';
import { makeEndpointStats } from './endpoints/endpoint-stats-store.ts';
import { AGAINST_INTAKE, EndpointStore } from './endpoints/endpoint-store.ts';
import { SecretBox } from './endpoints/secret-box-store.ts';
import { makeRemoveExpired } from './events/event-expiry-store.ts';
import { makeEventFeed } from './events/event-feed-store.ts';
import type { LoggedEvent } from './model/domain/logged-event.ts';
import { MongoEventStore } from './events/event-store.ts';
import { makeEraseEvents } from './events/erasure-store.ts';
import { IntakeQueue } from './events/intake-queue.ts';
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
  /** Learns which code may work on the store. */
  readonly fence?: Pick<SchemaFence, 'observe'>;
  /** Has writes left that stand still; unwatched by default. */
  readonly progress?: Progress;
  /** How the health of endpoints follows from their attempts. */
  readonly health: Omit<EndpointHealthOptions, 'now' | 'onDue'>;
  /** Called with the number of tenants whose events shared a transaction. */
  readonly onGroups?: (tenants: number) => void;
  /** Called with endpoints whose queues were made due by other means than an event that was stored. */
  readonly onDue?: (endpointIds: readonly string[]) => void;
  /** Called once a replay was started. */
  readonly onReplay?: () => void;
}

/** Milliseconds that a transaction may take by its own bounds. */
const STORED_MS = 5_000;

/** The stores of the service over its database. Stopping them waits for what is being written. */
export type Store = ReturnType<typeof openStore>;

export function openStore(options: StoreOptions) {
  const { client, db, owner, secretKey, olderSecretKeys = [], cursorSecret, leaseMs, health, onGroups } = options;
  const { onDue = () => undefined, onReplay = () => undefined } = options;
  const now = systemClock;
  const steps = new Steps(options.progress ?? unwatched, { name: 'webhook lanes', engines: ['mongodb'] });
  const collections = collectionsOf(db);
  const database = { client, collections, cursors: makeCursors(cursorSecret), now, onDue };
  const secretBox = new SecretBox(secretKey, olderSecretKeys);
  const recent = new RecentEvents();
  const eventStore = new MongoEventStore(database, onGroups, (event) => recent.add(event));
  const intake = new IntakeQueue((turns) =>
    steps
      .run(() => eventStore.storeTurns(turns), STORED_MS)
      .catch((error: unknown) => {
        throw asUnavailable(error);
      }),
  );
  const endpoints = new EndpointStore(database, secretBox, steps);
  const recorder = new AttemptRecorder(database, new EndpointHealthStore({ ...health, now, onDue }), steps);
  return {
    endpoints,
    events: {
      /** Stores events of one tenant, in their order. */
      store: (events: readonly LoggedEvent[], signal?: AbortSignal) => intake.submit(events, signal),
      storeTest: eventStore.storeTest,
    },
    eraseEvents: makeEraseEvents(collections, recent),
    removeExpired: makeRemoveExpired(database),
    feed: makeEventFeed(database),
    leases: new LeaseStore(collections, { owner, leaseMs, fence: options.fence }),
    deliveries: new PendingDeliveryStore(database),
    batches: new BatchStore(database),
    findTarget: makeFindTarget(collections, secretBox),
    findEvent: makeFindEvent(collections, recent),
    loadEvents: makeLoadEvents(collections, recent),
    record: (attempt: Attempt, mayWait?: boolean) => recorder.record(attempt, mayWait),
    backlog: makeBacklogAge(collections),
    audit: makeAuditLog(database),
    log: makeDeliveryLog(database),
    stats: makeEndpointStats(collections),
    replays: makeReplayStore(database, onReplay),
    keepReply: makeKeepReply({
      client,
      receipts: makeReceipts(db),
      sealings: [sealedBy(secretKey), ...olderSecretKeys.map(sealedBy)],
      ...AGAINST_INTAKE,
    }),
    stop: async () => {
      await Promise.all([intake.stop(), recorder.stop(), endpoints.stop()]);
    },
  };
}

const sealedBy = (key: Buffer) => makeSealedText({ secret: key.toString('base64'), purpose: 'kept replies' });
