import { parseTenantKey, tenantKey } from '@fulfilment/kernel';
import { codecOf, type DocumentOf } from '@fulfilment/mongo';
import type { Binary } from 'mongodb';
import {
  type BatchRule,
  type Endpoint,
  type EndpointHealth,
  type EndpointSecret,
  type EndpointSettings,
  type EndpointState,
  livingSecrets,
} from '../model/domain/endpoint.ts';

const BATCH = codecOf<BatchRule>()({ max_events: 'maxEvents', max_wait_ms: 'maxWaitMs' });

type Disabled = Omit<Extract<EndpointState, { status: 'disabled' }>, 'status'>;
const DISABLED = codecOf<Disabled>()({ reason: 'reason', at: 'disabledAt' });

const HEALTH = codecOf<EndpointHealth>({ keepsUnknown: false })({
  /** First failure after the last success, or after a quiet time; null while it succeeds. */
  failing_since: 'failingSince',
  last_success_at: 'lastSuccessAt',
  last_failure_at: 'lastFailureAt',
  /** Consecutive failures. */
  failures: 'failures',
  /** Warnings of the coming auto-disable that were given. */
  notices: 'notices',
});

/** The record of an endpoint's failures and successes. */
export type HealthDocument = DocumentOf<typeof HEALTH>;
export const { fromDocument: toHealth, toDocument: toHealthDocument } = HEALTH;

/** An endpoint's document without the ciphertext of its secrets. */
export type ShownEndpoint = Omit<EndpointDocument, 'secrets'> & { readonly secrets: readonly Omit<SecretDocument, 'sealed'>[] };

export const WITHOUT_SEALED = { projection: { 'secrets.sealed': 0 } };

/** The stored fields of an endpoint's settings. */
export function settingsOf({ url, events, description, filter, ordered, batch, maxRate }: EndpointSettings) {
  return {
    url,
    events,
    description,
    filter,
    ordered,
    batch: batch && BATCH.toDocument(batch),
    max_rate: maxRate,
  };
}

export function stateFields(state: EndpointState): Pick<EndpointDocument, 'status' | 'disabled'> {
  const disabled = state.status === 'disabled' ? DISABLED.toDocument(state) : null;
  return { status: state.status, disabled };
}

/** The document of a new endpoint. */
export function toDocument(endpoint: Endpoint, secrets: readonly SecretDocument[]): EndpointDocument {
  const { id, tenant, state, version } = endpoint;
  return {
    _id: id,
    tenant: tenantKey(tenant),
    ...settingsOf(endpoint),
    ...stateFields(state),
    secrets,
    rests_until: null,
    health: toHealthDocument(endpoint.health),
    drop_through: null,
    version,
    created_at: endpoint.createdAt,
    updated_at: endpoint.updatedAt,
  };
}

/** @param at only the secrets that are valid then are included: an expired one is neither shown nor kept by the next write. */
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
    batch: batch && BATCH.fromDocument(batch),
    maxRate: document.max_rate,
    state: stateOf(document),
    secrets: livingSecrets(secrets.map(toSecret), at),
    restsUntil: document.rests_until,
    health: toHealth(health),
    version,
    createdAt: document.created_at,
    updatedAt: document.updated_at,
  };
}

function toSecret({ id, last4, created_at: createdAt, ends_at: endsAt }: ShownEndpoint['secrets'][number]): EndpointSecret {
  return { id, last4, createdAt, endsAt };
}

function stateOf({ status, disabled }: ShownEndpoint): EndpointState {
  if (disabled) return { status: 'disabled', ...DISABLED.fromDocument(disabled) };
  return { status: status === 'paused' ? 'paused' : 'active' };
}

/** An encrypted secret. */
export interface SealedSecret {
  /** Identifies the key that encrypted it, for key rotation. */
  readonly key_id: string;
  readonly nonce: Binary;
  /** Ciphertext and tag. */
  readonly box: Binary;
}

/** A secret that signs deliveries. */
export interface SecretDocument {
  readonly id: string;
  readonly sealed: SealedSecret;
  /** The last four characters, to identify it. */
  readonly last4: string;
  readonly created_at: Date;
  /** End of its validity; null for the newest. */
  readonly ends_at: Date | null;
}

export interface EndpointDocument {
  readonly _id: string;
  readonly tenant: string;
  readonly url: string;
  /** The URL of its last success; another than `url`, or none, until `url` has answered with a 2xx. */
  readonly proven_url?: string;
  readonly events: readonly string[];
  readonly description: string | null;
  /** JSON as it was given, because its member names are not field names of a document. */
  readonly filter: string | null;
  readonly ordered: boolean;
  readonly batch: DocumentOf<typeof BATCH> | null;
  /** Deliveries a second. */
  readonly max_rate: number | null;
  readonly status: 'active' | 'paused' | 'disabled';
  readonly disabled: DocumentOf<typeof DISABLED> | null;
  /** True while the operator has suspended the account: deliveries are held, whatever the status. */
  readonly suspended?: true;
  /** Newest first. */
  readonly secrets: readonly SecretDocument[];
  /** End of the pause between attempts that the receiver asked for or that its failures caused. */
  readonly rests_until: Date | null;
  readonly health: HealthDocument;
  /** Pending deliveries of events up to this position are dropped. */
  readonly drop_through: number | null;
  readonly version: number;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** The number of a tenant's endpoints: concurrent additions conflict on this document. */
export interface EndpointCountDocument {
  readonly _id: string;
  readonly endpoints: number;
}

/** The counts of an endpoint's attempts in one hour. */
export interface EndpointHourDocument {
  /** The endpoint's id, a slash and the hour as `hour` is: `whk_…/2026-11-21T09:00:00.000Z`. */
  readonly _id: string;
  readonly tenant: string;
  readonly endpoint_id: string;
  /** The beginning of the hour, UTC. */
  readonly hour: Date;
  /** Successful attempts. */
  readonly delivered: number;
  /** Failed attempts. */
  readonly refused: number;
  /** Deliveries that failed for good. */
  readonly failed: number;
  /** Attempts by latency bucket, without zeros (`bucketOf` of `domain/attempt-stats.ts`). */
  readonly latencies: Readonly<Record<string, number>>;
  /** Attempts by minute of the hour, 0 to 59, without zeros; absent from hours of earlier releases. */
  readonly minutes?: Readonly<Partial<Record<'delivered' | 'refused', Readonly<Record<string, number>>>>>;
  readonly expires_at: Date;
}

/** An entry of the audit log, kept for good, also for endpoints that are removed. */
export interface ChangeDocument {
  readonly _id: string;
  readonly tenant: string;
  readonly endpoint_id: string;
  readonly action: string;
  readonly target: { readonly type: string; readonly id: string };
  readonly actor: string;
  /** The client's address; entries of before it was kept have none. */
  readonly address?: string;
  readonly request_id: string | null;
  /** JSON. */
  readonly details: string;
  readonly created_at: Date;
}
