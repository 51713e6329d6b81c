import type { Page, PageQuery, Tenant } from '@fulfilment/kernel';
import type { AuditAction, Author } from '../audit/audit-ports.ts';
import type { AttemptCounts } from './domain/attempt-stats.ts';
import type { Endpoint } from '../model/domain/endpoint.ts';
import type { HealthChange } from './domain/endpoint-health.ts';

/** A decided change of an endpoint. */
export interface EndpointChange {
  /** The endpoint after the change, with its version raised. */
  readonly endpoint: Endpoint;
  readonly audit: AuditAction;
  /** The text of the newest secret, if the change adds one. */
  readonly newSecret?: string;
  /** True if a worker has to look at its deliveries again, even if they were held. */
  readonly releasesQueue?: boolean;
  /** True if earlier failures no longer count and its rest ends. */
  readonly resetsHealth?: boolean;
  /** True if its held deliveries are dropped. */
  readonly dropsHeld?: boolean;
}

export interface EndpointId {
  readonly id: string;
  /** The tenants that may own it; undefined for any tenant. */
  readonly tenants: readonly Tenant[] | undefined;
}

/** A secret in the clear. */
export interface OpenSecret {
  readonly id: string;
  readonly secret: string;
  readonly createdAt: Date;
  readonly endsAt: Date | null;
}

/** Reads of endpoints. */
export interface EndpointReader {
  /** @param tenant undefined for any. @throws AppError `not_found`. */
  find(tenant: Tenant | undefined, id: string): Promise<Endpoint>;
  /** Oldest first. */
  list(tenants: readonly Tenant[]): Promise<readonly Endpoint[]>;
  /** The number of the tenant's endpoints. */
  count(tenant: Tenant): Promise<number>;
  /** Oldest first. @throws AppError `invalid_cursor`. */
  page(tenant: Tenant, page: PageQuery): Promise<Page<Endpoint>>;
  /** The secrets that sign now, in the clear; the audit log records the call. @throws AppError `not_found`. */
  reveal(tenant: Tenant, id: string, by: Author): Promise<readonly OpenSecret[]>;
}

/** Changes of endpoints, each in one transaction with its audit entry. */
export interface EndpointWriter {
  /** Stores the secret encrypted. @returns false, with nothing written, if the tenant has `most` endpoints; 50 by default. */
  add(endpoint: Endpoint, secret: string, by: Author, most?: number): Promise<boolean>;
  /**
   * @param decide returns undefined if nothing is to change; throws to refuse.
   * @returns the endpoint after the change.
   * @throws AppError `not_found`.
   */
  change(which: EndpointId, by: Author, decide: (endpoint: Endpoint) => EndpointChange | undefined): Promise<Endpoint>;
  /** Makes the next tries of an endpoint's pending deliveries due, a thousand at a time. */
  bringForward(which: EndpointId): Promise<void>;
  /**
   * Removes an endpoint; its pending deliveries are dropped.
   *
   * @param check throws to refuse.
   * @returns the endpoint before the removal.
   * @throws AppError `not_found`.
   */
  remove(which: EndpointId, by: Author, check?: (endpoint: Endpoint) => void): Promise<Endpoint>;
  /** Holds the deliveries of an account, or releases them; the status of its endpoints stays. @returns the number of endpoints changed. */
  holdAccount(accountId: string, isHeld: boolean): Promise<number>;
}

export interface HourCounts extends AttemptCounts {
  readonly endpointId: string;
  /** The beginning of the hour, UTC. */
  readonly hour: Date;
}

/** The attempts of one minute. */
export interface MinuteCounts {
  readonly at: Date;
  readonly delivered: number;
  readonly refused: number;
}

export interface EndpointStats {
  /** Oldest first. @param endpointId undefined for every endpoint of the tenant. */
  hours(
    tenant: Tenant,
    endpointId: string | undefined,
    time: { readonly since: Date; readonly until: Date },
  ): Promise<readonly HourCounts[]>;
  /** Attempts of all endpoints of the tenant in each of the minutes that begin at `starts`. */
  minutes(tenant: Tenant, starts: readonly Date[]): Promise<readonly MinuteCounts[]>;
  /** The time of its oldest undelivered event; undefined if all are delivered. */
  oldestUndelivered(tenant: Tenant, endpointId: string): Promise<Date | undefined>;
}

/** Checks the host of a URL. @returns a sentence for the caller if deliveries must not go there; undefined if they may. */
export type CheckTarget = (url: string) => Promise<string | undefined>;

/** Called after the commit with each change of an endpoint's health, for logs and metrics. */
export type OnHealthChange = (endpoint: { readonly tenant: string; readonly endpointId: string }, change: HealthChange) => void;
