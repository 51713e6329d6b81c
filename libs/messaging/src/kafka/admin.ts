import { delay } from '@fulfilment/kernel';
import type { Admin } from 'kafkajs';
import { logUnavailable, type PartitionLag, type TopicSpec, within } from '../port.ts';
import type { PrefixedNames } from '../topics.ts';
import { KAFKA_TIMES, KafkaClient, type KafkaClientOptions } from './client.ts';
import type { Leaders } from './producer.ts';

const HEALTH_MS = 2_000;
const POLL_TOPICS_MS = 50;
/** `ConfigResourceTypes.TOPIC`, which KafkaJS exports to CommonJS only. */
const TOPIC_RESOURCE = 2;
/** Kafka's default: 1 MiB and the overhead of a batch. Contracts bound events to 900 KB. */
const MAX_MESSAGE_BYTES = 1_048_588;

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

  async ensureTopics(topics: readonly TopicSpec[]): Promise<readonly string[]> {
    await this.#ask((admin) => createMissing(admin, topics, this.#names));
    return this.#ask((admin) => weaknesses(admin, topics, this.#names));
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
        { name: 'min.insync.replicas', value: String(minInSync(replicationFactor)) },
        { name: 'cleanup.policy', value: 'delete' },
        { name: 'max.message.bytes', value: String(MAX_MESSAGE_BYTES) },
        { name: 'unclean.leader.election.enable', value: 'false' },
      ],
    })),
  });
  await untilKnown(
    admin,
    missing.map(({ name }) => names.onBroker(name)),
  );
}

/** With three replicas an acknowledged record is on two at least; with fewer there is no second to ask for. */
function minInSync(replicationFactor: number): number {
  return replicationFactor >= 3 ? 2 : 1;
}

/** A line for each setting of a topic that is weaker than asked, apart from how long records are kept. */
async function weaknesses(admin: Admin, topics: readonly TopicSpec[], names: PrefixedNames): Promise<string[]> {
  const onBroker = topics.map(({ name }) => names.onBroker(name));
  const configNames = ['cleanup.policy', 'min.insync.replicas', 'max.message.bytes', 'unclean.leader.election.enable'];
  const [described, metadata] = await Promise.all([
    admin.describeConfigs({
      includeSynonyms: false,
      resources: onBroker.map((name) => ({ type: TOPIC_RESOURCE, name, configNames })),
    }),
    admin.fetchTopicMetadata({ topics: onBroker }),
  ]);
  return topics.flatMap(({ name, replicationFactor }) => {
    const entries = described.resources.find(({ resourceName }) => resourceName === names.onBroker(name))?.configEntries ?? [];
    const values = new Map(entries.map(({ configName, configValue }) => [configName, configValue]));
    const partitions = metadata.topics.find((topic) => topic.name === names.onBroker(name))?.partitions ?? [];
    const replicas = Math.min(...partitions.map((partition) => partition.replicas.length));
    const number = (setting: string): number => Number(values.get(setting) ?? Number.POSITIVE_INFINITY);
    const faults = [
      [replicas < replicationFactor, `${replicas} replicas, ${replicationFactor} asked`],
      [
        number('min.insync.replicas') < minInSync(replicationFactor),
        `min.insync.replicas=${number('min.insync.replicas')}, ${minInSync(replicationFactor)} asked`,
      ],
      [(values.get('cleanup.policy') ?? 'delete') !== 'delete', `cleanup.policy=${values.get('cleanup.policy')}, delete asked`],
      [
        number('max.message.bytes') < MAX_MESSAGE_BYTES,
        `max.message.bytes=${number('max.message.bytes')}, ${MAX_MESSAGE_BYTES} asked`,
      ],
      [values.get('unclean.leader.election.enable') === 'true', 'unclean.leader.election.enable=true, false asked'],
    ] as const;
    return faults.flatMap(([isWeaker, fault]) => (isWeaker ? [`Topic ${names.onBroker(name)}: ${fault}`] : []));
  });
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
