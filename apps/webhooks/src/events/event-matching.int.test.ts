import { cpuUsage } from 'node:process';
import { newId } from '@fulfilment/kernel';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { endpoint, event, openTestStore, type TestStore } from '../database/store.fixture.ts';
import { matchesSubscription, memoizeMatch } from '../endpoints/domain/subscription.ts';
import { toDocument } from '../endpoints/endpoint-documents.ts';
import { matchEndpoints } from './event-store.ts';

let bed: TestStore;

/** The most expensive filter: in each line a field for each condition, of which all but the last match. */
const expensiveFilter = (place: number): string => {
  const fields = Array.from({ length: 99 }, (_, field) => [`f${field}`, [{ exists: false }]]);
  return JSON.stringify({ data: { lines: { ...Object.fromEntries(fields), sku: [`MUG-${place}`] } } });
};
const events = Array.from({ length: 40 }, () =>
  event({ body: JSON.stringify({ data: { lines: Array.from({ length: 45 }, () => ({ sku: 'CUP-02' })) } }) }),
);

beforeAll(async () => {
  bed = await openTestStore(inject('engines').mongodbUrl);
  const endpoints = Array.from({ length: 50 }, (_, place) => endpoint({ id: newId('whk'), filter: expensiveFilter(place) }));
  await bed.collections.endpoints.insertMany(endpoints.map((each) => toDocument(each, [])));
});

afterAll(() => bed.stop());

test('expensive filters of one tenant do not block the event loop', async () => {
  const { collections } = bed;
  let longestMs = 0;
  let lastMs = performance.now();
  let isWatching = true;
  const look = (): void => {
    longestMs = Math.max(longestMs, performance.now() - lastMs);
    lastMs = performance.now();
    if (isWatching) setImmediate(look);
  };
  const beganMs = performance.now();
  look();

  await matchEndpoints(events, { collections, match: matchesSubscription });

  isWatching = false;
  const tookMs = performance.now() - beganMs;
  expect(Math.max(longestMs, performance.now() - lastMs)).toBeLessThan(tookMs / 3);
});

test('results of filters from before a transaction cost nothing in it', async () => {
  const { collections } = bed;
  const cpuMsOf = async (match: ReturnType<typeof memoizeMatch>): Promise<number> => {
    const before = cpuUsage();
    await matchEndpoints(events, { collections, match });
    const { user, system } = cpuUsage(before);
    return (user + system) / 1_000;
  };
  const match = memoizeMatch();

  const first = await cpuMsOf(match);
  const again = await cpuMsOf(match);

  expect(again).toBeLessThan(first / 3);
});
