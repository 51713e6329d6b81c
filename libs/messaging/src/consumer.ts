import type { Logger, Metrics } from '@fulfilment/observability';
import { makeConsumerMetrics } from './consumer-metrics.ts';
import { type DispatchOptions, makeDispatch } from './dispatch.ts';
import type { Consumption, EventLog } from './port.ts';

/** What a consumer reads, and what it does with it. */
export interface ConsumerOptions<Message> extends DispatchOptions<Message> {
  readonly log: EventLog;
  readonly topics: readonly string[];
  /** The most records that one call of `handle` gets; 200 unless told. */
  readonly maxBatch?: number;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

/**
 * Consumes topics as one member of `group`: what can be read is handled, what cannot be is set aside, and what a store or
 * a network that is away keeps from being handled is tried until it is there, in order.
 */
export async function startConsumer<Message>(options: ConsumerOptions<Message>): Promise<Consumption> {
  const { log, group, topics, maxBatch, logger } = options;
  const dispatch = makeDispatch(options);
  const metrics = makeConsumerMetrics(options.metrics, { group, readLag: () => log.lag(group, topics) });
  return log.consume({
    group,
    topics,
    ...(maxBatch === undefined ? {} : { maxBatch }),
    handle: async (batch) => {
      const startedAtMs = performance.now();
      try {
        const { done, ignored, parked } = await dispatch(batch);
        metrics.batch({ topic: batch.topic, done, ignored, parked: parked.length, ms: performance.now() - startedAtMs });
        for (const { record, error } of parked) {
          const { topic, partition, offset } = record;
          logger.error({ group, topic, partition, offset, reason: error }, 'Record set aside as a dead letter');
        }
      } catch (error) {
        metrics.failed(batch.topic);
        throw error;
      }
    },
  });
}
