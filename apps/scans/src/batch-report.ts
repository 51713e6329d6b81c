import type { Metrics } from '@fulfilment/observability';

/** Up to the most single scans that share an insert, and to the most of a batch. */
const SIZES = [1, 2, 5, 10, 20, 50, 100, 1_000];

/** Tells operators how many scans share an insert, and how many wait for one. */
export function makeBatchReport(metrics: Metrics, waiting: () => number): (size: number) => void {
  const sizes = metrics.histogram({ name: 'scan_insert_size', help: 'Scans that shared an insert.', buckets: SIZES });
  metrics.gauge({ name: 'scans_waiting', help: 'Requests that wait for an insert.' }, (gauge) => gauge.set(waiting()));
  return (size) => sizes.observe(size);
}
