import { ConfigError } from '@fulfilment/config';
import { EVENT_TOPICS, TOPIC_LIFE, TOPICS } from '@fulfilment/contracts';
import type { EventLog, OutgoingRecord, TopicSpec } from './port.ts';

const DAY_MS = 24 * 3600 * 1000;
const { partitions: PARTITIONS, deadLetterPartitions: DEAD_LETTER_PARTITIONS } = TOPIC_LIFE;
const KEPT_MS = TOPIC_LIFE.keptDays * DAY_MS;
const DEAD_LETTERS_KEPT_MS = TOPIC_LIFE.deadLettersKeptDays * DAY_MS;

/** The topic of the dead letters of `topic`. */
export function deadLetterTopic(topic: string): string {
  return `${topic}.dlq`;
}

/**
 * The text whose hash places a record on a partition: of an event (key `tenant|record`) the tenant, so that one process stores a
 * tenant's events and its flood is on one partition; of any other message the key.
 */
export function placementKey({ topic, key }: Pick<OutgoingRecord, 'topic' | 'key'>): string {
  if (!EVENT_TOPICS.some((known) => known === topic)) return key;
  const end = key.indexOf('|');
  return end === -1 ? key : key.slice(0, end);
}

/** Settings of topics that are created. */
export interface TopicOptions {
  /** 3 in production: an acknowledged record is then on two brokers at least; 1 on a single broker. */
  readonly replicationFactor: number;
  /**
   * Of each topic, 12 by default; a dead-letter topic always has 3. As many processes can share a topic. Another count moves keys to
   * other partitions: only `topics grow` adds some, and keeps their order.
   */
  readonly partitions?: number;
}

/** Every topic of the system. */
export function topicTable({ replicationFactor, partitions = PARTITIONS }: TopicOptions): readonly TopicSpec[] {
  return Object.values(TOPICS).flatMap((name) => [
    { name, partitions, replicationFactor, retentionMs: KEPT_MS },
    { name: deadLetterTopic(name), partitions: DEAD_LETTER_PARTITIONS, replicationFactor, retentionMs: DEAD_LETTERS_KEPT_MS },
  ]);
}

/**
 * Creates the missing topics; no client creates one by using it.
 *
 * @returns a line for each topic with fewer partitions than asked.
 * @throws ConfigError naming each topic that keeps records less safely than asked.
 * @throws AppError `upstream_unavailable` if the log cannot be reached.
 */
export async function ensureAllTopics(log: EventLog, options: TopicOptions): Promise<readonly string[]> {
  const { weaker, smaller } = await log.ensureTopics(topicTable(options));
  if (weaker.length === 0) return smaller;
  const remedy = 'Alter the topic, add brokers, or ask for less with KAFKA_REPLICATION_FACTOR.';
  throw new ConfigError(`Kafka keeps records less safely than asked. ${weaker.join('; ')}. ${remedy}`);
}

/** Prefixes the names of topics and groups, so that several systems can share brokers. */
export class PrefixedNames {
  readonly #prefix: string;

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  onBroker = (name: string): string => this.#prefix + name;
  logical = (nameOnBroker: string): string => nameOnBroker.slice(this.#prefix.length);
}
