import { silentLogger } from '@fulfilment/observability';
import { eventually } from '@fulfilment/testing';
import { expect, test, vi } from 'vitest';
import type { ConsumeOptions, IncomingRecord } from '../port.ts';
import { PartitionQueue } from './partition-queue.ts';

const record = (offset: number, value = ''): IncomingRecord => ({
  topic: 'orders.events',
  partition: 3,
  offset: String(offset),
  key: 'k',
  value,
  headers: {},
});

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
  const [large, small] = ['x'.repeat(300_000), 'x'];

  add(record(0, large), record(1, large), record(2, large));
  expect(pause).not.toHaveBeenCalled();
  add(record(3, large), record(4, small));
  add(record(5, small));
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
