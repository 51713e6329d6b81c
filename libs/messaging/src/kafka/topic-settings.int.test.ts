import { silentLogger } from '@fulfilment/observability';
import { uniqueName } from '@fulfilment/testing';
import { Kafka, logLevel } from 'kafkajs';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { EventLog } from '../port.ts';
import { openKafkaLog } from './kafka-event-log.ts';

const topicPrefix = `${uniqueName('topics')}.`;
const topic = { name: 'orders.events', partitions: 1, replicationFactor: 1, retentionMs: 3_600_000 };
const brokers = () => inject('engines').kafkaBrokers.split(',');

let log: EventLog;

beforeAll(() => {
  log = openKafkaLog({ brokers: brokers(), clientId: 'topics', topicPrefix, logger: silentLogger, onFatal: () => undefined });
});

afterAll(() => log.stop());

test('a topic that was made as asked is not weaker; one that keeps records less safely is named with each setting', async () => {
  expect(await log.ensureTopics([topic])).toEqual([]);
  expect(await log.ensureTopics([topic])).toEqual([]);

  const admin = new Kafka({ brokers: brokers(), logLevel: logLevel.NOTHING }).admin();
  const configEntries = [
    { name: 'cleanup.policy', value: 'compact' },
    { name: 'max.message.bytes', value: '1000' },
    { name: 'unclean.leader.election.enable', value: 'true' },
  ];
  const resources = [{ type: 2, name: `${topicPrefix}orders.events`, configEntries }];
  await admin.alterConfigs({ validateOnly: false, resources });
  await admin.disconnect();

  expect(await log.ensureTopics([{ ...topic, replicationFactor: 3 }])).toEqual([
    expect.stringMatching(/orders\.events: 1 replicas, 3 asked$/),
    expect.stringContaining('min.insync.replicas=1, 2 asked'),
    expect.stringContaining('cleanup.policy=compact, delete asked'),
    expect.stringContaining('max.message.bytes=1000, 1048588 asked'),
    expect.stringContaining('unclean.leader.election.enable=true, false asked'),
  ]);
});
