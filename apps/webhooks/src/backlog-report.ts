import type { Logger, Metrics } from '@fulfilment/observability';

export interface BacklogReportParts {
  readonly metrics: Metrics;
  readonly logger: Logger;
  /** In milliseconds. */
  readonly oldestAgeMs: () => Promise<number>;
}

/** Tells operators how old the oldest event is that an endpoint has still to get. */
export function reportBacklog({ metrics, logger, oldestAgeMs }: BacklogReportParts): void {
  metrics.gauge(
    {
      name: 'webhook_oldest_undelivered_seconds',
      help: 'Age of the oldest event still to be delivered, but for endpoints that are disabled; the same in every process.',
    },
    async (gauge) => {
      try {
        gauge.set((await oldestAgeMs()) / 1_000);
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
