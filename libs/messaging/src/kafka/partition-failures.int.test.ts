import { silentLogger } from '@fulfilment/observability';
import { eventually, uniqueName } from '@fulfilment/testing';
import metadataRequests from 'kafkajs/src/protocol/requests/metadata/index.js';
import produceRequests from 'kafkajs/src/protocol/requests/produce/index.js';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { EventLog, OutgoingRecord } from '../port.ts';
import { openKafkaLog } from './kafka-event-log.ts';
import { partitionOf } from './placement.ts';
import { KafkaProducer } from './producer.ts';
import { KnownBrokers } from './sockets.ts';
import { PrefixedNames } from '../topics.ts';

const topicPrefix = `${uniqueName('failures')}.`;
const names = new PrefixedNames(topicPrefix);
const brokers = () => inject('engines').kafkaBrokers.split(',');
const known = new KnownBrokers(1_000);
const client = () => ({ brokers: brokers(), clientId: 'failures', logger: silentLogger, known });
const spec = { partitions: 3, replicationFactor: 1, retentionMs: 3_600_000 };
const HEALTHY = 'stock.commands';
const SHORT = 'stock.outcomes';
const NOT_ENOUGH_REPLICAS = 19;

let log: EventLog;

beforeAll(async () => {
  log = openKafkaLog({ ...client(), topicPrefix, onFatal: () => undefined });
  await log.ensureTopics([HEALTHY, SHORT].map((name) => ({ ...spec, name })));
  await appendable(HEALTHY);
  await appendable(SHORT);
});

afterAll(() => log.stop());

const record = (topic: string, key: string): OutgoingRecord => ({ topic, key, value: '{}', headers: {} });
const keys = Array.from({ length: 12 }, (_, number) => `key-${number}`);

/** Resolves when every partition of a new topic takes records. */
const appendable = (topic: string) => eventually(() => log.append(keys.map((key) => record(topic, key))), { withinMs: 20_000 });

test('where a topic has too few replicas its records fail, and those of others in the same append are in the log', async () => {
  // One broker cannot have too few: its responses are changed.
  const forged = { errorCode: NOT_ENOUGH_REPLICAS };
  for (const version of produceRequests.versions) {
    const { response } = produceRequests.protocol({ version })({ topicData: [] });
    const { decode } = response;
    response.decode = async (answer) => {
      const { topics, ...rest } = await decode(answer);
      return {
        ...rest,
        topics: topics.map(({ topicName, partitions }) => ({
          topicName,
          partitions: partitions.map((each) =>
            topicName === names.onBroker(SHORT) && forged.errorCode !== 0 ? { ...each, ...forged } : each,
          ),
        })),
      };
    };
  }
  const appender = log.openAppender();
  const send = async (topic: string) => {
    const outcomes = await appender.append(keys.flatMap((key) => [record(SHORT, key), record(HEALTHY, key)]));
    return outcomes.filter((_, place) => place % 2 === (topic === SHORT ? 0 : 1)).map(({ status }) => status);
  };

  expect(await send(SHORT)).toEqual(keys.map(() => 'failed'));
  expect(await send(HEALTHY)).toEqual(keys.map(() => 'appended'));

  forged.errorCode = 0;
  await eventually(async () => expect(await send(SHORT)).toEqual(keys.map(() => 'appended')), { withinMs: 10_000 });
});

test('a partition without a leader fails its own records only, and keys stay on their partitions', async () => {
  let leaders = [1, -1, 1];
  const producer = new KafkaProducer({
    client: client(),
    names,
    readLeaders: async () => new Map([[names.onBroker(HEALTHY), leaders]]),
  });
  const send = async () => (await producer.send(keys.map((key) => record(HEALTHY, key)))).map(({ status }) => status);

  expect(await send()).toEqual(keys.map((key) => (partitionOf(key, 3) === 1 ? 'failed' : 'appended')));

  leaders = [1, 1, 1];
  expect(await send()).toEqual(keys.map(() => 'appended'));
  await producer.stop();
});

test('a metadata response with a leaderless partition is read, for that partition without a leader', async () => {
  const partitionMetadata = [
    { partitionErrorCode: 0, partitionId: 0, leader: 1 },
    { partitionErrorCode: 5, partitionId: 1, leader: -1 },
  ];
  const answer = { topicMetadata: [{ topicErrorCode: 0, partitionMetadata }] };

  for (const version of metadataRequests.versions) {
    const { response } = metadataRequests.protocol({ version })({ topics: [] });
    const { topicMetadata } = await response.parse(answer);
    expect(topicMetadata[0]?.partitionMetadata.map(({ leader }) => leader)).toEqual([1, -1]);
  }
});
