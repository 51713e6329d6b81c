import { silentLogger } from '@fulfilment/observability';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { COMMIT_WITHIN_MS, MAX_UNCOMMITTED, type NextOffsets, OffsetCommits } from './offset-commits.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Keeps what is committed; requests wait for `hold`, and the first `failures` of them fail. */
function start({ hold, failures = 0 }: { hold?: Promise<void>; failures?: number } = {}) {
  const requests: string[] = [];
  const commits = new OffsetCommits({
    logger: silentLogger,
    commit: async (offsets: NextOffsets) => {
      requests.push(offsets.map(({ partition, offset }) => `${partition}:${offset}`).join(' '));
      await hold;
      if (requests.length <= failures) throw new Error('REBALANCE_IN_PROGRESS');
    },
  });
  const handled = (partition: number, offset: number, records = 1): Promise<void> =>
    commits.add({ topic: 'orders.events', partition, offset: String(offset), records });
  return { commits, requests, handled };
}

test('what is handled within a second is committed together, each partition where it stands', async () => {
  const { requests, handled } = start();
  await handled(0, 1);
  await handled(3, 7);
  await handled(0, 2);
  await vi.advanceTimersByTimeAsync(COMMIT_WITHIN_MS - 1);
  expect(requests).toEqual([]);

  await vi.advanceTimersByTimeAsync(1);
  expect(requests).toEqual(['0:2 3:7']);

  await vi.advanceTimersByTimeAsync(10 * COMMIT_WITHIN_MS);
  expect(requests).toHaveLength(1);
});

test('what is handled during a commit is committed a second later', async () => {
  const answer = Promise.withResolvers<void>();
  const { requests, handled } = start({ hold: answer.promise });
  await handled(0, 1);
  await vi.advanceTimersByTimeAsync(COMMIT_WITHIN_MS);
  await handled(0, 2);

  answer.resolve();
  await vi.advanceTimersByTimeAsync(COMMIT_WITHIN_MS);

  expect(requests).toEqual(['0:1', '0:2']);
});

test('a commit that fails is tried again, with what was handled since', async () => {
  const answer = Promise.withResolvers<void>();
  const { requests, handled } = start({ hold: answer.promise, failures: 2 });
  await handled(0, 1);
  await handled(3, 7);
  await vi.advanceTimersByTimeAsync(COMMIT_WITHIN_MS);
  await handled(0, 2);

  answer.resolve();
  await vi.waitFor(() => expect(requests).toHaveLength(3), { timeout: 5_000 });

  expect(requests.map((request) => request.split(' ').toSorted().join(' '))).toEqual(['0:1 3:7', '0:2 3:7', '0:2 3:7']);
});

test('a partition with many handled records waits for their commit; the others go on', async () => {
  const answer = Promise.withResolvers<void>();
  const { requests, handled } = start({ hold: answer.promise });
  const over: string[] = [];

  void handled(0, MAX_UNCOMMITTED, MAX_UNCOMMITTED).then(() => over.push('full'));
  void handled(1, 1).then(() => over.push('other'));
  await vi.advanceTimersByTimeAsync(1);
  expect({ over, requests }).toEqual({ over: ['other'], requests: [`0:${MAX_UNCOMMITTED}`] });
  answer.resolve();
  await vi.advanceTimersByTimeAsync(1);

  expect(over).toEqual(['other', 'full']);
});

test('the end commits at once, also beside a commit under way, and nothing later', async () => {
  const answer = Promise.withResolvers<void>();
  const { commits, requests, handled } = start({ hold: answer.promise });
  await handled(0, 1);
  await vi.advanceTimersByTimeAsync(COMMIT_WITHIN_MS);
  await handled(0, 2);

  const ended = commits.end();
  expect(requests).toEqual(['0:1', '0:2']);
  answer.resolve();
  await ended;

  await handled(0, 3);
  await vi.advanceTimersByTimeAsync(10 * COMMIT_WITHIN_MS);
  expect(requests).toHaveLength(2);
});

test('where the assignment was lost nothing more is committed, and a partition that waits goes on', async () => {
  const { commits, requests, handled } = start({ failures: Number.POSITIVE_INFINITY });
  const waiting = handled(0, MAX_UNCOMMITTED, MAX_UNCOMMITTED);
  await vi.advanceTimersByTimeAsync(1);

  commits.drop();
  await waiting;
  await vi.advanceTimersByTimeAsync(10 * COMMIT_WITHIN_MS);

  expect(requests).toHaveLength(1);
});
