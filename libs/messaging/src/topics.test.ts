import { TOPICS } from '@fulfilment/contracts';
import { expect, test } from 'vitest';
import { openMemoryLog } from './test-bed/memory-event-log.ts';
import { deadLetterTopic, ensureAllTopics, topicTable } from './topics.ts';

test('every topic has twelve partitions and a dead-letter topic that is kept for longer', () => {
  const table = new Map(topicTable({ replicationFactor: 3 }).map((topic) => [topic.name, topic]));

  expect(table.size).toBe(2 * Object.keys(TOPICS).length);
  for (const name of Object.values(TOPICS)) {
    expect(table.get(name)).toMatchObject({ partitions: 12, replicationFactor: 3, retentionMs: 604_800_000 });
    expect(table.get(deadLetterTopic(name))).toMatchObject({ partitions: 3, replicationFactor: 3, retentionMs: 2_592_000_000 });
  }
});

test('a topic has as many partitions as are asked for', async () => {
  const log = openMemoryLog();

  await ensureAllTopics(log, { replicationFactor: 1, partitions: 2 });

  expect(await log.lag('reader', ['orders.events'])).toHaveLength(2);
});

test('what was made can be written to', async () => {
  const log = openMemoryLog();
  await ensureAllTopics(log, { replicationFactor: 1 });

  for (const { name } of topicTable({ replicationFactor: 1 }))
    await log.append([{ topic: name, key: 'k', value: 'v', headers: {} }]);

  expect(await log.lag('reader', ['orders.events'])).toHaveLength(12);
});

test('topics that keep records less safely than asked are refused in one line', async () => {
  const log = {
    ...openMemoryLog(),
    ensureTopics: async () => ({ weaker: ['Topic orders.events: 1 replicas, 3 asked'], smaller: [] }),
  };

  const refused = ensureAllTopics(log, { replicationFactor: 3 });

  await expect(refused).rejects.toMatchObject({
    name: 'ConfigError',
    message: expect.stringMatching(/^.*1 replicas, 3 asked.*$/),
  });
});
