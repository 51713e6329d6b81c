import { delay } from '@fulfilment/kernel';
import type { Admin } from 'kafkajs';
import { logUnavailable, type PartitionLag, type TopicSpec, within } from '../port.ts';
import type { PrefixedNames } from '../topics.ts';
import { KAFKA_TIMES, KafkaClient, type KafkaClientOptions } from './client.ts';
import type { Leaders } from './producer.ts';

const HEALTH_MS = 2_000;
const POLL_TOPICS_MS = 50;

/** Where a group stands in a partition. */
export interface PartitionPosition {
  readonly topic: string;
  readonly partition: number;
  /** The offset it goes on from; undefined where it has committed nothing. */
  readonly committed: bigint | undefined;
  /** The oldest offset that Kafka keeps, and the one of the next record. */
  readonly low: bigint;
  readonly high: bigint;
}

/** Topics, lag and health. It connects at the first question, and again after a failure. */
export class KafkaAdmin {
  readonly #options: KafkaClientOptions;
  readonly #names: PrefixedNames;
  #connected: { readonly client: KafkaClient; readonly admin: Admin } | undefined;

  constructor(options: KafkaClientOptions, names: PrefixedNames) {
    this.#options = options;
    this.#names = names;
  }

  ensureTopics(topics: readonly TopicSpec[]): Promise<void> {
    return this.#ask((admin) => createMissing(admin, topics, this.#names));
  }

  async lag(group: string, topics: readonly string[]): Promise<readonly PartitionLag[]> {
    const positions = await this.positions(group, topics);
    return positions.map(({ topic, partition, committed, low, high }) => {
      const behind = Number(high - (committed ?? low));
      return { topic, partition, lag: Math.max(0, behind) };
    });
  }

  positions(group: string, topics: readonly string[]): Promise<readonly PartitionPosition[]> {
    return this.#ask((admin) => readPositions(admin, { group, topics, names: this.#names }));
  }

  /** The leaders of the topics' partitions, by the name on the broker. */
  leaders(topics: readonly string[]): Promise<ReadonlyMap<string, Leaders>> {
    return this.#ask((admin) => readLeaders(admin, topics));
  }

  async healthy(): Promise<boolean> {
    try {
      const { brokers } = await this.#ask((admin) => admin.describeCluster(), HEALTH_MS);
      return brokers.length > 0;
    } catch {
      return false;
    }
  }

  async stop(): Promise<void> {
    const last = this.#connected;
    this.#connected = undefined;
    if (!last) return;
    await within(KAFKA_TIMES.leave, last.admin.disconnect()).catch((err: unknown) =>
      this.#options.logger.debug({ err }, 'Admin client stopped without disconnecting'),
    );
    last.client.abandon();
  }

  async #ask<Answer>(question: (admin: Admin) => Promise<Answer>, ms: number = KAFKA_TIMES.admin): Promise<Answer> {
    const current = (this.#connected ??= this.#connect());
    try {
      const answer = current.admin.connect().then(() => question(current.admin));
      return await within(ms, answer);
    } catch (error) {
      if (this.#connected === current) this.#connected = undefined;
      current.client.abandon();
      throw logUnavailable(error);
    }
  }

  #connect(): { readonly client: KafkaClient; readonly admin: Admin } {
    const client = new KafkaClient(this.#options);
    return { client, admin: client.kafka.admin() };
  }
}

async function createMissing(admin: Admin, topics: readonly TopicSpec[], names: PrefixedNames): Promise<void> {
  const known = new Set(await admin.listTopics());
  const missing = topics.filter(({ name }) => !known.has(names.onBroker(name)));
  if (missing.length === 0) return;
  await admin.createTopics({
    // KafkaJS's own wait fails where a broker does not know a topic yet.
    waitForLeaders: false,
    timeout: KAFKA_TIMES.admin,
    topics: missing.map(({ name, partitions, replicationFactor, retentionMs }) => ({
      topic: names.onBroker(name),
      numPartitions: partitions,
      replicationFactor,
      configEntries: [
        { name: 'retention.ms', value: String(retentionMs) },
        // With three replicas an acknowledged record is on two at least; with fewer there is no second to ask for.
        { name: 'min.insync.replicas', value: replicationFactor >= 3 ? '2' : '1' },
      ],
    })),
  });
  await untilKnown(
    admin,
    missing.map(({ name }) => names.onBroker(name)),
  );
}

/** Resolves when every partition has a leader. */
async function untilKnown(admin: Admin, topics: readonly string[]): Promise<void> {
  for (;;) {
    const known = new Set(await admin.listTopics());
    if (topics.every((topic) => known.has(topic))) {
      const leaders = await readLeaders(admin, topics);
      if (Array.from(leaders.values()).every((ofTopic) => ofTopic.length > 0 && ofTopic.every((leader) => leader >= 0))) return;
    }
    await delay(POLL_TOPICS_MS);
  }
}

async function readLeaders(admin: Admin, names: readonly string[]): Promise<ReadonlyMap<string, Leaders>> {
  const { topics } = await admin.fetchTopicMetadata({ topics: [...names] });
  return new Map(
    topics.map(({ name, partitions }) => [
      name,
      partitions.toSorted((a, b) => a.partitionId - b.partitionId).map(({ leader }) => leader),
    ]),
  );
}

async function readPositions(
  admin: Admin,
  { group, topics, names }: { group: string; topics: readonly string[]; names: PrefixedNames },
): Promise<readonly PartitionPosition[]> {
  const groups = await admin.fetchOffsets({ groupId: names.onBroker(group), topics: topics.map(names.onBroker) });
  const committed = new Map(
    groups.flatMap(({ topic, partitions }) =>
      partitions.map(({ partition, offset }) => [`${topic}/${partition}`, BigInt(offset)] as const),
    ),
  );
  const positions = await Promise.all(
    topics.map(async (topic) => {
      const onBroker = names.onBroker(topic);
      const ends = await admin.fetchTopicOffsets(onBroker);
      return ends.map(({ partition, low, high }) => {
        const offset = committed.get(`${onBroker}/${partition}`) ?? -1n;
        return { topic, partition, committed: offset < 0n ? undefined : offset, low: BigInt(low), high: BigInt(high) };
      });
    }),
  );
  return positions.flat();
}
