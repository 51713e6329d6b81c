import type { EventLog } from '../port.ts';
import { PrefixedNames } from '../topics.ts';
import { KafkaAdmin } from './admin.ts';
import { AppendQueue } from './append-queue.ts';
import { isRefusal, type KafkaClientOptions, repairKafkaJs } from './client.ts';
import { KafkaConsumption } from './consumption.ts';
import { KafkaProducer } from './producer.ts';

/** How Kafka is reached, and under which names. */
export interface KafkaLogOptions extends KafkaClientOptions {
  /** Before the names of topics and groups; callers do not see it. */
  readonly topicPrefix: string;
  /** Called when a consumer stopped and will not restart by itself: the process has to end. */
  readonly onFatal: (error: unknown) => void;
}

/** Bounds of one request. One partition's share has to stay below the broker's `message.max.bytes`, 1 MiB by default. */
const GROUP_LIMITS = { maxRecords: 500, maxTopicBytes: 950_000 };

/**
 * Opens the event log on Apache Kafka, by KafkaJS. It connects at the first call.
 *
 * @throws Error if KafkaJS is not the version whose faults this adapter works around.
 */
export function openKafkaLog(options: KafkaLogOptions): EventLog {
  repairKafkaJs();
  const names = new PrefixedNames(options.topicPrefix);
  const producer = new KafkaProducer(options, names);
  const queue = new AppendQueue({ ...GROUP_LIMITS, send: (records) => producer.send(records), isRefusal });
  const admin = new KafkaAdmin(options, names);
  const consumptions = new Set<KafkaConsumption>();
  return {
    append: queue.append,
    ensureTopics: (topics) => admin.ensureTopics(topics),
    lag: (group, topics) => admin.lag(group, topics),
    healthy: () => admin.healthy(),
    consume: async (consume) => {
      const positions = () => admin.positions(consume.group, consume.topics);
      const consumption = new KafkaConsumption({ client: options, names, consume, positions, onFatal: options.onFatal });
      consumptions.add(consumption);
      return consumption;
    },
    stop: async () => {
      await Promise.all(Array.from(consumptions, (consumption) => consumption.stop()));
      await queue.close();
      await Promise.all([producer.stop(), admin.stop()]);
    },
  };
}
