import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import type { Store } from '../compose-store.ts';
import { openTestStore, type TestStore } from '../database/store.fixture.ts';
import { events, idsOf, readOn } from './event-feed-store.fixture.ts';
import { raisePositions } from './event-store.ts';

let bed: TestStore;
let store: Store;

beforeEach(async () => {
  bed = await openTestStore(inject('engines').mongodbUrl);
  store = bed.process('one');
});

afterEach(() => bed.stop());

test('a reader that polls behind its last event misses none while two processes store', async () => {
  const other = bed.process('two');
  const groups = Array.from({ length: 60 }, () => events(5));
  let isStoring = true;
  const storing = Promise.all(groups.map((group, place) => (place % 2 === 0 ? store : other).events.store(group))).finally(() => {
    isStoring = false;
  });
  const seen: string[] = [];
  let polls = 0;
  for (let isLast = false; !isLast; polls += 1) {
    isLast = !isStoring;
    seen.push(...(await readOn(store, { after: seen.at(-1), limit: 50 })));
  }
  await storing;

  expect(polls).toBeGreaterThan(2);
  expect(seen).toEqual(await readOn(store));
  expect(new Set(seen)).toEqual(new Set(idsOf(groups.flat())));
});

test('an event whose position is not committed yet is never passed by a later one', async () => {
  await store.events.store(events(1));
  const [slow, quick] = [...events(1, { body: '{"id":"slow"}' }), ...events(1, { body: '{"id":"quick"}' })];
  if (!slow || !quick) throw new Error('two events');
  const session = bed.mongo.client.startSession();
  session.startTransaction({ readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority' } });
  const [counter] = await raisePositions(new Map([[slow.tenant, 1]]), { session, collections: bed.collections });
  let isStored = false;
  const storing = store.events.store([quick]).finally(() => {
    isStored = true;
  });
  for (let look = 0; look < 20; look += 1) expect(await readOn(store)).toHaveLength(1);
  expect(isStored).toBe(false);

  await bed.collections.events.insertOne(
    {
      _id: slow.id,
      tenant: slow.tenant,
      position: counter?.first ?? 0,
      type: slow.type,
      key: slow.key,
      body: slow.body,
      sequence: slow.sequence,
      endpoints: [],
      request_id: null,
      traceparent: null,
      created_at: slow.createdAt,
      expires_at: new Date(Date.now() + 86_400_000),
    },
    { session },
  );
  await session.commitTransaction();
  await session.endSession();
  await storing;

  expect((await readOn(store)).slice(1)).toEqual(['slow', 'quick']);
});
