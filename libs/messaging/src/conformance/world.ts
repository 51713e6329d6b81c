import { eventually } from '@fulfilment/testing';
import type { Consumption, EventLog, IncomingBatch, IncomingRecord, OutgoingRecord } from '../port.ts';

/** One client of a log, with the faults that a test may ask for. */
export interface ClientUnderTest {
  readonly log: EventLog;
  /** The reply to the next append does not come back; the records are in the log. */
  readonly loseNextReply: () => void;
  /** Open connections fall silent and stay open; the client has to open new ones. */
  readonly freeze: () => void;
  /** The client is cut off for good, without a goodbye. */
  readonly sever: () => void;
}

/** A log that several clients share, as processes do. */
export interface LogUnderTest {
  readonly open: (topicPrefix: string) => Promise<ClientUnderTest>;
  readonly stop: () => Promise<void>;
}

/** How long anything may take: a lost session, one rebalance, one watchdog. */
export const PATIENCE = { withinMs: 45_000 };
export const TOPIC = 'orders.events';
/** Another one, for what goes to several at once. */
export const OTHER_TOPIC = 'scans.events';
export const PARTITIONS = 12;

export interface Reader {
  readonly consumption: Consumption;
  readonly records: IncomingRecord[];
  readonly batches: IncomingBatch[];
  readonly byKey: () => Map<string, IncomingRecord[]>;
  readonly stop: () => Promise<void>;
}

interface ReaderOptions {
  readonly group: string;
  readonly maxBatch?: number;
  readonly client?: ClientUnderTest;
  /** Runs before the batch counts as read; it may wait, or throw. */
  readonly before?: (batch: IncomingBatch) => void | Promise<void>;
}

export interface World {
  readonly client: (topicPrefix?: string) => Promise<ClientUnderTest>;
  /** A consumer that keeps what it handled, once it has its partitions. */
  readonly reader: (options: ReaderOptions) => Promise<Reader>;
  readonly stop: () => Promise<void>;
}

export async function makeWorld(log: LogUnderTest): Promise<World> {
  const clients: ClientUnderTest[] = [];
  const client = async (topicPrefix = ''): Promise<ClientUnderTest> => {
    const opened = await log.open(topicPrefix);
    clients.push(opened);
    return opened;
  };
  await makeTopics((await client()).log);
  return {
    client,
    reader: async ({ client: on = clients[0], group, maxBatch, before }) => {
      if (!on) throw new Error('No client');
      return startReader(on.log, { group, ...(maxBatch ? { maxBatch } : {}), ...(before ? { before } : {}) });
    },
    stop: async () => {
      await Promise.all(clients.map((opened) => opened.log.stop()));
      await log.stop();
    },
  };
}

async function startReader(log: EventLog, { group, maxBatch = 200, before }: ReaderOptions): Promise<Reader> {
  const batches: IncomingBatch[] = [];
  const records: IncomingRecord[] = [];
  const consumption = await log.consume({
    group,
    topics: [TOPIC],
    maxBatch,
    handle: async (batch) => {
      await before?.(batch);
      batches.push(batch);
      records.push(...batch.records);
    },
  });
  await consumption.ready();
  return { consumption, records, batches, byKey: () => Map.groupBy(records, ({ key }) => key), stop: () => consumption.stop() };
}

/** Records numbered in their headers, from `first` on, over `keys` keys in turn. */
export function numbered(count: number, keys = 1, first = 0): OutgoingRecord[] {
  return Array.from({ length: count }, (_, index) => ({
    topic: TOPIC,
    key: `key-${index % keys}`,
    value: JSON.stringify({ number: first + index }),
    headers: { number: String(first + index) },
  }));
}

export function numbersOf(records: readonly OutgoingRecord[]): number[] {
  return records.map(({ headers }) => Number(headers['number']));
}

export function recordOf(record: OutgoingRecord | undefined): OutgoingRecord {
  if (!record) throw new Error('No record');
  return record;
}

export async function makeTopics(log: EventLog): Promise<void> {
  const topics = [TOPIC, OTHER_TOPIC].map((name) => ({
    name,
    partitions: PARTITIONS,
    replicationFactor: 1,
    retentionMs: 3_600_000,
  }));
  await log.ensureTopics(topics);
}

export async function totalLag(log: EventLog, group: string): Promise<number> {
  return (await log.lag(group, [TOPIC])).reduce((sum, { lag }) => sum + lag, 0);
}

/** As the relay does: the same records again, until they are in. */
export async function appendUntilDone(log: EventLog, records: readonly OutgoingRecord[]): Promise<void> {
  await eventually(() => log.append(records), PATIENCE);
}
