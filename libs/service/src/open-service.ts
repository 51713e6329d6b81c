import { randomUUID } from 'node:crypto';
import { makeVerifyIdentity, type VerifyIdentity } from '@fulfilment/identity';
import {
  type ConsumerOptions,
  type Consumption,
  type DeadLetters,
  ensureAllTopics,
  type EventLog,
  laneLeaseIndexes,
  makeDeadLetters,
  openKafkaLog,
  type OutboxSource,
  type Relay,
  startConsumer,
  startLaneLeases,
  startRelay,
} from '@fulfilment/messaging';
import { connectMongo, ensureIndexes, type IndexDeclaration, type Mongo } from '@fulfilment/mongo';
import { type Logger, makeLogger, makeMetrics, type Metrics } from '@fulfilment/observability';
import { type Hints, makeHints } from '@fulfilment/redis';
import { makeParts, type Parts } from './parts.ts';
import { type RunningService, serve, type ServeOptions } from './serve.ts';
import type { ServiceSettings } from './settings.ts';

/** What every service opens before its own parts. */
export interface OpenOptions {
  /** The audience of identities, the consumer group, and the name in logs and metrics. */
  readonly name: string;
  readonly settings: ServiceSettings;
  /** Told where the process cannot go on and has to end. */
  readonly onFatal: (error: unknown) => void;
}

/** What every service stands on. Whatever is started through it stops with it, the last first. */
export interface Service {
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly mongo: Mongo;
  readonly log: EventLog;
  readonly hints: Hints;
  readonly verify: VerifyIdentity;
  readonly deadLetters: DeadLetters;
  /** Names this process, and no other that ever was. */
  readonly owner: string;
  readonly own: Parts['own'];
  readonly ensureIndexes: (indexes: readonly IndexDeclaration[]) => Promise<void>;
  /** Publishes the rows of `source`, sharing its lanes with the other processes of the service. */
  readonly relay: (source: OutboxSource) => Relay;
  /** Consumes as a member of the service's group. */
  readonly consume: <Message>(
    options: Pick<ConsumerOptions<Message>, 'topics' | 'decode' | 'handle' | 'maxBatch' | 'parkFollowers'>,
  ) => Promise<Consumption>;
  /** Opens the ports, last of all. */
  readonly serve: (options: ServeOptions) => Promise<RunningService>;
}

/**
 * Connects a service to its engines and makes what is missing in them: topics, and the indexes of what is common to all.
 *
 * @throws whatever keeps it from starting; what was started by then is stopped.
 */
export async function openService(options: OpenOptions): Promise<Service> {
  const parts = makeParts();
  try {
    return await open(options, parts);
  } catch (error) {
    await parts.stop();
    throw error;
  }
}

async function open({ name, settings, onFatal }: OpenOptions, parts: Parts): Promise<Service> {
  const { own } = parts;
  const logger = makeLogger({ service: name, level: settings.LOG_LEVEL });
  const metrics = makeMetrics({ service: name });
  const log = own(
    openKafkaLog({ brokers: settings.KAFKA_BROKERS, clientId: name, logger, topicPrefix: settings.TOPIC_PREFIX, onFatal }),
  );
  const [mongo] = await Promise.all([
    connectMongo({ url: settings.MONGODB_URL, database: settings.MONGODB_DATABASE, appName: name }).then(own),
    ensureAllTopics(log, { replicationFactor: settings.KAFKA_REPLICATION_FACTOR, partitions: settings.KAFKA_PARTITIONS }),
  ]);
  const { db } = mongo;
  const hints = own(
    makeHints({
      url: settings.REDIS_URL,
      prefix: settings.REDIS_PREFIX,
      onError: (err) => logger.debug({ err }, 'redis connection'),
    }),
  );
  const deadLetters = makeDeadLetters(db, log);
  await ensureIndexes(db, [...deadLetters.indexes, ...laneLeaseIndexes]);
  const owner = `${name}-${randomUUID()}`;
  const consumptions: Consumption[] = [];
  const service: Omit<Service, 'serve'> = {
    logger,
    metrics,
    mongo,
    log,
    hints,
    verify: makeVerifyIdentity({ keys: settings.JWT_PUBLIC_KEYS, audience: name }),
    deadLetters,
    owner,
    own,
    ensureIndexes: (indexes) => ensureIndexes(db, indexes),
    relay: (source) => {
      const leases = startLaneLeases(db, { name: source.name, lanes: source.lanes, owner, hints, logger });
      return own(startRelay({ source, log, leases, hints, logger, metrics }));
    },
    consume: async (consumer) => {
      const consumption = own(await startConsumer({ ...consumer, log, group: name, deadLetters, logger, metrics }));
      consumptions.push(consumption);
      return consumption;
    },
  };
  return { ...service, serve: (served) => serve(served, { service, settings, consumptions, parts }) };
}
