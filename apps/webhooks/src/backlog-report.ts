import type { Logger, Metrics } from '@fulfilment/observability';

export interface BacklogReportParts {
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
