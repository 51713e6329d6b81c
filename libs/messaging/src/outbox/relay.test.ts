import { AppError } from '@fulfilment/kernel';
import { Metrics, silentLogger } from '@fulfilment/observability';
import { eventually } from '@fulfilment/testing';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { deafHints, localHints } from './local-hints.fixture.ts';
import { openMemoryLog } from '../test-bed/memory-event-log.ts';
import { Relay, WakeUp } from './relay.ts';
import type { OutboxRow, OutboxSource } from './outbox.ts';
import type { EventLog, HintChannel, OutgoingRecord } from '../port.ts';

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
  add: (key: string, number: number) => void;
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
    read: async ({ shards, after = '', limit }) => {
      reads += 1;
      if (!shards.includes(0)) return [];
      const found = rows.filter(({ state, record }) => state === 'new' && record.key > after);
      return found.toSorted((a, b) => (a.record.key < b.record.key ? -1 : 1)).slice(0, limit);
    },
    markPublished: async (ids) => {
      for (const id of ids) set(id, 'published');
    },
    deadLetter: async (id) => set(id, 'parked'),
    oldestAt: async () => (rows.some(({ state }) => state === 'new') ? new Date(Date.now() - 5_000) : undefined),
  };
  const add = (key: string, number: number): void => {
    rows.push({ id: `${key}:${number}`, state: 'new', record: { topic: TOPIC, key, value: String(number), headers: {} } });
  };
  return { rows, source, add, reads: () => reads };
}

interface Parts {
  readonly source: OutboxSource;
  readonly append?: EventLog['append'];
  readonly held?: readonly number[];
  readonly hints?: HintChannel;
}

function relayOf({ source, append = () => Promise.resolve(), held = [0, 1, 2, 3, 4, 5, 6, 7], hints = deafHints }: Parts): Relay {
  const leases = { held: () => held, stop: () => Promise.resolve() };
  const metrics = new Metrics({ service: 'test', defaults: false });
  const relay = new Relay({ source, log: { ...openMemoryLog(), append }, leases, hints, logger: silentLogger, metrics });
  relays.push(relay);
  return relay;
}

test('rows are found without a notification', async () => {
  const { rows, source, add } = makeRows();
  relayOf({ source });
  add('a', 1);

  await eventually(() => expect(rows).toMatchObject([{ state: 'published' }]), { withinMs: 1_000 });
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

test('refused rows are dead-lettered, those around them are published once', async () => {
  const { rows, source, add } = makeRows();
  const kept: string[] = [];
  for (const number of [1, 2, 3, 4, 5]) add('a', number);
  const append = async (records: readonly OutgoingRecord[]): Promise<void> => {
    for (const [index, { value }] of records.entries()) {
      if (['2', '4'].includes(value))
        throw new AppError({ kind: 'invalid', code: 'record_refused', message: 'm', details: { index } });
      kept.push(value);
    }
  };
  relayOf({ source, append });

  await eventually(() =>
    expect(rows.map(({ state }) => state)).toEqual(['published', 'parked', 'published', 'parked', 'published']),
  );
  expect(kept).toEqual(['1', '3', '5']);
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

test('a notification is passed on where other processes hold shards, and their relay reads at once', async () => {
  const { source, add, reads } = makeRows();
  const hints = localHints();
  relayOf({ source, held: [0, 1, 2, 3], hints });
  const other = relayOf({ source, held: [4, 5, 6, 7], hints });
  await eventually(() => expect(reads()).toBeGreaterThanOrEqual(2));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const before = reads();
  add('a', 1);

  other.notify();
  await vi.advanceTimersByTimeAsync(3);

  expect(reads() - before).toBeGreaterThanOrEqual(2);
});

test('a process without shards publishes nothing', async () => {
  const { rows, source, add } = makeRows();
  add('a', 1);
  const relay = relayOf({ source, held: [] });

  relay.notify();
  await relay.stop();

  expect(rows).toMatchObject([{ state: 'new' }]);
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
