import { delay, retry, type RetryOptions } from '@fulfilment/kernel';
import type { Admin } from 'kafkajs';
import {
  logUnavailable,
  type PartitionLag,
  type TopicAdmin,
  type TopicDifferences,
  type TopicPosition,
  type TopicSpec,
  within,
} from '../port.ts';
import type { PrefixedNames } from '../topics.ts';
import { isPassingAnswer, KAFKA_TIMES, KafkaClient, type KafkaClientOptions, refusalOf } from './client.ts';
import type { Leaders } from './producer.ts';

const HEALTH_MS = 2_000;
const POLL_TOPICS_MS = 50;
/** The time of the question bounds its tries. */
const UNTIL_KNOWN: RetryOptions = {
  maxAttempts: Number.POSITIVE_INFINITY,
  isRetryable: isPassingAnswer,
  backOff: { firstMs: POLL_TOPICS_MS, maxMs: POLL_TOPICS_MS },
};
/** `ConfigResourceTypes.TOPIC`, which KafkaJS exports to CommonJS only. */
const TOPIC_RESOURCE = 2;
/** Kafka's default: 1 MiB and the overhead of a batch. Contracts bound events to 900 KB. */
const MAX_MESSAGE_BYTES = 1_048_588;

/** Where a group stands in a partition that has a leader. */
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
  #connected: Connected | undefined;

  constructor(options: KafkaClientOptions, names: PrefixedNames) {
    this.#options = options;
    this.#names = names;
  }

  async ensureTopics(topics: readonly TopicSpec[]): Promise<TopicDifferences> {
    // Of several brokers one may not know yet what another has made.
    const whenKnown = <Answer>(question: (admin: Admin) => Promise<Answer>): Promise<Answer> =>
      this.#ask((admin) => retry(() => question(admin), UNTIL_KNOWN), KAFKA_TIMES.topics);
    const lacking = await whenKnown((admin) => createMissing(admin, topics, this.#names));
    return lacking ?? whenKnown((admin) => differences(admin, topics, this.#names));
  }

  async lag(group: string, topics: readonly string[]): Promise<readonly PartitionLag[]> {
    const positions = await this.positions(group, topics);
    return positions.map(({ topic, partition, committed, low, high }) => {
      const behind = Number(high - (committed ?? low));
      return { topic, partition, lag: Math.max(0, behind) };
    });
  }

  /** @param ms after which it is unavailable. */
  positions(group: string, topics: readonly string[], ms: number = KAFKA_TIMES.admin): Promise<readonly PartitionPosition[]> {
    return this.#ask((admin) => readPositions(admin, { group, topics, names: this.#names }), ms);
  }

  readonly topics: TopicAdmin = {
    positions: async (group, topics) => {
      const byTopic = Map.groupBy(await this.positions(group, topics), ({ topic }) => topic);
      const leaders = await this.leaders(topics.map(this.#names.onBroker));
      return topics.map((topic): TopicPosition => {
        const led = byTopic.get(topic) ?? [];
        const lag = led.reduce((sum, { committed, low, high }) => sum + Math.max(0, Number(high - (committed ?? low))), 0);
        const end = led.reduce((sum, { high }) => sum + high, 0n);
        const partitions = leaders.get(this.#names.onBroker(topic))?.length ?? led.length;
        return { topic, partitions, leaderless: partitions - led.length, lag, end };
      });
    },
    grow: (topic, partitions, { dryRun = false } = {}) =>
      this.#ask((admin) => grow(admin, { topic: this.#names.onBroker(topic), partitions, dryRun })),
  };

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

  /** A question that fails ends the client. Another one that used it is asked once more, of a new client. */
  async #ask<Answer>(question: (admin: Admin) => Promise<Answer>, ms: number = KAFKA_TIMES.admin): Promise<Answer> {
    for (let isFirst = true; ; isFirst = false) {
      const current = (this.#connected ??= this.#connect());
      try {
        return await within(
          ms,
          current.connecting.then(() => question(current.admin)),
        );
      } catch (error) {
        const isFault = this.#connected === current;
        if (isFault) this.#connected = undefined;
        current.client.abandon();
        if (isFault || !isFirst) throw logUnavailable(error);
      }
    }
  }

  #connect(): Connected {
    const client = new KafkaClient(this.#options);
    const admin = client.kafka.admin();
    const connecting = admin.connect();
    connecting.catch(() => undefined);
    return { client, admin, connecting };
  }
}

interface Connected {
  readonly client: KafkaClient;
  readonly admin: Admin;
  /** Shared: a second `connect` of KafkaJS resolves once there is a connection, before the topics are known that a question needs. */
  readonly connecting: Promise<void>;
}

/** @returns why it created none; undefined where all are there. */
async function createMissing(
  admin: Admin,
  topics: readonly TopicSpec[],
  names: PrefixedNames,
): Promise<TopicDifferences | undefined> {
  const known = new Set(await admin.listTopics());
  const missing = topics.filter(({ name }) => !known.has(names.onBroker(name)));
  if (missing.length === 0) return undefined;
  const { brokers } = await admin.describeCluster();
  const asked = Math.max(...missing.map(({ replicationFactor }) => replicationFactor));
  if (brokers.length < asked) {
    const line = `${missing.length} topics are missing, and ${asked} replicas of them need as many brokers; ${brokers.length} run`;
    return { weaker: [line], smaller: [] };
  }
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
  return undefined;
}

/** With three replicas an acknowledged record is on two at least; with fewer there is no second to ask for. */
function minInSync(replicationFactor: number): number {
  return replicationFactor >= 3 ? 2 : 1;
}

/** Compares topics with what is asked, apart from how long records are kept. */
async function differences(admin: Admin, topics: readonly TopicSpec[], names: PrefixedNames): Promise<TopicDifferences> {
  const onBroker = topics.map(({ name }) => names.onBroker(name));
  const configNames = ['cleanup.policy', 'min.insync.replicas', 'max.message.bytes', 'unclean.leader.election.enable'];
  const [described, metadata] = await Promise.all([
    admin.describeConfigs({
      includeSynonyms: false,
      resources: onBroker.map((name) => ({ type: TOPIC_RESOURCE, name, configNames })),
    }),
    admin.fetchTopicMetadata({ topics: onBroker }),
  ]);
  const partitionsOf = (name: string) => metadata.topics.find((topic) => topic.name === names.onBroker(name))?.partitions ?? [];
  const weaker = topics.flatMap(({ name, replicationFactor }) => {
    const entries = described.resources.find(({ resourceName }) => resourceName === names.onBroker(name))?.configEntries ?? [];
    const values = new Map(entries.map(({ configName, configValue }) => [configName, configValue]));
    const replicas = Math.min(...partitionsOf(name).map((partition) => partition.replicas.length));
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
  const smaller = topics.flatMap(({ name, partitions: asked }) => {
    const { length } = partitionsOf(name);
    return length < asked ? [`Topic ${names.onBroker(name)}: ${length} partitions, ${asked} asked`] : [];
  });
  return { weaker, smaller };
}

/** @returns why the broker refuses; undefined where it does not. */
async function grow(
  admin: Admin,
  { topic, partitions, dryRun }: { readonly topic: string; readonly partitions: number; readonly dryRun: boolean },
): Promise<string | undefined> {
  const leadersNow = async (): Promise<Leaders> => (await readLeaders(admin, [topic])).get(topic) ?? [];
  const before = await leadersNow();
  const { length: known } = before;
  if (known === partitions) return undefined;
  if (known > partitions) return `Topic ${topic} has ${known} partitions, and Kafka removes none.`;
  // What was not read of such a partition would be read after later records of its keys.
  const leaderless = before.filter((leader) => leader < 0).length;
  if (leaderless > 0) return `Topic ${topic} has ${leaderless} partitions without a leader: its broker has to be back first.`;
  const topicPartitions = [{ topic, count: partitions }];
  try {
    await admin.createPartitions({ validateOnly: dryRun, timeout: KAFKA_TIMES.admin, topicPartitions });
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === undefined || isPassingAnswer(error)) throw error;
    return `Kafka adds no partitions to ${topic}: ${refusal}`;
  }
  if (dryRun) return undefined;
  for (;;) {
    const leaders = await leadersNow();
    if (leaders.length === partitions && leaders.every((leader) => leader >= 0)) return undefined;
    await delay(POLL_TOPICS_MS);
  }
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

/** The positions of all partitions that have a leader; of others it is not known. */
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
      return ends
        .map(({ partition, low, high }) => ({ partition, low: BigInt(low), high: BigInt(high) }))
        .filter(({ low, high }) => low >= 0n && high >= 0n)
        .map(({ partition, low, high }) => {
          const offset = committed.get(`${onBroker}/${partition}`) ?? -1n;
          return { topic, partition, committed: offset < 0n ? undefined : offset, low, high };
        });
    }),
  );
  return positions.flat();
}
