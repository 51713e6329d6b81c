import { randomUUID } from 'node:crypto';
import {
  configFaultOf,
  engineAway,
  type KafkaSecuritySettings,
  readKafkaSecurity,
  readRedisTls,
  type RedisTlsSettings,
} from '@fulfilment/config';
import { type ApiOptions, type BoundRoute, type Check, startApi, startInternal } from '@fulfilment/http';
import { makeVerifyIdentity, type VerifyIdentity } from '@fulfilment/identity';
import { delay, isRetryable, retry, type Stoppable } from '@fulfilment/kernel';
import {
  type ConsumerOptions,
  type Consumption,
  type DeadLetters,
  ensureAllTopics,
  type KafkaLog,
  makeDeadLetters,
  openKafkaLog,
  startConsumer,
} from '@fulfilment/messaging';
import {
  asUnavailable,
  connectMongo,
  mongoAnswers,
  type Mongo,
  openFence,
  type SchemaFence,
  type StoreSchema,
  TenantRecords,
} from '@fulfilment/mongo';
import {
  type Logger,
  makeLogger,
  makeRequestLogger,
  Metrics,
  observeCheckouts,
  openTracing,
  type Tracing,
  type TracingSettings,
} from '@fulfilment/observability';
import { makeHints, redisAnswers, redisErrorLog } from '@fulfilment/redis';
import { EngineWaits } from './await-engine.ts';
import { openRecords, type StoredRecords } from './stored-records.ts';
import { deadLetterRoutes } from './dead-letter-routes.ts';
import { Parts } from './parts.ts';
import { watchProgress } from './progress.ts';
import { Publishing } from './publishing.ts';
import type { Running } from './run-process.ts';
import { type ConsumedTopics, topicsRoute } from './topic-routes.ts';

/** The parsed settings that every service has. */
export interface ServiceSettings extends KafkaSecuritySettings, RedisTlsSettings, TracingSettings {
  readonly HOST: string;
  readonly PORT: number;
  readonly INTERNAL_HOST: string;
  readonly INTERNAL_PORT: number;
  readonly PUBLIC_URL: string;
  readonly MONGODB_URL: string;
  readonly MONGODB_DATABASE: string;
  readonly REDIS_PREFIX: string;
  readonly KAFKA_BROKERS: readonly string[];
  readonly KAFKA_REPLICATION_FACTOR: number;
  readonly KAFKA_PARTITIONS: number;
  readonly TOPIC_PREFIX: string;
  readonly OUTBOX_REPUBLISH_SINCE?: Date | undefined;
  readonly INSTANCE_NAME?: string | undefined;
  readonly JWT_PUBLIC_KEYS: Parameters<typeof makeVerifyIdentity>[0]['keys'];
  readonly DRAIN_NOTICE_MS: number;
  readonly LOG_LEVEL: string;
  readonly START_WAIT_SECONDS: number;
}

/** Options of {@link openService}. */
export interface OpenOptions {
  /** Of its store. Its service is the audience of identities, the consumer group, and the name in logs and metrics. */
  readonly schema: StoreSchema;
  readonly settings: ServiceSettings;
  /** Called where the process cannot go on and has to end. */
  readonly onFatal: (error: unknown) => void;
  /** Milliseconds between two looks for parts that stand still, for tests; 2 500 by default. */
  readonly lookEveryMs?: number | undefined;
}

/** The routes and health checks of a service. */
export interface ServeOptions extends Pick<ApiOptions, 'keepReply' | 'owed'> {
  /** Beside the operator's, which every service that consumes has. */
  readonly routes: readonly BoundRoute[];
  /** Beside those that every service has. */
  readonly checks?: readonly Check[];
}

/** A service that takes requests. */
export interface RunningService extends Required<Running> {
  readonly port: number;
  readonly internalPort: number;
}

/** The parts common to all services. Parts started through it stop with it, the last first. */
export type Service = Awaited<ReturnType<typeof open>>;

/**
 * Connects a service to its engines, creates missing topics, and checks that its store has the schema that the code needs.
 *
 * @throws ConfigError where it has not, naming the command that helps; any other failure of the start; parts started by then are stopped.
 */
export async function openService(options: OpenOptions): Promise<Service> {
  const parts = new Parts();
  try {
    return await open(options, parts);
  } catch (error) {
    await parts.stop();
    throw error;
  }
}

function connectTo(settings: ServiceSettings, appName: string, metrics: Metrics): Promise<Mongo> {
  const { MONGODB_URL: url, MONGODB_DATABASE: database, INSTANCE_NAME: instance } = settings;
  return connectMongo({ url, database, appName, instance, onCheckout: observeCheckouts(metrics) });
}

/** The logs, metrics and traces of a service. */
async function observe(service: string, settings: ServiceSettings) {
  const options = { service, level: settings.LOG_LEVEL };
  const logger = makeLogger(options);
  const tracing = await openTracing({ service, instance: settings.INSTANCE_NAME, settings, logger });
  return { logger, requestLogger: makeRequestLogger(options), metrics: new Metrics({ service }), tracing };
}

/** The message log, and the watch over the parts of the process, its consumers among them. */
function openWatchedLog({ schema, settings, onFatal, lookEveryMs }: OpenOptions, { logger, metrics }: WatchedBy) {
  const access = { url: settings.MONGODB_URL, database: settings.MONGODB_DATABASE, appName: schema.service };
  const watched = watchProgress({
    logger,
    metrics,
    engines: {
      mongodb: () => mongoAnswers(access),
      kafka: () => log.healthy(),
      redis: () => redisAnswers({ url: settings.REDIS_URL, tls: readRedisTls(settings) }),
    },
    noticeMs: settings.DRAIN_NOTICE_MS,
    ...(lookEveryMs === undefined ? {} : { everyMs: lookEveryMs }),
    onFatal,
  });
  const log: KafkaLog = openKafkaLog({
    brokers: settings.KAFKA_BROKERS,
    clientId: schema.service,
    logger,
    security: readKafkaSecurity(settings),
    topicPrefix: settings.TOPIC_PREFIX,
    instance: settings.INSTANCE_NAME,
    progress: watched.watch,
    onFatal,
  });
  return { watched, log };
}

type WatchedBy = Pick<Awaited<ReturnType<typeof observe>>, 'logger' | 'metrics'>;

const KAFKA_ACCESS = {
  label: 'Kafka',
  address: 'KAFKA_BROKERS',
  credentials: 'KAFKA_SASL_*',
  authorities: 'KAFKA_TLS and KAFKA_TLS_CA',
};

async function open({ schema, settings, onFatal, lookEveryMs }: OpenOptions, parts: Parts) {
  const [{ own }, { service: name }] = [parts, schema];
  const observed = await observe(name, settings);
  const { logger, metrics, tracing } = observed;
  if (tracing) own(tracing);
  const { watched, log } = openWatchedLog({ schema, settings, onFatal, lookEveryMs }, observed);
  const progress = own(watched.watch);
  own(log);
  const waits = new EngineWaits({ seconds: settings.START_WAIT_SECONDS, logger });
  const [mongo] = await Promise.all([
    waits.await(() => connectTo(settings, name, metrics)).then(own),
    waits.await(() => createTopics(log, settings, logger)),
  ]);
  const { db } = mongo;
  const fence = await openFence(db, schema);
  const hints = own(
    makeHints({
      url: settings.REDIS_URL,
      tls: readRedisTls(settings),
      prefix: settings.REDIS_PREFIX,
      onError: redisErrorLog(logger),
      progress,
    }),
  );
  const deadLetters = makeDeadLetters(db, log);
  parts.engines();
  const owner = `${name}-${randomUUID()}`;
  const consumers: Consumer[] = [];
  const losses = { occurred: false };
  const onLost = (): void => void (losses.occurred = true);
  const verify = makeVerifyIdentity({ keys: settings.JWT_PUBLIC_KEYS, audience: name });
  const publishing = new Publishing({ ...observed, name, owner, settings, fence, mongo, log, hints, own, onFatal, progress });
  const surroundings = {
    ...observed,
    publishing,
    ...openRecords(new TenantRecords(db)),
    fence,
    log,
    verify,
    deadLetters,
    settings,
    consumers,
    losses,
    parts,
    watched,
  };
  return {
    logger,
    metrics,
    /** Undefined where tracing is off. */
    tracing,
    mongo,
    log,
    hints,
    verify,
    deadLetters,
    fence,
    /** Has parts replaced that own work and stand still. */
    progress,
    /** Names this process, unique over all processes ever started. */
    owner,
    /** Stops `part` with the service. @returns the part itself. */
    own,
    republishAtStart: publishing.republishAtStart,
    relay: publishing.relay,
    openOutbox: publishing.openOutbox,
    operate: publishing.operate,
    /** Consumes as a member of the service's group. */
    consume: async <Message>(
      consumer: Pick<
        ConsumerOptions<Message>,
        'topics' | 'consumerGroup' | 'decode' | 'handle' | 'maxBatch' | 'deadLetterFollowers'
      >,
    ): Promise<Consumption> => {
      await publishing.joined();
      const consumption = own(
        await startConsumer({ ...consumer, log, group: name, deadLetters, logger, metrics, tracing, onLost }),
      );
      consumers.push({ consumption, group: consumer.consumerGroup ?? name, topics: consumer.topics });
      return consumption;
    },
    /** Opens the ports, last of all. */
    serve: (served: ServeOptions): Promise<RunningService> => serve(served, surroundings),
  };
}

/** A broker that is slow for a moment, as at a restart of many processes, ends no start. */
const START = {
  maxAttempts: 5,
  backOff: { firstMs: 250, maxMs: 2_000 },
  isRetryable: (error: unknown) => isRetryable(error) && configFaultOf(error, KAFKA_ACCESS) === undefined,
};

/** Creates missing topics. @throws ConfigError where only other settings help, and where Kafka does not answer. */
async function createTopics(log: KafkaLog, settings: ServiceSettings, logger: Logger): Promise<void> {
  const { KAFKA_REPLICATION_FACTOR: replicationFactor, KAFKA_PARTITIONS: partitions } = settings;
  try {
    const ensure = () => ensureAllTopics(log, { replicationFactor, partitions });
    const smaller = await retry(ensure, START);
    for (const line of smaller) logger.warn(`${line}. Add partitions with the operator's command: topics grow.`);
  } catch (error) {
    const fault = configFaultOf(error, KAFKA_ACCESS);
    throw fault ?? (isRetryable(error) ? engineAway(KAFKA_ACCESS, settings.KAFKA_BROKERS.join(','), error) : error);
  }
}

interface Consumer extends ConsumedTopics {
  readonly consumption: Consumption;
}

interface Surroundings extends StoredRecords {
  readonly publishing: Publishing;
  readonly logger: Logger;
  readonly requestLogger: Logger;
  readonly metrics: Metrics;
  readonly tracing: Tracing | undefined;
  readonly fence: SchemaFence;
  readonly log: KafkaLog;
  readonly verify: VerifyIdentity;
  readonly deadLetters: DeadLetters;
  readonly settings: ServiceSettings;
  readonly consumers: readonly Consumer[];
  /** True once Kafka has lost records of a consumer. */
  readonly losses: { readonly occurred: boolean };
  readonly parts: Parts;
  readonly watched: ReturnType<typeof watchProgress>;
}

/**
 * Opens the API and the internal port. The service is ready once every consumer has had its partitions; from then on a broker
 * that is unavailable leaves it ready but degraded: committed messages wait in the outbox.
 */
async function serve(
  { routes, checks = [], ...answering }: ServeOptions,
  {
    publishing,
    ofRecords,
    storedBytes,
    logger,
    requestLogger,
    metrics,
    tracing,
    fence,
    log,
    verify,
    deadLetters,
    settings,
    consumers,
    losses,
    parts,
    watched: { watch, checks: progressChecks },
  }: Surroundings,
): Promise<RunningService> {
  await publishing.joined();
  let isAssigned = false;
  const awaitPartitions = async (): Promise<void> => {
    await Promise.all(consumers.map(({ consumption }) => consumption.ready()));
    isAssigned = true;
  };
  awaitPartitions().catch((error: unknown) => logger.warn({ err: error }, 'A consumer got no partitions'));
  const internal = parts.own(
    await startInternal({
      host: settings.INTERNAL_HOST,
      port: settings.INTERNAL_PORT,
      metrics,
      checks: [
        { name: 'mongodb', check: () => fence.look() },
        { name: 'schema', check: async () => (await fence.look()) && fence.mayWrite() },
        { name: 'partitions', check: () => isAssigned },
        { name: 'kafka', optional: true, check: () => log.healthy() },
        { name: 'no_lost_records', optional: true, check: () => !losses.occurred },
        { name: 'consumers', optional: true, check: () => consumers.every(({ consumption }) => consumption.healthy()) },
        ...progressChecks,
        ...checks,
      ],
    }),
  );
  const ofConsumers = consumers.length > 0 ? [...deadLetterRoutes(deadLetters), topicsRoute(log.topics, consumers)] : [];
  const api = parts.own(
    await startApi({
      host: settings.HOST,
      port: settings.PORT,
      publicUrl: settings.PUBLIC_URL,
      routes: [...routes, ...ofRecords, ...publishing.routes, ...ofConsumers],
      verify,
      logger,
      requestLogger,
      metrics,
      tracing,
      translate: asUnavailable,
      storedBytes,
      ...answering,
      serves: fence.serves,
    }),
  );
  await stopWhenShutOut({ fence, logger, parts, watch, servers: [internal, api] });
  logger.info({ port: api.port, internalPort: internal.port }, 'listening');
  return {
    port: api.port,
    internalPort: internal.port,
    drain: async () => {
      internal.drain();
      api.drain();
      await delay(settings.DRAIN_NOTICE_MS);
    },
    stop: async () => {
      internal.drain();
      await watch.stop();
      await parts.stop();
    },
  };
}

interface ShutOut extends Pick<Surroundings, 'fence' | 'logger' | 'parts'> {
  readonly watch: Stoppable;
  readonly servers: readonly (Stoppable & { drain(): void })[];
}

/** Where a migration shuts this process out it stays to answer requests, is not ready, and does nothing else. */
async function stopWhenShutOut({ fence, logger, parts, watch, servers }: ShutOut): Promise<void> {
  fence.onClosed((reason) => {
    logger.error(reason);
    for (const server of servers) server.drain();
    void watch.stop();
    parts.stopWork(servers).catch((error: unknown) => logger.error({ err: error }, 'Work did not stop'));
  });
  // A migration may have run since the start.
  await fence.look();
}
