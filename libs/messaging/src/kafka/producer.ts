import { backoffMs } from '@fulfilment/kernel';
import { Partitioners, type Producer, type RecordMetadata } from 'kafkajs';
import { type AppendOutcome, type OutgoingRecord, within } from '../port.ts';
import { placementKey, type PrefixedNames } from '../topics.ts';
import { brokerError, isRefusal, KAFKA_TIMES, KafkaClient, type KafkaClientOptions } from './client.ts';
import { partitionOf } from './placement.ts';

/** The leaders of a topic's partitions by number; below 0 where there is none. */
export type Leaders = readonly number[];

export interface KafkaProducerOptions {
  readonly client: KafkaClientOptions;
  readonly names: PrefixedNames;
  /** Reads the leaders of topics, by their names on the broker. */
  readonly readLeaders: (topics: readonly string[]) => Promise<ReadonlyMap<string, Leaders>>;
}

interface Connected {
  readonly client: KafkaClient;
  readonly producer: Producer;
}

/** A record on its way; `destination` is `topic/partition`. */
interface Entry {
  readonly record: OutgoingRecord;
  readonly topic: string;
  readonly partition: number;
  readonly destination: string;
  outcome: AppendOutcome | undefined;
}

const APPENDED: AppendOutcome = { status: 'appended' };
/** Extra time of a leader that does not answer when another has. */
const GRACE_MS = 2_000;
/** A partition that failed while others did not is left out for this long. */
const SKIPPED = { firstMs: 500, maxMs: 5_000 };
const LEADER_NOT_AVAILABLE = 5;
/** Leaders are read again after this long. `topics grow` waits longer before it lets relays go on. */
export const LEADERS_FOR_MS = 10_000;

/**
 * Idempotent producers, one for each leader, each of which lives until its first error. KafkaJS counts sequence numbers back when a
 * request fails, whatever became of it: with a second request in between, or with the same producer after an error, a new record can
 * go out under a number the broker has seen, and is acknowledged without being kept. So requests to a leader are serial, a retry by
 * KafkaJS is the same request, and after an error comes a producer with a new identity: that can double a record, not lose one.
 */
export class KafkaProducer {
  readonly #options: KafkaProducerOptions;
  readonly #byLeader = new Map<number, Connected>();
  readonly #skipped = new Map<string, { readonly failures: number; readonly untilMs: number; readonly last: AppendOutcome }>();
  #leaders = new Map<string, Leaders>();
  #leadersReadAtMs = 0;

  constructor(options: KafkaProducerOptions) {
    this.#options = options;
  }

  /** Puts records into the log, acknowledged by all in-sync replicas. Never call it while an earlier call is under way. */
  async send(records: readonly OutgoingRecord[]): Promise<readonly AppendOutcome[]> {
    await this.#readLeaders(records);
    const entries = records.map((record) => this.#place(record));
    const byLeader = Map.groupBy(entries, (entry) => this.#leaderOf(entry));
    const late = Promise.withResolvers<never>();
    late.promise.catch(() => undefined);
    const giveUp = (): void => late.reject(new Error('The leader did not answer though others did'));
    await Promise.all(
      Array.from(byLeader, async ([leader, ofLeader]) => {
        await this.#settle(leader, ofLeader, late.promise);
        if (byLeader.size > 1 && ofLeader.some(({ outcome }) => outcome === APPENDED)) setTimeout(giveUp, GRACE_MS).unref();
      }),
    );
    this.#skipFailed(entries);
    return entries.map(({ outcome }) => outcome ?? failed(new Error('No broker acknowledged the record')));
  }

  async stop(): Promise<void> {
    const all = Array.from(this.#byLeader.values());
    this.#byLeader.clear();
    await Promise.all(
      all.map(async ({ client, producer }) => {
        await within(KAFKA_TIMES.leave, producer.disconnect()).catch((err: unknown) =>
          this.#options.client.logger.debug({ err }, 'Producer stopped without disconnecting'),
        );
        client.abandon();
      }),
    );
  }

  async #readLeaders(records: readonly OutgoingRecord[]): Promise<void> {
    const topics = Array.from(new Set(records.map(({ topic }) => this.#options.names.onBroker(topic))));
    const isFresh = performance.now() - this.#leadersReadAtMs < LEADERS_FOR_MS;
    if (isFresh && topics.every((topic) => this.#leaders.has(topic))) return;
    const all = Array.from(new Set([...this.#leaders.keys(), ...topics]));
    this.#leaders = new Map(await this.#options.readLeaders(all));
    this.#leadersReadAtMs = performance.now();
  }

  #leaderOf({ topic, partition }: Entry): number {
    return this.#leaders.get(topic)?.[partition] ?? -1;
  }

  #place(record: OutgoingRecord): Entry {
    const topic = this.#options.names.onBroker(record.topic);
    // A partition without a leader counts too, or keys would move.
    const partition = partitionOf(placementKey(record), this.#leaders.get(topic)?.length ?? 1);
    return { record, topic, partition, destination: `${topic}/${partition}`, outcome: undefined };
  }

  /** Gives each entry its outcome. What a partition refuses is bisected until the refused records stand alone. */
  async #settle(leader: number, entries: readonly Entry[], late: Promise<never>): Promise<void> {
    if (leader < 0) {
      this.#leadersReadAtMs = Number.NEGATIVE_INFINITY;
      for (const entry of entries) entry.outcome = failed(brokerError(LEADER_NOT_AVAILABLE));
      return;
    }
    const tried = entries.filter((entry) => {
      const skipped = this.#skipped.get(entry.destination);
      const isSkipped = skipped !== undefined && performance.now() < skipped.untilMs;
      if (isSkipped) entry.outcome = skipped.last;
      return !isSkipped;
    });
    if (tried.length === 0) return;
    const answers = await this.#request(leader, tried, late);
    for (const [destination, ofPartition] of Map.groupBy(tried, (entry) => entry.destination)) {
      const error = answers.get(destination);
      if (!isRefusal(error) || ofPartition.length === 1) {
        const outcome = outcomeOf(error);
        for (const entry of ofPartition) entry.outcome = outcome;
        continue;
      }
      const half = Math.ceil(ofPartition.length / 2);
      await this.#settle(leader, ofPartition.slice(0, half), late);
      const mayFollow = ofPartition.slice(0, half).every(({ outcome }) => outcome && outcome.status !== 'failed');
      if (mayFollow) await this.#settle(leader, ofPartition.slice(half), late);
    }
  }

  /** @returns the error of each destination; undefined where it acknowledged its records. */
  async #request(leader: number, entries: readonly Entry[], late: Promise<never>): Promise<ReadonlyMap<string, unknown>> {
    const connected = this.#byLeader.get(leader) ?? connectedProducer(this.#options.client);
    this.#byLeader.set(leader, connected);
    const destinations = new Set(entries.map(({ destination }) => destination));
    try {
      const answers = await within(KAFKA_TIMES.append, Promise.race([late, sendOnce(connected, entries)]));
      const errors = errorsOf(destinations, answers);
      if (Array.from(errors.values()).some((error) => error !== undefined)) this.#abandon(leader, connected);
      return errors;
    } catch (error) {
      this.#abandon(leader, connected);
      return new Map(Array.from(destinations, (destination) => [destination, error]));
    }
  }

  #abandon(leader: number, { client, producer }: Connected): void {
    this.#byLeader.delete(leader);
    this.#leadersReadAtMs = Number.NEGATIVE_INFINITY;
    client.abandon();
    producer
      .disconnect()
      .catch((err: unknown) => this.#options.client.logger.debug({ err }, 'Producer abandoned after an error'));
  }

  /** Where others went through, a partition that failed is left out for a while: it would cost them its timeouts. */
  #skipFailed(entries: readonly Entry[]): void {
    for (const { destination, outcome } of entries) if (outcome === APPENDED) this.#skipped.delete(destination);
    if (!entries.some(({ outcome }) => outcome === APPENDED)) return;
    for (const entry of entries) {
      const { destination, outcome } = entry;
      const skipped = this.#skipped.get(destination);
      if (outcome?.status !== 'failed' || skipped?.last === outcome || this.#leaderOf(entry) < 0) continue;
      const failures = (skipped?.failures ?? 0) + 1;
      this.#skipped.set(destination, { failures, untilMs: performance.now() + backoffMs(failures, SKIPPED), last: outcome });
    }
  }
}

/**
 * The error of each destination, undefined where a broker acknowledged it. KafkaJS keeps the answers of a partly failed attempt and
 * does not ask their brokers again (tulios/kafkajs#1798): a partition whose leadership moved to one of them between two attempts
 * would be left out, and the send still succeed.
 */
export function errorsOf(destinations: Iterable<string>, answers: readonly RecordMetadata[]): Map<string, Error | undefined> {
  const codes = new Map(answers.map(({ topicName, partition, errorCode }) => [`${topicName}/${partition}`, errorCode]));
  return new Map(
    Array.from(destinations, (destination) => {
      const code = codes.get(destination);
      if (code === undefined) return [destination, new Error(`No broker acknowledged ${destination}`)];
      return [destination, code === 0 ? undefined : brokerError(code)];
    }),
  );
}

function outcomeOf(error: unknown): AppendOutcome {
  if (error === undefined) return APPENDED;
  if (!isRefusal(error)) return failed(error);
  return { status: 'refused', reason: error instanceof Error ? error.message : 'refused' };
}

function failed(error: unknown): AppendOutcome {
  return { status: 'failed', error };
}

function connectedProducer(options: KafkaClientOptions): Connected {
  const client = new KafkaClient(options);
  const producer = client.kafka.producer({
    idempotent: true,
    maxInFlightRequests: 1,
    allowAutoTopicCreation: false,
    createPartitioner: Partitioners.DefaultPartitioner,
    // A retry within the same producer doubles nothing; `KAFKA_TIMES.append` ends the retries.
    retry: { retries: Number.MAX_SAFE_INTEGER },
  });
  return { client, producer };
}

async function sendOnce({ producer }: Connected, entries: readonly Entry[]): Promise<RecordMetadata[]> {
  // Connecting where it is connected asks nothing of the broker.
  await producer.connect();
  const topicMessages = Array.from(
    Map.groupBy(entries, ({ topic }) => topic),
    ([topic, ofTopic]) => ({
      topic,
      messages: ofTopic.map(({ partition, record: { key, value, headers } }) => ({
        partition,
        key,
        value,
        headers: { ...headers },
      })),
    }),
  );
  return producer.sendBatch({ acks: -1, topicMessages });
}
