import { AppError, WriteConflict } from '@fulfilment/kernel';
import { MongoInvalidArgumentError, MongoNetworkError, MongoServerError } from 'mongodb';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { DeadLetterEntry } from './dead-letters.ts';
import { decodeTyped, type DispatchOptions, makeDispatch, MessagesFailed, shouldRedeliver } from './dispatch.ts';
import type { IncomingBatch, IncomingRecord } from '../port.ts';

const record = (offset: number, value: string, key = 'ord_1'): IncomingRecord => ({
  topic: 'orders.events',
  partition: 3,
  offset: String(offset),
  key,
  value,
  headers: {},
});

function batchOf(...records: IncomingRecord[]): IncomingBatch {
  return {
    topic: 'orders.events',
    partition: 3,
    records,
    signal: new AbortController().signal,
  };
}

/** A consumer of texts: `?` is poison, `#` of an unknown type, anything else a message. */
function consumerOf(parts: Partial<DispatchOptions<string>> & { openKeys?: readonly string[] }) {
  const handled: string[] = [];
  const letters: DeadLetterEntry[] = [];
  const dispatch = makeDispatch<string>({
    group: 'orders',
    decode: ({ value }) => {
      if (value.startsWith('?')) return { type: 'poison', reason: 'unreadable' };
      return value.startsWith('#') ? { type: 'ignored' } : { type: 'message', message: value };
    },
    handle: async (batch) => void handled.push(...batch.map(({ message }) => message)),
    deadLetters: {
      add: async (entries) => void letters.push(...entries),
      openKeys: async () => new Set(parts.openKeys),
      allOpenKeys: async () => new Set(parts.openKeys),
    },
    ...parts,
  });
  return { dispatch, handled, letters };
}

test('messages go to the handler in their order, poison and unknown types do not', async () => {
  const { dispatch, handled, letters } = consumerOf({});

  const outcome = await dispatch(batchOf(record(0, 'a'), record(1, '?'), record(2, '#'), record(3, 'b')));

  expect(handled).toEqual(['a', 'b']);
  expect(outcome).toMatchObject({ done: 2, ignored: 1 });
  expect(letters).toMatchObject([{ group: 'orders', error: 'unreadable', follows: false, record: { offset: '1' } }]);
});

test('a decoder that breaks on a record makes it poison', async () => {
  const { dispatch, letters } = consumerOf({
    decode: () => {
      throw new RangeError('too deep');
    },
  });

  await dispatch(batchOf(record(0, 'a')));

  expect(letters).toMatchObject([{ error: 'Decoding failed: RangeError: too deep' }]);
});

test('a retryable error is thrown, and nothing is dead-lettered before the batch succeeds', async () => {
  const { dispatch, letters } = consumerOf({
    handle: () => Promise.reject(new AppError({ kind: 'stale', code: 'moved', message: 'm' })),
  });

  await expect(dispatch(batchOf(record(0, '?'), record(1, 'a')))).rejects.toMatchObject({ kind: 'stale' });

  expect(letters).toEqual([]);
});

test('a batch that fails for one message is bisected, and that one is dead-lettered', async () => {
  const tries: string[] = [];
  const { dispatch, letters } = consumerOf({
    handle: async (batch) => {
      tries.push(batch.map(({ message }) => message).join(''));
      if (batch.some(({ message }) => message === 'b'))
        throw new AppError({ kind: 'conflict', code: 'not_allowed', message: 'no' });
    },
  });

  const { done } = await dispatch(batchOf(record(0, 'a'), record(1, 'b'), record(2, 'c')));

  expect(tries).toEqual(['abc', 'ab', 'a', 'b', 'c', 'b', 'b', 'b', 'b']);
  expect(done).toBe(2);
  expect(letters).toMatchObject([{ error: 'AppError: no', record: { value: 'b' } }]);
});

test('messages that fail are tried again together, so that a hundred of them wait no longer than one', async () => {
  const tries: number[] = [];
  const { dispatch, letters } = consumerOf({
    handle: async (batch) => {
      tries.push(batch.length);
      const bad = batch.filter(({ message }) => message.startsWith('bad'));
      if (bad.length > 0) throw new MessagesFailed(new Map(bad.map((each) => [each, new TypeError('a bug')])));
    },
  });
  const records = Array.from({ length: 150 }, (_, offset) => record(offset, offset < 100 ? 'bad' : 'good', `ord_${offset}`));

  const { done } = await dispatch(batchOf(...records));

  expect({ done, tries, letters: letters.length }).toEqual({ done: 50, tries: [150, 100, 100, 100, 100], letters: 100 });
});

test('where order matters, messages behind one that fails at first are handled after it', async () => {
  const handled: string[] = [];
  let failures = 0;
  const { dispatch, letters } = consumerOf({
    deadLetterFollowers: true,
    handle: async (batch) => {
      if (batch.some(({ message }) => message === 'b') && (failures += 1) < 4) throw new TypeError('a race');
      handled.push(...batch.map(({ message }) => message));
    },
  });

  await dispatch(batchOf(record(0, 'a'), record(1, 'b'), record(2, 'c'), record(3, 'd', 'ord_2')));

  expect({ handled, letters }).toEqual({ handled: ['a', 'd', 'b', 'c'], letters: [] });
});

test('a message that fails at first and then succeeds is not dead-lettered', async () => {
  let failures = 0;
  const { dispatch, letters } = consumerOf({
    handle: async () => {
      if ((failures += 1) < 4) throw new TypeError('a race');
    },
  });

  expect(await dispatch(batchOf(record(0, 'a')))).toMatchObject({ done: 1 });
  expect(letters).toEqual([]);
});

test('an unreadable record holds none back, where order matters too', async () => {
  const { dispatch, handled, letters } = consumerOf({ deadLetterFollowers: true });

  await dispatch(batchOf(record(0, 'a'), record(1, '?'), record(2, 'b')));

  expect(handled).toEqual(['a', 'b']);
  expect(letters).toMatchObject([{ record: { offset: '1' }, follows: false, unreadable: true }]);
});

test('where order matters, a record whose key has an open letter is dead-lettered', async () => {
  const { dispatch, handled, letters } = consumerOf({ deadLetterFollowers: true, openKeys: ['ord_1'] });

  await dispatch(batchOf(record(7, 'a'), record(8, 'b', 'ord_2')));

  expect(handled).toEqual(['b']);
  expect(letters).toMatchObject([{ follows: true, record: { offset: '7' } }]);
});

test('where order matters, messages that follow one that fails are dead-lettered, and the rest of the batch is handled', async () => {
  const handled: string[] = [];
  const { dispatch, letters } = consumerOf({
    deadLetterFollowers: true,
    handle: async (batch) => {
      if (batch.some(({ message }) => message === 'b')) throw new TypeError('a bug');
      handled.push(...batch.map(({ message }) => message));
    },
  });

  await dispatch(batchOf(record(0, 'a'), record(1, 'b'), record(2, 'c'), record(3, 'd', 'ord_2')));

  expect(handled).toEqual(['a', 'd']);
  expect(letters.map(({ record: { value }, follows }) => [value, follows])).toEqual([
    ['b', false],
    ['c', true],
  ]);
});

test('a batch that the store keeps refusing is bisected after twenty failures, and what fails alone is dead-lettered', async () => {
  const tooLarge = new MongoServerError({ message: 'too large for the cache', code: 388 });
  const handled: string[] = [];
  const { dispatch, letters } = consumerOf({
    handle: async (batch) => {
      if (batch.length > 2 || batch.some(({ message }) => message === 'huge')) throw tooLarge;
      handled.push(...batch.map(({ message }) => message));
    },
  });
  const batch = batchOf(record(0, 'a'), record(1, 'b'), record(2, 'huge', 'ord_2'), record(3, 'c'));

  for (let failure = 0; failure < 20; failure += 1) await expect(dispatch(batch)).rejects.toBe(tooLarge);
  expect({ handled, letters }).toEqual({ handled: [], letters: [] });

  expect(await dispatch(batch)).toMatchObject({ done: 3 });
  expect(handled).toEqual(['a', 'b', 'c']);
  expect(letters).toMatchObject([{ record: { value: 'huge' }, error: expect.stringContaining('too large') }]);
});

test.each([
  ['a version that always moves', new AppError({ kind: 'stale', code: 'moved', message: 'It moved' })],
  [
    'races that it always loses',
    new AppError({ kind: 'unavailable', code: 'busy', message: 'It moved', cause: new WriteConflict('version') }),
  ],
])('a message that fails for %s ends among the dead letters, and those behind it are handled', async (_, error) => {
  let tries = 0;
  const { dispatch, letters } = consumerOf({
    handle: async (batch) => {
      if (!batch.some(({ message }) => message === 'stuck')) return;
      tries += 1;
      throw error;
    },
  });
  const batches = [batchOf(record(0, 'stuck')), batchOf(record(0, 'stuck'), record(1, 'a'))];

  for (const batch of batches) {
    for (let failure = 0; failure < 20; failure += 1) await expect(dispatch(batch)).rejects.toBe(error);
    await dispatch(batch);
  }

  expect(letters).toMatchObject(batches.map(() => ({ record: { value: 'stuck' }, error: expect.stringContaining('It moved') })));
  expect(tries).toBe(20 + 5 + 20 + 1 + 5);
});

test.each([
  ['refuses everything', new MongoServerError({ message: 'too old', code: 290 })],
  ['is away', new MongoNetworkError('connection closed')],
  ['lets others be first', new AppError({ kind: 'stale', code: 'moved', message: 'm' })],
])('nothing is dead-lettered while the store %s', async (_, error) => {
  const { dispatch, letters } = consumerOf({ handle: () => Promise.reject(error) });

  for (let failure = 0; failure < 22; failure += 1)
    await expect(dispatch(batchOf(record(0, 'a'), record(1, 'b')))).rejects.toBe(error);

  expect(letters).toEqual([]);
});

test('bisecting ends when the consumer stops', async () => {
  const stopping = new AbortController();
  const { dispatch, letters } = consumerOf({
    handle: () => {
      stopping.abort();
      return Promise.reject(new TypeError('a bug'));
    },
  });

  await expect(dispatch({ ...batchOf(record(0, 'a')), signal: stopping.signal })).rejects.toThrow('abort');

  expect(letters).toEqual([]);
});

describe('decoding by type', () => {
  const schema = z.discriminatedUnion('type', [
    z.looseObject({ type: z.literal('order.created'), number: z.number() }),
    z.looseObject({ type: z.literal('order.shipped'), carrier: z.string() }),
  ]);
  const decode = decodeTyped(schema, ['order.created', 'order.shipped']);
  const read = (value: string) => decode({ topic: 'orders.events', key: 'k', partition: 0, offset: '0', headers: {}, value });

  test('a record whose headers name a type of others is ignored, whatever its value is', () => {
    const ofOthers = { topic: 'orders.events', key: 'k', partition: 0, offset: '0', value: 'none of ours' };

    expect(decode({ ...ofOthers, headers: { ce_type: 'order.packed' } })).toEqual({ type: 'ignored' });
    expect(decode({ ...ofOthers, headers: { ce_type: 'order.created' } })).toMatchObject({ type: 'poison' });
  });

  test('a value of a known type is a message, with fields that were added later', () => {
    expect(read('{"type":"order.created","number":1,"new":true}')).toEqual({
      type: 'message',
      message: { type: 'order.created', number: 1, new: true },
    });
  });

  test('a type that is not known is passed over', () => {
    expect(read('{"type":"order.returned","whatever":1}')).toEqual({ type: 'ignored' });
  });

  test('a request of a type that is not known is poison: nothing would answer it', () => {
    const strict = decodeTyped(schema, ['order.created', 'order.shipped'], 'poison');
    const common = { topic: 'stock.commands', key: 'k', partition: 0, offset: '0' };
    const poison = { type: 'poison', reason: expect.stringContaining('order.returned') };

    expect(strict({ ...common, headers: {}, value: '{"type":"order.returned","whatever":1}' })).toEqual(poison);
    expect(strict({ ...common, headers: { ce_type: 'order.returned' }, value: '{}' })).toEqual(poison);
    expect(strict({ ...common, headers: {}, value: '{"type":"order.created","number":1}' })).toMatchObject({ type: 'message' });
  });

  test.each([
    ['', 'Not JSON'],
    ['{"type":', 'Not JSON'],
    ['[]', 'not an object with a type'],
    ['null', 'not an object with a type'],
    ['{"kind":"order.created"}', 'not an object with a type'],
    ['{"type":7}', 'not an object with a type'],
    ['{"type":"order.created","number":"1"}', 'number'],
  ])('%s is poison, and the reason says why', (value, reason) => {
    expect(read(value)).toEqual({ type: 'poison', reason: expect.stringContaining(reason) });
  });
});

const app = (kind: 'stale' | 'unavailable' | 'conflict' | 'invalid') => new AppError({ kind, code: 'a_code', message: 'm' });

describe('a failure of a handler', () => {
  test.each([
    ['a version that moved', app('stale')],
    ['a store that is away', app('unavailable')],
    ['a broken connection to MongoDB', new MongoNetworkError('connection closed')],
    ['a primary that steps down', new MongoServerError({ message: 'm', code: 189, errorLabels: ['RetryableWriteError'] })],
    ['an unknown error of the server', new MongoServerError({ message: 'm', code: 424_242 })],
    ['a login that the server refuses', new MongoServerError({ message: 'm', code: 18 })],
    ['a port that refuses', Object.assign(new Error('m'), { code: 'ECONNREFUSED', syscall: 'connect' })],
    ['an abort', new DOMException('m', 'AbortError')],
  ])('%s is retried', (_, error) => {
    expect(shouldRedeliver(error)).toBe(true);
  });

  test.each([
    ['a refusal', app('conflict')],
    ['an invalid message', app('invalid')],
    ['a duplicate key', new MongoServerError({ message: 'm', code: 11_000 })],
    ['a document that is too large', new MongoServerError({ message: 'm', code: 10_334 })],
    ['a call that MongoDB cannot read', new MongoInvalidArgumentError('m')],
    ['a bug', new TypeError('m')],
    ['a value that is no error', 'thrown'],
  ])('%s is not retried', (_, error) => {
    expect(shouldRedeliver(error)).toBe(false);
  });
});
