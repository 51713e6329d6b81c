import type { Page, PageQuery, Tenant } from '@fulfilment/kernel';
import type { DeliveryFacts } from '../deliveries/delivery-ports.ts';
import type { LoggedEvent } from '../events/event-ports.ts';
import type { AttemptCounts } from './domain/attempt-counts.ts';
import type { Endpoint } from './domain/endpoint.ts';

/** Who changes something. */
export interface Author {
  /** The id of a key or a member, or `operator`. */
  readonly actor: string;
  readonly requestId: string;
}

/** What is told of a change in the list of changes; never a secret. */
export interface Told {
  /** `webhook.updated`, say. */
  readonly action: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** One entry of the list of changes. */
export interface ChangeEntry extends Told {
  readonly id: string;
  readonly tenant: Tenant;
  readonly target: { readonly type: string; readonly id: string };
  readonly actor: string;
  readonly requestId: string | null;
  readonly at: Date;
}

/** What becomes of an endpoint. */
export interface EndpointChange {
  /** As it is from now on, its version raised. */
  readonly endpoint: Endpoint;
  readonly told: Told;
  /** The text of its newest secret, where that is new. */
  readonly newSecret?: string;
  /** Whether its queue is to be looked at again, though it was held. */
  readonly wakes?: boolean;
  /** Whether what it did before counts no more: its failures, and its rest. */
  readonly startsAfresh?: boolean;
  /** Whether what is held is dropped. */
  readonly dropsHeld?: boolean;
}

/** @returns undefined where nothing is to be changed. @throws AppError where it is refused. */
export type DecideChange = (endpoint: Endpoint) => EndpointChange | undefined;

export interface EndpointId {
  readonly id: string;
  /** Those of which one must have it; whoever has it where none are named. */
  readonly tenants: readonly Tenant[] | undefined;
}

/** A secret in the clear. */
export interface OpenSecret {
  readonly id: string;
  readonly secret: string;
  readonly createdAt: Date;
  readonly endsAt: Date | null;
}

export interface EndpointStore {
  /** Keeps the secret sealed. @returns false, and writes nothing, if the tenant has as many endpoints as it may. */
  add(endpoint: Endpoint, secret: string, by: Author): Promise<boolean>;
  find(which: EndpointId): Promise<Endpoint | undefined>;
  /** Oldest first. */
  list(tenants: readonly Tenant[]): Promise<readonly Endpoint[]>;
  /** Oldest first. @throws AppError `invalid_cursor`. */
  page(tenant: Tenant, page: PageQuery): Promise<Page<Endpoint>>;
  /** Changes an endpoint, and tells of it, in one transaction. @returns it as it is then; undefined if there is none. */
  change(which: EndpointId, by: Author, decide: DecideChange): Promise<Endpoint | undefined>;
  /**
   * What is still due to it will be dropped.
   *
   * @param check throws where it may not be removed.
   * @returns the endpoint as it was; undefined if there is none.
   */
  remove(which: EndpointId, by: Author, check?: (endpoint: Endpoint) => void): Promise<Endpoint | undefined>;
  /** The secrets that sign now, in the clear; that somebody looked is told. @returns undefined if there is no such endpoint. */
  reveal(which: EndpointId, by: Author): Promise<readonly OpenSecret[] | undefined>;
}

export interface ChangeLog {
  /** Newest first. @throws AppError `invalid_cursor`. */
  page(tenant: Tenant, which: { readonly endpointId: string | undefined }, page: PageQuery): Promise<Page<ChangeEntry>>;
}

/** Stores an event that tries an endpoint out, with its delivery, and tells of it. */
export type StoreTest = (event: LoggedEvent, endpointId: string, by: Author) => Promise<DeliveryFacts>;

export interface HourCounts extends AttemptCounts {
  readonly endpointId: string;
  /** Its beginning, UTC. */
  readonly hour: Date;
}

export interface EndpointStats {
  /** Oldest first. @param endpointId all of the tenant where none is named. */
  hours(
    tenant: Tenant,
    endpointId: string | undefined,
    time: { readonly since: Date; readonly until: Date },
  ): Promise<readonly HourCounts[]>;
  /** Of the oldest event that it has still to get; undefined where it has all. */
  oldestUndelivered(tenant: Tenant, endpointId: string): Promise<Date | undefined>;
}

/** @returns a sentence for whoever gave the URL if deliveries must not go where it leads; undefined where they may. */
export type CheckTarget = (url: string) => Promise<string | undefined>;
