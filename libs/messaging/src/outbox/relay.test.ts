import { AppError } from '@fulfilment/kernel';
import { Metrics, silentLogger } from '@fulfilment/observability';
import { eventually, TIMED } from '@fulfilment/testing';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { deafHints, localHints } from './local-hints.fixture.ts';
import { Relay } from './relay.ts';
import { WakeUp } from './wake-up.ts';
import { OUTBOX_PAGE, type OutboxRow, type OutboxSource } from './outbox.ts';
import type { AppendOutcome, HintChannel, LogAppender, OutgoingRecord } from '../port.ts';

const TOPIC = 'orders.events';
const relays: Relay[] = [];

afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(relays.splice(0).map((relay) => relay.stop()));
});

interface MemoryRow extends OutboxRow {
  state: 'new' | 'published' | 'parked';
}

/** An outbox in memory, of which all rows are in shard 0. */
function makeRows(): {
  rows: MemoryRow[];
  source: OutboxSource;
  add: (key: string, number: number) => OutboxRow;
  reads: () => number;
} {
  const rows: MemoryRow[] = [];
  let reads = 0;
  const set = (id: string, state: MemoryRow['state']): void => {
    for (const row of rows) if (row.id === id) row.state = state;
  };
  const source: OutboxSource = {
    name: 'orders.outbox',
    shards: 8,
    read: async ({ shards, after = '' }) => {
      reads += 1;
      if (!shards.includes(0)) return { rows: [], more: false };
      const found = rows.filter(({ state, record }) => state === 'new' && record.key > after);
      const inOrder = found.toSorted((a, b) => (a.record.key < b.record.key ? -1 : 1));
      return { rows: inOrder.slice(0, OUTBOX_PAGE.rows), more: inOrder.length > OUTBOX_PAGE.rows };
    },
    markPublished: async (ids) => {
      for (const id of ids) set(id, 'published');
    },
    deadLetter: async (id) => set(id, 'parked'),
    oldestAt: async () => (rows.some(({ state }) => state === 'new') ? new Date(Date.now() - 5_000) : undefined),
  };
  const add = (key: string, number: number): OutboxRow => {
    const record = { topic: TOPIC, key, value: String(number), headers: {} };
    rows.push({ id: `${key}:${number}`, shard: 0, state: 'new', record });
    return { id: `${key}:${number}`, shard: 0, record };
  };
  return { rows, source, add, reads: () => reads };
}

interface Parts {
  readonly source: OutboxSource;
  /** Each throws, or tells the outcomes; appended by default. */
  readonly append?: (records: readonly OutgoingRecord[]) => Promise<readonly AppendOutcome[] | void>;
  readonly held?: readonly number[];
  readonly soleSince?: () => number | undefined;
  readonly hints?: HintChannel;
}

function relayOf({ source, append = async () => {}, held = upToShard(8), soleSince, hints = deafHints }: Parts): Relay {
  const leases = { held: () => [...held], soleSince: soleSince ?? (() => undefined), onChange: () => {} };
  const metrics = new Metrics({ service: 'test', defaults: false });
  const appender: LogAppender = {
    append: async (records) => (await append(records)) ?? records.map(() => ({ status: 'appended' })),
    stop: () => Promise.resolve(),
  };
  const relay = new Relay({ source, appender, leases, hints, logger: silentLogger, metrics });
  relays.push(relay);
  return relay;
}

const upToShard = (count: number): number[] => Array.from({ length: count }, (_, shard) => shard);

test('rows are found without a notification', async () => {
  const { rows, source, add } = makeRows();
  relayOf({ source });
  add('a', 1);

  await eventually(() => expect(rows).toMatchObject([{ state: 'published' }]));
});

test('a row is marked after the acknowledgement, never before', async () => {
  const { rows, source, add } = makeRows();
  const acknowledged = Promise.withResolvers<void>();
  add('a', 1);
  const relay = relayOf({ source, append: () => acknowledged.promise });
  await eventually(async () => expect(await relay.oldestUnpublishedMs()).toBeGreaterThanOrEqual(5_000));
  expect(rows).toMatchObject([{ state: 'new' }]);

  acknowledged.resolve();

  await eventually(() => expect(rows).toMatchObject([{ state: 'published' }]));
  expect(await relay.oldestUnpublishedMs()).toBe(0);
});

test('while the log is unavailable the same rows are retried, in order', async () => {
  const { rows, source, add } = makeRows();
  const tries: string[] = [];
  for (const number of [1, 2, 3]) add('a', number);
  relayOf({
    source,
    append: async (records) => {
      tries.push(records.map(({ value }) => value).join(''));
      if (tries.length < 4) throw new AppError({ kind: 'unavailable', code: 'upstream_unavailable', message: 'm' });
    },
  });

  await eventually(() => expect(rows.every(({ state }) => state === 'published')).toBe(true));
  expect(tries).toEqual(['123', '123', '123', '123']);
});

test('a mark that fails is made again, without a second publication', async () => {
  const { rows, source, add } = makeRows();
  const published: string[] = [];
  let failures = 0;
  add('a', 1);
  relayOf({
    source: {
      ...source,
      markPublished: async (ids) => {
        if ((failures += 1) <= 2) throw new AppError({ kind: 'unavailable', code: 'upstream_unavailable', message: 'm' });
        return source.markPublished(ids);
      },
    },
    append: async (records) => void published.push(...records.map(({ value }) => value)),
  });

  await eventually(() => expect(rows).toMatchObject([{ state: 'published' }]), { withinMs: 5_000 });
  expect(published).toEqual(['1']);
});

test('refused rows are dead-lettered, those around them are published once', async () => {
  const { rows, source, add } = makeRows();
  const kept: string[] = [];
  for (const number of [1, 2, 3, 4, 5]) add('a', number);
  const append = async (records: readonly OutgoingRecord[]): Promise<AppendOutcome[]> =>
    records.map(({ value }) => {
      if (['2', '4'].includes(value)) return { status: 'refused', reason: 'too large' };
      kept.push(value);
      return { status: 'appended' };
    });
  relayOf({ source, append });

  await eventually(() =>
    expect(rows.map(({ state }) => state)).toEqual(['published', 'parked', 'published', 'parked', 'published']),
  );
  expect(kept).toEqual(['1', '3', '5']);
});

test('what was acknowledged is marked though its neighbours failed, and those are tried again', async () => {
  const { rows, source, add } = makeRows();
  let hasLeader = false;
  for (const key of ['a', 'b', 'c']) add(key, 1);
  relayOf({
    source,
    append: async (records) =>
      records.map(({ key }) =>
        key === 'b' && !hasLeader ? { status: 'failed', error: new Error('no leader') } : { status: 'appended' },
      ),
  });
  await eventually(() => expect(rows.map(({ state }) => state)).toEqual(['published', 'new', 'published']));

  hasLeader = true;

  await eventually(() => expect(rows[1]?.state).toBe('published'), { withinMs: 5_000 });
});

test('a key with a long backlog yields to the others after each read', async () => {
  const { rows, source, add } = makeRows();
  const keys: string[] = [];
  for (let number = 1; number <= 2_000; number += 1) add('hot', number);
  add('zzz', 1);
  add('aaa', 1);
  relayOf({ source, append: async (records) => void keys.push(...records.map(({ key }) => key)) });

  await eventually(() => expect(rows.every(({ state }) => state === 'published')).toBe(true));
  expect(keys.indexOf('zzz')).toBeLessThanOrEqual(501);
  expect(keys.indexOf('aaa')).toBe(0);
});

test('other processes hear of rows in their shards, and their relay reads at once', async () => {
  const { source, add, reads } = makeRows();
  const hints = localHints();
  relayOf({ source, held: [4, 5, 6, 7], hints });
  const other = relayOf({ source, held: [0, 1, 2, 3], hints });
  await eventually(() => expect(reads()).toBeGreaterThanOrEqual(2));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const before = reads();

  other.handOver([{ ...add('a', 1), shard: 5 }]);
  await vi.advanceTimersByTimeAsync(3);

  expect(reads() - before).toBeGreaterThanOrEqual(1);
});

test.each([
  { heard: 'are heard', isHeard: true, polls: [1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4] },
  { heard: 'are lost', isHeard: false, polls: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] },
])('while hints $heard, the polls of twelve seconds that find nothing', async ({ isHeard, polls }) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { source, reads } = makeRows();
  relayOf({ source, hints: { ...deafHints, isHeard: () => isHeard } });
  await vi.advanceTimersByTimeAsync(1);
  const before = reads();

  const seen: number[] = [];
  for (let second = 1; second <= polls.length; second += 1) {
    await vi.advanceTimersByTimeAsync(1_000);
    seen.push(reads() - before);
  }

  expect(seen).toEqual(polls);
});

test('a row that a poll finds has the next polls come soon again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { source, add, reads } = makeRows();
  relayOf({ source, hints: { ...deafHints, isHeard: () => true } });
  await vi.advanceTimersByTimeAsync(4_000);
  add('a', 1);
  await vi.advanceTimersByTimeAsync(3_500);
  const before = reads();

  await vi.advanceTimersByTimeAsync(1_000);

  expect(reads() - before).toBe(1);
});

test('a process without shards publishes nothing', async () => {
  const { rows, source, add } = makeRows();
  const relay = relayOf({ source, held: [] });

  relay.handOver([add('a', 1)]);
  await relay.stop();

  expect(rows).toMatchObject([{ state: 'new' }]);
});

describe('rows that are handed over', () => {
  const appended: string[] = [];
  const append = async (records: readonly OutgoingRecord[]): Promise<void> =>
    void appended.push(...records.map(({ value }) => value));
  beforeEach(() => void (appended.length = 0));

  test('go out without a read while this process is the only member', async () => {
    const { rows, source, add, reads } = makeRows();
    const relay = relayOf({ source, append, soleSince: () => 1 });
    await eventually(() => expect(reads()).toBe(1));

    for (const number of [1, 2, 3]) relay.handOver([add('a', number)]);

    await eventually(() => expect(rows.map(({ state }) => state)).toEqual(['published', 'published', 'published']));
    expect([appended, reads()]).toEqual([['1', '2', '3'], 1]);
  });

  test('are marked together within about a second of the first, in one write', TIMED, async () => {
    const { rows, source, add, reads } = makeRows();
    const marks: (readonly string[])[] = [];
    const markPublished = (ids: readonly string[]): Promise<void> => {
      marks.push(ids);
      return source.markPublished(ids);
    };
    const relay = relayOf({ source: { ...source, markPublished }, append, soleSince: () => 1 });
    await eventually(() => expect(reads()).toBe(1));

    for (const number of [1, 2, 3]) {
      relay.handOver([add('a', number)]);
      await eventually(() => expect(appended).toHaveLength(number));
    }
    expect(marks).toEqual([]);

    await eventually(() => expect(rows.every(({ state }) => state === 'published')).toBe(true));
    expect(marks).toEqual([['a:1', 'a:2', 'a:3']]);
  });

  test('are no unpublished rows any more before they are marked', async () => {
    const { rows, source, add, reads } = makeRows();
    let since: number | undefined = 1;
    const relay = relayOf({ source, append, soleSince: () => since });
    await eventually(() => expect(reads()).toBe(1));
    relay.handOver([add('a', 1)]);
    await eventually(() => expect(appended).toHaveLength(1));
    expect([await relay.oldestUnpublishedMs(), rows[0]?.state]).toEqual([0, 'new']);

    // Among others the store is asked, which has to know what is published.
    since = undefined;

    expect([await relay.oldestUnpublishedMs(), rows[0]?.state]).toEqual([0, 'published']);
  });

  test('are unpublished rows while the log does not take them', async () => {
    const { source, add, reads } = makeRows();
    const taken = Promise.withResolvers<void>();
    const relay = relayOf({ source, append: () => taken.promise, soleSince: () => 1 });
    await eventually(() => expect(reads()).toBe(1));

    relay.handOver([add('a', 1)]);
    expect(await relay.oldestUnpublishedMs()).toBeGreaterThanOrEqual(5_000);
    await new Promise(setImmediate);

    expect(await relay.oldestUnpublishedMs()).toBeGreaterThanOrEqual(5_000);
    taken.resolve();
  });

  test('are marked before the relay has stopped', async () => {
    const { rows, source, add, reads } = makeRows();
    const relay = relayOf({ source, append, soleSince: () => 1 });
    await eventually(() => expect(reads()).toBe(1));
    relay.handOver([add('a', 1)]);
    await eventually(() => expect(appended).toHaveLength(1));

    await relay.stop();

    expect(rows).toMatchObject([{ state: 'published' }]);
  });

  test('follow the rows of other processes while there are any: they are read with them, in order', async () => {
    const { source, add, reads } = makeRows();
    const relay = relayOf({ source, append, soleSince: () => undefined });
    await eventually(() => expect(reads()).toBe(1));
    add('a', 1);

    relay.handOver([add('a', 2)]);

    await eventually(() => expect(appended).toEqual(['1', '2']));
  });

  test('wait for a read of all rows of before, where this process has just become the only member', async () => {
    const { source, add, reads } = makeRows();
    let since: number | undefined;
    const relay = relayOf({ source, append, soleSince: () => since });
    await eventually(() => expect(reads()).toBe(1));
    add('a', 1);
    since = 1;

    relay.handOver([add('a', 2)]);

    await eventually(() => expect(appended).toEqual(['1', '2']));
  });

  test('are read, with what may have been committed before them, after a commit of unknown end', async () => {
    const { source, add, reads } = makeRows();
    const relay = relayOf({ source, append, soleSince: () => 1 });
    await eventually(() => expect(reads()).toBe(1));
    relay.doubt();
    add('a', 1);

    relay.handOver([add('a', 2)]);

    await eventually(() => expect(appended).toEqual(['1', '2']));
  });

  test('are retried in order where they failed', async () => {
    const { rows, source, add, reads } = makeRows();
    const tries: string[] = [];
    const failing = async (records: readonly OutgoingRecord[]): Promise<void> => {
      tries.push(records.map(({ value }) => value).join(''));
      if (tries.length === 1) throw new Error('no leader');
    };
    const relay = relayOf({ source, append: failing, soleSince: () => 1 });
    await eventually(() => expect(reads()).toBe(1));
    relay.handOver([add('a', 1)]);
    await eventually(() => expect(tries).toHaveLength(1));

    relay.handOver([add('a', 2)]);

    await eventually(() => expect(rows.map(({ state }) => state)).toEqual(['published', 'published']));
    expect(tries.slice(1).join('')).toBe('12');
  });
});

describe('a wake-up', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });

  test('a notification ends a wait, and one that came before it ends the next at once', async () => {
    const wakeUp = new WakeUp();
    const waiting = wakeUp.wait(1_000);
    wakeUp.notify();
    await waiting;

    wakeUp.notify();
    wakeUp.notify();
    await wakeUp.wait(1_000);

    expect(vi.getTimerCount()).toBe(0);
  });

  test('without a notification a wait ends when its time is up', async () => {
    const wakeUp = new WakeUp();
    let ended = false;
    const waiting = wakeUp.wait(100).then(() => (ended = true));

    await vi.advanceTimersByTimeAsync(99);
    expect(ended).toBe(false);
    await vi.advanceTimersByTimeAsync(1);

    await waiting;
    expect(ended).toBe(true);
  });
});

test('a sweep of many pages ends where a lease was lost, and goes on once it is back', async () => {
  const { rows, source, add } = makeRows();
  const held = upToShard(8);
  const appended: OutgoingRecord[] = [];
  for (let tenant = 0; tenant < 3; tenant += 1)
    for (let n = 0; n < OUTBOX_PAGE.rows; n += 1) add(`acc_${tenant}|${String(n).padStart(4, '0')}`, n);

  relayOf({
    source,
    held,
    append: async (records) => {
      appended.push(...records);
      if (appended.length === OUTBOX_PAGE.rows) held.splice(0);
    },
  });

  await eventually(() => expect(rows.filter(({ state }) => state === 'published')).toHaveLength(OUTBOX_PAGE.rows));
  expect(appended).toHaveLength(OUTBOX_PAGE.rows);
  held.push(...upToShard(8));
  await eventually(() => expect(appended).toHaveLength(rows.length), { withinMs: 5_000 });
});
