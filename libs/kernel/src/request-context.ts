import { AppError } from './app-error.ts';
import type { IdempotencyClaim } from './idempotency.ts';
import type { StorageLimits } from './stored-counts.ts';
import type { Tenant } from './tenant.ts';

/** The caller, and the ids under which the work is traced. It goes with a command from HTTP through outbox and Kafka to the webhook. */
export interface RequestContext {
  readonly tenant: Tenant;
  /** The author of a change in ledgers and histories: `key_…`, `mem_…`, or the name of a service. */
  readonly actor: string;
  readonly requestId: string;
  /** W3C Trace Context `traceparent`: of the span that the work is done in, else the one that the caller sent. */
  readonly traceparent?: string | undefined;
  /** The most that the tenant may store; undefined where no bound is known. */
  readonly storage?: StorageLimits | undefined;
  /** Bytes of all documents that this service stores of the tenant, as last estimated; undefined before. */
  readonly storedBytes?: (() => number | undefined) | undefined;
  /** The client's address, where it is known. */
  readonly clientAddress?: string | undefined;
  /** The session of a signed-in member. */
  readonly sessionId?: string | undefined;
  /** `User-Agent`, truncated: it describes a session to its member. */
  readonly userAgent?: string | undefined;
  /** The claim of a request with an idempotency key. */
  readonly idempotency?: IdempotencyClaim | undefined;
  /** The version that the caller expects. */
  readonly ifMatch?: VersionCondition | undefined;
  /** Told of lines of other orders that the request worked on, which its cost counts. */
  readonly noteLines?: ((lines: number) => void) | undefined;
}

/** The first digits of the ids of traces that begin at the gateway. The rest is random, as W3C Trace Context level 2 asks of its last 7 bytes. */
export const OWN_TRACE_ID = 'f01f11ed';

/** True where the trace began at the gateway, false where a client began it. @param traceparent a valid one. */
export function isOwnTrace(traceparent: string): boolean {
  return traceparent.startsWith(`00-${OWN_TRACE_ID}`);
}

/** The condition of `If-Match` on a record's version (RFC 9110 section 13.1.1). */
export type VersionCondition = { readonly type: 'any' } | { readonly type: 'one-of'; readonly versions: readonly number[] };

/** True where a record at `version` may be changed; without a condition it may. */
export function meetsCondition(condition: VersionCondition | undefined, version: number): boolean {
  return condition?.type !== 'one-of' || condition.versions.includes(version);
}

/**
 * The refusal of a change to another version than the present one.
 *
 * @param current the record as clients see it.
 * @param changedBy the actor that made it, where that is known.
 * @returns 412 `version_conflict` with `current_version`, `current` and `changed_by`, so that the client needs no second request.
 */
export function versionConflict(current: { readonly version: number }, changedBy?: string): AppError {
  return new AppError({
    kind: 'conflict',
    code: 'version_conflict',
    message: `The record is at version ${current.version}.`,
    details: { current_version: current.version, current, ...(changedBy === undefined ? {} : { changed_by: changedBy }) },
  });
}

/** The requested page of a list. */
export interface PageQuery {
  /** Records in the page at most. */
  readonly limit: number;
  /** Bytes of its records as JSON at which it ends, about; 1 MB by default. */
  readonly maxBytes?: number;
  /** `next_cursor` of the page before; none for the first. */
  readonly cursor: string | undefined;
}

/** One page of a list. */
export interface Page<Item> {
  readonly data: Item[];
  readonly has_more: boolean;
  /** Null on the last page. */
  readonly next_cursor: string | null;
}
