import type { WebhookRecord } from '@fulfilment/contracts';
import type { Endpoint } from '../domain/endpoint.ts';

export function endpointRecord({ id, tenant, url, events, description, state, createdAt }: Endpoint): WebhookRecord {
  return {
    id,
    account_id: tenant.accountId,
    environment: tenant.environment,
    url,
    events: [...events],
    description,
    status: state.status,
    created_at: createdAt.toISOString(),
  };
}
