import { SAMPLE_DELIVERIES } from '@fulfilment/api-docs/samples';
import { type DeliveredType, errors } from '@fulfilment/contracts';
import { type Clock, newId, type RequestContext, tenantKey } from '@fulfilment/kernel';
import { authorOf } from '../audit/audit-ports.ts';
import type { DeliveryFacts } from '../model/domain/delivery.ts';
import type { EventStore } from '../events/event-ports.ts';
import type { LoggedEvent } from '../model/domain/logged-event.ts';
import { explainMatch } from '../model/domain/filter/match-filter.ts';
import { parseFilter } from '../model/domain/filter/parse-filter.ts';
import { filterRefused } from './manage-endpoints.ts';
import type { EndpointReader } from './endpoint-ports.ts';

/**
 * Delivers the sample of an event type, marked as a test, to one endpoint, whatever its subscription.
 *
 * @throws AppError `not_found`; `webhook_not_active` if the delivery would be held, or would wait for the end of a rest.
 */
export type TestEndpoint = (context: RequestContext, id: string, type: DeliveredType) => Promise<DeliveryFacts>;

export function makeTestEndpoint(
  endpoints: Pick<EndpointReader, 'find'>,
  events: Pick<EventStore, 'storeTest'>,
  now: Clock,
): TestEndpoint {
  return async (context, id, type) => {
    const { state, restsUntil } = await endpoints.find(context.tenant, id);
    const at = now();
    if (state.status !== 'active')
      throw errors.webhookNotActive(`The webhook endpoint is ${state.status}.`, { facts: { current_status: state.status } });
    if (restsUntil !== null && restsUntil > at) {
      const until = restsUntil.toISOString();
      throw errors.webhookNotActive(`The webhook endpoint rests until ${until}. Resume it to send at once.`, {
        facts: { current_status: state.status, rests_until: until },
      });
    }
    return events.storeTest(testEvent(type, id, context, at), id, authorOf(context));
  };
}

function testEvent(type: DeliveredType, endpointId: string, context: RequestContext, at: Date): LoggedEvent {
  const { tenant, requestId, traceparent = null } = context;
  const { accountId, environment } = tenant;
  const id = newId('evt');
  const sample = { ...SAMPLE_DELIVERIES[type], account_id: accountId, environment };
  const data = { webhook_id: endpointId, message: 'This is a test: the endpoint is reached.' };
  const body = { ...sample, ...(type === 'webhook.test' ? { data } : {}), id, created_at: at.toISOString(), test: true };
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

/** Evaluates a filter for an event, without a delivery. @throws AppError `validation_failed` for a filter that cannot be parsed. */
export function testFilter(filter: unknown, event: unknown) {
  const parsed = parseFilter(filter);
  if (parsed.type === 'refused') throw filterRefused(parsed.faults);
  const findings = explainMatch(parsed.pattern, event);
  return { matches: findings.every(({ matches }) => matches), findings };
}
