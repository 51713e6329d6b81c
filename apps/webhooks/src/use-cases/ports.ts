import type { DomainEvent, ListEventsQuery } from '@fulfilment/contracts';
import type { Page, PageQuery, Tenant } from '@fulfilment/kernel';
import type { Delivery } from '../domain/delivery.ts';
import type { Endpoint } from '../domain/endpoint.ts';
import type { Exchange } from '../domain/exchange.ts';
import type { Consequence, Verdict } from '../domain/judge-exchange.ts';

export interface EndpointStore {
  /** Keeps the secret sealed. @returns false, and writes nothing, if the tenant has as many endpoints as it may. */
  add(endpoint: Endpoint, secret: string): Promise<boolean>;
  /** Oldest first. */
  list(tenants: readonly Tenant[]): Promise<readonly Endpoint[]>;
  /**
   * What is still due to it will be dropped.
   *
   * @param tenants of which one must have it, where they are named.
   * @returns the endpoint as it was; undefined if there is none.
   */
  remove(id: string, tenants: readonly Tenant[] | undefined): Promise<Endpoint | undefined>;
}

/** @returns a sentence for whoever gave the URL if deliveries must not go where it leads; undefined where they may. */
export type CheckTarget = (url: string) => Promise<string | undefined>;

/** An event as it came from the log. */
export interface LoggedEvent {
  readonly id: string;
  /** As `tenantKey` makes it. */
  readonly tenant: string;
  readonly type: string;
  /** Key of its topic: events of one key are in order. */
  readonly key: string;
  /** Byte for byte as it is on the log: this is what subscribers get. */
  readonly body: string;
  /** Version of the record it tells of; null where there is none. */
  readonly sequence: number | null;
  readonly createdAt: Date;
  readonly requestId: string | null;
  readonly traceparent: string | null;
}

/** An endpoint's queue of deliveries: what workers lease. */
export interface QueueKey {
  readonly tenant: string;
  readonly endpointId: string;
}

export interface EventStore {
  /**
   * Stores each event once, with one delivery for each endpoint that selects it as the endpoints stand then.
   *
   * @returns the queues that have something due by these events, whether they were stored now or earlier.
   */
  store(events: readonly LoggedEvent[]): Promise<readonly QueueKey[]>;
}

/** Which part of a tenant's feed is asked for: what stands behind an event, of some types. */
export type FeedFilter = Pick<ListEventsQuery, 'after' | 'types'>;

/** The stored events of a tenant in the order in which they were stored. */
export interface EventFeed {
  /**
   * Oldest first. What is read later never stands before what was read.
   *
   * @throws AppError `invalid_cursor` if the cursor is of another list, `after` names no event that is kept, or what stood
   * behind either is past its keeping.
   */
  page(tenant: Tenant, filter: FeedFilter, page: PageQuery): Promise<Page<DomainEvent>>;
}

/** A worker's right to an endpoint's queue. */
export interface Claim extends QueueKey {
  /** Raised by each claim. */
  readonly epoch: number;
  /** Wakes that the queue had seen when it was claimed. */
  readonly wakes: number;
}

/** What became of a worker's wish to give a queue back. */
export type Rested = { readonly type: 'rested' } | { readonly type: 'woken'; readonly wakes: number } | { readonly type: 'lost' };

export interface QueueStore {
  /** Makes queues due now. */
  wake(queues: readonly QueueKey[]): Promise<void>;
  /** Claims up to `limit` queues that are due, those that have waited longest first. */
  claim(limit: number): Promise<readonly Claim[]>;
  /** Keeps claims for another lease. @returns those that are still the worker's. */
  renew(claims: readonly Claim[]): Promise<readonly Claim[]>;
  /** Gives a queue back until `dueAt`, or until it is woken where that is null; not if it was woken since the claim. */
  rest(claim: Claim, dueAt: Date | null): Promise<Rested>;
  /** Gives a queue back, due again in `afterMs` milliseconds. */
  giveBack(claim: Claim, afterMs: number): Promise<void>;
  /** Forgets a queue, unless it was woken since the claim. */
  forget(claim: Claim): Promise<Rested>;
}

export interface DeliveryStore {
  /** Deliveries that are due, oldest first. */
  due(queue: QueueKey, look: { readonly limit: number; readonly except: readonly string[] }): Promise<readonly Delivery[]>;
  /** When the next falls due; undefined where none is left. */
  nextDueAt(queue: QueueKey): Promise<Date | undefined>;
  /** Ends up to `limit` deliveries of an endpoint that is gone. @returns how many. */
  drop(queue: QueueKey, limit: number): Promise<number>;
}

/** An endpoint as it stands now, for who delivers to it. */
export type Target =
  | {
      readonly type: 'open';
      readonly url: string;
      /** All that live, newest first. */
      readonly secrets: readonly string[];
    }
  /** It asked for rest. */
  | { readonly type: 'resting'; readonly until: Date }
  | { readonly type: 'paused' }
  | { readonly type: 'disabled' }
  | { readonly type: 'gone' };

export type FindTarget = (queue: QueueKey) => Promise<Target>;

/** What of an event is sent. */
export interface EventToSend {
  readonly type: string;
  readonly body: string;
  readonly requestId: string | null;
  readonly traceparent: string | null;
}

/** @returns undefined once the event is past its keeping. */
export type FindEvent = (id: string, tenant: string) => Promise<EventToSend | undefined>;

/** All that one attempt sends. */
export interface Shipment {
  readonly url: string;
  /** It is signed with each of them. */
  readonly secrets: readonly string[];
  readonly delivery: Delivery;
  readonly event: EventToSend;
  /** Number of the try, from 1. */
  readonly attempt: number;
}

/** One exchange within its deadline; `interrupted` where the process stops in the middle of it. Never throws. */
export type Send = (shipment: Shipment, at: Date) => Promise<Exchange | { readonly type: 'interrupted' }>;

/** One try, to be kept. */
export interface Attempt {
  readonly delivery: Delivery;
  /** The request that caused the event; null where none is known. */
  readonly requestId: string | null;
  /** Number of the try, from 1. */
  readonly n: number;
  readonly at: Date;
  readonly latencyMs: number;
  readonly status: number | null;
  readonly error: string | null;
  readonly excerpt: string | null;
  readonly verdict: Verdict;
  readonly consequence: Consequence;
}

/**
 * Keeps an attempt together with what it made of its delivery and endpoint.
 *
 * @returns false, and writes nothing, if another worker has made the same try meanwhile.
 */
export type RecordAttempt = (attempt: Attempt) => Promise<boolean>;

/** Is told of attempts, for logs and metrics. */
export interface AttemptWatch {
  began(): void;
  ended(attempt: Attempt | undefined): void;
}
