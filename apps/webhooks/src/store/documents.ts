import type { Binary, Collection, Db } from 'mongodb';
import type { AttemptsDocument, DeliveryDocument, PendingDocument, QueueDocument } from './delivery-documents.ts';

/** An endpoint's secret, sealed. */
export interface SealedSecret {
  /** Names the key that sealed it, so that keys can change. */
  readonly key_id: string;
  readonly nonce: Binary;
  /** Ciphertext and tag. */
  readonly box: Binary;
}

/** One of the secrets by which an endpoint's deliveries are signed. */
export interface SecretDocument {
  readonly id: string;
  readonly sealed: SealedSecret;
  /** Enough to know it by. */
  readonly last4: string;
  readonly created_at: Date;
  /** From when on it signs nothing any more; null for the newest. */
  readonly ends_at: Date | null;
}

/** How an endpoint has answered. */
export interface HealthDocument {
  /** Its first failure after the last success, or after a quiet time; null while it succeeds. */
  readonly failing_since: Date | null;
  readonly last_success_at: Date | null;
  readonly last_failure_at: Date | null;
  /** In a row. */
  readonly failures: number;
  /** Of the staged notices on the way to its end, those that were given. */
  readonly notices: number;
}

export interface EndpointDocument {
  readonly _id: string;
  readonly tenant: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly description: string | null;
  /** JSON as it was given: its member names are no names of fields in a document. */
  readonly filter: string | null;
  readonly ordered: boolean;
  readonly batch: { readonly max_events: number; readonly max_wait_ms: number } | null;
  /** Deliveries a second. */
  readonly max_rate: number | null;
  readonly status: 'active' | 'paused' | 'disabled';
  readonly disabled: { readonly reason: 'gone' | 'failing'; readonly at: Date } | null;
  /** Newest first. */
  readonly secrets: readonly SecretDocument[];
  /** Until when the receiver asked for rest. */
  readonly rests_until: Date | null;
  readonly health: HealthDocument;
  /** What is held of events up to this position is dropped and not sent. */
  readonly drop_through: number | null;
  readonly version: number;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** How many endpoints a tenant has: the document that makes two additions at once meet. */
export interface EndpointCountDocument {
  readonly _id: string;
  readonly endpoints: number;
}

/** The position of a tenant's last event. */
export interface PositionDocument {
  readonly _id: string;
  readonly position: number;
}

export interface EventDocument {
  readonly _id: string;
  readonly tenant: string;
  /** Place among the tenant's events, from 1, without gaps. */
  readonly position: number;
  readonly type: string;
  readonly key: string;
  readonly body: string;
  readonly sequence: number | null;
  /** The endpoints it was matched with when it was stored. */
  readonly endpoints: readonly string[];
  /** The endpoint that it tells of, and is never sent to. */
  readonly not_to?: string;
  readonly request_id: string | null;
  readonly traceparent: string | null;
  readonly created_at: Date;
  readonly expires_at: Date;
  /** It was made to try an endpoint out, and is not in the feed. */
  readonly test?: true;
}

/** What came of an endpoint's attempts in one hour. */
export interface EndpointHourDocument {
  /** The endpoint's id, a slash and the hour as `hour` is: `whk_…/2026-11-21T09:00:00.000Z`. */
  readonly _id: string;
  readonly tenant: string;
  readonly endpoint_id: string;
  /** Its beginning, UTC. */
  readonly hour: Date;
  /** Attempts that delivered. */
  readonly delivered: number;
  /** Attempts that did not. */
  readonly refused: number;
  /** Deliveries that were given up. */
  readonly failed: number;
  /** Attempts by the bucket that their latency falls in, those that are not 0 (`domain/latency-histogram.ts`). */
  readonly latencies: Readonly<Record<string, number>>;
  readonly expires_at: Date;
}

/** Who changed what of an endpoint: an audit, kept for good, also of endpoints that are removed. */
export interface ChangeDocument {
  readonly _id: string;
  readonly tenant: string;
  readonly endpoint_id: string;
  readonly action: string;
  readonly target: { readonly type: string; readonly id: string };
  readonly actor: string;
  readonly request_id: string | null;
  /** JSON. */
  readonly details: string;
  readonly created_at: Date;
}

/** Deliveries that are sent again bit by bit. */
export interface ReplayDocument {
  readonly _id: string;
  readonly tenant: string;
  readonly endpoint_id: string;
  readonly since: Date;
  readonly until: Date;
  readonly selection: 'failed' | 'all';
  readonly rate: number | null;
  readonly state: 'running' | 'done' | 'cancelled';
  /** The last that was looked at: the id of a delivery, or of all the position of an event. */
  readonly at_id: string;
  readonly at_position: number;
  readonly last_position: number;
  readonly examined: number;
  readonly resent: number;
  /** While it runs: when its next bit is due; while a worker is at it, when another takes over. */
  readonly due_at?: Date;
  /** Counts claims. */
  readonly epoch: number;
  readonly created_at: Date;
  readonly ended_at: Date | null;
  readonly expires_at?: Date;
}

export interface Collections {
  readonly endpoints: Collection<EndpointDocument>;
  readonly endpointCounts: Collection<EndpointCountDocument>;
  readonly positions: Collection<PositionDocument>;
  readonly events: Collection<EventDocument>;
  readonly deliveries: Collection<DeliveryDocument>;
  readonly pending: Collection<PendingDocument>;
  readonly attempts: Collection<AttemptsDocument>;
  readonly queues: Collection<QueueDocument>;
  readonly endpointHours: Collection<EndpointHourDocument>;
  readonly changes: Collection<ChangeDocument>;
  readonly replays: Collection<ReplayDocument>;
}

export function collectionsOf(db: Db): Collections {
  return {
    endpoints: db.collection('endpoints'),
    endpointCounts: db.collection('endpoint_counts'),
    positions: db.collection('positions'),
    events: db.collection('events'),
    deliveries: db.collection('deliveries'),
    pending: db.collection('pending'),
    attempts: db.collection('attempts'),
    queues: db.collection('queues'),
    endpointHours: db.collection('endpoint_hours'),
    changes: db.collection('changes'),
    replays: db.collection('replays'),
  };
}
