import type { Clock } from '@fulfilment/kernel';
import type { Cursors } from '@fulfilment/mongo';
import type { ClientSession, Db, MongoClient } from 'mongodb';
import { KEPT_DAYS } from '../model/domain/delivery.ts';
import type { AttemptsDocument, DeliveryDocument, PendingDocument } from './delivery-documents.ts';
import type { QueueDocument } from './queue-documents.ts';
import type { ChangeDocument, EndpointCountDocument, EndpointDocument, EndpointHourDocument } from './endpoint-documents.ts';
import type { EventDocument, HandoverDocument, PositionDocument } from './event-documents.ts';
import type { ReplayDocument } from './replay-documents.ts';

/** The names of the collections in the service's database. */
export const COLLECTION_NAMES = {
  endpoints: 'endpoints',
  endpointCounts: 'endpoint_counts',
  positions: 'positions',
  handovers: 'handovers',
  events: 'events',
  deliveries: 'deliveries',
  pending: 'pending',
  attempts: 'attempts',
  queues: 'queues',
  endpointHours: 'endpoint_hours',
  changes: 'changes',
  replays: 'replays',
} as const;

export type Collections = ReturnType<typeof collectionsOf>;

export function collectionsOf(db: Db) {
  return {
    endpoints: db.collection<EndpointDocument>(COLLECTION_NAMES.endpoints),
    endpointCounts: db.collection<EndpointCountDocument>(COLLECTION_NAMES.endpointCounts),
    positions: db.collection<PositionDocument>(COLLECTION_NAMES.positions),
    handovers: db.collection<HandoverDocument>(COLLECTION_NAMES.handovers),
    events: db.collection<EventDocument>(COLLECTION_NAMES.events),
    deliveries: db.collection<DeliveryDocument>(COLLECTION_NAMES.deliveries),
    pending: db.collection<PendingDocument>(COLLECTION_NAMES.pending),
    attempts: db.collection<AttemptsDocument>(COLLECTION_NAMES.attempts),
    queues: db.collection<QueueDocument>(COLLECTION_NAMES.queues),
    endpointHours: db.collection<EndpointHourDocument>(COLLECTION_NAMES.endpointHours),
    changes: db.collection<ChangeDocument>(COLLECTION_NAMES.changes),
    replays: db.collection<ReplayDocument>(COLLECTION_NAMES.replays),
  };
}

/** The database of the stores. */
export interface Database {
  readonly client: MongoClient;
  readonly collections: Collections;
  readonly cursors: Cursors;
  readonly now: Clock;
  /** To be called with endpoints whose queues a transaction made due, once it is committed. */
  readonly onDue: (endpointIds: readonly string[]) => void;
}

/** The caller's transaction. */
export interface Transaction {
  readonly session: ClientSession;
  readonly collections: Collections;
}

/** The end of keeping, counted from the server's time, for updates by pipeline. */
export const EXPIRY_FROM_NOW = { $dateAdd: { startDate: '$$NOW', unit: 'day', amount: KEPT_DAYS } };

/** `ms` milliseconds after the server's time, for updates by pipeline. */
export const fromNow = (ms: number) => ({ $dateAdd: { startDate: '$$NOW', unit: 'millisecond', amount: Math.round(ms) } });
