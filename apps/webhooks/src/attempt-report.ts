import { LATENCY_BUCKETS, type Logger, type Metrics } from '@fulfilment/observability';
import type { Attempt, AttemptWatch } from './deliveries/attempt-ports.ts';

/** Endpoints that have a time series of their own: each costs the one who gathers metrics. */
const MOST_ENDPOINTS = 200;

/** Tells operators of attempts: metrics of all, and a log line for each that failed. Neither URL nor secret is in it. */
export function makeAttemptReport({ logger, metrics }: { readonly logger: Logger; readonly metrics: Metrics }): AttemptWatch {
  const inFlight = metrics.gauge({ name: 'webhook_in_flight', help: 'Delivery attempts under way.' });
  const outcomes = metrics.counter({
    name: 'webhook_attempts_total',
    help: 'Delivery attempts by what they made of the delivery: delivered, retry (it is tried again) or failed (it was the last).',
    labels: ['outcome'],
  });
  const seconds = metrics.histogram({
    name: 'webhook_attempt_seconds',
    help: 'Time of a whole delivery attempt.',
    labels: ['outcome'],
    buckets: LATENCY_BUCKETS,
  });
  const byEndpoint = metrics.counter({
    name: 'webhook_endpoint_attempts_total',
    help: 'Delivery attempts by endpoint and outcome, for the first 200 endpoints of this process; the rest is `other`.',
    labels: ['endpoint', 'outcome'],
  });
  const told = new Set<string>();
  const labelOf = (endpointId: string): string => {
    if (told.size < MOST_ENDPOINTS) told.add(endpointId);
    return told.has(endpointId) ? endpointId : 'other';
  };
  return {
    began: () => inFlight.inc(),
    ended: (attempt) => {
      inFlight.dec();
      if (!attempt) return;
      const outcome = attempt.verdict.type;
      outcomes.inc({ outcome });
      byEndpoint.inc({ endpoint: labelOf(attempt.delivery.endpointId), outcome });
      seconds.observe({ outcome }, attempt.latencyMs / 1_000);
      if (outcome !== 'delivered') logger.info(factsOf(attempt), 'delivery attempt failed');
    },
  };
}

function factsOf({ delivery, requestId, n, status, error, latencyMs, verdict, consequence }: Attempt) {
  const { id: deliveryId, endpointId, eventId, tenant } = delivery;
  const outcome = { outcome: verdict.type, consequence: consequence.type };
  return { tenant, requestId, endpointId, deliveryId, eventId, attempt: n, status, error, latencyMs, ...outcome };
}
