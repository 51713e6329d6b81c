import { cpuUsage } from 'node:process';
import { newId } from '@fulfilment/kernel';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { endpoint, event, openTestStore, type TestStore } from '../database/store.fixture.ts';
import { toDocument } from '../endpoints/endpoint-documents.ts';
import { matchEndpoints } from './match-endpoints-store.ts';
import { rememberWants, wantsEvent } from './wants-event-store.ts';

let bed: TestStore;

/** As dear as filters can be: in each line a field for each condition, all of which but the last fit. */
const dearFilter = (place: number): string => {
  const fields = Array.from({ length: 99 }, (_, field) => [`f${field}`, [{ exists: false }]]);
  return JSON.stringify({ data: { lines: { ...Object.fromEntries(fields), sku: [`MUG-${place}`] } } });
};
const events = Array.from({ length: 40 }, () =>
  event({ body: JSON.stringify({ data: { lines: Array.from({ length: 45 }, () => ({ sku: 'CUP-02' })) } }) }),
);

beforeAll(async () => {
  bed = await openTestStore(inject('engines').mongodbUrl);
  const endpoints = Array.from({ length: 50 }, (_, place) => endpoint({ id: newId('whk'), filter: dearFilter(place) }));
  await bed.collections.endpoints.insertMany(endpoints.map((each) => toDocument(each, [])));
});

afterAll(() => bed.stop());

test('dear filters of one tenant do not hold up the event loop', async () => {
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

  await matchEndpoints(events, { collections, wants: wantsEvent });

  isWatching = false;
  const tookMs = performance.now() - beganMs;
  expect(Math.max(longestMs, performance.now() - lastMs)).toBeLessThan(tookMs / 3);
});

test('what filters decided before a transaction costs nothing in it', async () => {
  const { collections } = bed;
  const cpuMsOf = async (wants: ReturnType<typeof rememberWants>): Promise<number> => {
    const before = cpuUsage();
    await matchEndpoints(events, { collections, wants });
    const { user, system } = cpuUsage(before);
    return (user + system) / 1_000;
  };
  const wants = rememberWants();

  const first = await cpuMsOf(wants);
  const again = await cpuMsOf(wants);

  expect(again).toBeLessThan(first / 3);
});
