import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import type { Store } from '../compose-store.ts';
import { BY, endpoint, event, openTestStore, TENANT, TENANT_KEY, type TestStore } from '../database/store.fixture.ts';
import type { DeliveryDocument } from '../database/delivery-documents.ts';

let bed: TestStore;
let store: Store;
let endpointId: string;
const events = ['1', '2', '3'].map((name) => event({ body: `{"name":${name}}` }));
const [first, second, third] = events.map(({ id }) => id);

beforeEach(async () => {
  bed = await openTestStore(inject('engines').mongodbUrl);
  store = bed.process('one');
  const added = endpoint();
  endpointId = added.id;
  await store.endpoints.add(added, 'whsec_x', BY);
  await store.events.store(events);
});

afterEach(() => bed.stop());

const singles = async () => {
  const due = await store.deliveries.due({ tenant: TENANT_KEY, endpointId }, { limit: 10, except: [] });
  return due.filter(({ members }) => members === undefined);
};
const compose = async () => store.batches.compose(await singles(), 10);
const batches = () => bed.collections.deliveries.find({ event_type: 'batch' }).sort({ _id: 1 }).toArray();
const gone = (...ids: readonly (string | undefined)[]) =>
  bed.collections.events.deleteMany({ _id: { $in: ids.filter((id) => id !== undefined) } });
const membersOf = ({ members = [] }: DeliveryDocument) => members.map(({ event_id: id }) => id);
const content = ({ _id: id, members = [] }: DeliveryDocument) =>
  store.findEvent({ eventId: id, tenant: TENANT_KEY, members: members.map((member) => member.event_id) });

test('what is past its keeping is composed by itself, and takes nothing with it that is kept', async () => {
  await gone(second);

  await compose();
  await compose();

  expect((await batches()).map(membersOf)).toEqual([[second], [first, third]]);
  expect(await Promise.all((await batches()).map(content))).toMatchObject([
    undefined,
    { body: '{"batch":[{"name":1},{"name":3}]}' },
  ]);
});

test('a batch is kept for as long as the last of its events, and is sent without those that are gone', async () => {
  const [early, late] = [new Date(Date.now() + 60_000), new Date(Date.now() + 120_000)];
  await bed.collections.deliveries.updateMany({}, { $set: { expires_at: early } });
  await bed.collections.deliveries.updateOne({ event_id: second ?? '' }, { $set: { expires_at: late } });
  await compose();
  const [batch] = await batches();
  if (!batch) throw new Error('nothing was composed');

  await gone(first);

  expect(batch.expires_at).toEqual(late);
  expect(await content(batch)).toMatchObject({ type: 'batch', body: '{"batch":[{"name":2},{"name":3}]}' });
});

test('a batch can be sent again until all of it is gone', async () => {
  await compose();
  const [batch] = await batches();
  if (!batch) throw new Error('nothing was composed');
  const { _id: id } = batch;
  const failed = () => bed.end({ _id: id }, { state: 'failed', rare_state: 'failed' });
  await failed();

  await gone(first);
  expect(await store.log.resend(TENANT, id, BY)).toMatchObject({ state: 'pending' });

  await failed();
  await gone(second, third);
  expect(await content(batch)).toBeUndefined();
  await expect(store.log.resend(TENANT, id, BY)).rejects.toMatchObject({ code: 'event_expired' });
});

test('a batch that is split is single deliveries again, under the ids that they had', async () => {
  const before = await singles();
  await compose();
  await gone(second);

  await store.batches.split({ tenant: TENANT_KEY, endpointId });

  expect((await singles()).toSorted((a, b) => a.position - b.position)).toEqual(
    before.map((delivery) => ({ ...delivery, dueInMs: expect.any(Number) })).toSorted((a, b) => a.position - b.position),
  );
  const [batch] = await batches();
  expect(batch).toMatchObject({ state: 'dropped', unwanted: true, ended_at: expect.any(Date) });
  expect(await bed.collections.deliveries.countDocuments({ state: 'pending', batch_id: { $exists: false } })).toBe(3);
  expect(await bed.collections.pending.countDocuments()).toBe(3);
});

test('where order matters, a batch stands where its first event does, and is in no line', async () => {
  await compose();
  const queue = { tenant: TENANT_KEY, endpointId };

  expect(await store.deliveries.after(queue, 0, 10)).toMatchObject([{ position: 1, members: [first, second, third] }]);
  expect(await store.deliveries.ofRecord(queue, { recordKey: events[0]?.key ?? '', through: 100, limit: 10 })).toEqual([]);
});

test('a batch that was sent is not split', async () => {
  await compose();
  await bed.end();

  await store.batches.split({ tenant: TENANT_KEY, endpointId });

  expect((await batches()).map(({ state }) => state)).toEqual(['delivered']);
  expect(await bed.collections.pending.countDocuments()).toBe(0);
});

test('a batch that was split and is sent again is its events once more, those that wait already once', async () => {
  await compose();
  const [{ _id: batch } = { _id: '' }] = await batches();
  const queue = { tenant: TENANT_KEY, endpointId };
  await store.batches.split(queue);
  await bed.end({ event_id: first ?? '' });

  expect(await store.log.resend(TENANT, batch, BY)).toMatchObject({ state: 'pending' });
  await store.batches.split(queue);

  expect(new Set((await singles()).map(({ eventId }) => eventId))).toEqual(new Set([first, second, third]));
  expect(await singles()).toHaveLength(3);
  expect((await batches()).map(({ state }) => state)).toEqual(['dropped']);
});

test('what is found of a delivery that is past its keeping is not taken again and again', async () => {
  await bed.collections.deliveries.deleteMany({});

  expect(await compose()).toBe(false);

  expect(await singles()).toEqual([]);
});
