import { ensureIndexes } from '@fulfilment/mongo';
import { Metrics, silentLogger } from '@fulfilment/observability';
import { eventually } from '@fulfilment/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { type ConsumerOptions, startConsumer } from './consumer.ts';
import { deadLetterIndexes, type DeadLetters, makeDeadLetters } from './dead-letters.ts';
import { decodeTyped } from './dispatch.ts';
import { type OwnEngines, ownEngines, TOPIC } from '../engines.fixture.ts';
import type { Consumption, IncomingRecord, OutgoingRecord } from '../port.ts';

const PATIENCE = { withinMs: 30_000 };
const placed = z.object({ type: z.literal('placed'), number: z.number() });
type Placed = z.output<typeof placed>;

let own: OwnEngines;
let deadLetters: DeadLetters;
const consumers: Consumption[] = [];

beforeEach(async () => {
  own = await ownEngines();
  deadLetters = makeDeadLetters(own.mongo.db, own.log);
  await ensureIndexes(own.mongo.db, deadLetterIndexes);
});

afterEach(async () => {
  await Promise.all(consumers.splice(0).map((consumer) => consumer.stop()));
  await own.stop();
});

test('poison between good records is dead-lettered, in the store and on the dead-letter topic, and the rest goes on', async () => {
  const handled: number[] = [];
  await consume({ handle: async (batch) => void handled.push(...batch.map(({ message }) => message.number)) });

  await own.log.append([
    order(1),
    poison('{'),
    order(2),
    poison('{"type":"placed","number":"three"}'),
    poison('{"type":"unheard.of"}'),
    order(4),
  ]);

  await eventually(() => expect(handled).toEqual([1, 2, 4]), PATIENCE);
  const dead = await deadTopic(2);
  expect(dead.map(({ value }) => value)).toEqual(['{', '{"type":"placed","number":"three"}']);
  expect(dead[0]).toMatchObject({
    key: 'ord_1',
    headers: { number: '0', dlq_topic: TOPIC, dlq_group: 'orders', dlq_offset: '1' },
  });
  const letters = await deadLetters.list();
  expect(letters).toMatchObject([
    { key: 'ord_1', value: '{', state: 'open', error: expect.stringContaining('Not JSON') },
    { key: 'ord_1', offset: '3', error: expect.stringContaining('number') },
  ]);
  await eventually(async () => expect((await own.log.lag('orders', [TOPIC])).every(({ lag }) => lag === 0)).toBe(true), PATIENCE);
});

test('a record that is delivered twice has one effect and one dead letter', async () => {
  const effects = own.mongo.db.collection<{ _id: number }>('effects');
  const handle: Handle = async (batch) => {
    await effects.bulkWrite(
      batch.map(({ message: { number: _id } }) => ({ replaceOne: { filter: { _id }, replacement: {}, upsert: true } })),
    );
  };
  await consume({ handle });
  await own.log.append([order(1), poison('{'), order(2)]);
  await eventually(async () => expect(await effects.countDocuments()).toBe(2), PATIENCE);
  await eventually(async () => expect(await deadLetters.list()).toHaveLength(1), PATIENCE);

  await own.log.append([order(1), order(2), order(3)]);

  await eventually(async () => expect(await effects.countDocuments()).toBe(3), PATIENCE);
  expect(new Set((await effects.find().toArray()).map(({ _id }) => _id))).toEqual(new Set([1, 2, 3]));
  const [letter] = await deadLetters.list();
  await deadLetters.add([{ group: 'orders', follows: false, error: 'again', record: recordOf(letter) }]);
  expect(await deadLetters.list()).toHaveLength(1);
});

test('a record on which the handler always fails is dead-lettered after five attempts, those around it are handled', async () => {
  const handled: number[] = [];
  let breaks = 0;
  const handle: Handle = async (batch) => {
    if (batch.some(({ message }) => message.number === 2)) {
      breaks += 1;
      throw new TypeError('Cannot read properties of undefined');
    }
    handled.push(...batch.map(({ message }) => message.number));
  };
  await own.log.append([order(1), order(2), order(3)]);
  await consume({ handle });

  await eventually(() => expect(handled).toEqual([1, 3]), PATIENCE);
  await eventually(
    async () => expect(await deadLetters.list()).toMatchObject([{ offset: '1', error: expect.stringContaining('TypeError') }]),
    PATIENCE,
  );
  expect(breaks).toBe(7);
});

test('while the store is unavailable the same batch waits, and nothing is dead-lettered', async () => {
  const handled: number[] = [];
  let tries = 0;
  const handle: Handle = async (batch) => {
    tries += 1;
    if (tries < 8) throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' });
    handled.push(...batch.map(({ message }) => message.number));
  };
  await own.log.append([order(1), order(2)]);
  await consume({ handle });

  await eventually(() => expect(handled).toEqual([1, 2]), PATIENCE);
  expect(await deadLetters.list()).toEqual([]);
});

test('where order matters, records that follow a dead letter wait with it, and a retry puts all back in order', async () => {
  const handled: number[] = [];
  let fixed = false;
  const handle: Handle = async (batch) => {
    if (!fixed && batch.some(({ message }) => message.number === 2)) throw new TypeError('A bug');
    handled.push(...batch.map(({ message }) => message.number));
  };
  await consume({ handle, deadLetterFollowers: true });
  await own.log.append([order(1), order(2), order(3), order(9, 'ord_other')]);
  await eventually(async () => expect(await deadLetters.list()).toHaveLength(2), PATIENCE);
  await own.log.append([order(4)]);
  await eventually(async () => expect(await deadLetters.list()).toHaveLength(3), PATIENCE);
  expect(new Set(handled)).toEqual(new Set([1, 9]));

  fixed = true;
  const first = (await deadLetters.list()).find(({ follows }) => !follows);
  expect(await deadLetters.retry(first?.id ?? '')).toBe(3);

  await eventually(() => expect(handled.filter((number) => number !== 9)).toEqual([1, 2, 3, 4]), PATIENCE);
  expect(await deadLetters.list({ state: 'open' })).toEqual([]);
  await own.log.append([order(5)]);
  await eventually(() => expect(handled.at(-1)).toBe(5), PATIENCE);
});

test('a retry puts back more followers than it reads at once, all in the order of their offsets', async () => {
  const numbers = Array.from({ length: 250 }, (_, number) => number);
  const entries = numbers.map((number) => {
    const record = { ...order(number), partition: 0, offset: String(number + 95) };
    return { group: 'orders', record, error: 'A bug', follows: number > 0 };
  });
  const earlier = { ...order(-1), partition: 0, offset: '9' };
  await deadLetters.add([{ group: 'orders', record: earlier, error: 'A bug', follows: true }, ...entries]);

  expect(await deadLetters.retry(`orders/${TOPIC}/0/95`)).toBe(250);

  const handled: number[] = [];
  await consume({
    handle: async (batch) => void handled.push(...batch.map(({ message }) => message.number)),
    deadLetterFollowers: false,
  });
  await eventually(() => expect(handled).toEqual(numbers), PATIENCE);
  expect(await deadLetters.list({ state: 'open' })).toMatchObject([{ offset: '9' }]);
});

test('a key with more than a thousand records behind a dead letter is no longer held back', async () => {
  const entries = Array.from({ length: 1_001 }, (_, number) => ({
    group: 'orders',
    record: { ...order(number), partition: 0, offset: String(number) },
    error: 'A bug',
    follows: number > 0,
  }));
  await deadLetters.add(entries.slice(0, 1_000));
  const open = () => deadLetters.openKeys('orders', TOPIC, ['ord_1', 'ord_2']);
  expect(await open()).toEqual(new Set(['ord_1']));

  await deadLetters.add(entries.slice(1_000));

  expect(await open()).toEqual(new Set());
});

test('an unknown letter cannot be retried', async () => {
  await expect(deadLetters.retry('orders/nothing/0/0')).rejects.toMatchObject({ kind: 'not-found', code: 'not_found' });
  expect(await deadLetters.get('orders/nothing/0/0')).toBeUndefined();
});

type Handle = ConsumerOptions<Placed>['handle'];

async function consume(options: Pick<ConsumerOptions<Placed>, 'handle' | 'deadLetterFollowers'>): Promise<void> {
  const metrics = new Metrics({ service: 'test', defaults: false });
  const decode = decodeTyped(placed, ['placed']);
  const consumer = await startConsumer({
    log: own.log,
    group: 'orders',
    topics: [TOPIC],
    decode,
    deadLetters,
    logger: silentLogger,
    metrics,
    ...options,
  });
  consumers.push(consumer);
  await consumer.ready();
}

function order(number: number, key = 'ord_1'): OutgoingRecord {
  return { topic: TOPIC, key, value: JSON.stringify({ type: 'placed', number }), headers: { ce_id: `evt_${number}` } };
}

function poison(value: string): OutgoingRecord {
  return { topic: TOPIC, key: 'ord_1', value, headers: { number: '0' } };
}

function recordOf(letter: IncomingRecord | undefined): IncomingRecord {
  if (!letter) throw new Error('No letter');
  return letter;
}

async function deadTopic(count: number): Promise<IncomingRecord[]> {
  const records: IncomingRecord[] = [];
  const reading = await own.log.consume({
    group: 'dead',
    topics: [`${TOPIC}.dlq`],
    handle: async (batch) => void records.push(...batch.records),
  });
  consumers.push(reading);
  await eventually(() => expect(records).toHaveLength(count), PATIENCE);
  return records;
}
