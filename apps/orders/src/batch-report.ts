import type { Metrics } from '@fulfilment/observability';

const SIZES = [1, 2, 5, 10, 20, 50, 100];

/** Shows how many changes of orders share a commit. */
export function makeBatchReport(metrics: Metrics): (size: number) => void {
  const sizes = metrics.histogram({ name: 'order_batch_size', help: 'Changes of orders that shared a commit', buckets: SIZES });
  return (size) => sizes.observe(size);
}
