import type { DeliveredType } from '@fulfilment/contracts';
import { SAMPLE_DELIVERIES } from '@fulfilment/api-docs/samples';
import { type Clock, newId, type RequestContext, type Tenant, tenantKey } from '@fulfilment/kernel';
import type { DeliveryFacts } from '../deliveries/delivery-ports.ts';
import type { LoggedEvent } from '../events/event-ports.ts';
import { endpointNotActive } from './endpoint-errors.ts';
import type { StoreTest } from './endpoint-ports.ts';
import type { ReadEndpoints } from './read-endpoints.ts';

export interface TestEndpointParts {
  readonly endpoints: Pick<ReadEndpoints, 'find'>;
  readonly storeTest: StoreTest;
  readonly now: Clock;
}

/**
 * Sends a sample of a type, marked as a test, to one endpoint.
 *
 * @throws AppError `not_found`; `webhook_not_active` where it would be held.
 */
export type TestEndpoint = (context: RequestContext, id: string, type: DeliveredType) => Promise<DeliveryFacts>;

export function makeTestEndpoint({ endpoints, storeTest, now }: TestEndpointParts): TestEndpoint {
  return async (context, id, type) => {
    const { state } = await endpoints.find(context.tenant, id);
    if (state.status !== 'active') throw endpointNotActive(state.status);
    const event = testEvent(type, { context, endpointId: id, at: now() });
    return storeTest(event, id, { actor: context.actor, requestId: context.requestId });
  };
}

interface Trial {
  readonly context: RequestContext;
  readonly endpointId: string;
  readonly at: Date;
}

function testEvent(type: DeliveredType, { context, endpointId, at }: Trial): LoggedEvent {
  const { tenant, requestId, traceparent = null } = context;
  const id = newId('evt');
  const body = { ...sampleFor(type, tenant, endpointId), id, created_at: at.toISOString(), test: true };
  return {
    id,
    tenant: tenantKey(tenant),
    type,
    key: `${tenantKey(tenant)}|${endpointId}`,
    body: JSON.stringify(body),
    sequence: 'sequence' in body && typeof body.sequence === 'number' ? body.sequence : null,
    createdAt: at,
    requestId,
    traceparent,
  };
}

function sampleFor(type: DeliveredType, { accountId, environment }: Tenant, endpointId: string): object {
  const sample = { ...SAMPLE_DELIVERIES[type], account_id: accountId, environment };
  if (type !== 'webhook.test') return sample;
  return { ...sample, data: { webhook_id: endpointId, message: 'This is a test: the endpoint is reached.' } };
}
