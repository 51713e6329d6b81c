import type { WebhookChangeRecord } from '@fulfilment/contracts';
import type { AttemptRates } from './domain/attempt-counts.ts';
import type { Endpoint } from './domain/endpoint.ts';
import type { ChangeEntry } from './endpoint-ports.ts';
import type { EndpointReport, Standing } from './read-stats.ts';

export function statsRecord(report: EndpointReport) {
  return {
    ...standingFacts(report),
    total: countsRecord(report.total),
    intervals: report.intervals.map(({ at, rates }) => ({ at: at.toISOString(), ...countsRecord(rates) })),
  };
}

export function overviewRecord(standing: Standing) {
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
    failing_since: momentOf(failingSince),
    last_success_at: momentOf(lastSuccessAt),
    last_failure_at: momentOf(lastFailureAt),
    failures,
    rests_until: momentOf(restsUntil),
  };
}

function momentOf(at: Date | null): string | null {
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

export function changeRecord({ id, tenant, action, target, actor, requestId, details, at }: ChangeEntry): WebhookChangeRecord {
  const { environment } = tenant;
  const did = { actor, request_id: requestId, details: { ...details }, created_at: at.toISOString() };
  return { id, environment, action, target: { ...target }, ...did };
}
