import { silentLogger } from '@fulfilment/observability';
import { eventually, uniqueName } from '@fulfilment/testing';
import { Kafka, logLevel } from 'kafkajs';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import type { EventLog } from '../port.ts';
import { openKafkaLog } from './kafka-event-log.ts';

const topic = { name: 'orders.events', partitions: 1, replicationFactor: 1, retentionMs: 3_600_000 };
const brokers = () => inject('engines').kafkaBrokers.split(',');

let topicPrefix: string;
let log: EventLog;

beforeEach(() => {
  topicPrefix = `${uniqueName('topics')}.`;
  log = openKafkaLog({ brokers: brokers(), clientId: 'topics', topicPrefix, logger: silentLogger, onFatal: () => undefined });
});

afterEach(() => log.stop());

test('a topic that was made as asked is not weaker; one that keeps records less safely is named with each setting', async () => {
  expect(await log.ensureTopics([topic])).toEqual({ weaker: [], smaller: [] });
  expect(await log.ensureTopics([topic])).toEqual({ weaker: [], smaller: [] });

  const admin = new Kafka({ brokers: brokers(), logLevel: logLevel.NOTHING }).admin();
  const configEntries = [
    { name: 'cleanup.policy', value: 'compact' },
    { name: 'max.message.bytes', value: '1000' },
    { name: 'unclean.leader.election.enable', value: 'true' },
  ];
  const resources = [{ type: 2, name: `${topicPrefix}orders.events`, configEntries }];
  await admin.alterConfigs({ validateOnly: false, resources });
  await admin.disconnect();

  // A broker shows a change once it has read it from the controller.
  await eventually(async () => {
    expect((await log.ensureTopics([{ ...topic, replicationFactor: 3 }])).weaker).toEqual([
      expect.stringMatching(/orders\.events: 1 replicas, 3 asked$/),
      expect.stringContaining('min.insync.replicas=1, 2 asked'),
      expect.stringContaining('cleanup.policy=compact, delete asked'),
      expect.stringContaining('max.message.bytes=1000, 1048588 asked'),
      expect.stringContaining('unclean.leader.election.enable=true, false asked'),
    ]);
  });
});

test('a topic with fewer partitions than asked is named, one with more is not', async () => {
  const [few, many] = ['few', 'many'].map((name) => ({ ...topic, name, partitions: 3 }));
  if (!few || !many) throw new Error('Two topics are needed');
  await log.ensureTopics([few, many]);

  const { smaller } = await log.ensureTopics([
    { ...few, partitions: 4 },
    { ...many, partitions: 2 },
  ]);

  expect(smaller).toEqual([`Topic ${topicPrefix}few: 3 partitions, 4 asked`]);
});

test('missing topics are not created where there are fewer brokers than replicas, and one line says so', async () => {
  const asked = { ...topic, name: 'missing', replicationFactor: 3 };

  expect(await log.ensureTopics([asked])).toEqual({
    weaker: ['1 topics are missing, and 3 replicas of them need as many brokers; 1 run'],
    smaller: [],
  });
  expect(await log.ensureTopics([{ ...asked, replicationFactor: 1 }])).toEqual({ weaker: [], smaller: [] });
});
