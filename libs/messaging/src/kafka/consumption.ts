import { backoffMs, delay } from '@fulfilment/kernel';
import type { Consumer, EachBatchPayload, IHeaders, KafkaMessage } from 'kafkajs';
import { type ConsumeOptions, type Consumption, type IncomingRecord, logUnavailable, within } from '../port.ts';
import type { PrefixedNames } from '../topics.ts';
import { isRetryableByNewClient, KAFKA_TIMES, KafkaClient, type KafkaClientOptions } from './client.ts';

export interface ConsumptionOptions {
  readonly client: KafkaClientOptions;
  readonly names: PrefixedNames;
  readonly consume: ConsumeOptions;
  /** Called when the consumer stopped for a reason that a new one would meet again. */
  readonly onFatal: (error: unknown) => void;
}

/** Longest silence of a healthy member: one session, and one rebalance, in which there are no heartbeats. */
const MAX_SILENCE_MS = KAFKA_TIMES.session + KAFKA_TIMES.rebalance;
const BACK_OFF = { firstMs: 100, maxMs: 1_000 };
const BATCH_BACK_OFF = { firstMs: 100, maxMs: 2_000 };
const MAX_BATCH = 200;
/** Partitions of one member that are handled at once: topics have 12. */
const CONCURRENT_PARTITIONS = 12;

/**
 * One member of a consumer group, kept alive by a succession of KafkaJS consumers: one that crashed is replaced by another with
 * connections of its own. KafkaJS's own restart is off: a consumer that is stopped during it goes on for ever.
 */
export class KafkaConsumption implements Consumption {
  readonly #options: ConsumptionOptions;
  readonly #stopping = new AbortController();
  readonly #joined = Promise.withResolvers<void>();
  readonly #running: Promise<void>;
  /** Failures of a batch in a row, by its partition. */
  readonly #failures = new Map<string, number>();
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
      sessionTimeout: KAFKA_TIMES.session,
      heartbeatInterval: KAFKA_TIMES.heartbeat,
      rebalanceTimeout: KAFKA_TIMES.rebalance,
      maxWaitTimeInMs: KAFKA_TIMES.fetchWait,
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
      await within(KAFKA_TIMES.leave, consumer.disconnect()).catch((err: unknown) =>
        options.logger.debug({ err }, 'Consumer stopped without disconnecting'),
      );
      client.abandon();
    }
  }

  #watch(consumer: Consumer): void {
    const { client, consume } = this.#options;
    const heard = (): void => {
      this.#heardAtMs = Date.now();
    };
    consumer.on(consumer.events.HEARTBEAT, heard);
    consumer.on(consumer.events.GROUP_JOIN, ({ payload }) => {
      const partitions = Object.values(payload.memberAssignment).flat().length;
      client.logger.info({ group: consume.group, partitions }, 'Consumer joined its group');
      heard();
      this.#joined.resolve();
    });
  }

  async #start(consumer: Consumer): Promise<void> {
    const { names, consume } = this.#options;
    this.#failures.clear();
    await consumer.connect();
    // Where nothing was committed KafkaJS would otherwise begin at the end, and skip in silence.
    await consumer.subscribe({ topics: consume.topics.map(names.onBroker), fromBeginning: true });
    await consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      partitionsConsumedConcurrently: CONCURRENT_PARTITIONS,
      eachBatch: (payload) => this.#handleBatch(payload),
    });
  }

  /** Hands the fetched records of a partition to the handler, chunk by chunk, and commits after each. */
  async #handleBatch(payload: EachBatchPayload): Promise<void> {
    const { consume, names } = this.#options;
    const { topic, partition, messages } = payload.batch;
    const records = messages.map((message) => toIncoming(message, { topic: names.logical(topic), partition }));
    for (const chunk of chunksOf(records, consume.maxBatch ?? MAX_BATCH)) {
      if (this.#stopping.signal.aborted || !payload.isRunning() || payload.isStale()) return;
      const failure = await this.#handleChunk(chunk, payload);
      if (failure) {
        this.#retryLater(payload, failure.error);
        return;
      }
      this.#failures.delete(`${topic}/${partition}`);
      await commit(payload, chunk);
    }
  }

  /** @returns the handler's error. @throws the broker's answer where the membership was lost. */
  async #handleChunk(
    records: readonly IncomingRecord[],
    payload: EachBatchPayload,
  ): Promise<{ readonly error: unknown } | undefined> {
    const { consume, names } = this.#options;
    const membership = keepMembership(payload);
    const { topic, partition } = payload.batch;
    try {
      const signal = AbortSignal.any([this.#stopping.signal, membership.lost]);
      await consume.handle({ topic: names.logical(topic), partition, records, heartbeat: membership.beat, signal });
      return undefined;
    } catch (error) {
      // KafkaJS has to see why it is no longer a member, or it does not join again.
      membership.lost.throwIfAborted();
      return { error };
    } finally {
      membership.release();
    }
  }

  /** The chunk is fetched again after a back-off; until then its partition is paused, so that the others and the heartbeats go on. */
  #retryLater(payload: EachBatchPayload, error: unknown): void {
    const { client, names } = this.#options;
    const { topic, partition } = payload.batch;
    const place = `${topic}/${partition}`;
    const attempt = (this.#failures.get(place) ?? 0) + 1;
    this.#failures.set(place, attempt);
    const waitMs = backoffMs(attempt, BATCH_BACK_OFF);
    client.logger.warn(
      { err: error, topic: names.logical(topic), partition, attempt, waitMs },
      'Batch failed, it will be retried',
    );
    setTimeout(payload.pause(), waitMs).unref();
  }
}

interface Membership {
  readonly beat: () => Promise<void>;
  /** Aborts, with the broker's answer, once a heartbeat was refused. */
  readonly lost: AbortSignal;
  release(): void;
}

/** KafkaJS sends no heartbeat while a handler runs: a slow store would cost the membership, and the work be done twice. */
function keepMembership(payload: EachBatchPayload): Membership {
  const lost = new AbortController();
  const beat = async (): Promise<void> => {
    try {
      await payload.heartbeat();
    } catch (error) {
      lost.abort(error);
      throw error;
    }
  };
  const startedAtMs = Date.now();
  const timer = setInterval(() => {
    if (lost.signal.aborted || Date.now() - startedAtMs > KAFKA_TIMES.longestHandler) clearInterval(timer);
    else beat().catch(() => clearInterval(timer));
  }, KAFKA_TIMES.heartbeat);
  return { beat, lost: lost.signal, release: () => clearInterval(timer) };
}

/** A commit alone does not move the position of the next fetch, and `consumer.commitOffsets` does nothing while KafkaJS stops. */
async function commit(payload: EachBatchPayload, chunk: readonly IncomingRecord[]): Promise<void> {
  const { topic, partition } = payload.batch;
  const last = chunk.at(-1);
  if (!last) return;
  const next = (BigInt(last.offset) + 1n).toString();
  await payload.commitOffsetsIfNecessary({ topics: [{ topic, partitions: [{ partition, offset: next }] }] });
  try {
    payload.resolveOffset(last.offset);
  } catch (error) {
    // A TypeError, where the partition was reassigned during the commit: KafkaJS would stop for good.
    throw new Error('The partition was reassigned', { cause: error });
  }
  await payload.heartbeat();
}

function* chunksOf<Item>(items: readonly Item[], size: number): Generator<readonly Item[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
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
