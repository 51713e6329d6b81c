import { delay } from '@fulfilment/kernel';
import type { Admin } from 'kafkajs';
import { type KafkaClient, type KafkaClientOptions, makeKafkaClient } from './kafka-client.ts';
import { logUnavailable } from './log-failures.ts';
import type { PrefixedNames } from './prefixed-names.ts';
import { KAFKA_TIMES } from './kafka-settings.ts';
import type { EventLog, PartitionLag, TopicSpec } from './port.ts';
import { within } from './within.ts';

export type KafkaAdmin = Pick<EventLog, 'ensureTopics' | 'lag' | 'healthy' | 'stop'>;

interface Life {
  readonly client: KafkaClient;
  readonly admin: Admin;
}

const HEALTH_MS = 2_000;
const LOOK_AGAIN_MS = 50;

/** Topics, lag and health. Its connection is made at the first question, and anew after a failure. */
export function makeKafkaAdmin(options: KafkaClientOptions, names: PrefixedNames): KafkaAdmin {
  let life: Life | undefined;

  const ask = async <Answer>(question: (admin: Admin) => Promise<Answer>, ms: number = KAFKA_TIMES.admin): Promise<Answer> => {
    const current = (life ??= openLife(options));
    try {
      const answer = current.admin.connect().then(() => question(current.admin));
      return await within(ms, answer);
    } catch (error) {
      if (life === current) life = undefined;
      current.client.abandon();
      throw logUnavailable(error);
    }
  };

  return {
    ensureTopics: (topics) => ask((admin) => makeMissing(admin, topics, names)),
    lag: (group, topics) => ask((admin) => readLag(admin, { group, topics, names })),
    healthy: async () => {
      try {
        const { brokers } = await ask((admin) => admin.describeCluster(), HEALTH_MS);
        return brokers.length > 0;
      } catch {
        return false;
      }
    },
    stop: async () => {
      const last = life;
      life = undefined;
      if (!last) return;
      await within(KAFKA_TIMES.leave, last.admin.disconnect()).catch((error: unknown) =>
        options.logger.debug({ err: error }, 'Administrator left without a goodbye'),
      );
      last.client.abandon();
    },
  };
}

function openLife(options: KafkaClientOptions): Life {
  const client = makeKafkaClient(options);
  return { client, admin: client.kafka.admin() };
}

async function makeMissing(admin: Admin, topics: readonly TopicSpec[], names: PrefixedNames): Promise<void> {
  const known = new Set(await admin.listTopics());
  const missing = topics.filter(({ name }) => !known.has(names.onBroker(name)));
  if (missing.length === 0) return;
  await admin.createTopics({
    // KafkaJS's own wait fails where a broker has not heard of a topic yet.
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

async function untilKnown(admin: Admin, topics: readonly string[]): Promise<void> {
  for (;;) {
    const known = new Set(await admin.listTopics());
    if (topics.every((topic) => known.has(topic))) return;
    await delay(LOOK_AGAIN_MS);
  }
}

async function readLag(
  admin: Admin,
  { group, topics, names }: { group: string; topics: readonly string[]; names: PrefixedNames },
): Promise<readonly PartitionLag[]> {
  const committed = await admin.fetchOffsets({ groupId: names.onBroker(group), topics: topics.map(names.onBroker) });
  const lags = await Promise.all(
    committed.map(async ({ topic, partitions }) => {
      const ends = new Map((await admin.fetchTopicOffsets(topic)).map((end) => [end.partition, end]));
      return partitions.map(({ partition, offset }) => {
        const { high = '0', low = '0' } = ends.get(partition) ?? {};
        // -1: the group has committed nothing here, and will begin at the oldest record.
        const from = offset === '-1' ? low : offset;
        return { topic: names.logical(topic), partition, lag: Math.max(0, Number(BigInt(high) - BigInt(from))) };
      });
    }),
  );
  return lags.flat();
}
