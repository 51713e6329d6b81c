import { LATENCY_BUCKETS, type Logger, type Metrics } from '@fulfilment/observability';
import type { Attempt, AttemptWatch } from './deliveries/delivery-ports.ts';
import type { OnHealthChange } from './endpoints/endpoint-ports.ts';

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

/** Tells operators of endpoints that come to their end, and of those on the way there. */
export function makeEndpointReport({ logger, metrics }: { readonly logger: Logger; readonly metrics: Metrics }): OnHealthChange {
  const notices = metrics.counter({
    name: 'webhook_endpoint_notices_total',
    help: 'Endpoints that have failed for a half or three quarters of the time after which they are disabled.',
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

interface BacklogReportParts {
  readonly metrics: Metrics;
  readonly logger: Logger;
  /** The endpoints that have waited for an event longest, the longest first. */
  readonly backlog: () => Promise<readonly { readonly endpointId: string; readonly ageMs: number }[]>;
}

/** Tells operators how long endpoints have waited for an event at most, and which. */
export function reportBacklog({ metrics, logger, backlog }: BacklogReportParts): void {
  const byEndpoint = metrics.gauge({
    name: 'webhook_endpoint_oldest_undelivered_seconds',
    help: 'As webhook_oldest_undelivered_seconds for each of the twenty endpoints for which it is most.',
    labels: ['endpoint'],
  });
  metrics.gauge(
    {
      name: 'webhook_oldest_undelivered_seconds',
      help: 'Age of the oldest event still to be delivered, one that is sent again since that was asked for, but for endpoints that are paused or disabled; the same in every process.',
    },
    async (gauge) => {
      try {
        const oldest = await backlog();
        gauge.set((oldest[0]?.ageMs ?? 0) / 1_000);
        byEndpoint.reset();
        for (const { endpointId, ageMs } of oldest) byEndpoint.set({ endpoint: endpointId }, ageMs / 1_000);
      } catch (error) {
        // A scrape without this number is better than none.
        logger.warn({ err: error }, 'age of the backlog not read');
      }
    },
  );
}

/** @returns a function that is told how many groups of events shared a transaction. */
export function makeGroupReport(metrics: Metrics): (groups: number) => void {
  const sizes = metrics.histogram({
    name: 'webhook_store_groups',
    help: 'Groups of events, one of a partition each, that shared a transaction.',
    buckets: [1, 2, 3, 4, 5],
  });
  return (groups) => sizes.observe(groups);
}
