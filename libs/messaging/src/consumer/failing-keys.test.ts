import { afterEach, expect, test, vi } from 'vitest';
import type { IncomingRecord } from '../port.ts';
import type { DeadLetterEntry } from './dead-letters.ts';
import { FailingKeys } from './failing-keys.ts';

afterEach(() => vi.restoreAllMocks());

const record = (key: string): IncomingRecord => ({
  topic: 'orders.events',
  partition: 3,
  offset: '7',
  key,
  value: '',
  headers: {},
});

/** Dead letters of other processes, the questions for them, and the batches of an assignment. */
function start(open = new Set<string>()) {
  const questions: string[] = [];
  const keys = new FailingKeys({
    group: 'webhooks',
    deadLetterFollowers: true,
    deadLetters: {
      openKeys: async (_group, _topic, asked) => {
        questions.push(asked.join(' '));
        return open.intersection(new Set(asked));
      },
      allOpenKeys: async (_group, _topic, limit) => {
        questions.push('all');
        return open.size > limit ? undefined : open;
      },
    },
  });
  const assignment = () => {
    const { signal } = new AbortController();
    const batch = (...of: string[]) => ({ topic: 'orders.events', partition: 3, records: of.map(record), signal });
    return {
      among: async (...of: string[]) => [...(await keys.among(batch(...of)))],
      fail: (key: string, entry: Partial<DeadLetterEntry> = {}) =>
        keys.add(batch(), [{ group: 'webhooks', record: record(key), error: 'a bug', follows: false, ...entry }]),
    };
  };
  return { open, questions, assignment };
}

test('batches without a failing key ask once for each assignment', async () => {
  const { questions, assignment } = start();
  const [first, second] = [assignment(), assignment()];

  for (let batch = 0; batch < 3; batch += 1) expect(await first.among('a', 'b')).toEqual([]);
  expect(questions).toEqual(['all']);

  expect(await second.among('a')).toEqual([]);
  expect(questions).toEqual(['all', 'all']);
});

test('a key that failed in another process before the assignment is known', async () => {
  const { open, questions, assignment } = start();
  await assignment().among('a');
  open.add('a');

  expect(await assignment().among('a', 'b')).toEqual(['a']);
  expect(questions).toEqual(['all', 'all', 'a']);
});

test('a key that fails here is known from then on, and no longer once its letter is retried', async () => {
  const { open, assignment } = start();
  const { among, fail } = assignment();
  await among('a');

  fail('a');
  open.add('a');
  expect(await among('a', 'b')).toEqual(['a']);

  open.delete('a');
  expect(await among('a', 'b')).toEqual([]);
});

test('an unreadable record makes no key fail', async () => {
  const { questions, assignment } = start();
  const { among, fail } = assignment();
  await among('a');

  fail('a', { unreadable: true });

  await among('a');
  expect(questions).toEqual(['all']);
});

test('with more failing keys than are kept, each batch asks', async () => {
  const { questions, assignment } = start(new Set(Array.from({ length: 1_001 }, (_, number) => `k${number}`)));
  const before = assignment();

  expect(await before.among('a', 'k1')).toEqual(['k1']);
  expect(questions).toEqual(['all', 'a k1']);

  const { open, questions: later, assignment: next } = start();
  const { among, fail } = next();
  await among('a');
  for (let number = 0; number <= 1_000; number += 1) fail(`k${number}`);
  open.add('b');
  expect(await among('b')).toEqual(['b']);
  expect(later).toEqual(['all', 'b']);
});

test('they are read again after half a minute', async () => {
  const { open, assignment } = start();
  const { among } = assignment();
  await among('a');
  open.add('a');
  const clock = performance.now.bind(performance);

  vi.spyOn(performance, 'now').mockImplementation(() => clock() + 30_000);

  expect(await among('a')).toEqual(['a']);
});
