import type { Logger, Metrics } from '@fulfilment/observability';
import type { OnHealthChange } from './endpoints/endpoint-ports.ts';

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
