import { cpuUsage } from 'node:process';
import { newId } from '@fulfilment/kernel';
import { TIMED } from '@fulfilment/testing';
import { expect, test } from 'vitest';
import { endpoint, event } from '../database/store.fixture.ts';
import { matchesSubscription, memoizeMatch } from '../model/domain/subscription.ts';
import { toDocument } from '../database/endpoint-documents.ts';
import { matchEndpoints } from './event-store.ts';

/** The most expensive filter: in each line a field for each condition, of which all but the last match. */
const expensiveFilter = (place: number): string => {
  const fields = Array.from({ length: 99 }, (_, field) => [`f${field}`, [{ exists: false }]]);
  return JSON.stringify({ data: { lines: { ...Object.fromEntries(fields), sku: [`MUG-${place}`] } } });
};
const events = Array.from({ length: 40 }, () =>
  event({ body: JSON.stringify({ data: { lines: Array.from({ length: 45 }, () => ({ sku: 'CUP-02' })) } }) }),
);

const endpoints = Array.from({ length: 50 }, (_, place) =>
  toDocument(endpoint({ id: newId('whk'), filter: expensiveFilter(place) }), []),
);
const endpointsOf = () => endpoints;

test('expensive filters of one tenant do not block the event loop', TIMED, async () => {
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

  await matchEndpoints(events, endpointsOf, matchesSubscription);

  isWatching = false;
  const tookMs = performance.now() - beganMs;
  expect(Math.max(longestMs, performance.now() - lastMs)).toBeLessThan(tookMs / 3);
});

async function cpuMsOf(match: ReturnType<typeof memoizeMatch>): Promise<number> {
  const before = cpuUsage();
  await matchEndpoints(events, endpointsOf, match);
  const { user, system } = cpuUsage(before);
  return (user + system) / 1_000;
}

test('results of filters from before a transaction cost nothing in it', TIMED, async () => {
  const match = memoizeMatch();

  const first = await cpuMsOf(match);
  const again = await cpuMsOf(match);

  expect(again).toBeLessThan(first / 3);
});
