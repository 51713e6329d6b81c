import type { Stoppable } from '@fulfilment/kernel';
import { ensureAllTopics, type EventLog, openKafkaLog } from '@fulfilment/messaging';
import { connectMongo, migrateStore, type Mongo, type StoreSchema } from '@fulfilment/mongo';
import { silentLogger } from '@fulfilment/observability';
import { type EngineAddresses, uniqueName } from '@fulfilment/testing';
import { SIGNERS } from './callers.ts';
import { reachInstance, type RunningInstance, type ServiceInstance } from './service-instance.ts';

/** The variables of a process. */
export type ServiceEnvironment = Readonly<Record<string, string>>;

/** The test bed of a service: real engines, under names of its own so that tests do not interfere. */
export interface ServiceBed extends Stoppable {
  /** The environment of every process of the service. */
  readonly env: ServiceEnvironment;
  /** A second client of the service's log: for what stands on its other side. */
  readonly log: EventLog;
  /** A second client of the service's database, to look behind it. */
  readonly mongo: Mongo;
  /** Gives an instance once it is ready. */
  reach(running: RunningInstance): Promise<ServiceInstance>;
  /**
   * Hears everything on topics from the beginning until the bed stops.
   *
   * @param heard told each value, by topic.
   */
  listen(heard: Readonly<Record<string, (value: string) => unknown>>): Promise<void>;
}

/** Enough for several processes to share them; more only slow down a broker that many tests share. */
const PARTITIONS = 3;

/** For what ends a process: uncaught, it fails the run. */
export function failTheRun(error: unknown): never {
  throw error;
}

/**
 * Opens a bed with every topic of the system. When it stops, its database is dropped.
 *
 * @param schema of the service's store, which is migrated to it; its service is the audience of identities, and part of the bed's names.
 * @param own variables that only this service has.
 */
export async function openServiceBed(
  { kafkaBrokers, mongodbUrl, redisUrl }: EngineAddresses,
  schema: StoreSchema,
  own: ServiceEnvironment = {},
): Promise<ServiceBed> {
  const { service } = schema;
  const name = uniqueName(`${service}_test`);
  const topicPrefix = `${name}.`;
  const brokers = kafkaBrokers.split(',');
  const log = openKafkaLog({ brokers, clientId: 'test', logger: silentLogger, topicPrefix, onFatal: failTheRun });
  const mongo = await connectMongo({ url: mongodbUrl, database: name, appName: 'test' });
  await migrateStore({ db: mongo.db, schema });
  await ensureAllTopics(log, { replicationFactor: 1, partitions: PARTITIONS });
  const listening: Stoppable[] = [];
  return {
    env: {
      KAFKA_BROKERS: kafkaBrokers,
      KAFKA_PARTITIONS: String(PARTITIONS),
      KAFKA_REPLICATION_FACTOR: '1',
      MONGODB_URL: mongodbUrl,
      REDIS_URL: redisUrl,
      MONGODB_DATABASE: name,
      TOPIC_PREFIX: topicPrefix,
      REDIS_PREFIX: `${name}:`,
      LOG_LEVEL: 'silent',
      CURSOR_SECRET: 'a secret for cursors in tests only',
      JWT_PUBLIC_KEYS: SIGNERS,
      ...own,
    },
    log,
    mongo,
    reach: (running) => reachInstance(running, service),
    listen: async (heard) => {
      listening.push(await listen(log, heard));
    },
    stop: async () => {
      for (const part of [...listening, log]) await part.stop();
      await mongo.db.dropDatabase();
      await mongo.stop();
    },
  };
}

async function listen(log: EventLog, heard: Parameters<ServiceBed['listen']>[0]): Promise<Stoppable> {
  const listening = await log.consume({
    group: uniqueName('listener'),
    topics: Object.keys(heard),
    handle: async ({ topic, records }) => {
      for (const { value } of records) heard[topic]?.(value);
    },
  });
  await listening.ready();
  return listening;
}
