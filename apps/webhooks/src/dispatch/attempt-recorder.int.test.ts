import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import type { Store } from '../compose-store.ts';
import { BY, endpoint, event, openTestStore, TENANT_KEY, type TestStore } from '../database/store.fixture.ts';
import type { Delivery } from '../model/domain/delivery.ts';
import type { Endpoint } from '../model/domain/endpoint.ts';
import { attempt } from './deliveries.conformance.ts';

let bed: TestStore;
let store: Store;
let target: Endpoint;

beforeEach(async () => {
  bed = await openTestStore(inject('engines').mongodbUrl);
  store = bed.process('one');
  target = endpoint();
  await store.endpoints.add(target, 'whsec_x', BY);
});

afterEach(() => bed.stop());

const queue = () => ({ tenant: TENANT_KEY, endpointId: target.id });
const due = () => store.deliveries.due(queue(), { limit: 10, except: [] });

async function pending(): Promise<Delivery> {
  await store.events.store([event()]);
  const [delivery] = await due();
  if (!delivery) throw new Error('nothing is due');
  return delivery;
}

async function twoPending(): Promise<[Delivery, Delivery]> {
  await store.events.store([event(), event()]);
  const [first, second] = await due();
  if (!first || !second) throw new Error('less is due');
  return [first, second];
}

const made = async () => (await bed.collections.attempts.find().toArray()).flatMap(({ made: attempts }) => attempts);
const kept = (delivery: Delivery) => bed.collections.deliveries.findOne({ _id: delivery.id });

test('an attempt is kept, and its delivery waits for the next', async () => {
  const delivery = await pending();

  expect(await store.record(attempt(delivery))).toBe(true);

  expect(await due()).toEqual([]);
  expect((await store.deliveries.nextDueAt(queue()))?.getTime()).toBeCloseTo(Date.now() + 60_000, -4);
  expect(await made()).toMatchObject([
    { delivery_id: delivery.id, n: 1, latency_ms: 40, status: 500, error: null, excerpt: 'because', outcome: 'retry' },
  ]);
});

test.each(['delivered', 'failed'] as const)('a delivery that is %s has ended', async (type) => {
  const delivery = await pending();

  await store.record(attempt(delivery, { outcome: { type } }));

  expect(await store.deliveries.nextDueAt(queue())).toBeUndefined();
  expect(await kept(delivery)).toMatchObject({ state: type, attempts: 1, ended_at: expect.any(Date) });
});

test('the same try is kept once: the second record of it changes nothing', async () => {
  const delivery = await pending();
  const other = bed.process('two');
  await store.record(attempt(delivery, { outcome: { type: 'delivered' } }));
  const fresh = await pending();

  const [late, good] = await Promise.all([other.record(attempt(delivery)), other.record(attempt(fresh))]);

  expect([late, good]).toEqual([false, true]);
  expect(await kept(delivery)).toMatchObject({ state: 'delivered', attempts: 1 });
  expect(await kept(fresh)).toMatchObject({ state: 'pending', attempts: 1 });
});

test('a try that one process made twice is kept once, and holds up no other', async () => {
  const [delivery, other] = await twoPending();

  const results = await Promise.all([attempt(delivery), attempt(delivery), attempt(other)].map((each) => store.record(each)));

  expect(results).toEqual([true, false, true]);
  expect(await made()).toHaveLength(2);
});

test('a try of what is past its keeping is not kept, and is not due again', async () => {
  const delivery = await pending();
  await bed.collections.deliveries.deleteMany({});

  expect(await store.record(attempt(delivery))).toBe(false);

  expect(await due()).toEqual([]);
  expect(await made()).toEqual([]);
});

test('the pending projection of a delivery is rebuilt where it differs from the delivery', async () => {
  const [behind, ended] = await twoPending();
  await bed.collections.deliveries.updateOne({ _id: behind.id }, { $set: { attempts: 2 } });
  await bed.collections.deliveries.updateOne({ _id: ended.id }, { $set: { state: 'delivered', attempts: 1 } });

  expect(await Promise.all([behind, ended].map((each) => store.record(attempt(each))))).toEqual([false, false]);

  expect(await due()).toMatchObject([{ id: behind.id, attempts: 2 }]);
});

test('many attempts at once are each kept', async () => {
  await store.events.store(Array.from({ length: 150 }, () => event()));
  const deliveries = await store.deliveries.due(queue(), { limit: 200, except: [] });

  const results = await Promise.all(deliveries.map((each) => store.record(attempt(each, { outcome: { type: 'delivered' } }))));

  expect(results).toEqual(deliveries.map(() => true));
  expect(await made()).toHaveLength(150);
  expect(await bed.collections.deliveries.countDocuments({ state: 'delivered' })).toBe(150);
});

test('an endpoint rests as long as it asked for, the longest of several', async () => {
  const [first, second] = [await pending(), await pending()];
  await store.record(attempt(first, { consequence: { type: 'rest', ms: 600_000 } }));
  await store.record(attempt(second, { consequence: { type: 'rest', ms: 1_000 } }));

  const found = await store.findTarget(queue());

  expect(found).toMatchObject({ type: 'backing-off' });
  expect(found.type === 'backing-off' && found.until.getTime()).toBeCloseTo(Date.now() + 600_000, -4);
});

test('an endpoint that is gone is disabled, and its deliveries stay', async () => {
  const delivery = await pending();
  await store.record(attempt(delivery, { status: 410, consequence: { type: 'disable' } }));

  expect(await store.findTarget(queue())).toEqual({ type: 'disabled' });
  expect(await store.endpoints.list([target.tenant])).toMatchObject([{ state: { status: 'disabled', reason: 'gone' } }]);
  expect(await kept(delivery)).toMatchObject({ state: 'pending' });
});

test('a delivery that was dropped during its attempt is not revived', async () => {
  const delivery = await pending();
  await store.deliveries.drop(queue(), { through: null, limit: 10 });

  const dropped = await kept(delivery);
  expect(dropped).toMatchObject({ state: 'dropped', attempts: 0 });

  expect(await store.record(attempt(delivery))).toBe(true);

  expect(await kept(delivery)).toEqual({ ...dropped, attempts: 1, recorded_in: [expect.any(String)] });
});

test('what was recorded after a drop is counted: sent again, the delivery goes on with the next number', async () => {
  const delivery = await pending();
  await store.deliveries.drop(queue(), { through: 1, limit: 10 });
  await store.record(attempt(delivery));
  await store.log.resend(target.tenant, delivery.id, BY);

  const [again] = await due();

  expect(again).toMatchObject({ id: delivery.id, attempts: 1, scheduleFrom: 1 });
  expect(again && (await store.record(attempt(again, { outcome: { type: 'delivered' } })))).toBe(true);
  expect(await kept(delivery)).toMatchObject({ state: 'delivered', attempts: 2 });
});

test('an endpoint that comes to its end is told to the others once, whichever process records the attempt', async () => {
  const other = endpoint({ url: 'https://hooks.example.com/other', events: ['endpoint.disabled'] });
  await store.endpoints.add(other, 'whsec_y', BY);
  const delivery = await pending();
  const gone = attempt(delivery, { status: 410, consequence: { type: 'disable' } });

  await Promise.all([store.record(gone), bed.process('two').record(gone)]);
  await store.record(attempt(await pending(), { status: 410, consequence: { type: 'disable' } }));

  const told = await bed.collections.events.find({ type: 'endpoint.disabled' }).toArray();
  expect(told).toMatchObject([{ endpoints: [other.id], position: 2 }]);
  expect(await bed.collections.deliveries.find({ endpoint_id: other.id }).toArray()).toMatchObject([{ state: 'pending' }]);
  expect(await store.leases.claim({ clean: 10, others: 10 })).toMatchObject([{ endpointId: other.id }]);
});

test('what the receiver before answered late says nothing of where the endpoint is now', async () => {
  const before = 'https://hooks.example.com/before';
  const health = async () => (await bed.collections.endpoints.findOne({ _id: target.id }))?.health;
  const asItWas = await health();

  await store.record(attempt(await pending(), { url: before, status: 410, consequence: { type: 'disable' } }));
  await store.record(attempt(await pending(), { url: before, consequence: { type: 'rest', ms: 600_000 } }));
  await store.record(attempt(await pending(), { url: before, status: 200, outcome: { type: 'delivered' } }));

  expect(await health()).toEqual(asItWas);
  expect(await store.findTarget(queue())).toMatchObject({ type: 'open', url: target.url });
});

test('of late answers and those of now in one go only the latter count', async () => {
  const before = { url: 'https://hooks.example.com/before', status: 410, consequence: { type: 'disable' as const } };
  await store.events.store([event(), event()]);
  const deliveries = await due();

  await Promise.all(deliveries.map((each, place) => store.record(attempt(each, place === 0 ? before : {}))));

  expect(deliveries).toHaveLength(2);

  expect(await bed.collections.endpoints.findOne({ _id: target.id })).toMatchObject({
    status: 'active',
    health: { failures: 1 },
  });
});
