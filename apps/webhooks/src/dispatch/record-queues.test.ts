import { expect, test } from 'vitest';
import { sampleDelivery } from '../model/domain/delivery.fixture.ts';
import { RecordQueues } from './record-queues.ts';

const row = (recordKey: string, position: number, dueInMs = -1) => ({
  ...sampleDelivery({ id: `dlv_${position}`, recordKey, position }),
  dueInMs,
  nextAt: new Date(dueInMs),
});

function start(...rows: readonly ReturnType<typeof row>[]) {
  let nowMs = 0;
  const queues = new RecordQueues(() => nowMs);
  queues.add(rows);
  const pass = (ms: number): void => {
    nowMs += ms;
  };
  return { queues, pass };
}

function takeAll(queues: RecordQueues): string[] {
  const keys: string[] = [];
  for (let queue = queues.take(); queue; queue = queues.take()) keys.push(queue.recordKey);
  return keys;
}

test('each record has one queue, with its first delivery at the head', () => {
  const { queues } = start(row('a', 1), row('b', 2), row('a', 3));

  expect(queues.size).toBe(2);
  expect(queues.frontier).toBe(3);
  expect(queues.take()).toMatchObject({ recordKey: 'a', head: { position: 1 }, hasMore: true });
  expect(queues.take()).toMatchObject({ recordKey: 'b', head: { position: 2 }, hasMore: false });
  expect(queues.take()).toBeUndefined();
});

test('a queue whose head is tried again later is not taken before, and others are', () => {
  const { queues, pass } = start(row('a', 1, 500), row('a', 2), row('b', 3));
  expect(takeAll(queues)).toEqual(['b']);
  expect(queues.nextMs()).toBe(500);

  pass(499);
  expect(queues.ready()).toBe(0);
  pass(1);
  expect(queues.nextMs()).toBe(0);
  expect(takeAll(queues)).toEqual(['a']);
});

test('a queue is taken once, and again only after it was given back, behind the others', () => {
  const { queues } = start(row('a', 1), row('b', 2));
  const queue = queues.take();
  if (!queue) throw new Error('there is no queue');
  queues.add([row('a', 3)]);

  expect(queues.ready()).toBe(1);
  queues.giveBack(queue);
  expect(takeAll(queues)).toEqual(['b', 'a']);
});

test('a queue is removed when nothing was added to it since, and begins again with later deliveries', () => {
  const { queues } = start(row('a', 1));
  const queue = queues.take();
  if (!queue) throw new Error('there is no queue');
  queues.add([row('a', 2)]);
  expect(queues.remove(queue)).toBe(false);

  queue.hasMore = false;
  expect(queues.remove(queue)).toBe(true);
  expect(queues.size).toBe(0);
  queues.add([row('a', 3)]);
  expect(queues.take()).toMatchObject({ recordKey: 'a', head: { position: 3 } });
});

test('each waiting queue has its own time', () => {
  const { queues, pass } = start(row('a', 1, 300), row('b', 2, 100), row('c', 3, 200));

  pass(150);
  expect(takeAll(queues)).toEqual(['b']);
  expect(queues.nextMs()).toBe(50);
  pass(150);
  expect(takeAll(queues).toSorted()).toEqual(['a', 'c']);
  expect(queues.nextMs()).toBeUndefined();
});
