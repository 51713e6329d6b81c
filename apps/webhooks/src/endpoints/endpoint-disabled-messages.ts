import { parseTenantKey } from '@fulfilment/kernel';
import type { TellOfEnd } from '../deliveries/attempt-ports.ts';

const TYPE = 'endpoint.disabled';
const WHY = {
  gone: 'Its receiver answered 410 Gone.',
  failing: 'It has taken no delivery for so long that nothing is sent to it any more.',
};
const HOW_BACK = 'Its events are held for 30 days. Resume the endpoint to have them delivered: POST /account/v1/webhooks/';

/** The event by which an account's other endpoints learn that one was disabled. */
export const tellOfEnd: TellOfEnd = (end, id) => {
  const { endpointId, tenant, url, description, reason, failingSince, lastSuccessAt, failures, lastStatus, lastError, at } = end;
  const { accountId, environment } = parseTenantKey(tenant);
  const body = {
    id,
    type: TYPE,
    created_at: at.toISOString(),
    api_version: 'v1',
    account_id: accountId,
    environment,
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
      message: `${WHY[reason]} ${HOW_BACK}${endpointId}/resume`,
    },
  };
  return {
    id,
    tenant,
    type: TYPE,
    key: `${tenant}|${endpointId}`,
    body: JSON.stringify(body),
    sequence: null,
    createdAt: at,
    requestId: null,
    traceparent: null,
    notTo: endpointId,
  };
};
