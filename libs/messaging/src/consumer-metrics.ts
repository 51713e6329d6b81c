import { LATENCY_BUCKETS, type Metrics } from '@fulfilment/observability';
import type { PartitionLag } from './port.ts';
import { addToGauge } from './shared-gauge.ts';

/** What became of a batch. */
export interface BatchOutcome {
  readonly topic: string;
  readonly done: number;
  readonly ignored: number;
  readonly parked: number;
  readonly ms: number;
}

export interface ConsumerMetrics {
  readonly batch: (outcome: BatchOutcome) => void;
  readonly failed: (topic: string) => void;
}

/** Counts what a consumer does, and shows how far it is behind. */
export function makeConsumerMetrics(
  metrics: Metrics,
  { group, readLag }: { readonly group: string; readonly readLag: () => Promise<readonly PartitionLag[]> },
): ConsumerMetrics {
  const labels = ['group', 'topic'] as const;
  const records = metrics.counter({
    name: 'consumer_records_total',
    help: 'Records by what became of them',
    labels: [...labels, 'outcome'],
  });
  const failed = metrics.counter({ name: 'consumer_failed_batches_total', help: 'Batches that will come again', labels });
  const seconds = metrics.histogram({
    name: 'consumer_batch_seconds',
    help: 'Time to handle a batch',
    labels,
    buckets: LATENCY_BUCKETS,
  });
  const lag = { name: 'consumer_lag', help: 'Records not yet handled', labels };
  addToGauge(metrics, lag, {
    part: group,
    read: async () =>
      Array.from(
        Map.groupBy(await readLag(), ({ topic }) => topic),
        ([topic, partitions]) => ({
          labels: { group, topic },
          value: partitions.reduce((sum, partition) => sum + partition.lag, 0),
        }),
      ),
  });
  return {
    batch: ({ topic, done, ignored, parked, ms }) => {
      records.inc({ group, topic, outcome: 'done' }, done);
      records.inc({ group, topic, outcome: 'ignored' }, ignored);
      records.inc({ group, topic, outcome: 'parked' }, parked);
      seconds.observe({ group, topic }, ms / 1000);
    },
    failed: (topic) => failed.inc({ group, topic }),
  };
}
