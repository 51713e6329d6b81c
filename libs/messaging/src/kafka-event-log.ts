import { makeAppendQueue } from './append-queue.ts';
import { makeKafkaAdmin } from './kafka-admin.ts';
import type { KafkaClientOptions } from './kafka-client.ts';
import { isRefusal } from './kafka-failures.ts';
import { startConsumption } from './kafka-consumption.ts';
import { makePrefixedNames } from './prefixed-names.ts';
import { makeKafkaProducer } from './kafka-producer.ts';
import { repairKafkaJs } from './kafkajs-repairs.ts';
import type { Consumption, EventLog } from './port.ts';

/** How Kafka is reached, and under which names. */
export interface KafkaLogOptions extends KafkaClientOptions {
  /** Put before the names of topics and groups; callers do not see it. */
  readonly topicPrefix: string;
  /** Told of a consumer that stopped and will not start again by itself: the process has to end. */
  readonly onFatal: (error: unknown) => void;
}

/** What one request carries at most. One partition's share has to stay below the broker's `message.max.bytes`, 1 MiB by default. */
const GROUP_LIMITS = { maxRecords: 500, maxTopicBytes: 950_000 };

/**
 * The event log on Apache Kafka, by KafkaJS. Nothing is asked of the broker until the first call.
 *
 * @throws Error if KafkaJS is not the version whose faults this adapter goes round.
 */
export function openKafkaLog(options: KafkaLogOptions): EventLog {
  repairKafkaJs();
  const names = makePrefixedNames(options.topicPrefix);
  const producer = makeKafkaProducer(options, names);
  const queue = makeAppendQueue({ ...GROUP_LIMITS, send: producer.send, isRefusal });
  const admin = makeKafkaAdmin(options, names);
  const consumptions = new Set<Consumption>();
  return {
    append: queue.append,
    ensureTopics: admin.ensureTopics,
    lag: admin.lag,
    healthy: admin.healthy,
    consume: (consume) => {
      const consumption = startConsumption({ client: options, names, consume, onFatal: options.onFatal });
      consumptions.add(consumption);
      return Promise.resolve(consumption);
    },
    stop: async () => {
      await Promise.all(Array.from(consumptions, (consumption) => consumption.stop()));
      await queue.close();
      await Promise.all([producer.stop(), admin.stop()]);
    },
  };
}
