import { accountOperations as account } from '@fulfilment/contracts';
import { type BoundRoute, bytesUseOf, ok, route } from '@fulfilment/http';
import { momentOf, tenantKey } from '@fulfilment/kernel';
import type { Endpoint } from '../model/domain/endpoint.ts';
import type { AttemptRates } from './domain/attempt-stats.ts';
import type { EndpointReport, EndpointSummary, ReadStats } from './read-stats.ts';

/**
 * Statistics of endpoints. Register them before the routes with an endpoint's id.
 *
 * @param rateOf attempts a second of a tenant, by its key.
 */
export const statsRoutes = (stats: ReadStats, rateOf: (tenant: string) => number): readonly BoundRoute[] => [
  route(account.getWebhookStats, async ({ params, query: { since, until, interval }, context }) => {
    const query = { endpointId: params.id, interval, since: momentOf(since), until: momentOf(until) };
    return ok(statsRecord(await stats.ofEndpoint(context.tenant, query)));
  }),
  route(account.getWebhooksOverview, async ({ context }) => {
    const { tenant, storage } = context;
    const [endpoints, minutes] = await Promise.all([stats.ofAll(tenant), stats.byMinute(tenant)]);
    return ok({
      data: endpoints.map(overviewRecord),
      max_rate: rateOf(tenantKey(tenant)),
      storage: { used: endpoints.length, limit: storage?.webhookEndpoints ?? null },
      stored_bytes: bytesUseOf(context),
      minutes: minutes.map(({ at, ...made }) => ({ at: at.toISOString(), ...made })),
    });
  }),
];

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
