import { expiryFrom } from '../model/domain/delivery.ts';
import type { Attempt, AttemptFacts } from '../model/domain/attempt.ts';
import type { DeliveryFacts } from '../model/domain/delivery.ts';

export interface DeliveryDocument {
  readonly _id: string;
  readonly tenant: string;
  readonly endpoint_id: string;
  readonly event_id: string;
  /** Of its event; `batch` where it is several. */
  readonly event_type: string;
  /** Of its event in the tenant's feed. */
  readonly position: number;
  /** Key of its event's topic: what is told of one record has one. */
  readonly record_key: string;
  /**
   * `dropped`: its endpoint was removed, or the owner did not want it any more. `batched`: it goes as a part of the batch
   * `batch_id`, and what becomes of that becomes of it.
   */
  readonly state: 'pending' | 'delivered' | 'failed' | 'dropped' | 'batched';
  /** Its state, where it is one that few come to: lists of these have an index, which the end of most deliveries leaves alone. */
  readonly rare_state?: 'failed' | 'dropped' | 'batched';
  /** Of a batch: what is in it, in this order, for good. Its `event_id` is its own id, `position` and `record_key` the first member's. */
  readonly members?: readonly BatchMemberDocument[];
  /** Of a batched one. */
  readonly batch_id?: string;
  /** The last replay that sent it again; of a batch, or one of its events. */
  readonly replay_id?: string;
  /** Of one that was dropped because its owner did not want what was held. */
  readonly unwanted?: true;
  readonly attempts: number;
  /** Where these are kept (`AttemptsDocument`), the last thousand, in their order; absent before the first. */
  readonly recorded_in?: readonly string[];
  /** Attempts made before it was last sent again: the retry schedule begins there. */
  readonly schedule_from: number;
  /** Of a pending one: when the next try is due. */
  readonly next_at?: Date;
  /** When it was made due again, or for an event of before by a replay; without it, it has been due since its event came to be. */
  readonly due_since?: Date;
  /** When its event came to be. */
  readonly created_at: Date;
  readonly ended_at?: Date;
  /** Of one that was delivered and sent again since: when it was delivered. */
  readonly delivered_at?: Date;
  readonly expires_at: Date;
}

/** One event of a batch with the delivery that it was. */
export interface BatchMemberDocument {
  readonly delivery_id: string;
  readonly event_id: string;
}

/**
 * A pending delivery as workers look for it, for as long as it is pending: with every change of that it changes too. It is
 * apart because changing an entry of one index makes MongoDB compute those of all, and what is kept for good has many.
 */
export interface PendingDocument extends Pick<
  DeliveryDocument,
  | '_id'
  | 'tenant'
  | 'endpoint_id'
  | 'event_id'
  | 'event_type'
  | 'position'
  | 'record_key'
  | 'members'
  | 'attempts'
  | 'schedule_from'
  | 'due_since'
  | 'created_at'
  | 'expires_at'
> {
  readonly next_at: Date;
}

/** A tenant's attempts that were written together. */
export interface AttemptsDocument {
  /** The tenant, a slash, and what its deliveries know it by (`recorded_in`). */
  readonly _id: string;
  readonly tenant: string;
  readonly made: readonly AttemptDocument[];
  readonly expires_at: Date;
}

export interface AttemptDocument {
  readonly delivery_id: string;
  readonly endpoint_id: string;
  readonly n: number;
  readonly at: Date;
  readonly latency_ms: number;
  readonly status: number | null;
  /** Why there is no complete answer, or why a complete one does not count (`model/domain/attempt-result.ts`). */
  readonly error: string | null;
  /** More of it: the phase of a timeout, the certificate's fault, the kind of an address that is refused. */
  readonly error_detail: string | null;
  /** Ids of the secrets that it was signed with; the other headers that were sent follow from the delivery (`sending/request-headers.ts`). */
  readonly signed_with: readonly string[];
  /** Few of the answer's headers, by their lower-case names. */
  readonly response_headers: Readonly<Record<string, string>>;
  readonly excerpt: string | null;
  readonly outcome: 'delivered' | 'retry' | 'failed';
}

/** Attempts that are written together, by tenant. @param record what their deliveries know them by. */
export function toAttemptsDocuments(made: readonly Attempt[], record: string): AttemptsDocument[] {
  const byTenant = Map.groupBy(made, ({ delivery }) => delivery.tenant);
  return Array.from(byTenant, ([tenant, attempts]) => ({
    _id: attemptsId(tenant, record),
    tenant,
    made: attempts.map(toDocument),
    expires_at: expiryFrom(latestOf(attempts)),
  }));
}

export const attemptsId = (tenant: string, record: string): string => `${tenant}/${record}`;

function latestOf(attempts: readonly Attempt[]): Date {
  return new Date(Math.max(...attempts.map(({ at }) => at.getTime())));
}

function toDocument(attempt: Attempt): AttemptDocument {
  const { delivery, n, at, latencyMs, status, error, errorDetail, signedWith, responseHeaders, excerpt, outcome } = attempt;
  return {
    delivery_id: delivery.id,
    endpoint_id: delivery.endpointId,
    n,
    at,
    latency_ms: latencyMs,
    status,
    error,
    error_detail: errorDetail,
    signed_with: signedWith,
    response_headers: responseHeaders,
    excerpt,
    outcome: outcome.type,
  };
}

export function toFacts(document: DeliveryDocument): DeliveryFacts {
  const { _id: id, endpoint_id: endpointId, event_id: eventId, event_type: eventType, state, attempts, members } = document;
  return {
    id,
    endpointId,
    eventId,
    eventType,
    state,
    batchId: document.batch_id ?? null,
    members: members?.map(({ event_id: member }) => member),
    attempts,
    nextAt: document.next_at ?? null,
    createdAt: document.created_at,
    endedAt: document.ended_at ?? null,
    deliveredAt: document.delivered_at,
  };
}

export function toAttemptFacts(document: AttemptDocument): AttemptFacts {
  const { n, at, latency_ms: latencyMs, status, error, outcome, excerpt } = document;
  return {
    n,
    at,
    latencyMs,
    status,
    error,
    errorDetail: document.error_detail,
    outcome,
    signedWith: document.signed_with,
    responseHeaders: document.response_headers,
    excerpt,
  };
}
