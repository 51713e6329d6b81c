import { backoffMs, delay } from '@fulfilment/kernel';
import { type Consumer, type EachBatchPayload, type IHeaders, type KafkaMessage, PartitionAssigners } from 'kafkajs';
import { type ConsumeOptions, type Consumption, type IncomingRecord, logUnavailable, within } from '../port.ts';
import type { PrefixedNames } from '../topics.ts';
import type { PartitionPosition } from './admin.ts';
import { isRetryableByNewClient, KAFKA_TIMES, KafkaClient, type KafkaClientOptions } from './client.ts';
import { PartitionQueue } from './partition-queue.ts';
import { assignByNumber } from './placement.ts';

export interface ConsumptionOptions {
  readonly client: KafkaClientOptions;
  readonly names: PrefixedNames;
  readonly consume: ConsumeOptions;
  /** Reads where the group stands in its topics. */
  readonly positions: () => Promise<readonly PartitionPosition[]>;
  /** Called when the consumer stopped for a reason that a new one would meet again. */
  readonly onFatal: (error: unknown) => void;
}

/** Longest silence of a healthy member: one session, and one rebalance, in which there are no heartbeats. */
const MAX_SILENCE_MS = KAFKA_TIMES.session + KAFKA_TIMES.rebalance;
const BACK_OFF = { firstMs: 100, maxMs: 1_000 };
/** Of one partition in one fetch, so that each has its share of it; a record batch that is larger comes alone. */
const FETCH_BYTES = 131_072;
/** Fetched batches only queue: KafkaJS fetches again when all of a fetch have. */
const CONCURRENT_PARTITIONS = 12;

/**
 * One member of a consumer group, kept alive by a succession of KafkaJS consumers: one that crashed is replaced by another with
 * connections of its own. KafkaJS's own restart is off: a consumer that is stopped during it goes on for ever.
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
  /** Counts rebalances: what was begun before the last one is void. */
  #generation = 0;
  #heardAtMs = Number.NEGATIVE_INFINITY;

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
    const { client: options, names, consume } = this.#options;
    const client = new KafkaClient(options);
    const consumer = client.kafka.consumer({
      groupId: names.onBroker(consume.group),
      // The second for as long as a member of the group knows no other.
      partitionAssigners: [assignByNumber, PartitionAssigners.roundRobin],
      sessionTimeout: KAFKA_TIMES.session,
      heartbeatInterval: KAFKA_TIMES.heartbeat,
      rebalanceTimeout: KAFKA_TIMES.rebalance,
      maxWaitTimeInMs: KAFKA_TIMES.fetchWait,
      maxBytesPerPartition: FETCH_BYTES,
      metadataMaxAge: KAFKA_TIMES.metadata,
      allowAutoTopicCreation: false,
      retry: { restartOnFailure: () => Promise.resolve(false) },
    });
    const ended = Promise.withResolvers<unknown>();
    const leave = (): void => ended.resolve(undefined);
    consumer.on(consumer.events.CRASH, ({ payload }) => ended.resolve(payload.error));
    this.#watch(consumer);
    this.#stopping.signal.addEventListener('abort', leave);
    this.#start(consumer).catch(ended.resolve);
    try {
      return await ended.promise;
    } finally {
      this.#stopping.signal.removeEventListener('abort', leave);
      await within(KAFKA_TIMES.leave, this.#leave(consumer)).catch((err: unknown) =>
        options.logger.debug({ err }, 'Consumer stopped without disconnecting'),
      );
      client.abandon();
    }
  }

  /** Where it was stopped, handlers that run end first, and are committed. */
  async #leave(consumer: Consumer): Promise<void> {
    if (this.#stopping.signal.aborted) await Promise.all(Array.from(this.#queues.values(), ({ ended }) => ended));
    this.#revokeAll();
    await consumer.disconnect();
  }

  #watch(consumer: Consumer): void {
    const { client, consume } = this.#options;
    const heard = (): void => {
      this.#heardAtMs = Date.now();
    };
    consumer.on(consumer.events.HEARTBEAT, heard);
    consumer.on(consumer.events.REBALANCING, () => this.#revokeAll());
    consumer.on(consumer.events.GROUP_JOIN, ({ payload }) => {
      this.#revokeAll();
      const assigned = Object.entries(payload.memberAssignment).map(([topic, partitions]) => ({ topic, partitions }));
      client.logger.info(
        { group: consume.group, partitions: assigned.flatMap((each) => each.partitions).length },
        'Consumer joined its group',
      );
      heard();
      this.#begin(consumer, assigned).then(this.#joined.resolve, (err: unknown) =>
        client.logger.error({ err, group: consume.group }, 'Partitions were not begun'),
      );
    });
  }

  async #start(consumer: Consumer): Promise<void> {
    const { names, consume } = this.#options;
    await consumer.connect();
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
   */
  async #begin(consumer: Consumer, assigned: readonly { topic: string; partitions: number[] }[]): Promise<void> {
    const generation = this.#generation;
    consumer.pause([...assigned]);
    const positions = await this.#positions(generation);
    if (generation !== this.#generation) return;
    const { client, consume, names } = this.#options;
    for (const { topic, partition, committed, low, high } of positions) {
      const onBroker = names.onBroker(topic);
      if (!assigned.some((each) => each.topic === onBroker && each.partitions.includes(partition))) continue;
      const isKept = committed !== undefined && committed >= low && committed <= high;
      const position = isKept ? committed : low;
      if (committed !== undefined && !isKept) this.#report(topic, partition, committed < low ? low - committed : 1n);
      const place = `${onBroker}/${partition}`;
      const after = this.#ending.get(place);
      const stopping = this.#stopping.signal;
      this.#queues.set(
        place,
        new PartitionQueue({ topic, partition, position, consume, logger: client.logger, stopping, after }),
      );
      consumer.seek({ topic: onBroker, partition, offset: position.toString() });
    }
    consumer.resume([...assigned]);
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
    const commit = (offset: string): Promise<void> =>
      payload.commitOffsetsIfNecessary({ topics: [{ topic, partitions: [{ partition, offset }] }] });
    const lost = queue.add({ records, commit, pause: () => payload.pause() });
    if (lost > 0n) this.#report(this.#options.names.logical(topic), partition, lost);
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
