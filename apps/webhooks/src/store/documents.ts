import type { Binary, Collection, Db } from 'mongodb';

/** An endpoint's secret, sealed. */
export interface SealedSecret {
  /** Names the key that sealed it, so that keys can change. */
  readonly key_id: string;
  readonly nonce: Binary;
  /** Ciphertext and tag. */
  readonly box: Binary;
}

export interface EndpointDocument {
  readonly _id: string;
  readonly tenant: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly description: string | null;
  readonly status: 'active' | 'disabled';
  readonly disabled: { readonly reason: 'gone'; readonly at: Date } | null;
  /** Until when the receiver asked for rest. */
  readonly rests_until: Date | null;
  readonly secret: SealedSecret;
  readonly created_at: Date;
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
  readonly request_id: string | null;
  readonly traceparent: string | null;
  readonly created_at: Date;
  readonly expires_at: Date;
}

export interface DeliveryDocument {
  readonly _id: string;
  readonly tenant: string;
  readonly endpoint_id: string;
  readonly event_id: string;
  /** `dropped`: its endpoint was removed. */
  readonly state: 'pending' | 'delivered' | 'failed' | 'dropped';
  readonly attempts: number;
  /** Of a pending one: when the next try is due. */
  readonly next_at?: Date;
  /** When its event came to be. */
  readonly created_at: Date;
  readonly ended_at?: Date;
  readonly expires_at: Date;
}

export interface AttemptDocument {
  readonly tenant: string;
  readonly delivery_id: string;
  readonly endpoint_id: string;
  readonly event_id: string;
  readonly n: number;
  readonly at: Date;
  readonly latency_ms: number;
  readonly status: number | null;
  readonly error: string | null;
  readonly excerpt: string | null;
  readonly outcome: 'delivered' | 'retry' | 'failed';
  readonly expires_at: Date;
}

/** The lease of an endpoint's deliveries. */
export interface QueueDocument {
  /** The endpoint's id. */
  readonly _id: string;
  readonly tenant: string;
  /** From when on a worker may claim it: while one has it, the end of its lease; null while nothing is due. */
  readonly due_at: Date | null;
  /** Counts what made it due, so that a worker does not put it to rest over something it has not seen. */
  readonly wakes: number;
  readonly owner: string | null;
  /** Counts claims. */
  readonly epoch: number;
}

export interface Collections {
  readonly endpoints: Collection<EndpointDocument>;
  readonly endpointCounts: Collection<EndpointCountDocument>;
  readonly positions: Collection<PositionDocument>;
  readonly events: Collection<EventDocument>;
  readonly deliveries: Collection<DeliveryDocument>;
  readonly attempts: Collection<AttemptDocument>;
  readonly queues: Collection<QueueDocument>;
}

export function collectionsOf(db: Db): Collections {
  return {
    endpoints: db.collection('endpoints'),
    endpointCounts: db.collection('endpoint_counts'),
    positions: db.collection('positions'),
    events: db.collection('events'),
    deliveries: db.collection('deliveries'),
    attempts: db.collection('attempts'),
    queues: db.collection('queues'),
  };
}
