import { openKafkaLog } from '@fulfilment/messaging';
import { silentLogger } from '@fulfilment/observability';
import { connectRedis } from '@fulfilment/redis';
import { MongoClient } from 'mongodb';
import type { Engines } from './start-engines.ts';

const TOPIC = 'kept';

/** The addresses of the engines. */
type Addresses = Pick<Engines, 'kafkaBrokers' | 'mongodbUrl' | 'redisUrl'>;

/** The contents of each engine. */
export interface Contents {
  readonly kafka: string;
  readonly mongodb: string;
  readonly redis: string;
}

/** Writes one text into each engine. */
export async function writeEverywhere(engines: Addresses, text: string): Promise<void> {
  await Promise.all([writeKafka(engines, text), writeMongodb(engines, text), writeRedis(engines, text)]);
}

/** Reads what {@link writeEverywhere} wrote. */
export async function readBack(engines: Addresses): Promise<Contents> {
  const [kafka, mongodb, redis] = await Promise.all([readKafka(engines), readMongodb(engines), readRedis(engines)]);
  return { kafka, mongodb, redis };
}

function openLog({ kafkaBrokers }: Addresses) {
  return openKafkaLog({ brokers: kafkaBrokers.split(','), clientId: 'contents', topicPrefix: '', logger: silentLogger, onFatal });
}

function onFatal(error: unknown): void {
  throw error;
}

async function writeKafka(engines: Addresses, value: string): Promise<void> {
  const log = openLog(engines);
  await log.ensureTopics([{ name: TOPIC, partitions: 1, replicationFactor: 1, retentionMs: 3_600_000 }]);
  await log.append([{ topic: TOPIC, key: 'key', value, headers: {} }]);
  await log.stop();
}

async function readKafka(engines: Addresses): Promise<string> {
  const log = openLog(engines);
  const { promise, resolve } = Promise.withResolvers<string>();
  await log.consume({ group: 'contents', topics: [TOPIC], handle: async ({ records }) => resolve(records[0]?.value ?? '') });
  const value = await promise;
  await log.stop();
  return value;
}

async function writeMongodb({ mongodbUrl }: Addresses, text: string): Promise<void> {
  const client = new MongoClient(mongodbUrl);
  // In a transaction, since that is what needs the replica set.
  await client.withSession((session) =>
    session.withTransaction(() => client.db('contents').collection('kept').insertOne({ text }, { session })),
  );
  await client.close();
}

async function readMongodb({ mongodbUrl }: Addresses): Promise<string> {
  const client = new MongoClient(mongodbUrl);
  const found = await client.db('contents').collection('kept').findOne();
  await client.close();
  return String(found?.['text']);
}

async function writeRedis(engines: Addresses, text: string): Promise<void> {
  const connection = await openRedis(engines);
  await connection.redis.set('kept', text);
  await connection.stop();
}

async function readRedis(engines: Addresses): Promise<string> {
  const connection = await openRedis(engines);
  const found = await connection.redis.get('kept');
  await connection.stop();
  return String(found);
}

async function openRedis({ redisUrl }: Addresses) {
  const connection = connectRedis({ url: redisUrl, prefix: '', commandTimeoutMs: 2000, onError: () => undefined });
  await new Promise((resolve) => connection.redis.once('ready', resolve));
  return connection;
}
