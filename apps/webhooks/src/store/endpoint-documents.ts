import { parseTenantKey, tenantKey } from '@fulfilment/kernel';
import type { Endpoint, EndpointSecret, EndpointSettings, EndpointState } from '../domain/endpoint.ts';
import { livingSecrets } from '../domain/secret-rotation.ts';
import type { EndpointDocument, SecretDocument } from './documents.ts';

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
