import { silentLogger } from '@fulfilment/observability';
import { eventually } from '@fulfilment/testing';
import { Kafka, type EachBatchPayload, logLevel } from 'kafkajs';
import { expect, test } from 'vitest';
import type { IncomingRecord } from '../port.ts';
import { PrefixedNames } from '../topics.ts';
import { AssignedPartitions } from './assigned-partitions.ts';

const TOPIC = 'orders.events';
const handled: IncomingRecord[] = [];

function partitions(): AssignedPartitions {
  return new AssignedPartitions({
    names: new PrefixedNames('test.'),
    consume: { group: 'orders', topics: [TOPIC], handle: async ({ records }) => void handled.push(...records) },
    logger: silentLogger,
    stopping: new AbortController().signal,
    positions: async () => [{ topic: TOPIC, partition: 0, committed: 7n, low: 0n, high: 9n }],
  });
}

/** A fetched record, with what KafkaJS gives beside it. */
function batchOf(partition: number, resolveOffset: (offset: string) => void = () => undefined): EachBatchPayload {
  const message = {
    key: Buffer.from('key'),
    value: Buffer.from('{}'),
    offset: '7',
    timestamp: '0',
    attributes: 0,
    headers: {},
  };
  return {
    batch: {
      topic: `test.${TOPIC}`,
      partition,
      highWatermark: '9',
      messages: [message],
      isEmpty: () => false,
      firstOffset: () => '7',
      lastOffset: () => '7',
      offsetLag: () => '0',
      offsetLagLow: () => '0',
    },
    resolveOffset,
    heartbeat: async () => undefined,
    pause: () => () => undefined,
    commitOffsetsIfNecessary: async () => undefined,
    uncommittedOffsets: () => ({ topics: [] }),
    isRunning: () => true,
    isStale: () => false,
  };
}

/** Its calls that need a group do nothing: no broker is asked. */
function idleConsumer() {
  const consumer = new Kafka({ brokers: ['127.0.0.1:9'], logLevel: logLevel.NOTHING }).consumer({ groupId: 'orders' });
  return { ...consumer, pause: () => undefined, resume: () => undefined, seek: () => undefined };
}

const assigned = [{ topic: `test.${TOPIC}`, partitions: [0, 1] }];
const failTheTest = (error: unknown): never => {
  throw error;
};

test('records of a partition without a queue are not taken, and their offset is not passed', async () => {
  const inHand = partitions();
  const passed: string[] = [];
  const pass = (offset: string): void => void passed.push(offset);

  expect(inHand.take(batchOf(0, pass))).toBe(false);
  expect(await inHand.begin(idleConsumer(), assigned, failTheTest)).toBe(true);
  // It has no leader, and therefore no queue yet.
  expect(inHand.take(batchOf(1, pass))).toBe(false);
  expect(passed).toEqual([]);
  expect(inHand.take(batchOf(0, pass))).toBe(true);
  expect(passed).toEqual(['7']);
  await eventually(() => expect(handled).toMatchObject([{ topic: TOPIC, partition: 0, offset: '7' }]));

  inHand.revoke();
  expect(inHand.take(batchOf(0, pass))).toBe(false);
});

test('an assignment that was dropped while its positions were read has begun nothing', async () => {
  const inHand = partitions();
  const begun = inHand.begin(idleConsumer(), assigned, failTheTest);
  inHand.revoke();

  expect(await begun).toBe(false);
  expect(inHand.take(batchOf(0))).toBe(false);
});
