import type { Page, PageQuery, Tenant } from '@fulfilment/kernel';
import type { Author } from '../audit/audit-ports.ts';
import type { Delivery, DeliveryFacts, EventContent } from '../model/domain/delivery.ts';
import type { Attempt, AttemptFacts } from '../model/domain/attempt.ts';
import type { RequestResult } from '../model/domain/attempt-result.ts';

/** The content of an event, or of a batch of events, that is sent. */
export type EventToSend = EventContent;

/** @returns undefined once the event, or every event of the batch, has expired. */
export type FindEvent = (delivery: Pick<Delivery, 'eventId' | 'tenant' | 'members'>) => Promise<EventToSend | undefined>;

/** Filters the deliveries of an endpoint. */
export interface DeliveryFilter {
  /** Undefined for any state; otherwise at least one. */
  readonly states: ReadonlyArray<DeliveryFacts['state']> | undefined;
  readonly eventTypes: readonly string[] | undefined;
  readonly eventId: string | undefined;
  readonly since: Date | undefined;
  readonly until: Date | undefined;
}

/** Positions of attempts: `<record>.<place in it>`, sorted by their seconds. */
export interface AttemptRange {
  readonly after: string;
  readonly before: string;
}

/** One attempt with its place among those of its tenant. */
export interface MadeAttempt {
  readonly position: string;
  readonly deliveryId: string;
  readonly endpointId: string;
  readonly attempt: Pick<AttemptFacts, 'n' | 'at' | 'latencyMs' | 'status' | 'error' | 'outcome'>;
}

export interface DeliveryLog {
  /** Newest first. @throws AppError `invalid_cursor`. */
  page(
    of: { readonly tenant: Tenant; readonly endpointId: string },
    filter: DeliveryFilter,
    page: PageQuery,
  ): Promise<Page<DeliveryFacts>>;
  /** @throws AppError `not_found`. */
  find(tenant: Tenant, id: string): Promise<DeliveryFacts>;
  /** A delivery with its attempts in their order, as they were written together. @throws AppError `not_found`. */
  findWhole(
    tenant: Tenant,
    id: string,
  ): Promise<{ readonly delivery: DeliveryFacts; readonly attempts: readonly AttemptFacts[] }>;
  /**
   * Attempts of a tenant, in the order of the seconds in which they were made.
   *
   * @param range positions: those behind `after`, and before `before`.
   */
  attemptsBetween(tenant: Tenant, range: AttemptRange): Promise<readonly MadeAttempt[]>;
  /** The deliveries of these ids, in any order; those that have expired are left out. */
  findMany(tenant: Tenant, ids: readonly string[]): Promise<readonly DeliveryFacts[]>;
  /**
   * Makes it due again, and writes that to the audit log.
   *
   * @throws AppError `not_found`; `delivery_not_ended`; `event_expired`.
   */
  readonly resend: (tenant: Tenant, id: string, by: Author) => Promise<DeliveryFacts>;
}

/** A secret in the clear, for the moment of signing. */
export interface SigningSecret {
  readonly id: string;
  readonly secret: string;
}

/** The HTTP request of one attempt. */
export interface WebhookRequest {
  readonly url: string;
  /** Each of them signs it. */
  readonly secrets: readonly SigningSecret[];
  readonly delivery: Pick<Delivery, 'id' | 'eventId'>;
  readonly event: EventToSend;
  /** Number of the attempt, from 1. */
  readonly attempt: number;
}

/** Sends a request within its deadline; `interrupted` where the process stops during it. Never throws. */
export type Send = (request: WebhookRequest, at: Date) => Promise<RequestResult | { readonly type: 'interrupted' }>;

/**
 * Records an attempt with its effect on its delivery and endpoint.
 *
 * @param mayWait whether it may wait a moment for others to share its transaction; false by default.
 * @returns false, with nothing written, if another worker has recorded the same attempt or the delivery has expired.
 */
export type RecordAttempt = (attempt: Attempt, mayWait?: boolean) => Promise<boolean>;

/** Observes attempts, for logs and metrics. */
export interface AttemptWatch {
  began(): void;
  ended(attempt: Attempt | undefined): void;
}
