import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { TOPICS } from '@fulfilment/contracts';
import type { OutgoingMessage } from '@fulfilment/kernel';
import { ensureIndexes, transact } from '@fulfilment/mongo';
import { Metrics, silentLogger } from '@fulfilment/observability';
import { eventually, TIMED } from '@fulfilment/testing';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import {
  brokerAddress,
  type Change,
  firstNumbersByKey,
  makeChange,
  numberedMessage,
  type OwnEngines,
  ownEngines,
  readAll,
  TOPIC,
  upTo,
} from '../engines.fixture.ts';
import { startFaultProxy } from '../kafka/fault-proxy.fixture.ts';
import { shardLeaseIndexes, ShardLeases } from './shard-leases.ts';
import { localHints } from './local-hints.fixture.ts';
import { Relay } from './relay.ts';
import { makeOutbox, type Outbox, outboxIndexes, type OutboxSource } from './outbox.ts';
import type { EventLog, LogAppender } from '../port.ts';

const PATIENCE = { withinMs: 40_000 };

let own: OwnEngines;
let outbox: Outbox;
let change: Change;
const relays: Relay[] = [];
const leases: ShardLeases[] = [];
const children: ChildProcess[] = [];

beforeEach(async () => {
  own = await ownEngines(shardLeaseIndexes);
  outbox = makeOutbox(own.mongo.db, { source: 'orders' });
  change = makeChange(own.mongo, outbox, {
    handOver: (rows) => relays[0]?.handOver(rows),
    doubt: () => relays[0]?.doubt(),
    publishesFromMemory: () => false,
  });
  await ensureIndexes(own.mongo.db, outboxIndexes);
});

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await Promise.all(relays.splice(0).map((relay) => relay.stop()));
  await Promise.all(leases.splice(0).map((each) => each.stop()));
  await own.stop();
});

test('a committed message is published with the headers of CloudEvents, and then marked', async () => {
  const relay = relayTo(own.log);
  await change('acc_1:sandbox:ord_1', '{"id":"evt_1"}');

  const [record] = await readAll(own.log, (records) => records.length === 1);

  expect(record).toMatchObject({ topic: TOPIC, key: 'acc_1:sandbox:ord_1', value: '{"id":"evt_1"}' });
  expect(record?.headers).toMatchObject({
    ce_specversion: '1.0',
    ce_id: 'acc_1:sandbox:ord_1:1',
    ce_type: 'order.updated',
    ce_source: 'orders',
    ce_subject: 'acc_1:sandbox:ord_1',
    'content-type': 'application/json',
    request_id: 'req_1',
  });
  await eventually(async () => expect(await states()).toEqual({ published: 1 }), PATIENCE);
  expect(await relay.oldestUnpublishedMs()).toBe(0);
});

test('a relay killed in the middle of a stream loses nothing, and first occurrences stay in order', async () => {
  const [killed] = await Promise.all([relayProcess(), relayProcess()]);
  await eventually(async () => expect(await shardOwners()).toEqual([4, 4]), PATIENCE);
  const keys = upTo(16).map((number) => `key-${number}`);
  for (let round = 1; round <= 25; round += 1) {
    await Promise.all(keys.map((key) => change(key)));
    if (round === 10) killed.kill('SIGKILL');
  }

  await eventually(async () => expect(await states()).toEqual({ published: 16 * 25 }), PATIENCE);
  const records = await readAll(own.log, (read) => distinct(read) === 16 * 25);
  for (const key of keys) expect(firstNumbersByKey(records).get(key)).toEqual(upTo(25));
});

test('a lost reply to a Produce request loses nothing', async () => {
  const proxy = await startFaultProxy(brokerAddress());
  const log = own.openLog(proxy.dial);
  relayTo(log);
  await change('warm-up');
  await eventually(async () => expect(await states()).toEqual({ published: 1 }), PATIENCE);

  proxy.loseNextProduceReply();
  for (let number = 1; number <= 30; number += 1) {
    await change(`key-${number % 3}`);
  }

  await eventually(async () => expect(await states()).toEqual({ published: 31 }), PATIENCE);
  const records = await readAll(own.log, (read) => distinct(read) === 31);
  for (const key of ['key-0', 'key-1', 'key-2']) expect(firstNumbersByKey(records).get(key)).toEqual(upTo(10));
  await log.stop();
  await proxy.stop();
});

test('a transaction that commits late is not skipped', async () => {
  const relay = relayTo(own.log);
  const session = own.mongo.client.startSession();
  session.startTransaction();
  await outbox.add(session, [numberedMessage('aaa', 1)]);
  for (let number = 1; number <= 5; number += 1) await change(`bbb-${number}`);
  await eventually(async () => expect(await states()).toEqual({ published: 5 }), PATIENCE);

  await session.commitTransaction();
  await session.endSession();
  relay.doubt();

  await eventually(async () => expect(await states()).toEqual({ published: 6 }), PATIENCE);
});

test('one key with a long backlog does not hold up the others', async () => {
  const backlog = upTo(3_000).map((version) => numberedMessage('hot', version));
  await transact(own.mongo.client, (session) => outbox.add(session, backlog));
  await Promise.all(['aaa', 'zzz'].map((key) => change(key)));
  const appended: string[] = [];
  relayTo(noting(appended));

  await eventually(async () => expect(await states()).toEqual({ published: 3_002 }), PATIENCE);
  expect(appended.indexOf('aaa')).toBeLessThan(1_001);
  expect(appended.indexOf('zzz')).toBeLessThan(1_001);
  const records = await readAll(own.log, (read) => distinct(read) === 3_002);
  expect(firstNumbersByKey(records).get('hot')).toEqual(upTo(3_000));
});

test('a command behind a backlog of events goes out at once when the log is back, and tenants of events take turns', async () => {
  for (let part = 0; part < 6; part += 1)
    await transact(own.mongo.client, (session) =>
      outbox.add(
        session,
        eventsOf('acc_1:sandbox', 1_000).map((message) => ({ ...message, id: `${message.id}:${part}`, part })),
      ),
    );
  await transact(own.mongo.client, (session) => outbox.add(session, eventsOf('acc_2:sandbox', 1)));
  await own.log.ensureTopics([{ name: TOPICS.stockCommands, partitions: 3, replicationFactor: 1, retentionMs: 3_600_000 }]);
  const command = { ...numberedMessage('acc_1:sandbox', 1), topic: TOPICS.stockCommands, id: 'allocate:ord_1:1' };
  await transact(own.mongo.client, (session) => outbox.add(session, [command]));
  const events: string[] = [];
  const commands: string[] = [];

  relayTo(noting(events));
  const sagas = relayTo(noting(commands), outbox.sagas);

  await eventually(async () => expect(await sagas.oldestUnpublishedMs()).toBe(0), PATIENCE);
  expect(commands).toEqual(['acc_1:sandbox']);
  await eventually(async () => expect(await states()).toEqual({ published: 6_002 }), PATIENCE);
  expect(events.indexOf('acc_2:sandbox|sku-1')).toBeLessThanOrEqual(500);
});

test('a page is bounded in bytes', async () => {
  const large = upTo(30).map((version) => numberedMessage('key-1', version, 'x'.repeat(800_000)));
  for (const message of large) await transact(own.mongo.client, (session) => outbox.add(session, [message]));

  const { rows, more } = await outbox.events.read({ shards: upTo(8).map((shard) => shard - 1), after: undefined });

  expect([rows.length, more]).toEqual([10, true]);
});

test('what this process writes is published from memory: nothing is read, and marks are shared', TIMED, async () => {
  const source = outbox.events;
  const reads: number[] = [];
  const marks: number[] = [];
  relayTo(own.log, {
    ...source,
    read: async (from) => {
      const page = await source.read(from);
      reads.push(page.rows.length);
      return page;
    },
    markPublished: (ids) => {
      marks.push(ids.length);
      return source.markPublished(ids);
    },
  });
  await eventually(() => expect(leases[0]?.soleSince()).toBe(1), PATIENCE);
  await eventually(() => expect(reads.length).toBeGreaterThan(0), PATIENCE);
  await change('warm-up');
  await eventually(async () => expect(await states()).toEqual({ published: 1 }), PATIENCE);
  reads.length = 0;
  marks.length = 0;

  // In the order of their commits, as a lane hands them over.
  await Promise.all(
    ['key-0', 'key-1', 'key-2', 'key-3'].map(async (key) => {
      for (let number = 1; number <= 10; number += 1) await change(key);
    }),
  );

  await eventually(async () => expect(await states()).toEqual({ published: 41 }), PATIENCE);
  expect(reads.reduce((sum, rows) => sum + rows, 0)).toBe(0);
  expect(marks.length).toBeLessThan(20);
  const records = await readAll(own.log, (all) => distinct(all) === 41);
  for (const key of ['key-0', 'key-1', 'key-2', 'key-3']) expect(firstNumbersByKey(records).get(key)).toEqual(upTo(10));
});

test('a row that the log refuses is dead-lettered with its error, and the rest of its key goes on', async () => {
  relayTo(own.log);
  await change('key-1');
  await change('key-1', 'x'.repeat(2_000_000));
  await change('key-1');
  await change('key-2');

  await eventually(async () => expect(await states()).toEqual({ published: 3, parked: 1 }), PATIENCE);
  const parked = await own.mongo.db.collection('outbox').findOne({ state: 'parked' });
  expect(parked).toMatchObject({ key: 'key-1', version: 2, error: expect.stringContaining('larger than the max message size') });
  const records = await readAll(own.log, (read) => distinct(read) === 3);
  expect(firstNumbersByKey(records)).toEqual(
    new Map([
      ['key-1', [1, 3]],
      ['key-2', [1]],
    ]),
  );
});

test('rows wait while the log is away, and are published in order when it is back', async () => {
  const proxy = await startFaultProxy(brokerAddress());
  const log = own.openLog(proxy.dial);
  const relay = relayTo(log);
  await change('key-1');
  await eventually(async () => expect(await states()).toEqual({ published: 1 }), PATIENCE);

  proxy.disconnect();
  for (let number = 0; number < 20; number += 1) await change('key-1');
  await eventually(async () => expect(await relay.oldestUnpublishedMs()).toBeGreaterThan(1_000), PATIENCE);
  expect(await states()).toEqual({ published: 1, new: 20 });
  proxy.connectAgain();

  await eventually(async () => expect(await states()).toEqual({ published: 21 }), PATIENCE);
  const records = await readAll(own.log, (read) => distinct(read) === 21);
  expect(firstNumbersByKey(records).get('key-1')).toEqual(upTo(21));
  await log.stop();
  await proxy.stop();
});

function failTheTest(error: Error): never {
  throw error;
}

function relayTo(log: Pick<EventLog, 'openAppender'>, source: OutboxSource = outbox.events): Relay {
  const hints = localHints();
  const logger = silentLogger;
  const owner = `relay-${relays.length}`;
  const { name, shards } = source;
  const shared = new ShardLeases(own.mongo.db, { name, shards, owner, hints, logger, onReplaced: failTheTest });
  leases.push(shared);
  const metrics = new Metrics({ service: 'test', defaults: false });
  const relay = new Relay({ source, appender: log.openAppender(), leases: shared, hints, logger, metrics });
  relays.push(relay);
  return relay;
}

/** Events of the 50 SKUs of a tenant. */
function eventsOf(tenant: string, count: number): OutgoingMessage[] {
  return upTo(count).map((version) => ({ ...numberedMessage(`${tenant}|sku-${version % 50}`, version), tenant }));
}

/** The log, with the keys of what was appended. */
function noting(appended: string[]): Pick<EventLog, 'openAppender'> {
  const appender = own.log.openAppender();
  const append: LogAppender['append'] = async (records) => {
    const outcomes = await appender.append(records);
    appended.push(...records.map(({ key }) => key));
    return outcomes;
  };
  return { openAppender: () => ({ append, stop: () => appender.stop() }) };
}

async function relayProcess(): Promise<ChildProcess> {
  const { kafkaBrokers, mongodbUrl } = inject('engines');
  const file = fileURLToPath(new URL('relay-process.fixture.ts', import.meta.url));
  const child = spawn(process.execPath, [file, kafkaBrokers, mongodbUrl, own.database, own.topicPrefix], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  await once(child.stdout, 'data');
  return child;
}

async function shardOwners(): Promise<number[]> {
  const stored = await own.mongo.db.collection('relay_lanes').find().toArray();
  return Array.from(Map.groupBy(stored, ({ owner }) => owner).values(), ({ length }) => length);
}

async function states(): Promise<Record<string, number>> {
  const counts = await own.mongo.db
    .collection('outbox')
    .aggregate<{ _id: string; rows: number }>([{ $group: { _id: '$state', rows: { $sum: 1 } } }])
    .toArray();
  return Object.fromEntries(counts.map(({ _id, rows }) => [_id, rows]));
}

function distinct(records: readonly { headers: Readonly<Record<string, string>> }[]): number {
  return new Set(records.map(({ headers }) => headers['ce_id'])).size;
}
