import type { Metrics } from '@fulfilment/observability';
import { addToGauge } from './shared-gauge.ts';

export interface RelayMetrics {
  readonly published: (rows: number) => void;
  readonly parked: () => void;
  readonly failed: () => void;
}

/** Counts what a relay does, and shows the age of what waits: the one number that says whether publishing works. */
export function makeRelayMetrics(
  metrics: Metrics,
  { source, oldestUnpublishedMs }: { readonly source: string; readonly oldestUnpublishedMs: () => Promise<number> },
): RelayMetrics {
  const labels = ['source'] as const;
  const published = metrics.counter({ name: 'outbox_published_total', help: 'Rows that the log has acknowledged', labels });
  const parked = metrics.counter({ name: 'outbox_parked_total', help: 'Rows that the log will never take', labels });
  const failed = metrics.counter({ name: 'outbox_failed_passes_total', help: 'Passes that were cut short by an error', labels });
  const age = { name: 'outbox_oldest_seconds', help: 'Age of the oldest unpublished row', labels };
  addToGauge(metrics, age, {
    part: source,
    read: async () => [{ labels: { source }, value: (await oldestUnpublishedMs()) / 1000 }],
  });
  return {
    published: (rows) => published.inc({ source }, rows),
    parked: () => parked.inc({ source }),
    failed: () => failed.inc({ source }),
  };
}
