import { SAMPLE_DELIVERIES } from '@fulfilment/api-docs/samples';
import {
  accountOperations as account,
  DELIVERED_TYPES,
  EVENT_MEANINGS,
  SUBSCRIBABLE_TYPES,
  type WebhookChangeRecord,
} from '@fulfilment/contracts';
import { type BoundRoute, route } from '@fulfilment/http';
import type { AttemptRates } from './domain/attempt-stats.ts';
import type { Endpoint } from './domain/endpoint.ts';
import type { AuditEntry, AuditLog } from './endpoint-ports.ts';
import type { EndpointReport, EndpointSummary, ReadStats } from './read-stats.ts';
import { testFilter } from './test-endpoint.ts';

/** Statistics of endpoints, the audit log, event types and filter tests. Register them before the routes with an endpoint's id. */
export const statsRoutes = (stats: ReadStats, audit: AuditLog): readonly BoundRoute[] => [
  route(account.listWebhookChanges, async ({ query: { limit, cursor, webhook_id: endpointId }, context }) => {
    const page = await audit.page(context.tenant, { endpointId }, { limit, cursor });
    return ok({ ...page, data: page.data.map(changeRecord) });
  }),
  route(account.testFilter, async ({ body: { filter, event } }) => {
    const { matches, findings } = testFilter(filter, event);
    const fields = findings.map((finding) => ({
      pointer: finding.pointer,
      fits: finding.matches,
      exists: finding.found !== undefined,
      found: finding.found ?? null,
    }));
    return ok({ matches, fields });
  }),
  route(account.getWebhookStats, async ({ params, query: { since, until, interval }, context }) => {
    const query = { endpointId: params.id, interval, since: dateOf(since), until: dateOf(until) };
    return ok(statsRecord(await stats.ofEndpoint(context.tenant, query)));
  }),
  route(account.getWebhooksOverview, async ({ context }) =>
    ok({ data: (await stats.ofAll(context.tenant)).map(overviewRecord) }),
  ),
  route(account.listEventTypes, async () => ok({ data: DELIVERED_TYPES.map(typeRecord) })),
];

const ok = <Body>(body: Body) => ({ status: 200 as const, body });

function dateOf(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : new Date(text);
}

function typeRecord(type: (typeof DELIVERED_TYPES)[number]) {
  const isSelectable = SUBSCRIBABLE_TYPES.some((known) => known === type);
  return {
    type,
    description: EVENT_MEANINGS[type],
    selectable: isSelectable,
    in_feed: isSelectable,
    sample: SAMPLE_DELIVERIES[type],
  };
}

function changeRecord({ id, tenant, action, target, actor, requestId, details, at }: AuditEntry): WebhookChangeRecord {
  const { environment } = tenant;
  const did = { actor, request_id: requestId, details: { ...details }, created_at: at.toISOString() };
  return { id, environment, action, target: { ...target }, ...did };
}

function statsRecord(report: EndpointReport) {
  return {
    ...healthFacts(report),
    total: countsRecord(report.total),
    intervals: report.intervals.map(({ at, rates }) => ({ at: at.toISOString(), ...countsRecord(rates) })),
  };
}

function overviewRecord(summary: EndpointSummary) {
  const { id, url, description, state } = summary.endpoint;
  return { id, url, description, status: state.status, ...healthFacts(summary), last_24_hours: countsRecord(summary.total) };
}

function healthFacts({ endpoint, oldestUndeliveredMs }: EndpointSummary) {
  return {
    health: healthRecord(endpoint),
    oldest_undelivered_seconds: oldestUndeliveredMs === undefined ? null : Math.floor(oldestUndeliveredMs / 1_000),
  };
}

function healthRecord({ health, restsUntil }: Endpoint) {
  const { failingSince, lastSuccessAt, lastFailureAt, failures } = health;
  return {
    failing_since: failingSince?.toISOString() ?? null,
    last_success_at: lastSuccessAt?.toISOString() ?? null,
    last_failure_at: lastFailureAt?.toISOString() ?? null,
    failures,
    rests_until: restsUntil?.toISOString() ?? null,
  };
}

function countsRecord({ delivered, refused, failed, successRate, latencyP50Ms, latencyP95Ms }: AttemptRates) {
  return {
    delivered,
    refused,
    failed,
    success_rate: successRate,
    latency_p50_ms: latencyP50Ms,
    latency_p95_ms: latencyP95Ms,
  };
}
