import { expect, test } from 'vitest';
import type { StoreTurns } from './event-ports.ts';
import type { LoggedEvent } from '../model/domain/logged-event.ts';
import { IntakeQueue } from './intake-queue.ts';

const eventsOf = (tenant: string, count: number, body = '{}'): LoggedEvent[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `${tenant}${index}`,
    tenant,
    type: 'order.created',
    key: `${tenant}|ord_1`,
    body,
    sequence: index,
    createdAt: new Date(0),
    requestId: null,
    traceparent: null,
  }));

/** Stores what it gets, and notes how many events of each tenant each transaction had. */
function start(fails: (tenant: string) => boolean = () => false) {
  const transactions: Record<string, number>[] = [];
  const store: StoreTurns = async (turns) => {
    if (turns.some(([event]) => fails(event?.tenant ?? ''))) throw new TypeError('a bug');
    transactions.push(Object.fromEntries(turns.map((turn) => [turn[0]?.tenant, turn.length])));
    return turns.map((turn) => ({ count: turn.length, due: [] }));
  };
  return { transactions, queue: new IntakeQueue(store) };
}

test('tenants that wait share a transaction, each with an equal part of its events', async () => {
  const { transactions, queue } = start();

  await Promise.all([queue.submit(eventsOf('a', 700)), queue.submit(eventsOf('b', 1))]);

  expect(transactions).toEqual([{ a: 250, b: 1 }, { a: 450 }]);
});

test('of more tenants than a transaction takes, those that had a turn wait for those that had none', async () => {
  const { transactions, queue } = start();
  const tenants = Array.from({ length: 60 }, (_, index) => `t${index}`);

  await Promise.all(tenants.map((tenant) => queue.submit(eventsOf(tenant, 11))));

  expect(transactions.map((each) => Object.keys(each).length)).toEqual([50, 50, 20]);
  expect(Object.keys(transactions[1] ?? {}).slice(0, 10)).toEqual(tenants.slice(50));
});

test('a transaction has a bound in characters, and takes a larger event alone', async () => {
  const { transactions, queue } = start();

  await queue.submit(eventsOf('a', 3, 'x'.repeat(5_000_000)));

  expect(transactions).toEqual([{ a: 1 }, { a: 1 }, { a: 1 }]);
});

test('where the events of one tenant fail, those of the others are stored, and none behind the one that failed', async () => {
  const { transactions, queue } = start((tenant) => tenant === 'a');

  const stored = await Promise.allSettled([queue.submit(eventsOf('a', 700)), queue.submit(eventsOf('b', 1))]);

  expect(stored.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  expect(transactions).toEqual([{ b: 1 }]);
});

test('an abort leaves what is not being stored, and stores the events of others', async () => {
  const aborting = new AbortController();
  const transactions: number[] = [];
  const queue = new IntakeQueue(async (turns) => {
    transactions.push(turns.flat().length);
    aborting.abort(new Error('the partition is gone'));
    return turns.map((turn) => ({ count: turn.length, due: [] }));
  });

  const left = queue.submit(eventsOf('a', 5_000), aborting.signal);
  const other = queue.submit(eventsOf('b', 300));

  await expect(left).rejects.toThrow('the partition is gone');
  await expect(other).resolves.toEqual([]);
  expect(transactions).toEqual([500, 50]);
});

test('groups of one tenant share its part of a transaction, the first group first, and fail apart', async () => {
  const stored: string[][] = [];
  const queue = new IntakeQueue(async (turns) => {
    if (turns.flat().some(({ id }) => id === 'poison')) throw new TypeError('a bug');
    stored.push(turns.flat().map(({ id }) => id));
    return turns.map((turn) => ({ count: turn.length, due: [] }));
  });
  const [first, second, third] = [eventsOf('a', 2), eventsOf('a', 1), eventsOf('a', 1)].map((events, group) =>
    events.map((event) => ({ ...event, id: group === 1 ? 'poison' : `${group}/${event.id}` })),
  );

  const outcomes = await Promise.allSettled([first, second, third].map((group) => queue.submit(group ?? [])));

  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(stored.flat()).toEqual(['0/a0', '0/a1', '2/a0']);
});
