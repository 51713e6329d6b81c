import type { IncomingRecord } from '@fulfilment/messaging';
import { goldenDocuments } from '@fulfilment/testing';
import { BSON } from 'mongodb';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { Store } from './compose-store.ts';
import { BY, endpoint, openTestStore, TENANT, TENANT_KEY, type TestStore } from './database/store.fixture.ts';
import * as documents from './documents.ts';
import { deliveriesOf } from './database/event-documents.ts';
import { PartitionHandover } from './events/partition-handover-store.ts';

const GOLDEN = goldenDocuments(import.meta.dirname, (line) => BSON.EJSON.parse(line));
const AT = new Date('2026-11-02T09:07:31.000Z');
const ALL = { limit: 100, cursor: undefined };

let bed: TestStore;
let store: Store;

beforeAll(async () => {
  bed = await openTestStore(inject('engines').mongodbUrl);
  for (const { collection, document } of GOLDEN) await bed.mongo.db.collection<{ _id: string }>(collection).insertOne(document);
  store = bed.process('reader');
});

afterAll(() => bed.stop());

/** The reads of a document of each collection. Its argument is a document as MongoDB gives it, which no type vouches for. */
const READERS: Readonly<Record<string, Function>> = {
  endpoints: async ({ _id: endpointId, tenant }: documents.EndpointDocument) => ({
    shown: await store.endpoints.find(TENANT, endpointId),
    target: await store.findTarget({ endpointId, tenant }),
  }),
  // A tenant with as many endpoints as it may have is refused another one.
  endpoint_counts: () => store.endpoints.add(endpoint(), 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', BY),
  positions: async ({ _id: tenant }: documents.PositionDocument) => {
    const behind = { after: undefined, types: undefined, since: new Date('2098-12-31T00:00:00.000Z'), until: undefined };
    return { tenant, events: (await store.feed.page(TENANT, behind, ALL)).data };
  },
  handovers: async ({ _id: topic }: { readonly _id: string }) => {
    const handover = new PartitionHandover(bed.collections, () => Promise.reject(new Error('The lag is not asked for')));
    const record: IncomingRecord = { topic, partition: 1, offset: '0', key: TENANT_KEY, value: '', headers: {} };
    return await handover.firstMoved([record]);
  },
  events: async (event: documents.EventDocument) => {
    const { _id: eventId, tenant, position } = event;
    const feed = await store.feed.page(TENANT, { after: undefined, types: undefined, since: undefined, until: undefined }, ALL);
    return {
      sent: await store.findEvent({ eventId, tenant, members: undefined }),
      listed: feed.data[position - 1],
      deliveries: deliveriesOf(event, AT).map(({ _id: _made, expires_at: _kept, ...delivery }) => delivery),
    };
  },
  deliveries: async ({ _id: id }: documents.DeliveryDocument) => ({
    facts: await store.log.find(TENANT, id),
    attempts: (await store.log.findWhole(TENANT, id)).attempts,
  }),
  pending: async ({ _id, tenant, endpoint_id: endpointId }: documents.PendingDocument) => {
    const due = await store.deliveries.due({ tenant, endpointId }, { limit: 100, except: [] });
    return due.filter(({ id }) => id === _id).map(({ dueInMs, ...delivery }) => ({ ...delivery, isDue: dueInMs <= 0 }));
  },
  attempts: ({ made }: documents.AttemptsDocument) =>
    Promise.all(
      [...new Set(made.map((each) => each.delivery_id))].map(async (id) => (await store.log.findWhole(TENANT, id)).attempts),
    ),
  queues: async ({ _id: endpointId, tenant }: documents.QueueDocument) =>
    (await store.leases.wakeAndClaim({ endpointId, tenant })) ?? 'held',
  endpoint_hours: async ({ endpoint_id: id, hour }: documents.EndpointHourDocument) => ({
    hours: await store.stats.hours(TENANT, id, { since: hour, until: hour }),
    minutes: await store.stats.minutes(TENANT, [new Date(hour.getTime() + 7 * 60_000), new Date(hour.getTime() + 8 * 60_000)]),
  }),
  changes: async ({ endpoint_id: endpointId }: documents.ChangeDocument) =>
    (await store.audit.page(TENANT, { endpointId }, ALL)).data,
  replays: ({ _id: id, endpoint_id: endpointId }: documents.ReplayDocument) => store.replays.find(TENANT, { endpointId, id }),
};

test('every collection of the service has golden documents', () => {
  const collections = Object.values(documents.COLLECTION_NAMES);

  expect([...new Set(GOLDEN.map(({ collection }) => collection))].toSorted()).toEqual(collections.toSorted());
});

test.each(GOLDEN)('a stored document of $collection is read to the value it was read to', async (golden) => {
  const { collection, document, reads } = golden;

  expect(await READERS[collection]?.(document)).toEqual(reads);
});
