import { backoffMs, delay } from '@fulfilment/kernel';
import type { Consumer } from 'kafkajs';
import { logUnavailable, within } from '../log-errors.ts';
import type { ConsumeOptions, Consumption } from '../port.ts';
import type { PrefixedNames } from '../prefixed-names.ts';
import { makeBatchHandler } from './batch-handler.ts';
import { KAFKA_TIMES, KafkaClient, type KafkaClientOptions } from './client.ts';
import { isRetryableByNewClient } from './kafkajs-errors.ts';

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
    const { client, names, consume } = this.#options;
    await consumer.connect();
    // Where nothing was committed KafkaJS would otherwise begin at the end, and skip in silence.
    await consumer.subscribe({ topics: consume.topics.map(names.onBroker), fromBeginning: true });
    await consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      partitionsConsumedConcurrently: CONCURRENT_PARTITIONS,
      eachBatch: makeBatchHandler({ consume, names, logger: client.logger, stopping: this.#stopping.signal }),
    });
  }
}
