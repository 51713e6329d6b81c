import { setImmediate as immediate } from 'node:timers/promises';
import { AppError, ProgressWatch, Sequence, Steps } from '@fulfilment/kernel';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Lane } from './lane.ts';

test('commands that queue while one commits share the next transaction, in their order', async () => {
  const batches: number[][] = [];
  const lane = new Lane<number, number>({
    maxBatch: 3,
    commit: async (_key, commands) => {
      batches.push([...commands]);
      return commands.map((command) => command * 10);
    },
  });

  const results = await Promise.all([1, 2, 3, 4].map((command) => lane.submit('a', command)));

  expect(results).toEqual([10, 20, 30, 40]);
  expect(batches).toEqual([[1, 2, 3], [4]]);
});

test('one command that cannot be committed fails alone', async () => {
  const lane = new Lane<string, string>({
    commit: async (_key, commands) => {
      if (commands.includes('bad')) throw new Error('bad command');
      return commands;
    },
  });

  const results = await Promise.allSettled(['one', 'bad', 'two'].map((command) => lane.submit('a', command)));

  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

test('with the store away the whole batch fails at once', async () => {
  let commits = 0;
  const lane = new Lane<number, number>({
    commit: async () => {
      commits += 1;
      throw new AppError({ kind: 'unavailable', code: 'upstream_unavailable', message: 'away' });
    },
  });

  const results = await Promise.allSettled([1, 2].map((command) => lane.submit('a', command)));

  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(commits).toBe(1);
});

test('a full queue refuses, and other keys go on', async () => {
  const { promise: open, resolve } = Promise.withResolvers<void>();
  const lane = new Lane<number, number>({
    maxBatch: 1,
    maxQueue: 1,
    commit: async (key, commands) => {
      if (key === 'slow') await open;
      return commands;
    },
  });

  const first = lane.submit('slow', 1);
  await Promise.resolve();
  const second = lane.submit('slow', 2);
  await expect(lane.submit('slow', 3)).rejects.toMatchObject({ kind: 'unavailable' });
  expect(await lane.submit('quick', 4)).toBe(4);

  resolve();
  expect(await Promise.all([first, second])).toEqual([1, 2]);
});

test('commands of a sequence are taken though single commands fill the queue', async () => {
  const { promise: open, resolve } = Promise.withResolvers<void>();
  const lane = new Lane<number, number>({
    maxQueue: 2,
    commit: async (_key, commands) => {
      await open;
      return commands;
    },
  });
  const single = [1, 2].map((command) => lane.submit('a', command));
  await expect(lane.submit('a', 3)).rejects.toMatchObject({ kind: 'unavailable' });

  const sequence = new Sequence();
  const consumed = [4, 5, 6].map((command) => lane.submit('a', command, sequence));

  resolve();
  expect(await Promise.all([...single, ...consumed])).toEqual([1, 2, 4, 5, 6]);
});

test('behind a command that failed for a retryable reason no later one of its sequence is committed', async () => {
  const committed: number[] = [];
  let isAway = true;
  const lane = new Lane<number, number>({
    maxBatch: 2,
    commit: async (_key, commands) => {
      if (isAway) {
        isAway = false;
        throw new AppError({ kind: 'unavailable', code: 'upstream_unavailable', message: 'away' });
      }
      committed.push(...commands);
      return commands;
    },
  });
  const submit = (sequence?: Sequence) => [1, 2, 3, 4, 5].map((command) => lane.submit('a', command, sequence));

  const first = await Promise.allSettled([...submit(new Sequence()), lane.submit('a', 9)]);

  expect(first.map(({ status }) => status)).toEqual([...Array.from({ length: 5 }, () => 'rejected'), 'fulfilled']);
  await Promise.all(submit(new Sequence()));
  expect(committed).toEqual([9, 1, 2, 3, 4, 5]);
});

test('a command that cannot be committed does not end its sequence', async () => {
  const lane = new Lane<string, string>({
    commit: async (_key, commands) => {
      if (commands.includes('bad')) throw new Error('bad command');
      return commands;
    },
  });
  const sequence = new Sequence();

  const results = await Promise.allSettled(['bad', 'good'].map((command) => lane.submit('a', command, sequence)));

  expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
});

test('commands are answered when their transaction has committed, before the rest of them is', async () => {
  const rest = Promise.withResolvers<void>();
  const lane = new Lane<number, number>({
    commit: async (_key, commands) => {
      if (commands[0] !== 1) await rest.promise;
      return commands.slice(0, 2);
    },
  });
  const all = [1, 2, 3, 4, 5].map((command) => lane.submit('a', command));

  expect(await Promise.all(all.slice(0, 2))).toEqual([1, 2]);

  rest.resolve();
  expect(await Promise.all(all)).toEqual([1, 2, 3, 4, 5]);
});

test('commands of a sequence that ends between two transactions are not committed', async () => {
  const committed: number[] = [];
  const sequence = new Sequence();
  const lane = new Lane<number, number>({
    commit: async (_key, commands) => {
      committed.push(...commands.slice(0, 2));
      return commands.slice(0, 2);
    },
  });
  const all = [1, 2, 3, 4].map((command) => lane.submit('a', command, sequence));
  void all[0]?.then(() => sequence.fail(new AppError({ kind: 'unavailable', code: 'upstream_unavailable', message: 'away' })));

  const results = await Promise.allSettled(all);

  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected']);
  expect(committed).toEqual([1, 2]);
});

test('commands of a sequence whose consumer stops are not begun', async () => {
  const stopping = new AbortController();
  const committed: number[] = [];
  const lane = new Lane<number, number>({
    maxBatch: 1,
    commit: async (_key, commands) => {
      stopping.abort();
      committed.push(...commands);
      return commands;
    },
  });
  const sequence = new Sequence(stopping.signal);

  const results = await Promise.allSettled([1, 2].map((command) => lane.submit('a', command, sequence)));

  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  expect(committed).toEqual([1]);
});

test('stopping waits for what is queued and takes nothing more', async () => {
  const lane = new Lane<number, number>({ commit: async (_key, commands) => commands });
  const queued = lane.submit('a', 1);

  await lane.stop();

  expect(await queued).toBe(1);
  await expect(lane.submit('a', 2)).rejects.toMatchObject({ kind: 'unavailable' });
});

test('behind a batch of several the next waits for as many, and not for ever', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const batches: number[] = [];
  const lane = new Lane<number, number>({
    commit: async (_key, commands) => {
      batches.push(commands.length);
      // wait: by the clock of the test, the time that a transaction takes.
      await new Promise((resolve) => setTimeout(resolve, 40));
      return commands;
    },
  });
  /** Sends the next command some turns of the event loop after the answer. */
  const client = async (turns: number): Promise<void> => {
    await lane.submit('a', turns);
    for (let turn = 0; turn < turns; turn += 1) await immediate();
    await lane.submit('a', turns);
  };
  const clients = Promise.all([client(1), client(2), client(3)]);
  await vi.advanceTimersByTimeAsync(40);
  for (let turn = 0; turn < 6; turn += 1) await immediate();
  expect(batches).toEqual([3, 3]);

  await vi.advanceTimersByTimeAsync(40);
  await clients;
  const last = lane.submit('a', 4);
  await vi.advanceTimersByTimeAsync(19);
  expect(batches).toEqual([3, 3]);
  await vi.advanceTimersByTimeAsync(41);

  expect(await last).toBe(4);
  expect(batches).toEqual([3, 3, 1]);
});

test('a commit that never ends fails as unavailable, and the commands behind it are committed', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const told: string[] = [];
  const onReplaced = (_: Error, part: string): void => void told.push(part);
  const watch = new ProgressWatch({ everyMs: 1_000, engines: {}, onReplaced, onGivenUp: () => undefined });
  let commits = 0;
  const lane = new Lane<string, string>({
    steps: new Steps(watch, { name: 'lanes', engines: [] }),
    commit: (_key, commands) => {
      commits += 1;
      return commits === 1 ? new Promise(() => undefined) : Promise.resolve(commands);
    },
  });
  const lost = lane.submit('a', 'one').catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(1_000);
  const behind = lane.submit('a', 'two');

  await vi.advanceTimersByTimeAsync(20_000);

  expect(await lost).toMatchObject({ code: 'upstream_unavailable', isRetryable: true });
  expect(await behind).toBe('two');
  expect(told).toEqual(['lanes']);
  await watch.stop();
});
