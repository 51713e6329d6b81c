import { describe, expect, test } from 'vitest';
import { AppendQueue } from './append-queue.ts';
import type { OutgoingRecord } from '../port.ts';

const record = (name: string, bytes = 10, topic = 'orders.events'): OutgoingRecord => ({
  topic,
  key: name,
  value: 'x'.repeat(bytes),
  headers: {},
});
const records = (names: string): OutgoingRecord[] => Array.from(names, (name) => record(name));
const isRefusal = (error: unknown): boolean => error instanceof Error && error.message === 'too large';

/** A log that keeps what it is sent, group by group, and fails as it is told. */
function makeQueue({
  fail,
  maxRecords = 100,
  maxTopicBytes = 10_000,
}: { fail?: (names: string) => string | undefined; maxRecords?: number; maxTopicBytes?: number } = {}) {
  const groups: string[] = [];
  let underWay = 0;
  const queue = new AppendQueue({
    isRefusal,
    maxRecords,
    maxTopicBytes,
    send: async (group) => {
      underWay += 1;
      expect(underWay).toBe(1);
      await new Promise(setImmediate);
      underWay -= 1;
      const names = group.map(({ key }) => key).join('');
      const failure = fail?.(names);
      if (failure) throw new Error(failure);
      groups.push(names);
    },
  });
  return { queue, groups };
}

describe('groups', () => {
  test('what is called for while a group is on its way goes together in the next, in order', async () => {
    const { queue, groups } = makeQueue();

    await Promise.all([queue.append(records('a')), queue.append(records('bc')), queue.append(records('d'))]);

    expect(groups).toEqual(['a', 'bcd']);
  });

  test('no group has more records than it may, though one call has', async () => {
    const { queue, groups } = makeQueue({ maxRecords: 3 });

    await queue.append(records('abcdefgh'));

    expect(groups).toEqual(['abc', 'def', 'gh']);
  });

  test('no group has more bytes for one topic than it may; a record that is larger goes alone', async () => {
    const { queue, groups } = makeQueue({ maxTopicBytes: 1_000 });

    await queue.append([
      record('a', 400),
      record('b', 400),
      record('c', 5_000),
      record('d', 400),
      record('e', 900, 'other'),
      record('f', 400),
    ]);

    expect(groups).toEqual(['ab', 'c', 'def']);
  });

  test('nothing to append is done at once', async () => {
    const { queue, groups } = makeQueue();
    await queue.append([]);
    expect(groups).toEqual([]);
  });
});

describe('failures', () => {
  test('a group that fails fails its calls, and what waits behind it goes on', async () => {
    let first = true;
    const { queue, groups } = makeQueue({
      fail: () => {
        const failure = first ? 'connection lost' : undefined;
        first = false;
        return failure;
      },
    });

    const [lost, kept] = await Promise.allSettled([queue.append(records('a')), queue.append(records('b'))]);

    expect(lost).toMatchObject({ status: 'rejected', reason: { kind: 'unavailable' } });
    expect(kept.status).toBe('fulfilled');
    expect(groups).toEqual(['b']);
  });

  test('the rest of a call that failed is not sent, so that its repetition keeps the order', async () => {
    let sends = 0;
    const { queue, groups } = makeQueue({ maxRecords: 2, fail: () => ((sends += 1) === 2 ? 'connection lost' : undefined) });

    await expect(queue.append(records('abcdef'))).rejects.toMatchObject({ kind: 'unavailable' });
    await queue.append(records('abcdef'));

    expect(groups).toEqual(['ab', 'ab', 'cd', 'ef']);
  });

  test('a refused record is found by halving; those before it are kept, those after it in its call are not sent', async () => {
    const { queue, groups } = makeQueue({ fail: (names) => (names.includes('X') ? 'too large' : undefined) });
    const warmUp = queue.append(records('-'));

    const refused = queue.append(records('abXcd'));
    const other = queue.append(records('ef'));

    await expect(refused).rejects.toMatchObject({
      kind: 'invalid',
      code: 'record_refused',
      details: { index: 2, reason: 'too large' },
    });
    await Promise.all([warmUp, other]);
    expect(groups.join('')).toBe('-abef');
  });

  test('every refused call hears of its own record', async () => {
    const { queue } = makeQueue({ fail: (names) => (names.includes('X') ? 'too large' : undefined) });
    const warmUp = queue.append(records('-'));

    const [one, two] = await Promise.allSettled([queue.append(records('aX')), queue.append(records('Xb')), warmUp]);

    expect(one).toMatchObject({ reason: { details: { index: 1 } } });
    expect(two).toMatchObject({ reason: { details: { index: 0 } } });
  });
});

test('closing waits for what is on its way and refuses more', async () => {
  const { queue, groups } = makeQueue();
  const appending = Promise.all([queue.append(records('a')), queue.append(records('b'))]);

  await queue.close();

  expect(groups).toEqual(['a', 'b']);
  await appending;
  await expect(queue.append(records('c'))).rejects.toMatchObject({ kind: 'unavailable' });
});
