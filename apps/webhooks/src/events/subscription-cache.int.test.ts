import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest';
import type { Store } from '../compose-store.ts';
import { BY, endpoint, event, openTestStore, TENANT, type TestStore } from '../database/store.fixture.ts';
import { toDocument } from '../database/endpoint-documents.ts';

let bed: TestStore;
/** The process that stores events, and has read the tenant's endpoints. */
let store: Store;
/** Another process, in which endpoints are changed. */
let other: Store;

beforeEach(async () => {
  bed = await openTestStore(inject('engines').mongodbUrl);
  [store, other] = [bed.process('one'), bed.process('two')];
  await store.events.store([event()]);
});

afterEach(async () => {
  vi.restoreAllMocks();
  await bed.stop();
});

/** Stores one more event. @returns the endpoints that it goes to. */
async function receivers(): Promise<readonly string[]> {
  return (await store.events.store([event()])).map(({ endpointId }) => endpointId);
}

const oneOf = (id: string) => ({ id, tenants: [TENANT] });

test('an event goes to an endpoint that another process added before, whatever was read earlier', async () => {
  const [first, second] = [endpoint(), endpoint()];
  await other.endpoints.add(first, 'whsec_x', BY);
  expect(await receivers()).toEqual([first.id]);

  await other.endpoints.add(second, 'whsec_x', BY);
  expect(new Set(await receivers())).toEqual(new Set([first.id, second.id]));
});

test('an event no longer goes to an endpoint that another process removed before', async () => {
  const added = endpoint();
  await store.endpoints.add(added, 'whsec_x', BY);
  expect(await receivers()).toEqual([added.id]);

  await other.endpoints.remove(oneOf(added.id), BY);

  expect(await receivers()).toEqual([]);
});

test.each([
  ['its events', { events: ['scan.completed'] }],
  ['its filter', { filter: JSON.stringify({ data: { sku: ['another'] } }) }],
])('an event is matched with an endpoint as another process changed it before: %s', async (_what, changes) => {
  const added = endpoint();
  await store.endpoints.add(added, 'whsec_x', BY);
  expect(await receivers()).toEqual([added.id]);

  const change = {
    resetsHealth: false,
    releasesQueue: false,
    dropsHeld: false,
    audit: { action: 'webhook.updated', details: {} },
  };
  await other.endpoints.change(oneOf(added.id), BY, (before) => ({ ...change, endpoint: { ...before, ...changes } }));

  expect(await receivers()).toEqual([]);
});

test('an endpoint that a process of an earlier release added gets events after five seconds at the latest', async () => {
  const added = endpoint();
  await bed.collections.endpoints.insertOne(toDocument(added, []));
  const clock = performance.now.bind(performance);

  vi.spyOn(performance, 'now').mockImplementation(() => clock() + 5_000);

  expect(await receivers()).toEqual([added.id]);
});

test('where more endpoints match than were known, a transaction has its bound of deliveries, and the feed no gaps', async () => {
  for (let each = 0; each < 50; each += 1) await other.endpoints.add(endpoint(), 'whsec_x', BY);

  await store.events.store(Array.from({ length: 130 }, () => event()));

  const stored = await bed.collections.events.find().sort({ position: 1 }).toArray();
  expect(stored.map(({ position }) => position)).toEqual(stored.map((_, place) => place + 1));
  expect(await bed.collections.positions.find().toArray()).toMatchObject([{ position: 131 }]);
  expect(await bed.collections.deliveries.countDocuments()).toBe(6_500);
});

test('an endpoint is added while events of its tenant are stored one transaction after another', async () => {
  const ended = new AbortController();
  const flood = async (): Promise<void> => {
    while (!ended.signal.aborted) await store.events.store(Array.from({ length: 100 }, () => event()));
  };
  const flooding = Promise.all([flood(), flood()]);

  expect(await other.endpoints.add(endpoint(), 'whsec_x', BY)).toBe(true);

  ended.abort();
  await flooding;
});
