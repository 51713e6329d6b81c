import { eventText } from '@fulfilment/contracts';
import { parseTenantKey } from '@fulfilment/kernel';
import type { LoggedEvent } from '../model/domain/logged-event.ts';
import type { Disabling } from './domain/endpoint-health.ts';

const TYPE = 'endpoint.disabled';
const REASONS = {
  gone: 'Its receiver answered 410 Gone.',
  failing: 'No attempt succeeded within the time after which a failing endpoint is disabled.',
};
const REMEDY = 'Its events are held for 30 days. Resume the endpoint to have them delivered: POST /account/v1/webhooks/';

/** The endpoint that was disabled. */
export interface DisabledEndpoint {
  readonly endpointId: string;
  readonly tenant: string;
  readonly url: string;
  readonly description: string | null;
}

/** The event by which an account's other endpoints learn of an auto-disable. */
export function endpointDisabledEvent(endpoint: DisabledEndpoint, disabling: Disabling, id: string): LoggedEvent {
  const { endpointId, tenant, url, description } = endpoint;
  const { reason, failingSince, lastSuccessAt, failures, lastStatus, lastError, at } = disabling;
  const facts = {
    data: {
      id: endpointId,
      // More people read events than endpoints, and the path of a URL is often a secret.
      origin: new URL(url).origin,
      description,
      reason,
      disabled_at: at.toISOString(),
      failing_since: failingSince.toISOString(),
      last_success_at: lastSuccessAt?.toISOString() ?? null,
      failures,
      last_status: lastStatus,
      last_error: lastError,
      message: `${REASONS[reason]} ${REMEDY}${endpointId}/resume`,
    },
  };
  return {
    id,
    tenant,
    type: TYPE,
    key: `${tenant}|${endpointId}`,
    body: eventText({ id, type: TYPE, tenant: parseTenantKey(tenant), at }, facts),
    sequence: null,
    createdAt: at,
    requestId: null,
    traceparent: null,
    notTo: endpointId,
  };
}
