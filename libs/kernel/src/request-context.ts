import type { IdempotencyClaim } from './idempotency.ts';
import type { Tenant } from './tenant.ts';
import type { VersionCondition } from './version-condition.ts';

/** Who asks, and under which ids the work is traced. It goes with a command from HTTP through outbox and Kafka to the webhook. */
export interface RequestContext {
  readonly tenant: Tenant;
  /** Who did it, for ledgers and histories: `key_…`, `mem_…`, or the name of a service. */
  readonly actor: string;
  readonly requestId: string;
  /** W3C Trace Context `traceparent`, where the caller sent one. */
  readonly traceparent?: string | undefined;
  /** The address that the request came from, where that is known. */
  readonly clientAddress?: string | undefined;
  /** The session that the request came with, where a member sent it. */
  readonly sessionId?: string | undefined;
  /** `User-Agent`, as far as it is kept: what a session is known by to whoever opened it. */
  readonly userAgent?: string | undefined;
  /** Where the caller named the request by an idempotency key. */
  readonly idempotency?: IdempotencyClaim | undefined;
  /** The version that the caller means to change. */
  readonly ifMatch?: VersionCondition | undefined;
}
