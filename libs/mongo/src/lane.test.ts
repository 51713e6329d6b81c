import { AppError } from '@fulfilment/kernel';
import { expect, test } from 'vitest';
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

test('stopping waits for what is queued and takes nothing more', async () => {
  const lane = new Lane<number, number>({ commit: async (_key, commands) => commands });
  const queued = lane.submit('a', 1);

  await lane.stop();

  expect(await queued).toBe(1);
  await expect(lane.submit('a', 2)).rejects.toMatchObject({ kind: 'unavailable' });
});
