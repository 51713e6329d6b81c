import { parseTenantKey, tenantKey } from '@fulfilment/kernel';
import type { Binary } from 'mongodb';
import type { Endpoint, EndpointSecret, EndpointSettings, EndpointState } from './domain/endpoint.ts';
import { livingSecrets } from './domain/secret-rotation.ts';

/** An endpoint's document but for what opens its secrets. */
export type ShownEndpoint = Omit<EndpointDocument, 'secrets'> & { readonly secrets: readonly Omit<SecretDocument, 'sealed'>[] };

export const WITHOUT_SEALED = { projection: { 'secrets.sealed': 0 } };

/** What the owner chooses, as it is stored. */
export function settingsOf({ url, events, description, filter, ordered, batch, maxRate }: EndpointSettings) {
  return {
    url,
    events,
    description,
    filter,
    ordered,
    batch: batch && { max_events: batch.maxEvents, max_wait_ms: batch.maxWaitMs },
    max_rate: maxRate,
  };
}

/** The document of a new endpoint. */
export function toDocument(endpoint: Endpoint, secrets: readonly SecretDocument[]): EndpointDocument {
  const { id, tenant, state, version } = endpoint;
  return {
    _id: id,
    tenant: tenantKey(tenant),
    ...settingsOf(endpoint),
    status: state.status,
    disabled: state.status === 'disabled' ? { reason: state.reason, at: state.disabledAt } : null,
    secrets,
    rests_until: null,
    health: { failing_since: null, last_success_at: null, last_failure_at: null, failures: 0, notices: 0 },
    drop_through: null,
    version,
    created_at: endpoint.createdAt,
    updated_at: endpoint.updatedAt,
  };
}

/** @param at its secrets are those that live then: of one that has ended nothing is shown, and nothing is kept when it is written. */
export function toEndpoint(document: ShownEndpoint, at: Date): Endpoint {
  const { _id: id, url, events, description, filter, ordered, batch, health, secrets, version } = document;
  return {
    id,
    tenant: parseTenantKey(document.tenant),
    url,
    events,
    description,
    filter,
    ordered,
    batch: batch && { maxEvents: batch.max_events, maxWaitMs: batch.max_wait_ms },
    maxRate: document.max_rate,
    state: stateOf(document),
    secrets: livingSecrets(secrets.map(toSecret), at),
    restsUntil: document.rests_until,
    health: {
      failingSince: health.failing_since,
      lastSuccessAt: health.last_success_at,
      lastFailureAt: health.last_failure_at,
      failures: health.failures,
    },
    version,
    createdAt: document.created_at,
    updatedAt: document.updated_at,
  };
}

function toSecret({ id, last4, created_at: createdAt, ends_at: endsAt }: ShownEndpoint['secrets'][number]): EndpointSecret {
  return { id, last4, createdAt, endsAt };
}

function stateOf({ status, disabled }: ShownEndpoint): EndpointState {
  if (disabled) return { status: 'disabled', reason: disabled.reason, disabledAt: disabled.at };
  return { status: status === 'paused' ? 'paused' : 'active' };
}

/** An endpoint's secret, sealed. */
export interface SealedSecret {
  /** Names the key that sealed it, so that keys can change. */
  readonly key_id: string;
  readonly nonce: Binary;
  /** Ciphertext and tag. */
  readonly box: Binary;
}

/** One of the secrets by which an endpoint's deliveries are signed. */
export interface SecretDocument {
  readonly id: string;
  readonly sealed: SealedSecret;
  /** Enough to know it by. */
  readonly last4: string;
  readonly created_at: Date;
  /** From when on it signs nothing any more; null for the newest. */
  readonly ends_at: Date | null;
}

/** How an endpoint has answered. */
export interface HealthDocument {
  /** Its first failure after the last success, or after a quiet time; null while it succeeds. */
  readonly failing_since: Date | null;
  readonly last_success_at: Date | null;
  readonly last_failure_at: Date | null;
  /** In a row. */
  readonly failures: number;
  /** Of the staged notices on the way to its end, those that were given. */
  readonly notices: number;
}

export interface EndpointDocument {
  readonly _id: string;
  readonly tenant: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly description: string | null;
  /** JSON as it was given: its member names are no names of fields in a document. */
  readonly filter: string | null;
  readonly ordered: boolean;
  readonly batch: { readonly max_events: number; readonly max_wait_ms: number } | null;
  /** Deliveries a second. */
  readonly max_rate: number | null;
  readonly status: 'active' | 'paused' | 'disabled';
  readonly disabled: { readonly reason: 'gone' | 'failing'; readonly at: Date } | null;
  /** Newest first. */
  readonly secrets: readonly SecretDocument[];
  /** Until when the receiver asked for rest. */
  readonly rests_until: Date | null;
  readonly health: HealthDocument;
  /** What is held of events up to this position is dropped and not sent. */
  readonly drop_through: number | null;
  readonly version: number;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** How many endpoints a tenant has: the document that makes two additions at once meet. */
export interface EndpointCountDocument {
  readonly _id: string;
  readonly endpoints: number;
}

/** What came of an endpoint's attempts in one hour. */
export interface EndpointHourDocument {
  /** The endpoint's id, a slash and the hour as `hour` is: `whk_…/2026-11-21T09:00:00.000Z`. */
  readonly _id: string;
  readonly tenant: string;
  readonly endpoint_id: string;
  /** Its beginning, UTC. */
  readonly hour: Date;
  /** Attempts that delivered. */
  readonly delivered: number;
  /** Attempts that did not. */
  readonly refused: number;
  /** Deliveries that were given up. */
  readonly failed: number;
  /** Attempts by the bucket that their latency falls in, those that are not 0 (`endpoints/domain/latency-histogram.ts`). */
  readonly latencies: Readonly<Record<string, number>>;
  readonly expires_at: Date;
}

/** Who changed what of an endpoint: an audit, kept for good, also of endpoints that are removed. */
export interface ChangeDocument {
  readonly _id: string;
  readonly tenant: string;
  readonly endpoint_id: string;
  readonly action: string;
  readonly target: { readonly type: string; readonly id: string };
  readonly actor: string;
  readonly request_id: string | null;
  /** JSON. */
  readonly details: string;
  readonly created_at: Date;
}
