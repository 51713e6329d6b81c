import { backoffMs, delay } from '@fulfilment/kernel';
import {
  type Cluster,
  type Consumer,
  type EachBatchPayload,
  type IHeaders,
  type KafkaMessage,
  PartitionAssigners,
  type TopicOffsets,
} from 'kafkajs';
import { type ConsumeOptions, type Consumption, type IncomingRecord, logUnavailable, within } from '../port.ts';
import type { PrefixedNames } from '../topics.ts';
import type { PartitionPosition } from './admin.ts';
import { isRetryableByNewClient, KAFKA_TIMES, KafkaClient, type KafkaClientOptions } from './client.ts';
import { evictMembers } from './evict-members.ts';
import { type NextOffsets, OffsetCommits } from './offset-commits.ts';
import { PartitionQueue } from './partition-queue.ts';
import { assignByNumber } from './placement.ts';

export interface ConsumptionOptions {
  readonly client: KafkaClientOptions;
  readonly names: PrefixedNames;
  /** Of {@link KafkaLogOptions}; empty for none. */
  readonly instance: string;
  readonly consume: ConsumeOptions;
  /** Reads where the group stands in its topics. */
  readonly positions: () => Promise<readonly PartitionPosition[]>;
  /** Called when the consumer stopped for a reason that a new one would meet again. */
  readonly onFatal: (error: unknown) => void;
}

/** Longest silence of a healthy member: one session, and one rebalance, in which there are no heartbeats. */
const MAX_SILENCE_MS = KAFKA_TIMES.session + KAFKA_TIMES.rebalance;
const BACK_OFF = { firstMs: 100, maxMs: 1_000 };
const LEADERLESS_BACK_OFF = { firstMs: 500, maxMs: 5_000 };
/** Of one partition in one fetch, so that each has its share of it; a record batch that is larger comes alone. */
const FETCH_BYTES = 131_072;
/** Fetched batches only queue: KafkaJS fetches again when all of a fetch have. */
const CONCURRENT_PARTITIONS = 12;

/** A partition, by the name of its topic on the broker. */
interface Place {
  readonly topic: string;
  readonly partition: number;
}

/**
 * One member of a consumer group, kept alive by a succession of KafkaJS consumers: one that crashed is replaced by another with
 * connections of its own. KafkaJS's own restart is off: a consumer that is stopped during it goes on for ever. Each removes from the
 * group what the one before it left there, in this process or an ended one of the same instance.
 *
 * Fetched records queue by partition, and KafkaJS fetches and sends heartbeats beside the handlers. At each rebalance all queues
 * are dropped, and the partitions that are assigned then begin at their committed offsets.
 */
export class KafkaConsumption implements Consumption {
  readonly #options: ConsumptionOptions;
  readonly #stopping = new AbortController();
  readonly #joined = Promise.withResolvers<void>();
  readonly #running: Promise<void>;
  /** The queue of each assigned partition, by its place. */
  readonly #queues = new Map<string, PartitionQueue>();
  /** The last handlers of queues that were dropped: a partition that comes back waits for its own. */
  readonly #ending = new Map<string, Promise<void>>();
  /** Of the last assignment. */
  #commits: OffsetCommits | undefined;
  /** How the last consumer commits; of an assignment that ended, the broker refuses it. */
  #commit: ((offsets: NextOffsets) => Promise<void>) | undefined;
  /** Counts rebalances: what was begun before the last one is void. */
  #generation = 0;
  #heardAtMs = Number.NEGATIVE_INFINITY;
  /** The last one: events of those before it are void. */
  #consumer: Consumer | undefined;
  /** Of the last consumer that joined the group. */
  #memberId: string | undefined;

  /** Joins the group at once. */
  constructor(options: ConsumptionOptions) {
    this.#options = options;
    this.#joined.promise.catch(() => undefined);
    this.#running = this.#run().catch(options.onFatal);
  }

  ready(): Promise<void> {
    return this.#joined.promise;
  }

  healthy(): boolean {
    return !this.#stopping.signal.aborted && Date.now() - this.#heardAtMs < MAX_SILENCE_MS;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#joined.reject(logUnavailable(new Error('The consumer stopped before it had joined its group')));
    await this.#running;
  }

  async #run(): Promise<void> {
    const {
      client: { logger },
      consume: { group },
      onFatal,
    } = this.#options;
    const { signal } = this.#stopping;
    for (let attempt = 1; !signal.aborted; attempt += 1) {
      const startedAtMs = Date.now();
      const crash = await this.#consumeUntilCrash();
      if (signal.aborted) return;
      this.#heardAtMs = Number.NEGATIVE_INFINITY;
      if (!isRetryableByNewClient(crash)) {
        logger.error({ err: crash, group }, 'Consumer stopped for good');
        onFatal(crash);
        return;
      }
      if (Date.now() - startedAtMs > MAX_SILENCE_MS) attempt = 1;
      logger.warn({ reason: String(crash), group, attempt }, 'Consumer crashed, it will be replaced');
      await delay(backoffMs(attempt, BACK_OFF), signal);
    }
  }

  /** @returns why the consumer ended: an error, or undefined if it was stopped. */
  async #consumeUntilCrash(): Promise<unknown> {
    const { client: options, names, consume, instance } = this.#options;
    const client = new KafkaClient(options);
    const group = Promise.withResolvers<Cluster>();
    const byNumber = assignByNumber(instance);
    const consumer = client.kafka.consumer({
      groupId: names.onBroker(consume.group),
      // The second for as long as a member of the group knows no other.
      partitionAssigners: [
        (given) => {
          group.resolve(given.cluster);
          return byNumber(given);
        },
        PartitionAssigners.roundRobin,
      ],
      sessionTimeout: KAFKA_TIMES.session,
      heartbeatInterval: KAFKA_TIMES.heartbeat,
      rebalanceTimeout: KAFKA_TIMES.rebalance,
      maxWaitTimeInMs: KAFKA_TIMES.fetchWaitPaused,
      maxBytesPerPartition: FETCH_BYTES,
      // Looked at between two fetches.
      metadataMaxAge: KAFKA_TIMES.metadata - KAFKA_TIMES.fetchWait,
      allowAutoTopicCreation: false,
      retry: { restartOnFailure: () => Promise.resolve(false) },
    });
    const ended = Promise.withResolvers<unknown>();
    const leave = (): void => ended.resolve(undefined);
    consumer.on(consumer.events.CRASH, ({ payload }) => ended.resolve(payload.error));
    this.#watch(consumer);
    this.#stopping.signal.addEventListener('abort', leave);
    this.#start(consumer, group.promise).catch(ended.resolve);
    try {
      return await ended.promise;
    } finally {
      this.#stopping.signal.removeEventListener('abort', leave);
      const isCrashed = !this.#stopping.signal.aborted;
      // The goodbye of one that crashed would wait for a broker that does not answer; its successor says it.
      if (isCrashed) client.abandon();
      const left = within(KAFKA_TIMES.leave, this.#leave(consumer)).catch((err: unknown) =>
        options.logger.debug({ err }, 'Consumer stopped without disconnecting'),
      );
      if (!isCrashed) await left;
      client.abandon();
    }
  }

  /** Where it was stopped, handlers that run end first, and are committed. */
  async #leave(consumer: Consumer): Promise<void> {
    if (this.#stopping.signal.aborted) {
      await Promise.all(Array.from(this.#queues.values(), ({ ended }) => ended));
      await this.#commits?.end();
    }
    this.#revokeAll();
    await consumer.disconnect();
  }

  #watch(consumer: Consumer): void {
    const { client, consume } = this.#options;
    this.#consumer = consumer;
    const isCurrent = (): boolean => this.#consumer === consumer;
    const heard = (): void => {
      if (isCurrent()) this.#heardAtMs = Date.now();
    };
    consumer.on(consumer.events.HEARTBEAT, heard);
    consumer.on(consumer.events.REBALANCING, () => {
      if (!isCurrent()) return;
      // Its request reaches the broker before that of the member to join again, and so before others get the partitions.
      void this.#commits?.end();
      this.#revokeAll();
    });
    consumer.on(consumer.events.GROUP_JOIN, ({ payload }) => {
      if (!isCurrent()) return;
      this.#revokeAll();
      const assigned = Object.entries(payload.memberAssignment).map(([topic, partitions]) => ({ topic, partitions }));
      client.logger.info(
        { group: consume.group, partitions: assigned.flatMap((each) => each.partitions).length },
        'Consumer joined its group',
      );
      heard();
      this.#memberId = payload.memberId;
      this.#begin(consumer, assigned).then(this.#joined.resolve, (err: unknown) =>
        client.logger.error({ err, group: consume.group }, 'Partitions were not begun'),
      );
    });
  }

  async #start(consumer: Consumer, cluster: Promise<Cluster>): Promise<void> {
    const { client, names, consume, instance } = this.#options;
    await consumer.connect();
    const gone = { groupId: names.onBroker(consume.group), instance, memberIds: this.#memberId ? [this.#memberId] : [] };
    await evictMembers(await cluster, gone, client.logger);
    // Where nothing was committed KafkaJS would otherwise begin at the end, and skip in silence.
    await consumer.subscribe({ topics: consume.topics.map(names.onBroker), fromBeginning: true });
    await consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      partitionsConsumedConcurrently: CONCURRENT_PARTITIONS,
      eachBatch: async (payload) => this.#take(payload),
    });
  }

  #revokeAll(): void {
    this.#generation += 1;
    // Under the next assignment a commit could set back the offset of another member.
    this.#commits?.drop();
    this.#commits = undefined;
    for (const [place, queue] of this.#queues) {
      queue.revoke();
      const ending = queue.ended.finally(() => {
        if (this.#ending.get(place) === ending) this.#ending.delete(place);
      });
      this.#ending.set(place, ending);
    }
    this.#queues.clear();
  }

  /**
   * Gives each assigned partition its queue, from its committed offset on. Until then they are paused; the seek also voids
   * fetches that were under way at the rebalance, from positions that are given up.
   *
   * @returns once all partitions with a leader have theirs; the others get it when they have one.
   */
  async #begin(consumer: Consumer, assigned: readonly { topic: string; partitions: number[] }[]): Promise<void> {
    const generation = this.#generation;
    consumer.pause([...assigned]);
    const places = assigned.flatMap(({ topic, partitions }) => partitions.map((partition) => ({ topic, partition })));
    this.#commits = new OffsetCommits({
      commit: async (offsets) => this.#commit?.(offsets),
      logger: this.#options.client.logger,
    });
    const left = await this.#beginSome(consumer, places, generation);
    this.#beginRest(consumer, left, generation).catch((err: unknown) =>
      this.#options.client.logger.error({ err, group: this.#options.consume.group }, 'Partitions were not begun'),
    );
  }

  async #beginRest(consumer: Consumer, without: readonly Place[], generation: number): Promise<void> {
    let left = without;
    for (let attempt = 1; left.length > 0 && generation === this.#generation; attempt += 1) {
      await delay(backoffMs(attempt, LEADERLESS_BACK_OFF), this.#stopping.signal);
      left = await this.#beginSome(consumer, left, generation);
    }
  }

  /** @returns the partitions without a leader; none after another rebalance. */
  async #beginSome(consumer: Consumer, places: readonly Place[], generation: number): Promise<readonly Place[]> {
    const positions = await this.#positions(generation);
    if (generation !== this.#generation) return [];
    const { client, consume, names } = this.#options;
    const commits = this.#commits;
    if (!commits) return [];
    const left: Place[] = [];
    for (const place of places) {
      const found = positions.find(
        ({ topic, partition }) => names.onBroker(topic) === place.topic && partition === place.partition,
      );
      if (!found) {
        left.push(place);
        continue;
      }
      const { topic, partition, committed, low, high } = found;
      const isKept = committed !== undefined && committed >= low && committed <= high;
      const position = isKept ? committed : low;
      if (committed !== undefined && !isKept) this.#report(topic, partition, committed < low ? low - committed : 1n);
      const key = `${place.topic}/${partition}`;
      const after = this.#ending.get(key);
      const stopping = this.#stopping.signal;
      this.#queues.set(
        key,
        new PartitionQueue({ topic, partition, position, consume, commits, logger: client.logger, stopping, after }),
      );
      consumer.seek({ topic: place.topic, partition, offset: position.toString() });
      consumer.resume([{ topic: place.topic, partitions: [partition] }]);
    }
    return left;
  }

  /** Asks until there is an answer, or another rebalance. */
  async #positions(generation: number): Promise<readonly PartitionPosition[]> {
    const { signal } = this.#stopping;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#options.positions();
      } catch (error) {
        if (generation !== this.#generation || signal.aborted) return [];
        this.#options.client.logger.warn({ reason: String(error), attempt }, 'Committed offsets could not be read');
        await delay(backoffMs(attempt, BACK_OFF), signal);
      }
    }
  }

  /** Queues fetched records, and moves the position of the next fetch behind them; they are committed once they are handled. */
  #take(payload: EachBatchPayload): void {
    const { topic, partition, messages } = payload.batch;
    const queue = this.#queues.get(`${topic}/${partition}`);
    if (!queue || payload.isStale()) return;
    const records = messages.map((message) => toIncoming(message, { topic: this.#options.names.logical(topic), partition }));
    try {
      payload.resolveOffset(payload.batch.lastOffset());
    } catch {
      // A TypeError, where the topic was reassigned: KafkaJS would stop for good.
      return;
    }
    this.#commit = (offsets) => payload.commitOffsetsIfNecessary({ topics: this.#byTopic(offsets) });
    const lost = queue.add({ records, pause: () => payload.pause() });
    if (lost > 0n) this.#report(this.#options.names.logical(topic), partition, lost);
  }

  #byTopic(offsets: NextOffsets): TopicOffsets[] {
    const byTopic = Map.groupBy(offsets, ({ topic }) => this.#options.names.onBroker(topic));
    return Array.from(byTopic, ([topic, partitions]) => ({ topic, partitions }));
  }

  #report(topic: string, partition: number, count: bigint): void {
    this.#options.consume.onLost?.({ topic, partition, count: Number(count) });
  }
}

/** A missing key or value becomes an empty text; bytes are read as UTF-8. */
function toIncoming(message: KafkaMessage, place: { readonly topic: string; readonly partition: number }): IncomingRecord {
  return {
    ...place,
    offset: message.offset,
    key: message.key?.toString() ?? '',
    value: message.value?.toString() ?? '',
    headers: readHeaders(message.headers ?? {}),
  };
}

/** Of a repeated header the first counts. */
function readHeaders(headers: IHeaders): Record<string, string> {
  const read: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const first = Array.isArray(value) ? value[0] : value;
    if (first !== undefined) read[name] = first.toString();
  }
  return read;
}
