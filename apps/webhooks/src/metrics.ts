import { LATENCY_BUCKETS, type Logger, type Metrics } from '@fulfilment/observability';
import type { AttemptWatch } from './deliveries/delivery-ports.ts';
import type { Attempt } from './model/domain/attempt.ts';
import type { OnHealthChange } from './endpoints/endpoint-ports.ts';

interface Observed {
  readonly logger: Logger;
  readonly metrics: Metrics;
}

/** The most endpoints with a time series of their own. */
const MAX_ENDPOINTS = 200;

/** Counts attempts, and logs each that failed, with neither URL nor secret. */
export function makeAttemptMetrics({ logger, metrics }: Observed): AttemptWatch {
  const inFlight = metrics.gauge({ name: 'webhook_in_flight', help: 'Delivery attempts in flight.' });
  const outcomes = metrics.counter({
    name: 'webhook_attempts_total',
    help: 'Delivery attempts by outcome: delivered, retry (another attempt follows) or failed (it was the last).',
    labels: ['outcome'],
  });
  const seconds = metrics.histogram({
    name: 'webhook_attempt_seconds',
    help: 'Duration of a delivery attempt.',
    labels: ['outcome'],
    buckets: LATENCY_BUCKETS,
  });
  const byEndpoint = metrics.counter({
    name: 'webhook_endpoint_attempts_total',
    help: 'Delivery attempts by endpoint and outcome, for the first 200 endpoints of this process; the rest is `other`.',
    labels: ['endpoint', 'outcome'],
  });
  const counted = new Set<string>();
  const labelOf = (endpointId: string): string => {
    if (counted.size < MAX_ENDPOINTS) counted.add(endpointId);
    return counted.has(endpointId) ? endpointId : 'other';
  };
  return {
    began: () => inFlight.inc(),
    ended: (attempt) => {
      inFlight.dec();
      if (!attempt) return;
      const outcome = attempt.outcome.type;
      outcomes.inc({ outcome });
      byEndpoint.inc({ endpoint: labelOf(attempt.delivery.endpointId), outcome });
      seconds.observe({ outcome }, attempt.latencyMs / 1_000);
      if (outcome !== 'delivered') logger.info(factsOf(attempt), 'delivery attempt failed');
    },
  };
}

function factsOf({ delivery, requestId, n, status, error, latencyMs, outcome, consequence }: Attempt) {
  const { id: deliveryId, endpointId, eventId, tenant } = delivery;
  const made = { attempt: n, status, error, latencyMs, outcome: outcome.type, consequence: consequence.type };
  return { tenant, requestId, endpointId, deliveryId, eventId, ...made };
}

/** Counts and logs endpoints that are disabled, and the notices before that. */
export function makeEndpointMetrics({ logger, metrics }: Observed): OnHealthChange {
  const notices = metrics.counter({
    name: 'webhook_endpoint_notices_total',
    help: 'Notices that an endpoint has failed for half, or three quarters, of the time after which it is disabled.',
    labels: ['share'],
  });
  const ends = metrics.counter({
    name: 'webhook_endpoints_disabled_total',
    help: 'Endpoints that were disabled, by the reason: gone (410) or failing.',
    labels: ['reason'],
  });
  return ({ tenant, endpointId }, change) => {
    if (change.type === 'noticed') {
      notices.inc({ share: String(change.share) });
      logger.warn({ tenant, endpointId, share: change.share }, 'endpoint is failing and will be disabled');
      return;
    }
    ends.inc({ reason: change.reason });
    logger.warn({ tenant, endpointId, reason: change.reason }, 'endpoint disabled');
  };
}

/**
 * Reports the age of the oldest undelivered event, in all and by endpoint.
 *
 * @param backlog the endpoints with the oldest undelivered events, oldest first.
 */
export function observeBacklog(
  backlog: () => Promise<readonly { readonly endpointId: string; readonly ageMs: number }[]>,
  { logger, metrics }: Observed,
): void {
  let reading: ReturnType<typeof backlog> | undefined;
  const readOnce = (): ReturnType<typeof backlog> => {
    reading ??= backlog()
      .catch((error: unknown) => {
        logger.warn({ err: error }, 'age of the backlog could not be read');
        throw error;
      })
      .finally(() => {
        reading = undefined;
      });
    return reading;
  };
  metrics.sharedGauge(
    {
      name: 'webhook_endpoint_oldest_undelivered_seconds',
      help: 'Age of the oldest undelivered event, for the 20 endpoints that are furthest behind.',
      labels: ['endpoint'],
    },
    'backlog',
    async () => (await readOnce()).map(({ endpointId, ageMs }) => ({ labels: { endpoint: endpointId }, value: ageMs / 1_000 })),
  );
  metrics.sharedGauge(
    {
      name: 'webhook_oldest_undelivered_seconds',
      help: 'Age of the oldest undelivered event; replayed events count from the replay request. Excludes paused and disabled endpoints. The same in every process.',
    },
    'backlog',
    async () => [{ labels: {}, value: ((await readOnce())[0]?.ageMs ?? 0) / 1_000 }],
  );
}

/** @returns a function that counts the tenants whose events shared a transaction. */
export function makeGroupMetrics(metrics: Metrics): (tenants: number) => void {
  const sizes = metrics.histogram({
    name: 'webhook_store_groups',
    help: 'Tenants whose events shared a transaction.',
    buckets: [1, 2, 5, 10, 20, 50],
  });
  return (tenants) => sizes.observe(tenants);
}
