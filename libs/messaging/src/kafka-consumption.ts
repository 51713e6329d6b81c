import { backoffMs, delay } from '@fulfilment/kernel';
import type { Consumer } from 'kafkajs';
import { makeBatchHandler } from './kafka-batch-handler.ts';
import { type KafkaClientOptions, makeKafkaClient } from './kafka-client.ts';
import { mayPassWithNewClient } from './kafka-failures.ts';
import type { PrefixedNames } from './prefixed-names.ts';
import { KAFKA_TIMES, PARTITIONS_AT_ONCE } from './kafka-settings.ts';
import { logUnavailable } from './log-failures.ts';
import type { ConsumeOptions, Consumption } from './port.ts';
import { within } from './within.ts';

export interface ConsumptionOptions {
  readonly client: KafkaClientOptions;
  readonly names: PrefixedNames;
  readonly consume: ConsumeOptions;
  /** Told when the consumer stopped for a reason that a new one would meet again. */
  readonly onFatal: (error: unknown) => void;
}

/** How long a healthy member may be silent: one session, and one rebalance in which there are no heartbeats. */
const LONGEST_SILENCE_MS = KAFKA_TIMES.session + KAFKA_TIMES.rebalance;
const BACK_OFF = { firstMs: 100, maxMs: 1_000 };

/**
 * A member of a group, as a row of KafkaJS consumers: one that crashed is replaced by another with connections of its own.
 * KafkaJS's own restart is off: a consumer that is stopped in the middle of it goes on for ever.
 */
export function startConsumption(options: ConsumptionOptions): Consumption {
  const { logger } = options.client;
  const { group } = options.consume;
  const stopping = new AbortController();
  const joined = Promise.withResolvers<void>();
  joined.promise.catch(() => undefined);
  let heardAtMs = Number.NEGATIVE_INFINITY;
  const heard = (): void => {
    heardAtMs = Date.now();
  };

  const liveOn = async (): Promise<void> => {
    for (let attempt = 1; !stopping.signal.aborted; attempt += 1) {
      const startedAtMs = Date.now();
      const crash = await liveOnce(options, { stopping: stopping.signal, heard, joined: joined.resolve });
      if (stopping.signal.aborted) return;
      heardAtMs = Number.NEGATIVE_INFINITY;
      if (!mayPassWithNewClient(crash)) {
        logger.error({ err: crash, group }, 'Consumer stopped for good');
        options.onFatal(crash);
        return;
      }
      if (Date.now() - startedAtMs > LONGEST_SILENCE_MS) attempt = 1;
      logger.warn({ reason: String(crash), group, attempt }, 'Consumer crashed, another takes its place');
      await delay(backoffMs(attempt, BACK_OFF), stopping.signal);
    }
  };
  const living = liveOn().catch(options.onFatal);

  return {
    ready: () => joined.promise,
    healthy: () => !stopping.signal.aborted && Date.now() - heardAtMs < LONGEST_SILENCE_MS,
    stop: async () => {
      stopping.abort();
      joined.reject(logUnavailable(new Error('The consumer stopped before it had joined its group')));
      await living;
    },
  };
}

interface LifeSigns {
  readonly stopping: AbortSignal;
  readonly heard: () => void;
  readonly joined: () => void;
}

/** Resolves with why the consumer ended: an error, or nothing if it was told to. */
async function liveOnce({ client, names, consume }: ConsumptionOptions, signs: LifeSigns): Promise<unknown> {
  const life = makeKafkaClient(client);
  const consumer = life.kafka.consumer({
    groupId: names.onBroker(consume.group),
    sessionTimeout: KAFKA_TIMES.session,
    heartbeatInterval: KAFKA_TIMES.heartbeat,
    rebalanceTimeout: KAFKA_TIMES.rebalance,
    maxWaitTimeInMs: KAFKA_TIMES.fetchWait,
    allowAutoTopicCreation: false,
    retry: { restartOnFailure: () => Promise.resolve(false) },
  });
  const ended = Promise.withResolvers<unknown>();
  consumer.on(consumer.events.CRASH, ({ payload }) => ended.resolve(payload.error));
  consumer.on(consumer.events.HEARTBEAT, signs.heard);
  consumer.on(consumer.events.GROUP_JOIN, ({ payload }) => {
    client.logger.info(
      { group: consume.group, partitions: Object.values(payload.memberAssignment).flat().length },
      'Consumer joined its group',
    );
    signs.heard();
    signs.joined();
  });
  const leave = (): void => ended.resolve(undefined);
  signs.stopping.addEventListener('abort', leave);
  start(consumer, { client, names, consume, stopping: signs.stopping }).catch(ended.resolve);
  try {
    return await ended.promise;
  } finally {
    signs.stopping.removeEventListener('abort', leave);
    await within(KAFKA_TIMES.leave, consumer.disconnect()).catch((error: unknown) =>
      client.logger.debug({ err: error }, 'Consumer left without a goodbye'),
    );
    life.abandon();
  }
}

interface StartContext extends Omit<ConsumptionOptions, 'onFatal'> {
  readonly stopping: AbortSignal;
}

async function start(consumer: Consumer, { client, names, consume, stopping }: StartContext): Promise<void> {
  await consumer.connect();
  // Where nothing was committed KafkaJS would otherwise begin at the end, and skip in silence.
  await consumer.subscribe({ topics: consume.topics.map(names.onBroker), fromBeginning: true });
  await consumer.run({
    autoCommit: false,
    eachBatchAutoResolve: false,
    partitionsConsumedConcurrently: PARTITIONS_AT_ONCE,
    eachBatch: makeBatchHandler({ consume, names, logger: client.logger, stopping }),
  });
}
