import { LATENCY_BUCKETS, type Logger, type Metrics, traceFields, type Tracing } from '@fulfilment/observability';
import type { Consumption, EventLog, IncomingBatch, LostRecords, PartitionLag } from '../port.ts';
import { tracedBatch } from '../traced-records.ts';
import { type DispatchOptions, type Dispatched, makeDispatch } from './dispatch.ts';

/** The topics a consumer reads, and its handling of them. */
export interface ConsumerOptions<Message> extends DispatchOptions<Message> {
  readonly log: EventLog;
  readonly topics: readonly string[];
  /** The consumer group, where it is not `group`: the topics then have members of their own. Dead letters are those of `group`. */
  readonly consumerGroup?: string;
  /** Records in one call of `handle` at most; 200 by default. */
  readonly maxBatch?: number;
  /** Called where the log lost records of this consumer, after they were reported. */
  readonly onLost?: () => void;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly tracing?: Tracing | undefined;
}

const BEYOND_ITS_END =
  'The group had committed an offset beyond the end of the partition, as of a topic that was made again: it reads from its begin';

/**
 * Consumes topics as one member of `group`: readable records are handled, unreadable ones dead-lettered, and a batch that an
 * unavailable store or network keeps from being handled is retried, in order, until it succeeds.
 */
export async function startConsumer<Message>(options: ConsumerOptions<Message>): Promise<Consumption> {
  const { log, topics, maxBatch, logger, consumerGroup: group = options.group } = options;
  const handleBatch = makeDispatch(options);
  const { tracing } = options;
  const dispatch = tracing ? (batch: IncomingBatch) => tracedBatch(tracing, batch, { group, handle: handleBatch }) : handleBatch;
  const metrics = consumerMetrics(options.metrics, group, () => log.lag(group, topics));
  return log.consume({
    group,
    topics,
    ...(maxBatch === undefined ? {} : { maxBatch }),
    onLost: (lost) => {
      logger.error(
        { group, ...lost },
        lost.isAhead ? BEYOND_ITS_END : 'Records were deleted from the topic before they were handled',
      );
      metrics.lost(lost);
      options.onLost?.();
    },
    onReplaced: metrics.replaced,
    handle: async (batch) => {
      const startedAtMs = performance.now();
      metrics.begun(batch);
      try {
        const dispatched = await dispatch(batch);
        metrics.dispatched(batch, dispatched, performance.now() - startedAtMs);
        for (const { record, error } of dispatched.deadLettered) {
          const { topic, partition, offset } = record;
          const trace = traceFields(record.headers['traceparent']);
          logger.error({ group, topic, partition, offset, ...trace, reason: error }, 'Record dead-lettered');
        }
      } catch (error) {
        metrics.failed(batch);
        throw error;
      }
    },
  });
}

const placeOf = ({ topic, partition }: IncomingBatch): string => `${topic}/${partition}`;

function consumerMetrics(metrics: Metrics, group: string, readLag: () => Promise<readonly PartitionLag[]>) {
  const labels = ['group', 'topic'] as const;
  const records = metrics.counter({
    name: 'consumer_records_total',
    help: 'Records by outcome: done, ignored, parked (dead-lettered), held (behind a dead letter of their key)',
    labels: [...labels, 'outcome'],
  });
  const failed = metrics.counter({
    name: 'consumer_failed_batches_total',
    help: 'Batches that failed and will be retried',
    labels,
  });
  const seconds = metrics.histogram({
    name: 'consumer_batch_seconds',
    help: 'Time to handle a batch',
    labels,
    buckets: LATENCY_BUCKETS,
  });
  const lost = metrics.counter({
    name: 'consumer_lost_records_total',
    help: 'Records deleted from a topic before this group had handled them',
    labels: [...labels, 'partition'],
  });
  const replaced = metrics.counter({
    name: 'consumer_replacements_total',
    help: 'Consumer clients that were replaced because they crashed or stalled',
    labels: ['group'],
  });
  metrics.sharedGauge({ name: 'consumer_lag', help: 'Records not yet handled', labels }, group, async () =>
    Array.from(
      Map.groupBy(await readLag(), ({ topic }) => topic),
      ([topic, partitions]) => ({ labels: { group, topic }, value: partitions.reduce((sum, { lag }) => sum + lag, 0) }),
    ),
  );
  /** For each partition that is being handled: since when its head is. */
  const heads = new Map<string, { readonly topic: string; readonly sinceMs: number; readonly signal: AbortSignal }>();
  const ages = {
    name: 'consumer_head_seconds',
    help: 'Longest time for which the first record of a partition has been in progress',
    labels,
  };
  metrics.sharedGauge(ages, group, async () =>
    Array.from(
      Map.groupBy(
        heads.values().filter(({ signal }) => !signal.aborted),
        ({ topic }) => topic,
      ),
      ([topic, ofTopic]) => ({
        labels: { group, topic },
        value: (performance.now() - Math.min(...ofTopic.map(({ sinceMs }) => sinceMs))) / 1000,
      }),
    ),
  );
  return {
    begun: (batch: IncomingBatch): void => {
      const { topic, signal } = batch;
      // A signal that aborted is of an assignment that has ended.
      if (heads.get(placeOf(batch))?.signal !== signal) heads.set(placeOf(batch), { topic, signal, sinceMs: performance.now() });
    },
    dispatched: (batch: IncomingBatch, { done, ignored, deadLettered }: Dispatched, ms: number): void => {
      const { topic } = batch;
      heads.delete(placeOf(batch));
      records.inc({ group, topic, outcome: 'done' }, done);
      records.inc({ group, topic, outcome: 'ignored' }, ignored);
      const held = deadLettered.filter(({ follows }) => follows).length;
      records.inc({ group, topic, outcome: 'parked' }, deadLettered.length - held);
      records.inc({ group, topic, outcome: 'held' }, held);
      seconds.observe({ group, topic }, ms / 1000);
    },
    replaced: (): void => replaced.inc({ group }),
    failed: ({ topic }: IncomingBatch): void => failed.inc({ group, topic }),
    lost: ({ topic, partition, count }: LostRecords): void => lost.inc({ group, topic, partition: String(partition) }, count),
  };
}
