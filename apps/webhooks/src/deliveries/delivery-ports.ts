import type { Page, PageQuery, Tenant } from '@fulfilment/kernel';
import type { Author } from '../endpoints/endpoint-ports.ts';
import type { Delivery, EventContent } from './domain/delivery.ts';
import type { AttemptError, Consequence, Exchange, Verdict } from './domain/exchange.ts';

/** An endpoint's queue of deliveries: what workers lease. */
export interface QueueKey {
  readonly tenant: string;
  readonly endpointId: string;
}

/** What of an event, or of a batch of them, is sent. */
export type EventToSend = EventContent;

/** @returns undefined once the event, or every one of the batch, is past its keeping. */
export type FindEvent = (delivery: Pick<Delivery, 'eventId' | 'tenant' | 'members'>) => Promise<EventToSend | undefined>;

/** What is stored of a delivery. */
export interface DeliveryFacts {
  readonly id: string;
  readonly endpointId: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly state: 'pending' | 'delivered' | 'failed' | 'dropped' | 'batched';
  readonly batchId: string | null;
  /** Ids of the events of a batch; undefined where it is one event. */
  readonly members: readonly string[] | undefined;
  readonly attempts: number;
  readonly nextAt: Date | null;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
}

/** An attempt as it was kept. */
export interface AttemptFacts {
  readonly n: number;
  readonly at: Date;
  readonly latencyMs: number;
  readonly status: number | null;
  readonly error: string | null;
  readonly errorDetail: string | null;
  readonly outcome: 'delivered' | 'retry' | 'failed';
  readonly signedWith: readonly string[];
  readonly responseHeaders: Readonly<Record<string, string>>;
  readonly excerpt: string | null;
}

/** Which deliveries of an endpoint. */
export interface DeliveryFilter {
  /** Undefined where it does not matter. */
  readonly state: DeliveryFacts['state'] | undefined;
  readonly eventType: string | undefined;
  readonly eventId: string | undefined;
  readonly since: Date | undefined;
  readonly until: Date | undefined;
}

export type Resent =
  | { readonly type: 'resent'; readonly delivery: DeliveryFacts }
  /** It, or its endpoint, is not there. */
  | { readonly type: 'not-found' }
  | { readonly type: 'not-ended'; readonly state: DeliveryFacts['state'] }
  /** What it would send is past its keeping. */
  | { readonly type: 'expired' };

export interface DeliveryLog {
  /** Newest first. @throws AppError `invalid_cursor`. */
  page(
    of: { readonly tenant: Tenant; readonly endpointId: string },
    filter: DeliveryFilter,
    page: PageQuery,
  ): Promise<Page<DeliveryFacts>>;
  find(tenant: Tenant, id: string): Promise<DeliveryFacts | undefined>;
  /** In their order. */
  attempts(tenant: Tenant, deliveryId: string): Promise<readonly AttemptFacts[]>;
  /** Makes it due again, and tells of it. */
  resend(tenant: Tenant, id: string, by: Author): Promise<Resent>;
}

/** A secret in the clear, for the moment of signing. */
export interface SigningSecret {
  readonly id: string;
  readonly secret: string;
}

/** All that one attempt sends. */
export interface Shipment {
  readonly url: string;
  /** It is signed with each of them. */
  readonly secrets: readonly SigningSecret[];
  readonly delivery: Pick<Delivery, 'id' | 'eventId'>;
  readonly event: EventToSend;
  /** Number of the try, from 1. */
  readonly attempt: number;
}

/** One exchange within its deadline; `interrupted` where the process stops in the middle of it. Never throws. */
export type Send = (shipment: Shipment, at: Date) => Promise<Exchange | { readonly type: 'interrupted' }>;

/** One try, to be kept. */
export interface Attempt {
  readonly delivery: Delivery;
  /** Where its endpoint was then. */
  readonly url: string;
  /** The request that caused the event; null where none is known. */
  readonly requestId: string | null;
  /** Number of the try, from 1. */
  readonly n: number;
  readonly at: Date;
  readonly latencyMs: number;
  readonly status: number | null;
  readonly error: AttemptError | null;
  readonly errorDetail: string | null;
  /** Ids of the secrets that it was signed with. */
  readonly signedWith: readonly string[];
  readonly responseHeaders: Readonly<Record<string, string>>;
  readonly excerpt: string | null;
  readonly verdict: Verdict;
  readonly consequence: Consequence;
}

/**
 * Keeps an attempt together with what it made of its delivery and endpoint.
 *
 * @param mayWait whether it may wait a moment for others to be written with; no unless told.
 * @returns false, and writes nothing, if another worker has made the same try meanwhile.
 */
export type RecordAttempt = (attempt: Attempt, mayWait?: boolean) => Promise<boolean>;

/** Is told of attempts, for logs and metrics. */
export interface AttemptWatch {
  began(): void;
  ended(attempt: Attempt | undefined): void;
}
