import { type ICustomPartitioner, type Producer, type RecordMetadata, type TopicMessages } from 'kafkajs';
import { type OutgoingRecord, within } from '../port.ts';
import { placementKey, type PrefixedNames } from '../topics.ts';
import { KAFKA_TIMES, KafkaClient, type KafkaClientOptions } from './client.ts';
import { partitionOf } from './placement.ts';

interface Connected {
  readonly client: KafkaClient;
  readonly producer: Producer;
  /** Destinations of the request under way, as `topic/partition`. */
  readonly destinations: Set<string>;
}

/**
 * An idempotent producer that lives until its first surfaced error. KafkaJS counts sequence numbers back when a request fails,
 * whatever became of it: with a second request in between, or with the same producer after an error, a new record can go out
 * under a number the broker has seen, and is acknowledged without being kept. So requests are serial, a retry by KafkaJS is the
 * same request, and after an error comes a producer with a new identity: that can double a record, not lose one.
 */
export class KafkaProducer {
  readonly #options: KafkaClientOptions;
  readonly #names: PrefixedNames;
  #connected: Connected | undefined;

  constructor(options: KafkaClientOptions, names: PrefixedNames) {
    this.#options = options;
    this.#names = names;
  }

  /** Puts records into the log, acknowledged by all in-sync replicas. Never call it while an earlier call is under way. */
  async send(records: readonly OutgoingRecord[]): Promise<void> {
    const current = (this.#connected ??= connectedProducer(this.#options, this.#names));
    try {
      await within(KAFKA_TIMES.append, sendOnce(current, toTopicMessages(records, this.#names)));
    } catch (error) {
      this.#connected = undefined;
      current.client.abandon();
      current.producer
        .disconnect()
        .catch((err: unknown) => this.#options.logger.debug({ err }, 'Producer abandoned after an error'));
      throw error;
    }
  }

  async stop(): Promise<void> {
    const last = this.#connected;
    this.#connected = undefined;
    if (!last) return;
    await within(KAFKA_TIMES.leave, last.producer.disconnect()).catch((err: unknown) =>
      this.#options.logger.debug({ err }, 'Producer stopped without disconnecting'),
    );
    last.client.abandon();
  }
}

/**
 * Lists the `destinations` (`topic/partition`) that no broker acknowledged. KafkaJS keeps the answers of a partly failed attempt and
 * does not ask their brokers again (tulios/kafkajs#1798): a partition whose leadership moved to one of them between two attempts
 * would be left out, and the send still succeed.
 */
export function unacknowledged(destinations: Iterable<string>, answers: readonly RecordMetadata[]): string[] {
  const acknowledged = new Set(
    answers.filter(({ errorCode }) => errorCode === 0).map(({ topicName, partition }) => `${topicName}/${partition}`),
  );
  return Array.from(destinations).filter((destination) => !acknowledged.has(destination));
}

function connectedProducer(options: KafkaClientOptions, names: PrefixedNames): Connected {
  const client = new KafkaClient(options);
  const destinations = new Set<string>();
  const producer = client.kafka.producer({
    idempotent: true,
    maxInFlightRequests: 1,
    allowAutoTopicCreation: false,
    createPartitioner: partitionerNoting(destinations, names),
    // A retry within the same producer doubles nothing; `KAFKA_TIMES.append` ends the retries.
    retry: { retries: Number.MAX_SAFE_INTEGER },
  });
  return { client, producer, destinations };
}

function partitionerNoting(destinations: Set<string>, names: PrefixedNames): ICustomPartitioner {
  return () => {
    return ({ topic, partitionMetadata, message }) => {
      const key = placementKey({ topic: names.logical(topic), key: String(message.key) });
      const partition = partitionOf(key, partitionMetadata.length);
      destinations.add(`${topic}/${partition}`);
      return partition;
    };
  };
}

async function sendOnce({ producer, destinations }: Connected, topicMessages: TopicMessages[]): Promise<void> {
  // Connecting where it is connected asks nothing of the broker.
  await producer.connect();
  destinations.clear();
  const missing = unacknowledged(destinations, await producer.sendBatch({ acks: -1, topicMessages }));
  if (missing.length > 0) throw new Error(`No broker acknowledged ${missing.join(', ')}`);
}

function toTopicMessages(records: readonly OutgoingRecord[], names: PrefixedNames): TopicMessages[] {
  const byTopic = Map.groupBy(records, ({ topic }) => topic);
  return Array.from(byTopic, ([topic, ofTopic]) => ({
    topic: names.onBroker(topic),
    messages: ofTopic.map(({ key, value, headers }) => ({ key, value, headers: { ...headers } })),
  }));
}
