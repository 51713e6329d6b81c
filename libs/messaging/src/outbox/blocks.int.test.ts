import type { OutgoingMessage } from '@fulfilment/kernel';
import { transact } from '@fulfilment/mongo';
import { Metrics, silentLogger } from '@fulfilment/observability';
import { eventually } from '@fulfilment/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { firstNumbersByKey, numberedMessage, type OwnEngines, ownEngines, readAll, TOPIC, upTo } from '../engines.fixture.ts';
import type { AppendOutcome, LogAppender, OutgoingRecord } from '../port.ts';
import { type BlockDocument, blockIndexes, BLOCKS, BLOCKS_OF_RECORDS, keptInBlocks, withBlocks } from './blocks.ts';
import { localHints } from './local-hints.fixture.ts';
import { makeOutbox, type Outbox, type OutboxDocument, outboxIndexes, type OutboxRow, type OutboxSource } from './outbox.ts';
import { makeOutboxOperator } from './outbox-operator.ts';
import { Relay, transactWithOutbox } from './relay.ts';

const PATIENCE = { withinMs: 40_000 };
const FROM_MEMORY = { sagas: true, events: true };
const ALL = { shards: upTo(8).map((shard) => shard - 1), after: undefined };

type Blocked = Pick<Outbox, 'sagas' | 'events' | 'add'>;

let own: OwnEngines;
let outbox: Blocked;
const toStop: { readonly stop: () => Promise<void> }[] = [];

beforeEach(async () => {
  own = await ownEngines([...outboxIndexes, ...blockIndexes, BLOCKS_OF_RECORDS]);
  outbox = process();
});

afterEach(async () => {
  for (const each of toStop.splice(0).toReversed()) await each.stop();
  await own.stop();
});

/** The outbox of a process of its own: what it has in memory is gone with it. */
function process(options = { writes: true }): Blocked {
  return withBlocks(makeOutbox(own.mongo.db, { source: 'orders' }), own.mongo.db, options);
}

const commit = (messages: readonly OutgoingMessage[], by = outbox, fromMemory = FROM_MEMORY) =>
  transact(own.mongo.client, (session) => by.add(session, messages, fromMemory));
const twoKeys = (version: number) => ['key-1', 'key-2'].map((key) => numberedMessage(key, version));
const idsOf = (read: readonly OutboxRow[]): string[] => read.map(({ id }) => id);
const unpublished = async (source: OutboxSource = outbox.events) => idsOf((await source.read(ALL)).rows);
const blocks = () => own.mongo.db.collection<BlockDocument>(BLOCKS).find().toArray();

/** An outcome of stock, of the tenant of all messages. */
const command = (id: string): OutgoingMessage => ({ ...numberedMessage('acc_1:sandbox', 1), topic: 'stock.outcomes', id });

const sized = (key: string, version: number, bytes: number) => numberedMessage(key, version, 'é'.repeat(bytes / 2));

const distinct = (all: readonly { readonly headers: Readonly<Record<string, string>> }[]) =>
  new Set(all.map(({ headers }) => headers['ce_id']));

const refuseKey2 = ({ key }: OutgoingRecord): AppendOutcome =>
  key === 'key-2' ? { status: 'refused', reason: 'too large' } : { status: 'appended' };

/** The states of all rows, by their ids. */
async function rows(): Promise<Readonly<Record<string, string>>> {
  const found = await own.mongo.db.collection<OutboxDocument>('outbox').find().sort({ _id: 1 }).toArray();
  return Object.fromEntries(found.map(({ _id, state }) => [_id, state]));
}

/** A relay and the leases of its process. */
interface Leased {
  readonly relay: Relay;
  /** The process goes on with these shards, among others. */
  readonly share: (shards: readonly number[]) => void;
}

/** @param append tells the outcomes of records, in place of the log where it is given. */
function relayOf(
  { events: source }: Blocked,
  append?: (records: readonly OutgoingRecord[]) => readonly AppendOutcome[],
  shared?: readonly number[],
): Leased {
  let [held, sole] = [shared ?? ALL.shards, shared === undefined ? 1 : undefined];
  const told: (() => void)[] = [];
  const leases = { held: () => held, soleSince: () => sole, onChange: (tell: () => void) => void told.push(tell) };
  const log = own.log.openAppender();
  const appender: LogAppender = append ? { append: (records) => Promise.resolve(append(records)), stop: () => log.stop() } : log;
  const metrics = new Metrics({ service: 'test', defaults: false });
  const relay = new Relay({ source, appender, leases, hints: localHints(), logger: silentLogger, metrics });
  toStop.push(relay);
  const share = (shards: readonly number[]): void => {
    [held, sole] = [shards, undefined];
    for (const tell of told) tell();
  };
  return { relay, share };
}

async function publishesFromMemory(relay: Relay): Promise<void> {
  await eventually(() => expect(relay.publishesFromMemory()).toBe(true), PATIENCE);
}

/** The parts of a relay that writers know. */
type Told = Pick<Relay, 'handOver' | 'doubt' | 'publishesFromMemory'>;

/** Changes some aggregates in one transaction, with a message of each. */
function changesBy(by: Blocked, relay: Told): (keys: readonly string[]) => Promise<void> {
  const change = transactWithOutbox(own.mongo.client, by, { sagas: relay, events: relay });
  const aggregates = own.mongo.db.collection<{ _id: string; version: number }>('aggregates');
  return (keys) =>
    change(async (session, add) => {
      const messages: OutgoingMessage[] = [];
      for (const key of keys) {
        const options = { session, upsert: true, returnDocument: 'after' } as const;
        const after = await aggregates.findOneAndUpdate({ _id: key }, { $inc: { version: 1 } }, options);
        messages.push(numberedMessage(key, after?.version ?? 0));
      }
      await add(messages);
    });
}

test('what a transaction says is one document, published in order and marked as one', async () => {
  const { relay } = relayOf(outbox);
  const change = changesBy(outbox, relay);
  await publishesFromMemory(relay);

  for (let round = 0; round < 5; round += 1) await change(['key-1', 'key-2', 'key-3']);

  await eventually(async () => expect((await blocks()).map(({ state }) => state)).toEqual(Array(5).fill('published')), PATIENCE);
  expect(await rows()).toEqual({});
  const records = await readAll(own.log, (all) => all.length >= 15);
  expect(records).toHaveLength(15);
  for (const key of ['key-1', 'key-2', 'key-3']) expect(firstNumbersByKey(records).get(key)).toEqual(upTo(5));
});

test('a process that does not write blocks, and one whose relay reads the store, write rows', async () => {
  await commit(twoKeys(1), process({ writes: false }));
  await commit(twoKeys(2), outbox, { sagas: true, events: false });
  await commit([numberedMessage('key-1', 3)]);

  expect(await blocks()).toEqual([]);
  expect(Object.keys(await rows())).toHaveLength(5);
});

test('a block of a process that was killed is read as rows, before rows of its keys that came later', async () => {
  await commit(twoKeys(1));
  await commit(twoKeys(2));
  const next = process({ writes: false });
  await commit(twoKeys(3), next);

  expect(await unpublished(next.events)).toEqual(['key-1:1', 'key-1:2', 'key-1:3', 'key-2:1', 'key-2:2', 'key-2:3']);
  expect(await blocks()).toEqual([]);
});

test('blocks of commands and of events are read by their own relays alone', async () => {
  await commit([...twoKeys(1), command('one')]);
  expect(await rows()).toEqual({});

  expect(await unpublished(outbox.sagas)).toEqual(['one']);
  expect((await blocks()).map(({ relay }) => relay)).toEqual(['events']);
});

test('a block of which a part is marked goes on where it stopped', async () => {
  await commit([...twoKeys(1), numberedMessage('key-3', 1)]);

  await outbox.events.markPublished(['key-1:1']);

  expect(await rows()).toEqual({ 'key-1:1': 'published', 'key-2:1': 'new', 'key-3:1': 'new' });
  expect(await blocks()).toEqual([]);
  expect(await unpublished()).toEqual(['key-2:1', 'key-3:1']);
  await outbox.events.markPublished(['key-2:1', 'key-3:1']);
  expect(await unpublished()).toEqual([]);
});

test('a mark holds where another process has made rows of the block', async () => {
  await commit(twoKeys(1));
  await unpublished(process().events);

  await outbox.events.markPublished(['key-1:1', 'key-2:1']);

  expect(await rows()).toEqual({ 'key-1:1': 'published', 'key-2:1': 'published' });
});

test('a message that a transaction failed to write is no row, and written again it is marked', async () => {
  await expect(
    transact(own.mongo.client, async (session) => {
      await outbox.add(session, [...twoKeys(1), numberedMessage('key-3', 1)], FROM_MEMORY);
      throw new Error('refused');
    }),
  ).rejects.toThrow('refused');
  expect(await unpublished()).toEqual([]);

  await commit(twoKeys(1));
  await outbox.events.markPublished(['key-1:1', 'key-2:1']);

  expect((await blocks()).map(({ state }) => state)).toEqual(['published']);
});

test('a message of a block that the log refuses is a dead letter, and the others are published', async () => {
  const { relay } = relayOf(outbox, (records) => records.map(refuseKey2));
  const change = changesBy(outbox, relay);
  await publishesFromMemory(relay);

  await change(['key-1', 'key-2', 'key-3']);

  const expected = { 'key-1:1': 'published', 'key-2:1': 'parked', 'key-3:1': 'published' };
  await eventually(async () => expect(await rows()).toEqual(expected), PATIENCE);
  const operator = makeOutboxOperator(own.mongo.db);
  expect(await operator.deadRows()).toMatchObject([{ id: 'key-2:1', topic: TOPIC, key: 'key-2', error: 'too large' }]);
  expect(await operator.retry('key-2:1')).toBe(true);
  expect(await unpublished(process().events)).toEqual(['key-2:1']);
});

test('of a block whose messages fail in part only these are published again', async () => {
  const appended: string[] = [];
  let isAway = true;
  const { relay } = relayOf(outbox, (records) =>
    records.map(({ key, headers }): AppendOutcome => {
      if (isAway && key === 'key-2') return { status: 'failed', error: new Error('no leader') };
      appended.push(headers['ce_id'] ?? '');
      return { status: 'appended' };
    }),
  );
  const change = changesBy(outbox, relay);
  await publishesFromMemory(relay);
  await change(['key-1', 'key-2']);
  await eventually(async () => expect(await rows()).toEqual({ 'key-1:1': 'published', 'key-2:1': 'new' }), PATIENCE);
  expect(await relay.oldestUnpublishedMs()).toBeGreaterThan(0);
  await change(['key-1', 'key-2']);
  isAway = false;

  await eventually(async () => expect(await unpublished(process().events)).toEqual([]), PATIENCE);
  expect(appended.toSorted()).toEqual(['key-1:1', 'key-1:2', 'key-2:1', 'key-2:2']);
  expect(appended.filter((id) => id.startsWith('key-2'))).toEqual(['key-2:1', 'key-2:2']);
});

test('a block ends before it is too large for a document, and a message that is larger stands alone', async () => {
  const messages = [
    sized('key-1', 1, 900_000),
    sized('key-1', 2, 900_000),
    sized('key-1', 3, 900_000),
    sized('key-1', 4, 900_000),
    sized('key-2', 1, 2_100_000),
  ];
  await commit(messages);

  expect((await blocks()).map(({ rows: { length } }) => length)).toEqual([2, 2]);
  expect(await rows()).toEqual({ 'key-2:1': 'new' });
  expect(await unpublished()).toEqual(messages.map(({ id }) => id));
});

test('the age of the oldest message counts those in blocks', async () => {
  expect(await outbox.events.oldestAt()).toBeUndefined();
  await commit(twoKeys(1));
  const [block] = await blocks();
  await commit([numberedMessage('key-3', 1)]);

  expect(await outbox.events.oldestAt()).toEqual(block?.created_at);
  expect(await outbox.sagas.oldestAt()).toBeUndefined();
});

test('what was published in blocks is published again, of one topic where it is asked for', async () => {
  await commit([...twoKeys(1), command('one'), command('two')]);
  await outbox.events.markPublished(['key-1:1', 'key-2:1']);
  await outbox.sagas.markPublished(['one', 'two']);
  const operator = makeOutboxOperator(own.mongo.db);
  const [block] = await blocks();
  const at = block?.published_at ?? new Date(Number.NaN);
  expect(await operator.republish(new Date(at.getTime() + 60_000))).toBe(0);

  expect(await operator.republish(new Date(at.getTime() - 60_000), TOPIC)).toBe(2);

  expect(await unpublished()).toEqual(['key-1:1', 'key-2:1']);
  expect(await unpublished(outbox.sagas)).toEqual([]);
  expect(await operator.republish(new Date(at.getTime() - 60_000))).toBe(2);
  expect(await unpublished(outbox.sagas)).toEqual(['one', 'two']);
});

function keeping({ writes } = { writes: true }) {
  const rowsOnly = makeOutbox(own.mongo.db, { source: 'orders' });
  const kept = keptInBlocks(rowsOnly, own.mongo.db, { writes });
  return { ...kept, keep: (messages: readonly OutgoingMessage[]) => kept.keep(rowsOnly.documentsOf(messages)) };
}

test('published events that a record carried are kept as a block of each tenant, and published again from there', async () => {
  const [alone] = [{ ...numberedMessage('key-3', 1), tenant: 'acc_2:sandbox' }];
  await keeping().keep([...twoKeys(1), ...twoKeys(2), alone]);

  expect((await blocks()).map(({ state, rows: { length } }) => [state, length])).toEqual([['published', 4]]);
  expect(await rows()).toEqual({ 'key-3:1': 'published' });
  expect(await unpublished()).toEqual([]);
  expect(await makeOutboxOperator(own.mongo.db).republish(new Date(0))).toBe(5);
  expect(await unpublished()).toEqual(['key-1:1', 'key-1:2', 'key-2:1', 'key-2:2', 'key-3:1']);
});

test('events that are kept again, with others, are all kept', async () => {
  await keeping().keep(twoKeys(1));
  await keeping().keep([...twoKeys(1), ...twoKeys(2)]);

  expect(await makeOutboxOperator(own.mongo.db).republish(new Date(0))).toBe(4);
  expect(await unpublished()).toEqual(['key-1:1', 'key-1:2', 'key-2:1', 'key-2:2']);
});

test.each([{ writes: true }, { writes: false }])(
  'the bodies of one key change in blocks and rows, whatever is written now: %o',
  async (now) => {
    await keeping().keep([...twoKeys(1), ...twoKeys(2)]);
    await keeping({ writes: false }).keep(twoKeys(3));
    const before = numberedMessage('key-1', 1);

    await keeping(now).rewrite({ tenant: before.tenant, key: 'key-1' }, () => 'erased');

    await makeOutboxOperator(own.mongo.db).republish(new Date(0));
    const { rows: read } = await outbox.events.read(ALL);
    expect(read.map(({ record: { key } }) => key)).toEqual(['key-1', 'key-1', 'key-1', 'key-2', 'key-2', 'key-2']);
    for (const { record } of read) expect(record.value === 'erased').toBe(record.key === 'key-1');
  },
);

test('while processes come and go, some with blocks, nothing is lost and first occurrences stay in order', async () => {
  const keys = upTo(12).map((number) => `key-${number}`);
  const [first, second] = [process(), process({ writes: false })];
  const { relay: alone, share } = relayOf(first);
  const changeByFirst = changesBy(first, alone);
  await publishesFromMemory(alone);
  for (let round = 0; round < 5; round += 1) await changeByFirst(keys);
  // The first goes on with what it decided alone, while the second reads, and writes rows.
  share([0, 1, 2, 3]);
  const { relay: other } = relayOf(second, undefined, [4, 5, 6, 7]);
  const changeBySecond = changesBy(second, other);
  const { handOver, doubt } = alone;
  const changeStill = changesBy(first, { handOver, doubt, publishesFromMemory: () => true });
  for (let round = 0; round < 10; round += 1) {
    await changeStill(keys);
    await changeBySecond(keys);
  }

  await eventually(async () => {
    expect((await blocks()).filter(({ state }) => state === 'new')).toEqual([]);
    expect(Object.values(await rows()).filter((state) => state === 'new')).toEqual([]);
  }, PATIENCE);
  const records = await readAll(own.log, (all) => distinct(all).size === 12 * 25);
  for (const key of keys) expect(firstNumbersByKey(records).get(key)).toEqual(upTo(25));
});
