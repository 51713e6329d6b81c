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
import type { ChangeEntry, ChangeLog } from './endpoint-ports.ts';
import type { EndpointReport, ReadStats, Standing } from './read-stats.ts';
import { tryFilter } from './test-endpoint.ts';

export interface AboutWebhooksUseCases {
  readonly readStats: ReadStats;
  readonly changes: ChangeLog;
}

/** What is told of endpoints, and of events. Names below `/webhooks` go before the ids of endpoints. */
export const aboutWebhooksRoutes = ({ readStats, changes }: AboutWebhooksUseCases): readonly BoundRoute[] => [
  route(account.listWebhookChanges, async ({ query: { limit, cursor, webhook_id: endpointId }, context }) => {
    const page = await changes.page(context.tenant, { endpointId }, { limit, cursor });
    return ok({ ...page, data: page.data.map(changeRecord) });
  }),
  route(account.testFilter, async ({ body: { filter, event } }) => {
    const { matches, findings } = tryFilter(filter, event);
    const fields = findings.map(({ pointer, fits, found }) => ({
      pointer,
      fits,
      exists: found !== undefined,
      found: found ?? null,
    }));
    return ok({ matches, fields });
  }),
  route(account.getWebhookStats, async ({ params, query: { since, until, interval }, context }) => {
    const asked = { endpointId: params.id, interval, since: momentOf(since), until: momentOf(until) };
    return ok(statsRecord(await readStats.ofEndpoint(context.tenant, asked)));
  }),
  route(account.getWebhooksOverview, async ({ context }) =>
    ok({ data: (await readStats.ofAll(context.tenant)).map(overviewRecord) }),
  ),
  route(account.listEventTypes, async () => ok({ data: DELIVERED_TYPES.map(typeEntry) })),
];

const ok = <Body>(body: Body) => ({ status: 200 as const, body });

function typeEntry(type: (typeof DELIVERED_TYPES)[number]) {
  const isSelectable = SUBSCRIBABLE_TYPES.some((known) => known === type);
  return {
    type,
    description: EVENT_MEANINGS[type],
    selectable: isSelectable,
    in_feed: isSelectable,
    sample: SAMPLE_DELIVERIES[type],
  };
}

function momentOf(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : new Date(text);
}

function statsRecord(report: EndpointReport) {
  return {
    ...standingFacts(report),
    total: countsRecord(report.total),
    intervals: report.intervals.map(({ at, rates }) => ({ at: at.toISOString(), ...countsRecord(rates) })),
  };
}

function overviewRecord(standing: Standing) {
  const { id, url, description, state } = standing.endpoint;
  return { id, url, description, status: state.status, ...standingFacts(standing), last_24_hours: countsRecord(standing.total) };
}

function standingFacts({ endpoint, oldestUndeliveredMs }: Standing) {
  return {
    health: healthRecord(endpoint),
    oldest_undelivered_seconds: oldestUndeliveredMs === undefined ? null : Math.floor(oldestUndeliveredMs / 1_000),
  };
}

function healthRecord({ health, restsUntil }: Endpoint) {
  const { failingSince, lastSuccessAt, lastFailureAt, failures } = health;
  return {
    failing_since: timestampOf(failingSince),
    last_success_at: timestampOf(lastSuccessAt),
    last_failure_at: timestampOf(lastFailureAt),
    failures,
    rests_until: timestampOf(restsUntil),
  };
}

function timestampOf(at: Date | null): string | null {
  return at && at.toISOString();
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

function changeRecord({ id, tenant, action, target, actor, requestId, details, at }: ChangeEntry): WebhookChangeRecord {
  const { environment } = tenant;
  const did = { actor, request_id: requestId, details: { ...details }, created_at: at.toISOString() };
  return { id, environment, action, target: { ...target }, ...did };
}
