import { silentLogger } from '@fulfilment/observability';
import { eventually } from '@fulfilment/testing';
import { expect, test, vi } from 'vitest';
import type { ConsumeOptions, IncomingRecord } from '../port.ts';
import { PartitionQueue } from './partition-queue.ts';

const recordOf = (key: string, offset: number, value = ''): IncomingRecord => ({
  topic: 'orders.events',
  partition: 3,
  offset: String(offset),
  key,
  value,
  headers: {},
});
const record = (offset: number, value = ''): IncomingRecord => recordOf('k', offset, value);
/** Of a tenant that has many, and of one that has few. */
const large = (offset: number, value = ''): IncomingRecord => recordOf('acc_1:sandbox|ord_1', offset, value);
const small = (offset: number, value = ''): IncomingRecord => recordOf('acc_2:sandbox|ord_2', offset, value);

function start(handle: ConsumeOptions['handle'], after?: Promise<void>) {
  const stopping = new AbortController();
  const commits: string[] = [];
  const resume = vi.fn<() => void>();
  const pause = vi.fn<() => () => void>(() => resume);
  const queue = new PartitionQueue({
    topic: 'orders.events',
    partition: 3,
    position: 0n,
    consume: { handle, maxBatch: 2 },
    commits: { add: async ({ offset, records }) => void commits.push(`${offset} after ${records}`) },
    logger: silentLogger,
    stopping: stopping.signal,
    after,
  });
  const add = (...records: IncomingRecord[]): bigint => queue.add({ records, pause });
  return { queue, add, commits, pause, resume, stopping };
}

test('chunks are handled one after the other, and committed after each', async () => {
  const running: string[] = [];
  const { add, commits } = start(async ({ records }) => void running.push(records.map(({ offset }) => offset).join()));

  add(record(0), record(1), record(2));

  await eventually(() => expect(commits).toEqual(['2 after 2', '3 after 1']));
  expect(running).toEqual(['0,1', '2']);
});

test('a backlog of one tenant stands before no record of another, and only what is handled without a gap is committed', async () => {
  const running: string[] = [];
  const { add, commits } = start(async ({ records }) => void running.push(records.map(({ offset }) => offset).join()));

  add(large(0), large(1), large(2), large(3), small(4), small(5));

  await eventually(() => expect(commits).toEqual(['1 after 2', '2 after 2', '6 after 2']));
  expect(running).toEqual(['0,4', '1,5', '2,3']);
});

test('a chunk that fails is handled again as it was, and records that came since wait', async () => {
  const running: string[] = [];
  const { add, commits } = start(async ({ records }) => {
    running.push(records.map(({ offset }) => offset).join());
    if (running.length > 1) return;
    add(small(2));
    throw new Error('The store is away');
  });

  add(large(0), large(1));

  await eventually(() => expect(commits).toEqual(['2 after 2', '3 after 1']));
  expect(running).toEqual(['0,1', '0,1', '2']);
});

test('records that are handled before earlier ones count as queued, so that a successor repeats a mebibyte of them at most', async () => {
  const release = Promise.withResolvers<void>();
  let chunks = 0;
  const { add, pause, resume } = start(async () => {
    chunks += 1;
    if (chunks > 2) await release.promise;
  });
  const value = 'x'.repeat(300_000);

  add(large(0), large(1), large(2), small(3, value), small(4, value));
  await eventually(() => expect(chunks).toBe(3));
  add(small(5, value), small(6, value));
  expect(pause).toHaveBeenCalledTimes(1);
  expect(resume).not.toHaveBeenCalled();
  release.resolve();

  await eventually(() => expect(resume).toHaveBeenCalledTimes(1));
});

test('offsets that the log no longer had are counted', () => {
  const { add } = start(async () => undefined);

  expect([add(record(0)), add(record(1)), add(record(7), record(8)), add(record(9))]).toEqual([0n, 0n, 5n, 0n]);
});

test('after a rebalance nothing is committed, the handler is told, and what was queued is dropped', async () => {
  const release = Promise.withResolvers<void>();
  const handled: string[] = [];
  const { queue, add, commits } = start(async ({ records, signal }) => {
    await release.promise;
    handled.push(`${records.length} ${signal.aborted}`);
  });
  add(record(0), record(1), record(2));
  await Promise.resolve();

  queue.revoke();
  release.resolve();
  await queue.ended;

  expect({ handled, commits }).toEqual({ handled: ['2 true'], commits: [] });
});

test('a partition that comes back waits for the handler of its assignment before', async () => {
  const before = Promise.withResolvers<void>();
  const { add, commits } = start(async () => undefined, before.promise);
  add(record(0));
  await new Promise(setImmediate);
  expect(commits).toEqual([]);

  before.resolve();

  await eventually(() => expect(commits).toEqual(['1 after 1']));
});

test('a partition is not fetched while a mebibyte of it waits, and is again once half of that is handled', async () => {
  const release = Promise.withResolvers<void>();
  const { add, pause, resume } = start(() => release.promise);
  const [long, short] = ['x'.repeat(300_000), 'x'];

  add(record(0, long), record(1, long), record(2, long));
  expect(pause).not.toHaveBeenCalled();
  add(record(3, long), record(4, short));
  add(record(5, short));
  expect(pause).toHaveBeenCalledTimes(1);
  expect(resume).not.toHaveBeenCalled();
  release.resolve();

  await eventually(() => expect(resume).toHaveBeenCalledTimes(1));
});

test('a stop lets the running handler finish and commits it; no further one begins', async () => {
  const release = Promise.withResolvers<void>();
  const { queue, add, commits, stopping } = start(() => release.promise);
  add(record(0), record(1), record(2));
  await Promise.resolve();

  stopping.abort();
  release.resolve();
  await queue.ended;

  expect(commits).toEqual(['2 after 2']);
});
