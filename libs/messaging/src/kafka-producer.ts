import type { Logger } from '@fulfilment/observability';
import { type ICustomPartitioner, Partitioners, type Producer, type RecordMetadata, type TopicMessages } from 'kafkajs';
import { type KafkaClient, type KafkaClientOptions, makeKafkaClient } from './kafka-client.ts';
import type { PrefixedNames } from './prefixed-names.ts';
import { KAFKA_TIMES } from './kafka-settings.ts';
import type { OutgoingRecord } from './port.ts';
import { within } from './within.ts';

export interface KafkaProducer {
  /** Puts records into the log, acknowledged by all in-sync replicas. Never call it while a call before is under way. */
  readonly send: (records: readonly OutgoingRecord[]) => Promise<void>;
  readonly stop: () => Promise<void>;
}

interface Life {
  readonly client: KafkaClient;
  readonly producer: Producer;
  /** Where the records of the request under way belong, as `topic/partition`. */
  readonly destinations: Set<string>;
}

/**
 * An idempotent producer that lives until its first surfaced error. KafkaJS counts sequence numbers back when a request fails,
 * whatever became of it: with a second request in between, or with the same producer after an error, a new record can go out
 * under a number that the broker has seen, and is acknowledged without being kept. So requests are serial, what KafkaJS
 * tries again by itself is the same request, and after an error comes a producer with a new identity: that can double
 * a record, not lose one.
 */
export function makeKafkaProducer(options: KafkaClientOptions, names: PrefixedNames): KafkaProducer {
  let life: Life | undefined;
  return {
    send: async (records) => {
      const current = (life ??= openLife(options));
      try {
        await within(KAFKA_TIMES.append, sendOnce(current, toTopicMessages(records, names)));
      } catch (error) {
        life = undefined;
        abandon(current, options.logger);
        throw error;
      }
    },
    stop: async () => {
      const last = life;
      life = undefined;
      if (!last) return;
      await within(KAFKA_TIMES.leave, last.producer.disconnect()).catch((error: unknown) =>
        options.logger.debug({ err: error }, 'Producer left without a goodbye'),
      );
      last.client.abandon();
    },
  };
}

/**
 * Says which of `destinations` (`topic/partition`) no broker has acknowledged. KafkaJS keeps the answers of a try that failed
 * in part, and does not ask their brokers again (tulios/kafkajs#1798): a partition whose leadership moved to one of them
 * between two tries would be left out, and the send still succeed.
 */
export function unacknowledged(destinations: Iterable<string>, answers: readonly RecordMetadata[]): string[] {
  const acknowledged = new Set(
    answers.filter(({ errorCode }) => errorCode === 0).map(({ topicName, partition }) => `${topicName}/${partition}`),
  );
  return Array.from(destinations).filter((destination) => !acknowledged.has(destination));
}

function openLife(options: KafkaClientOptions): Life {
  const client = makeKafkaClient(options);
  const destinations = new Set<string>();
  const producer = client.kafka.producer({
    idempotent: true,
    maxInFlightRequests: 1,
    allowAutoTopicCreation: false,
    createPartitioner: partitionerNoting(destinations),
    // Another try within the same producer doubles nothing; `KAFKA_TIMES.append` ends them.
    retry: { retries: Number.MAX_SAFE_INTEGER },
  });
  return { client, producer, destinations };
}

/** KafkaJS's default partitioner, which places a key as Kafka's own clients do (murmur2). */
function partitionerNoting(destinations: Set<string>): ICustomPartitioner {
  return () => {
    const partitionOf = Partitioners.DefaultPartitioner();
    return (message) => {
      const partition = partitionOf(message);
      destinations.add(`${message.topic}/${partition}`);
      return partition;
    };
  };
}

async function sendOnce({ producer, destinations }: Life, topicMessages: TopicMessages[]): Promise<void> {
  // Connecting again where it is connected asks nothing of the broker.
  await producer.connect();
  destinations.clear();
  const missing = unacknowledged(destinations, await producer.sendBatch({ acks: -1, topicMessages }));
  if (missing.length > 0) throw new Error(`No broker acknowledged ${missing.join(', ')}`);
}

function abandon({ client, producer }: Life, logger: Logger): void {
  client.abandon();
  producer.disconnect().catch((error: unknown) => logger.debug({ err: error }, 'Producer abandoned'));
}

function toTopicMessages(records: readonly OutgoingRecord[], names: PrefixedNames): TopicMessages[] {
  const byTopic = Map.groupBy(records, ({ topic }) => topic);
  return Array.from(byTopic, ([topic, ofTopic]) => ({
    topic: names.onBroker(topic),
    messages: ofTopic.map(({ key, value, headers }) => ({ key, value, headers: { ...headers } })),
  }));
}
