import { describe, expect, test } from 'vitest';
import { AppendQueue } from './append-queue.ts';
import type { AppendOutcome, OutgoingRecord } from '../port.ts';

const record = (name: string, bytes = 10, topic = 'orders.events'): OutgoingRecord => ({
  topic,
  key: name,
  value: 'x'.repeat(bytes),
  headers: {},
});
const records = (names: string): OutgoingRecord[] => Array.from(names, (name) => record(name));

/** A log that keeps what it is sent, group by group, and fails the records it is told to. */
function makeQueue({
  fails = () => false,
  maxRecords = 100,
  maxTopicBytes = 10_000,
}: { fails?: (name: string) => boolean; maxRecords?: number; maxTopicBytes?: number } = {}) {
  const groups: string[] = [];
  let underWay = 0;
  const queue = new AppendQueue({
    maxRecords,
    maxTopicBytes,
    send: async (group) => {
      underWay += 1;
      expect(underWay).toBe(1);
      await new Promise(setImmediate);
      underWay -= 1;
      groups.push(group.map(({ key }) => key).join(''));
      return group.map(({ key }) => (fails(key) ? { status: 'failed', error: new Error('no leader') } : { status: 'appended' }));
    },
    end: () => Promise.resolve(),
  });
  return { queue, groups };
}

/** As text, a letter for each: a(ppended) or f(ailed). */
const outcomesOf = (outcomes: readonly AppendOutcome[]): string => outcomes.map(({ status }) => status[0]).join('');

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
  test('a record that fails leaves the other keys of its call as they are, and fails what follows in its own', async () => {
    const { queue, groups } = makeQueue({ maxRecords: 2, fails: (name) => name === 'b' });

    expect(outcomesOf(await queue.append(records('abcbdb')))).toBe('afafaf');

    expect(groups).toEqual(['ab', 'cd']);
  });

  test('a group of which nothing is known fails whole, and what waits behind it goes on', async () => {
    let first = true;
    const { queue } = makeQueue({
      fails: () => {
        const failing = first;
        first = false;
        if (failing) throw new Error('connection lost');
        return false;
      },
    });

    const [lost, kept] = await Promise.all([queue.append(records('a')), queue.append(records('b'))]);

    expect([outcomesOf(lost), outcomesOf(kept)]).toEqual(['f', 'a']);
  });
});

test('closing waits for what is on its way and refuses more', async () => {
  const { queue, groups } = makeQueue();
  const appending = Promise.all([queue.append(records('a')), queue.append(records('b'))]);

  await queue.stop();

  expect(groups).toEqual(['a', 'b']);
  await appending;
  expect(outcomesOf(await queue.append(records('c')))).toBe('f');
});
