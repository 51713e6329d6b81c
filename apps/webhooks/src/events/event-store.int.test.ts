import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import type { Store } from '../compose-store.ts';
import { BY, endpoint, event, openTestStore, TENANT_KEY, type TestStore } from '../database/store.fixture.ts';
import type { LoggedEvent } from '../model/domain/logged-event.ts';

let bed: TestStore;
let store: Store;

beforeEach(async () => {
  bed = await openTestStore(inject('engines').mongodbUrl);
  store = bed.process('one');
});

afterEach(() => bed.stop());

const inDays = (expiry: Date | undefined): number => Math.round(((expiry?.getTime() ?? 0) - Date.now()) / 86_400_000);

const positions = async (): Promise<[string, number][]> => {
  const found = await bed.collections.events.find().sort({ tenant: 1, position: 1 }).toArray();
  return found.map(({ _id, position }) => [_id, position]);
};

test('an event is stored once with its body, with a delivery for each matching endpoint', async () => {
  const all = endpoint();
  const some = endpoint({ events: ['order.shipped'] });
  const none = endpoint({ events: ['scan.completed'] });
  for (const each of [all, some, none]) await store.endpoints.add(each, 'whsec_x', BY);
  const body = '{"type":"order.shipped", "name":"Blåbær 🫐 \\u0000"}\n';
  const shipped = event({ type: 'order.shipped', body, sequence: 7 });

  const due = await store.events.store([shipped]);

  expect(new Set(due.map(({ endpointId }) => endpointId))).toEqual(new Set([all.id, some.id]));
  expect(await bed.collections.events.find().toArray()).toMatchObject([
    { _id: shipped.id, tenant: TENANT_KEY, position: 1, body, sequence: 7, endpoints: [all.id, some.id] },
  ]);
  expect(await bed.collections.deliveries.find().sort({ _id: 1 }).toArray()).toMatchObject([
    { endpoint_id: all.id, event_id: shipped.id, state: 'pending', attempts: 0 },
    { endpoint_id: some.id, event_id: shipped.id, state: 'pending', attempts: 0 },
  ]);
});

test('the content of an event is found, with the request that caused it', async () => {
  const shipped = event({ type: 'order.shipped', requestId: 'req_1' });
  await store.events.store([shipped]);

  const { type, body, requestId, traceparent } = shipped;
  expect(await store.findEvent({ eventId: shipped.id, tenant: TENANT_KEY, members: undefined })).toMatchObject({
    type,
    body,
    requestId,
    traceparent,
  });
});

test('a duplicate event changes nothing, and its queues are returned again', async () => {
  const all = endpoint();
  await store.endpoints.add(all, 'whsec_x', BY);
  const first = event();

  const due = await store.events.store([first, first]);
  const later = endpoint();
  await store.endpoints.add(later, 'whsec_x', BY);

  expect(await store.events.store([first])).toEqual(due);
  expect(await positions()).toEqual([[first.id, 1]]);
  expect(await bed.collections.deliveries.countDocuments()).toBe(1);
});

test('positions rise by one within a tenant, in the given order, independently of other tenants', async () => {
  const mine = [event(), event(), event()];
  const theirs = event({ tenant: 'acc_other:sandbox' });

  await Promise.all([store.events.store(mine.slice(0, 2)), store.events.store([theirs])]);
  await store.events.store(mine.slice(1));

  expect(await positions()).toEqual([...mine.map(({ id }, place): [string, number] => [id, place + 1]), [theirs.id, 1]]);
});

test('no event of a tenant is delivered to the endpoints of another tenant', async () => {
  await store.endpoints.add(endpoint(), 'whsec_x', BY);
  await store.endpoints.add(endpoint({ tenant: { accountId: 'acc_other', environment: 'production' } }), 'whsec_x', BY);

  const due = await store.events.store([event({ tenant: 'acc_other:sandbox' })]);

  expect(due).toEqual([]);
});

test('two processes with the same events store each once, without gaps', async () => {
  const other = bed.process('two');
  await store.endpoints.add(endpoint(), 'whsec_x', BY);
  const events = Array.from({ length: 200 }, () => event());
  const groups = Array.from({ length: 20 }, (_, part): LoggedEvent[] => events.slice(part * 10, part * 10 + 10));

  await Promise.all([
    ...groups.map((group) => store.events.store(group)),
    ...groups.toReversed().map((group) => other.events.store(group)),
  ]);

  const stored = await positions();
  expect(stored.map(([, position]) => position)).toEqual(events.map((_, place) => place + 1));
  expect(new Set(stored.map(([id]) => id)).size).toBe(200);
  expect(await bed.collections.deliveries.countDocuments()).toBe(200);
  for (const group of groups) {
    const places = group.map(({ id }) => stored.find(([each]) => each === id)?.[1] ?? 0);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  }
});

test('an endpoint receives every event that is stored after it was added, also during other writes', async () => {
  const added = endpoint();
  const before = Array.from({ length: 50 }, () => event());
  const storing = Promise.all(before.map((each) => store.events.store([each])));
  await store.endpoints.add(added, 'whsec_x', BY);
  const after = Array.from({ length: 50 }, () => event());
  await Promise.all(after.map((each) => store.events.store([each])));
  await storing;

  const due = await bed.collections.deliveries.distinct('event_id', { endpoint_id: added.id });

  expect(new Set(due)).toEqual(new Set(due).union(new Set(after.map(({ id }) => id))));
});

test('events that exceed one transaction go into several, in their order', async () => {
  const shared: number[] = [];
  const own = bed.process('own', { onGroups: (tenants) => shared.push(tenants) });
  for (let each = 0; each < 50; each += 1) await own.endpoints.add(endpoint(), 'whsec_x', BY);
  const events = Array.from({ length: 160 }, () => event());

  const due = await own.events.store(events);

  expect(due).toHaveLength(50);
  expect(shared).toEqual(Array.from({ length: 8 }, () => 1));
  expect(await bed.collections.deliveries.countDocuments()).toBe(8_000);
  expect((await positions()).map(([id]) => id)).toEqual(events.map(({ id }) => id));
});

test('a tenant that floods the intake delays another by one transaction', async () => {
  for (let each = 0; each < 50; each += 1) await store.endpoints.add(endpoint(), 'whsec_x', BY);
  const flood = Array.from({ length: 6 }, () => Array.from({ length: 100 }, () => event()));
  const flooding = Promise.all(flood.map((group) => store.events.store(group)));

  await store.events.store([event({ tenant: 'acc_other:sandbox' })]);

  expect(await bed.collections.deliveries.countDocuments()).toBeLessThanOrEqual(2_000);
  await flooding;
});

test('events and deliveries expire after 30 days', async () => {
  await store.endpoints.add(endpoint(), 'whsec_x', BY);
  await store.events.store([event()]);

  expect(inDays((await bed.collections.events.findOne())?.expires_at)).toBe(30);
  expect(inDays((await bed.collections.deliveries.findOne())?.expires_at)).toBe(30);
});
