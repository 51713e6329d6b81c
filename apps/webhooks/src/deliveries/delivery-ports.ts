import type { Page, PageQuery, Tenant } from '@fulfilment/kernel';
import type { Author } from '../endpoints/endpoint-ports.ts';
import type { EventContent } from './domain/batch.ts';
import type { Delivery } from './domain/delivery.ts';

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
