import { silentLogger } from '@fulfilment/observability';
import { eventually, uniqueName } from '@fulfilment/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { EventLog, IncomingRecord, OutgoingRecord } from '../port.ts';
import { openKafkaLog } from './kafka-event-log.ts';

const TOPIC = 'stock.commands';
const BACKLOG = 1_000;

let log: EventLog;

beforeAll(async () => {
  log = openKafkaLog({
    brokers: inject('engines').kafkaBrokers.split(','),
    clientId: 'turns',
    logger: silentLogger,
    topicPrefix: `${uniqueName('turns')}.`,
    onFatal: () => undefined,
  });
  await log.ensureTopics([{ name: TOPIC, partitions: 1, replicationFactor: 1, retentionMs: 3_600_000 }]);
});

afterAll(() => log.stop());

const command = (tenant: string, number: number): OutgoingRecord => ({
  topic: TOPIC,
  key: `${tenant}|ord_${number}`,
  value: '{}',
  headers: {},
});

test('behind a backlog of one tenant the commands of another are among the first that are handled, and all are committed', async () => {
  const backlog = Array.from({ length: BACKLOG }, (_, number) => command('acc_1:sandbox', number));
  await eventually(() => log.append([...backlog, command('acc_2:sandbox', 0), command('acc_2:sandbox', 1)]));
  const handled: IncomingRecord[] = [];

  const consumption = await log.consume({
    group: 'inventory',
    topics: [TOPIC],
    handle: async ({ records }) => void handled.push(...records),
  });

  await eventually(() => expect(new Set(handled.map(({ offset }) => offset)).size).toBeGreaterThanOrEqual(BACKLOG + 2));
  // An append that was repeated is in the log twice.
  const others = handled.slice(0, BACKLOG / 2).filter(({ key }) => key.startsWith('acc_2'));
  expect(new Set(others.map(({ key }) => key))).toEqual(new Set(['acc_2:sandbox|ord_0', 'acc_2:sandbox|ord_1']));
  await consumption.stop();
  expect((await log.lag('inventory', [TOPIC])).map(({ lag }) => lag)).toEqual([0]);
});
