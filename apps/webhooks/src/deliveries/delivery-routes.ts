import {
  accountOperations as account,
  type AttemptedDelivery,
  type DeliveryDetailsRecord,
  type DeliveryRecord,
} from '@fulfilment/contracts';
import { type BoundRoute, downloadRoute, ok, route } from '@fulfilment/http';
import { momentOf, type Tenant } from '@fulfilment/kernel';
import type { Application } from '../application.ts';
import { authorOf } from '../audit/audit-ports.ts';
import type { AttemptFacts } from '../model/domain/attempt.ts';
import type { DeliveryFacts } from '../model/domain/delivery.ts';
import { sentHeaders } from '../model/domain/delivery.ts';
import { addressesInBody } from '../model/domain/shown-addresses.ts';
import type { DeliveryDetails, SeenDelivery } from './read-deliveries.ts';
import type { AttemptToTell } from './stream-deliveries.ts';

/** Routes that show deliveries and their attempts, send them again, and test endpoints. */
export function deliveryRoutes(application: Application): readonly BoundRoute[] {
  const { readDeliveries, streamDeliveries, resendDelivery, testEndpoint } = application;
  const accepted = async (tenant: Tenant, delivery: DeliveryFacts) => ({
    status: 202 as const,
    body: deliveryRecord(await readDeliveries.seen(tenant, delivery)),
    headers: { Location: `/account/v1/deliveries/${delivery.id}` },
  });
  return [
    route(account.testWebhook, async ({ params, body, context }) =>
      accepted(context.tenant, await testEndpoint(context, params.id, body.type)),
    ),
    route(account.listDeliveries, async ({ params, query, context }) => {
      const { limit, cursor, status: statuses, event_type: eventTypes, event_id: eventId, since, until } = query;
      const time = { since: momentOf(since), until: momentOf(until) };
      const asked = { endpointId: params.id, statuses, eventTypes, eventId, ...time };
      const page = await readDeliveries.page(context.tenant, asked, { limit, cursor });
      return ok({ ...page, data: page.data.map(deliveryRecord) });
    }),
    // Before the route with a delivery's id.
    downloadRoute(account.streamDeliveries, ({ query, context: { tenant }, header, leaving }) => {
      const { webhook_id: endpointId, status: statuses, event_type: eventTypes, event_id: eventId } = query;
      const wish = { endpointId, statuses, eventTypes, eventId, lastId: header('last-event-id') };
      // nginx and its like hold an answer back until a buffer is full.
      return { headers: { 'X-Accel-Buffering': 'no' }, pieces: streamDeliveries.text(tenant, wish, attemptedRecord, leaving) };
    }),
    route(account.getDelivery, async ({ params, context }) => {
      const record = deliveryDetailsRecord(await readDeliveries.find(context.tenant, params.id));
      return { ...ok(record), addresses: record.request_body === null ? 0 : addressesInBody(record.request_body) };
    }),
    route(account.resendDelivery, async ({ params, context }) =>
      accepted(context.tenant, await resendDelivery(context.tenant, params.id, authorOf(context))),
    ),
  ];
}

function deliveryRecord({ delivery, status }: SeenDelivery): DeliveryRecord {
  const { id, endpointId, eventId, eventType, batchId, members, attempts, nextAt, createdAt, endedAt } = delivery;
  return {
    id,
    webhook_id: endpointId,
    event_id: eventId,
    event_type: eventType,
    status,
    batch_id: batchId,
    events: members?.length ?? 1,
    attempts,
    next_attempt_at: status === 'pending' ? (nextAt?.toISOString() ?? null) : null,
    created_at: createdAt.toISOString(),
    ended_at: endedAt?.toISOString() ?? null,
    delivered_at: (delivery.deliveredAt ?? (delivery.state === 'delivered' ? endedAt : null))?.toISOString() ?? null,
  };
}

function attemptedRecord({ delivery, status, attempt }: AttemptToTell): AttemptedDelivery {
  const { n: number, at, latencyMs, status: answered, error, outcome } = attempt;
  const summary = { number, at: at.toISOString(), latency_ms: Math.round(latencyMs), status: answered, error, outcome };
  return { ...deliveryRecord({ delivery, status }), attempt: summary };
}

function deliveryDetailsRecord(details: DeliveryDetails): DeliveryDetailsRecord {
  const { content, attempts } = details;
  return {
    ...deliveryRecord(details),
    request_body: content?.body ?? null,
    attempt_log: attempts.map((attempt) => attemptRecord(attempt, details)),
  };
}

function attemptRecord(attempt: AttemptFacts, { delivery, content }: DeliveryDetails) {
  const { n, at, latencyMs, status, error, errorDetail, outcome, signedWith, responseHeaders, excerpt } = attempt;
  const event = { type: delivery.eventType, traceparent: content?.traceparent ?? null };
  return {
    number: n,
    at: at.toISOString(),
    latency_ms: Math.round(latencyMs),
    status,
    error,
    error_detail: errorDetail,
    outcome,
    signed_with: [...signedWith],
    request_headers: { ...sentHeaders({ delivery, event, attempt: n }, at) },
    response_headers: { ...responseHeaders },
    response_excerpt: excerpt,
  };
}
