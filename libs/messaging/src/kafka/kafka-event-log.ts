import { backoffMs, delay, type Progress } from '@fulfilment/kernel';
import {
  type AppendOutcome,
  type EventLog,
  type LogAppender,
  type OutgoingRecord,
  throwUnlessAppended,
  type TopicAdmin,
} from '../port.ts';
import { PrefixedNames } from '../topics.ts';
import { KafkaAdmin } from './admin.ts';
import { AppendQueue } from './append-queue.ts';
import { isPassingAnswer, KAFKA_TIMES, type KafkaClientOptions, repairKafkaJs } from './client.ts';
import { KafkaConsumption } from './consumption.ts';
import { KafkaProducer } from './producer.ts';
import { KnownBrokers } from './sockets.ts';

/** How Kafka is reached, and under which names. */
export interface KafkaLogOptions extends KafkaClientOptions {
  /** Before the names of topics and groups; callers do not see it. */
  readonly topicPrefix: string;
  /**
   * Names the place of this process: at most one process has it at a time, so that members of a consumer group that have it belong
   * to an ended one when this one begins. None by default.
   */
  readonly instance?: string | undefined;
  /** Watches the consumers; unwatched by default. */
  readonly progress?: Progress | undefined;
  /** Called when a consumer stopped and will not restart by itself: the process has to end. */
  readonly onFatal: (error: unknown) => void;
}

/** The event log, and its topics for the operator. */
export interface KafkaLog extends EventLog {
  readonly topics: TopicAdmin;
}

/** Bounds of one request. One partition's share has to stay below the broker's `message.max.bytes`, 1 MiB by default. */
const GROUP_LIMITS = { maxRecords: 500, maxTopicBytes: 950_000 };

/**
 * Opens the event log on Apache Kafka, by KafkaJS. It connects at the first call.
 *
 * @throws Error if KafkaJS is not the version whose faults this adapter works around.
 */
export function openKafkaLog(given: Omit<KafkaLogOptions, 'known'>): KafkaLog {
  repairKafkaJs();
  const options: KafkaLogOptions = { ...given, known: new KnownBrokers(KAFKA_TIMES.silentBroker) };
  const { topicPrefix, instance = '', onFatal, progress } = options;
  const names = new PrefixedNames(topicPrefix);
  const admin = new KafkaAdmin(options, names);
  const consumptions = new Set<KafkaConsumption>();
  const appenders = new Set<AppendQueue>();
  const openAppender = (patience: typeof sendPatiently): AppendQueue => {
    const producer = new KafkaProducer({ client: options, names, readLeaders: (topics) => admin.leaders(topics) });
    const appender = new AppendQueue({
      ...GROUP_LIMITS,
      send: (records) => patience((some) => producer.send(some), records),
      end: () => producer.stop(),
    });
    appenders.add(appender);
    return appender;
  };
  const own = openAppender(sendPatiently);
  return {
    append: async (records) => throwUnlessAppended(await own.append(records)),
    openAppender: () => openAppender((send, records) => send(records)),
    ensureTopics: (topics) => admin.ensureTopics(topics),
    topics: admin.topics,
    lag: (group, topics) => admin.lag(group, topics),
    healthy: () => admin.healthy(),
    consume: async (consume) => {
      const positions = (ms: number) => admin.positions(consume.group, consume.topics, ms);
      const consumption = new KafkaConsumption({ client: options, names, instance, consume, positions, progress, onFatal });
      consumptions.add(consumption);
      return consumption;
    },
    stop: async () => {
      await Promise.all(Array.from(consumptions, (consumption) => consumption.stop()));
      await Promise.all(Array.from(appenders, (appender) => appender.stop()));
      await admin.stop();
      options.known.close();
    },
  };
}

const PATIENCE = { attempts: 8, firstMs: 50, maxMs: 500 };

/** Sends again what a broker answered with an error that passes: the leaders of a new topic, or one that moved. */
async function sendPatiently(send: LogAppender['append'], records: readonly OutgoingRecord[]): Promise<readonly AppendOutcome[]> {
  const outcomes = [...(await send(records))];
  for (let attempt = 1; attempt < PATIENCE.attempts; attempt += 1) {
    const left = Array.from(records.entries()).filter(([place]) => isPassing(outcomes[place]));
    if (left.length === 0) break;
    await delay(backoffMs(attempt, PATIENCE));
    const again = await send(left.map(([, record]) => record));
    for (const [index, outcome] of again.entries()) outcomes[left[index]?.[0] ?? 0] = outcome;
  }
  return outcomes;
}

function isPassing(outcome: AppendOutcome | undefined): boolean {
  return outcome?.status === 'failed' && isPassingAnswer(outcome.error);
}
