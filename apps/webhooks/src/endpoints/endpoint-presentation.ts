import type { WebhookEndpointRecord } from '@fulfilment/contracts';
import type { Endpoint } from '../model/domain/endpoint.ts';

/** An endpoint as its owner sees it. @param at at which a rest that is over is none. */
export function endpointRecord(endpoint: Endpoint, at = new Date()): WebhookEndpointRecord {
  const { id, tenant, url, events, description, filter, ordered, batch, maxRate, state, secrets, version } = endpoint;
  return {
    id,
    environment: tenant.environment,
    url,
    events: [...events],
    description,
    filter: filter === null ? null : JSON.parse(filter),
    ordered,
    batch: batch && { max_events: batch.maxEvents, max_wait_ms: batch.maxWaitMs },
    max_rate: maxRate,
    status: state.status,
    disabled: state.status === 'disabled' ? { reason: state.reason, at: state.disabledAt.toISOString() } : null,
    rests_until: endpoint.restsUntil !== null && endpoint.restsUntil > at ? endpoint.restsUntil.toISOString() : null,
    secrets: secrets.map((secret) => ({ ...secretFacts(secret), last4: secret.last4 })),
    version,
    created_at: endpoint.createdAt.toISOString(),
    updated_at: endpoint.updatedAt.toISOString(),
  };
}

/** The facts of a secret besides its text. */
export function secretFacts({
  id,
  createdAt,
  endsAt,
}: {
  readonly id: string;
  readonly createdAt: Date;
  readonly endsAt: Date | null;
}) {
  return { id, created_at: createdAt.toISOString(), ends_at: endsAt?.toISOString() ?? null };
}
