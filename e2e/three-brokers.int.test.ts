import { TOPICS } from '@fulfilment/contracts';
import { delay } from '@fulfilment/kernel';
import { openKafkaLog, SETTLE_MS } from '@fulfilment/messaging';
import { silentLogger } from '@fulfilment/observability';
import { eventually, uniqueName } from '@fulfilment/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openOperatedService, type OperatedService } from '../libs/service/src/operated-service.fixture.ts';
import { type KafkaCluster, startKafkaCluster } from '../tools/dev-stack/src/engines/kafka-cluster.fixture.ts';

const PATIENCE = { withinMs: 60_000, everyMs: 100 };
/** One partition of these on each broker. */
const SINGLE = [TOPICS.ordersEvents, TOPICS.stockCommands];
/** Every partition on every broker; acknowledged by two. */
const REPLICATED = TOPICS.scansEvents;
const TENANTS = Array.from({ length: 12 }, (_, at) => `acc_${at}:sandbox`);

/** A message that was read. */
interface Read {
  readonly topic: string;
  readonly key: string;
  readonly partition: number;
  readonly round: number;
}

let cluster: KafkaCluster;
let operated: OperatedService;
let outbox: Awaited<ReturnType<OperatedService['service']['openOutbox']>>;
/** Their coordinators are on different brokers. */
const readers = new Map<string, Read[]>(['a', 'b', 'c', 'd', 'e'].map((group) => [group, []]));

beforeAll(async () => {
  cluster = await startKafkaCluster();
  const name = uniqueName('brokers');
  const brokers = cluster.brokers.split(',');
  const log = openKafkaLog({ brokers, clientId: name, topicPrefix: `${name}.`, logger: silentLogger, onFatal: failTheTest });
  await log.ensureTopics([{ name: REPLICATED, partitions: 3, replicationFactor: 3, retentionMs: 3_600_000 }]);
  await log.stop();
  operated = await openOperatedService({ ...inject('engines'), kafkaBrokers: cluster.brokers }, 'orders', name);
  const { service } = operated;
  outbox = await service.openOutbox((rows) => rows);
  for (const [group, read] of readers) {
    const consumption = await service.log.consume({
      group,
      topics: [...SINGLE, REPLICATED],
      handle: async ({ records }) => {
        for (const { topic, key, partition, value } of records) read.push({ topic, key, partition, round: Number(value) });
      },
    });
    service.own(consumption);
  }
  await operated.serve();
}, 360_000);

afterAll(async () => {
  await operated?.stop();
  await cluster?.stop();
});

test('with two of three brokers killed, partitions that have a leader go on, nothing else is marked, and all drains in order', async () => {
  await write(1);
  await eachReader((read) => expect(keysOf(read, 1)).toHaveLength(TENANTS.length * 3));
  const partitions = new Map(
    (readers.get('a') ?? []).map(({ topic, key, partition }) => [`${topic} ${key}`, `${topic}/${partition}`]),
  );

  await cluster.kill(3);
  await write(2);
  await eachReader((read) => expect(livePartitions(read, 2)).toEqual({ single: [2, 2], replicated: 3 }));
  await settled(2, partitions);

  await cluster.kill(2);
  await write(3);
  await eachReader((read) => expect(livePartitions(read, 3)).toEqual({ single: [1, 1], replicated: 0 }));
  await settled(3, partitions);

  await Promise.all([cluster.revive(2), cluster.revive(3)]);
  await write(4);
  await eachReader((read) => expect([1, 2, 3, 4].map((round) => keysOf(read, round).length)).toEqual([36, 36, 36, 36]));
  await eventually(async () => expect(await rowsIn('new')).toEqual([]), PATIENCE);
  for (const read of readers.values()) {
    for (const place of partitions.keys()) expect([place, firstRounds(read, place)]).toEqual([place, [1, 2, 3, 4]]);
  }
}, 540_000);

test('topics grow once every partition has a leader, and no sooner; the new partitions are read', async () => {
  const { topics } = operated.service.log;
  const [topic, holder] = [TOPICS.ordersEvents, 'test'];
  const grow = async (body: object) => (await operated.call('POST', '/topics/grow', { topic, partitions: 6, ...body })).json();
  const where = async () => (await topics.positions('a', [topic])).map(({ end: _end, ...position }) => position);
  const isRead = async () => expect(await where()).toEqual([{ topic, partitions: 3, leaderless: 0, lag: 0 }]);
  await eventually(isRead, PATIENCE);

  await cluster.kill(3);
  await operated.call('POST', '/relays/hold', { holder, seconds: 60 });
  await eventually(async () => expect(await where()).toMatchObject([{ partitions: 3, leaderless: 1 }]), PATIENCE);
  for (const asked of [{}, { holder }])
    expect(await grow(asked)).toMatchObject({
      detail: expect.stringMatching(/1 partitions without a leader: its broker has to/),
    });
  expect(await where()).toMatchObject([{ partitions: 3 }]);

  await cluster.revive(3);
  await eventually(isRead, PATIENCE);
  // The hold of before may end while the broker comes back.
  await operated.call('POST', '/relays/hold', { holder, seconds: 60 });
  expect(await grow({ holder })).toEqual({ result: 'grown' });
  expect(await where()).toEqual([{ topic, partitions: 6, leaderless: 0, lag: 0 }]);
  // wait: producers learn of the partitions.
  await delay(SETTLE_MS);
  await operated.call('POST', '/relays/release', { holder });
  await write(5);
  await eachReader((read) => expect(keysOf(read, 5)).toHaveLength(TENANTS.length * 3));
  expect(livePartitions(readers.get('a') ?? [], 5).single[0]).toBeGreaterThan(3);
}, 540_000);

function failTheTest(error: unknown): never {
  throw error;
}

/** Resolves when `holds` does for what each group has read. */
async function eachReader(holds: (read: readonly Read[]) => void): Promise<void> {
  await eventually(() => {
    for (const read of readers.values()) holds(read);
  }, PATIENCE);
}

/** Writes a row of each tenant for each topic, in one transaction. */
async function write(round: number): Promise<void> {
  const messages = [...SINGLE, REPLICATED].flatMap((topic) =>
    TENANTS.map((tenant) => ({
      id: `${topic}:${tenant}:${round}`,
      topic,
      key: `${tenant}|record`,
      version: round,
      part: 0,
      value: String(round),
      type: 't',
      tenant,
      subject: 'record',
      at: new Date(),
      requestId: 'req_1',
    })),
  );
  await outbox.transact((_session, add) => add(messages));
}

/** Resolves when all keys of partitions that go on have been read, and the rows of the others alone wait. */
async function settled(round: number, partitions: ReadonlyMap<string, string>): Promise<void> {
  const [read = []] = readers.values();
  const isOf = new Set(keysOf(read, round).map((place) => partitions.get(place)));
  const waiting = Array.from(partitions).flatMap(([place, partition]) => (isOf.has(partition) ? [] : [place]));
  await eventually(async () => {
    expect(keysOf(read, round)).toHaveLength(partitions.size - waiting.length);
    const rows = (await rowsIn('new')).filter((id) => id.endsWith(`:${round}`));
    expect(rows.toSorted()).toEqual(waiting.map((place) => rowId(place, round)).toSorted());
  }, PATIENCE);
}

/** The number of partitions of each topic in which messages of the round were read. */
function livePartitions(read: readonly Read[], round: number) {
  const count = (topic: string): number =>
    new Set(read.filter((each) => each.topic === topic && each.round === round).map(({ partition }) => partition)).size;
  return { single: SINGLE.map(count), replicated: count(REPLICATED) };
}

function keysOf(read: readonly Read[], round: number): string[] {
  return [...new Set(read.filter((each) => each.round === round).map(({ topic, key }) => `${topic} ${key}`))];
}

function firstRounds(read: readonly Read[], place: string): number[] {
  return [...new Set(read.filter(({ topic, key }) => `${topic} ${key}` === place).map(({ round }) => round))];
}

function rowId(place: string, round: number): string {
  const [topic = '', key = ''] = place.split(' ');
  return `${topic}:${key.split('|')[0]}:${round}`;
}

async function rowsIn(state: string): Promise<string[]> {
  const rows = await operated.service.mongo.db.collection<{ _id: string }>('outbox').find({ state }).toArray();
  return rows.map(({ _id }) => _id);
}
