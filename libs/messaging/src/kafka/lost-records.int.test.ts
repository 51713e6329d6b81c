import { silentLogger } from '@fulfilment/observability';
import { eventually, uniqueName } from '@fulfilment/testing';
import { Kafka, logLevel } from 'kafkajs';
import Cluster from 'kafkajs/src/cluster/index.js';
import { afterEach, beforeEach, expect, inject, onTestFinished, test, vi } from 'vitest';
import type { Consumption, EventLog, LostRecords, OutgoingRecord } from '../port.ts';
import { openKafkaLog } from './kafka-event-log.ts';

const PATIENCE = { withinMs: 45_000 };
const TOPIC = 'orders.events';
let topicPrefix = '';

let log: EventLog;
beforeEach(async () => {
  topicPrefix = `${uniqueName('lost')}.`;
  const brokers = inject('engines').kafkaBrokers.split(',');
  log = openKafkaLog({
    brokers,
    clientId: 'lost-records',
    topicPrefix,
    logger: silentLogger,
    onFatal: (error) => {
      throw error;
    },
  });
  await log.ensureTopics([{ name: TOPIC, partitions: 1, replicationFactor: 1, retentionMs: 3_600_000 }]);
});
afterEach(() => log.stop());

const numbered = (first: number, count: number): OutgoingRecord[] =>
  Array.from({ length: count }, (_, index) => ({ topic: TOPIC, key: 'k', value: String(first + index), headers: {} }));

/** As retention does to a consumer that is away for longer. */
async function deleteRecordsBefore(offset: number): Promise<void> {
  const kafka = new Kafka({ brokers: inject('engines').kafkaBrokers.split(','), logLevel: logLevel.NOTHING });
  const admin = kafka.admin();
  await admin.connect();
  // It also loads the metadata without which KafkaJS deletes nothing.
  await admin.fetchTopicOffsets(topicPrefix + TOPIC);
  await admin.deleteTopicRecords({ topic: topicPrefix + TOPIC, partitions: [{ partition: 0, offset: String(offset) }] });
  await admin.disconnect();
}

interface Reader {
  readonly consumption: Consumption;
  readonly values: string[];
  readonly lost: LostRecords[];
}

async function read(handle: (values: readonly string[]) => Promise<void> = async () => undefined): Promise<Reader> {
  const [values, lost]: [string[], LostRecords[]] = [[], []];
  const consumption = await log.consume({
    group: 'orders',
    topics: [TOPIC],
    handle: async ({ records }) => {
      const batch = records.map(({ value }) => value);
      await handle(batch);
      values.push(...batch);
    },
    onLost: (one) => void lost.push(one),
  });
  return { consumption, values, lost };
}

test('records that were deleted behind a stopped consumer are counted, once, and the rest is handled', async () => {
  await log.append(numbered(0, 5));
  const before = await read();
  await eventually(() => expect(before.values).toHaveLength(5), PATIENCE);
  await before.consumption.stop();
  await log.append(numbered(5, 20));
  await deleteRecordsBefore(18);

  const after = await read();

  await eventually(() => expect(after.values).toEqual(numbered(18, 7).map(({ value }) => value)), PATIENCE);
  expect(after.lost).toEqual([{ topic: TOPIC, partition: 0, count: 13 }]);
  await after.consumption.stop();
  const later = await read();
  await log.append(numbered(25, 1));
  await eventually(() => expect(later.values).toEqual(['25']), PATIENCE);
  expect([before.lost, later.lost]).toEqual([[], []]);
});

test('a group that is new has lost nothing, wherever the topic begins', async () => {
  await log.append(numbered(0, 10));
  await deleteRecordsBefore(4);

  const first = await read();

  await eventually(() => expect(first.values.length).toBeGreaterThan(0), PATIENCE);
  expect(first.lost).toEqual([]);
});

test('while it is not known who leads its partition, a consumer neither begins nor takes its records for lost', async () => {
  await log.append(numbered(0, 5));
  const before = await read();
  await eventually(() => expect(before.values).toHaveLength(5), PATIENCE);
  await before.consumption.stop();
  // As a broker says that has just been started, and KafkaJS keeps it.
  const leaders = vi
    .spyOn(Cluster.prototype, 'findLeaderForPartitions')
    .mockImplementation((_, partitions) => ({ '-1': partitions }));
  onTestFinished(() => leaders.mockRestore());

  const after = await read();
  await eventually(() => expect(leaders).toHaveBeenCalled(), PATIENCE);
  leaders.mockRestore();
  await log.append(numbered(5, 1));

  await eventually(() => expect(after.values).toEqual(['5']), PATIENCE);
  expect(after.lost).toEqual([]);
});
