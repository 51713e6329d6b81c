import { silentLogger } from '@fulfilment/observability';
import { eventually, uniqueName } from '@fulfilment/testing';
import { AssignerProtocol, type Consumer, Kafka, logLevel, type PartitionAssigner } from 'kafkajs';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { brokerAddress, type OwnEngines, ownEngines } from '../engines.fixture.ts';
import type { Consumption, EventLog, LostRecords } from '../port.ts';
import { startFaultProxy } from './fault-proxy.fixture.ts';
import { APIS, type Api, type Fault } from './group-answers.fixture.ts';
import { openKafkaLog } from './kafka-event-log.ts';
import type { BrokerAddress } from './sockets.ts';

const PATIENCE = { withinMs: 60_000 };
const TOPIC = 'scans.events';
/** A member that spins sends some hundreds. */
const FETCHES_A_SECOND = 25;
const REBALANCE_IN_PROGRESS = 27;

let own: OwnEngines;
let kafka: Kafka;

beforeAll(async () => {
  own = await ownEngines();
  kafka = new Kafka({ brokers: inject('engines').kafkaBrokers.split(','), logLevel: logLevel.NOTHING });
  await own.log.ensureTopics([{ name: TOPIC, partitions: 1, replicationFactor: 1, retentionMs: 3_600_000 }]);
});

afterAll(() => own.stop());

/** A log of which the warnings and errors are kept, and what ended it. */
function openLog(dial?: (broker: BrokerAddress) => BrokerAddress) {
  const lines: string[] = [];
  const ended: unknown[] = [];
  const log = openKafkaLog({
    brokers: inject('engines').kafkaBrokers.split(','),
    clientId: 'bad-input',
    topicPrefix: own.topicPrefix,
    logger: new Proxy(silentLogger, {
      get: (of, name): unknown =>
        name === 'warn' || name === 'error' ? (_: unknown, line?: string) => lines.push(String(line)) : Reflect.get(of, name),
    }),
    dial,
    onFatal: (error) => ended.push(error),
  });
  return { log, lines, ended };
}

interface Reader {
  readonly consumption: Consumption;
  readonly values: Set<string>;
  readonly lost: LostRecords[];
}

async function read(log: EventLog, group: string): Promise<Reader> {
  const [values, lost]: [Set<string>, LostRecords[]] = [new Set(), []];
  const consumption = await log.consume({
    group,
    topics: [TOPIC],
    handle: async ({ records }) => {
      for (const { value } of records) values.add(value);
    },
    onLost: (one) => lost.push(one),
  });
  return { consumption, values, lost };
}

const append = (log: EventLog, ...values: string[]) =>
  log.append(values.map((value) => ({ topic: TOPIC, key: 'k', value, headers: {} })));

interface Case {
  readonly api: Api;
  readonly fault: Fault;
}

const CASES: readonly Case[] = APIS.filter((api) => api !== 'LeaveGroup').flatMap((api) =>
  (['nonsense', 'endless'] as const).map((fault) => ({ api, fault })),
);

/** @returns what was not well, a line. */
async function meet({ api, fault }: Case): Promise<string | undefined> {
  const proxy = await startFaultProxy(brokerAddress());
  const { log, ended } = openLog(proxy.dial);
  try {
    const reader = await read(log, uniqueName('group'));
    await reader.consumption.ready();
    const values = [uniqueName('before'), uniqueName('after')] as const;
    await append(own.log, values[0]);
    await eventually(() => expect(reader.values).toContain(values[0]), PATIENCE);
    proxy.plant(api, fault, 2);
    proxy.plant('Heartbeat', REBALANCE_IN_PROGRESS, 1);
    await eventually(() => append(log, values[1]), PATIENCE);
    await eventually(() => expect(reader.values).toContain(values[1]), PATIENCE);
    await eventually(() => expect(reader.consumption.healthy()).toBe(true), PATIENCE);
    expect(ended).toEqual([]);
    expect(proxy.busiestSecond()).toBeLessThanOrEqual(FETCHES_A_SECOND);
    return undefined;
  } catch (error) {
    return `${api} ${fault}: ${String(error).replaceAll(/\s+/gu, ' ').slice(0, 300)} ended: ${String(ended)}`;
  } finally {
    await log.stop();
    await proxy.stop();
  }
}

test('after answers that make no sense, or do not end, a client goes on, with nothing lost, and does not spin', async () => {
  const met = await Promise.all(CASES.map(meet));

  expect(met.filter((line) => line !== undefined)).toEqual([]);
}, 720_000);

/** A member that shares no way of assignment with ours. */
async function joinAsAnotherProgram(group: string): Promise<Consumer> {
  const name = 'AnotherProgram';
  const assigner: PartitionAssigner = () => ({
    name,
    version: 0,
    assign: async ({ members }) =>
      members.map(({ memberId }) => ({
        memberId,
        memberAssignment: AssignerProtocol.MemberAssignment.encode({ version: 0, assignment: {}, userData: Buffer.alloc(0) }),
      })),
    protocol: ({ topics }) => ({
      name,
      metadata: AssignerProtocol.MemberMetadata.encode({ version: 0, topics, userData: Buffer.alloc(0) }),
    }),
  });
  const consumer = kafka.consumer({ groupId: own.topicPrefix + group, partitionAssigners: [assigner] });
  await consumer.connect();
  await consumer.subscribe({ topics: [own.topicPrefix + TOPIC] });
  const joined = new Promise<void>((resolve) => consumer.on(consumer.events.GROUP_JOIN, () => resolve()));
  await consumer.run({ eachMessage: async () => undefined });
  await joined;
  return consumer;
}

test('a group with a member of another program is joined once that is gone, and one line says so', async () => {
  const group = uniqueName('group');
  const other = await joinAsAnotherProgram(group);
  const { log, lines, ended } = openLog();
  const value = uniqueName('value');
  const reader = await read(log, group);
  await append(own.log, value);
  const told = () => lines.filter((line) => line.includes('another program'));
  await eventually(() => expect(told()).toHaveLength(1), PATIENCE);
  expect({ ended, healthy: reader.consumption.healthy() }).toEqual({ ended: [], healthy: false });

  await other.disconnect();

  await eventually(() => expect(reader.values).toContain(value), PATIENCE);
  expect(told()).toHaveLength(1);
  expect(ended).toEqual([]);
  await log.stop();
});

test('a group that stands beyond the end of a partition reads it from its begin, and that is told once', async () => {
  const [group, value] = [uniqueName('group'), uniqueName('value')];
  await append(own.log, value);
  const admin = kafka.admin();
  await admin.connect();
  await admin.setOffsets({
    groupId: own.topicPrefix + group,
    topic: own.topicPrefix + TOPIC,
    partitions: [{ partition: 0, offset: '1000000' }],
  });
  await admin.disconnect();
  const { log } = openLog();

  const reader = await read(log, group);

  await eventually(() => expect(reader.values).toContain(value), PATIENCE);
  expect(reader.lost).toEqual([{ topic: TOPIC, partition: 0, count: 1, isAhead: true }]);
  await log.stop();
});
