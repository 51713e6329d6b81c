import type { OutgoingMessage } from '@fulfilment/kernel';
import { connectMongo, ensureIndexes, type IndexDeclaration, type Mongo } from '@fulfilment/mongo';
import { silentLogger } from '@fulfilment/observability';
import { uniqueName } from '@fulfilment/testing';
import { inject } from 'vitest';
import { openKafkaLog } from './kafka/kafka-event-log.ts';
import type { BrokerAddress } from './kafka/sockets.ts';
import type { Outbox } from './outbox/outbox.ts';
import { type Relay, transactWithOutbox } from './outbox/relay.ts';
import type { EventLog, IncomingRecord } from './port.ts';

const onFatal = (error: unknown): never => {
  throw new Error('A consumer stopped for good', { cause: error });
};

/** A database of a test's own, on the MongoDB of the run. */
export interface OwnDatabase {
  readonly mongo: Mongo;
  readonly database: string;
  readonly stop: () => Promise<void>;
}

/** The same, with a log of its own. */
export interface OwnEngines extends OwnDatabase {
  readonly log: EventLog;
  readonly topicPrefix: string;
  readonly openLog: (dial?: (broker: BrokerAddress) => BrokerAddress, instance?: string) => EventLog;
}

export const TOPIC = 'orders.events';

/** Without topics, of which a broker makes some dozens of files. */
export async function ownDatabase(indexes: readonly IndexDeclaration[] = []): Promise<OwnDatabase> {
  const database = uniqueName('messaging');
  const mongo = await connectMongo({ url: inject('engines').mongodbUrl, database, appName: 'messaging-test' });
  await ensureIndexes(mongo.db, indexes);
  const stop = async (): Promise<void> => {
    await mongo.db.dropDatabase();
    await mongo.stop();
  };
  return { mongo, database, stop };
}

export async function ownEngines(indexes: readonly IndexDeclaration[] = []): Promise<OwnEngines> {
  const { kafkaBrokers } = inject('engines');
  const { mongo, database, stop: drop } = await ownDatabase(indexes);
  const topicPrefix = `${database}.`;
  const logs: EventLog[] = [];
  const openLog: OwnEngines['openLog'] = (dial, instance) => {
    const log = openKafkaLog({
      brokers: kafkaBrokers.split(','),
      clientId: database,
      topicPrefix,
      logger: silentLogger,
      onFatal,
      dial,
      instance,
    });
    logs.push(log);
    return log;
  };
  const log = openLog();
  await log.ensureTopics([
    { name: TOPIC, partitions: 12, replicationFactor: 1, retentionMs: 3_600_000 },
    { name: `${TOPIC}.dlq`, partitions: 3, replicationFactor: 1, retentionMs: 3_600_000 },
  ]);
  const stop = async (): Promise<void> => {
    await Promise.all(logs.map((opened) => opened.stop()));
    await drop();
  };
  return { mongo, log, database, topicPrefix, openLog, stop };
}

/** The address of the first broker of the run. */
export function brokerAddress(): BrokerAddress {
  const [host = '', port = ''] = inject('engines').kafkaBrokers.split(',')[0]?.split(':') ?? [];
  return { host, port: Number(port) };
}

/** Changes the aggregate `key` once, with the message that tells of it, in one transaction; gives its version. */
export type Change = (key: string, value?: string) => Promise<number>;

/** @param relay gets the rows of each change, as those of this process. */
export function makeChange(
  { client, db }: Mongo,
  outbox: Outbox,
  relay: Pick<Relay, 'handOver' | 'doubt' | 'publishesFromMemory'>,
): Change {
  const aggregates = db.collection<{ _id: string; version: number }>('aggregates');
  const transact = transactWithOutbox(client, outbox, { sagas: relay, events: relay });
  return (key, value = '{}') =>
    transact(async (session, add) => {
      const after = await aggregates.findOneAndUpdate(
        { _id: key },
        { $inc: { version: 1 } },
        { session, upsert: true, returnDocument: 'after' },
      );
      const version = after?.version ?? 0;
      await add([numberedMessage(key, version, value)]);
      return version;
    });
}

export function numberedMessage(key: string, version: number, value = '{}'): OutgoingMessage {
  return {
    id: `${key}:${version}`,
    topic: TOPIC,
    key,
    type: 'order.updated',
    tenant: 'acc_1:sandbox',
    version,
    part: 0,
    subject: key,
    at: new Date(),
    value,
    requestId: 'req_1',
  };
}

/** All records of the topic, read by a group of its own, until there are enough. */
export async function readAll(
  log: EventLog,
  enough: (records: readonly IncomingRecord[]) => boolean,
): Promise<readonly IncomingRecord[]> {
  const records: IncomingRecord[] = [];
  const done = Promise.withResolvers<void>();
  const reading = await log.consume({
    group: uniqueName('reader'),
    topics: [TOPIC],
    handle: async (batch) => {
      records.push(...batch.records);
      if (enough(records)) done.resolve();
    },
  });
  await done.promise;
  await reading.stop();
  return records;
}

/** For each key the numbers of its records, each where it came first. */
export function firstNumbersByKey(records: readonly IncomingRecord[]): ReadonlyMap<string, readonly number[]> {
  const byKey = Map.groupBy(records, ({ key }) => key);
  return new Map(
    Array.from(byKey, ([key, ofKey]) => [
      key,
      [...new Set(ofKey.map(({ headers }) => Number(headers['ce_id']?.split(':').at(-1))))],
    ]),
  );
}

export function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}
