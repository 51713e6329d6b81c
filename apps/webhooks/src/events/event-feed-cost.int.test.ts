import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { Store } from '../compose-store.ts';
import { event, openTestStore, TENANT, type TestStore } from '../database/store.fixture.ts';
import type { FeedFilter } from './event-ports.ts';

const PAGE = 10;
const MANY = 3_000;

let bed: TestStore;
let store: Store;
let ids: readonly string[];

// One of a hundred events is a shipped order, so its filter matches rarely.
beforeAll(async () => {
  bed = await openTestStore(inject('engines').mongodbUrl);
  store = bed.process('one');
  const stored = Array.from({ length: MANY }, (_, place) =>
    event({ type: place % 100 === 0 ? 'order.shipped' : place % 2 === 0 ? 'scan.completed' : 'inventory.updated' }),
  );
  ids = stored.map(({ id }) => id);
  for (let from = 0; from < MANY; from += 500) await store.events.store(stored.slice(from, from + 500));
});

afterAll(() => bed.stop());

test.each<[what: string, after: number | undefined, types: FeedFilter['types']]>([
  ['the first page', undefined, undefined],
  ['a deep page', 2_500, undefined],
  ['the first page of a rare type', undefined, ['order.shipped']],
  ['a deep page of a rare type', 2_000, ['order.shipped']],
  ['a deep page of types of which one is rare', 2_000, ['order.shipped', 'scan.completed']],
  ['a deep page of a type without events', 1_000, ['order.cancelled']],
])('%s examines a small multiple of the events it returns, and sorts nothing', async (_what, place, types) => {
  await bed.mongo.db.command({ profile: 0 });
  await bed.mongo.db.dropCollection('system.profile').catch(() => false);
  await bed.mongo.db.command({ profile: 2 });

  const after = place === undefined ? undefined : ids[place];
  await store.feed.page(TENANT, { after, types }, { limit: PAGE, cursor: undefined });

  await bed.mongo.db.command({ profile: 0 });
  const looked = await bed.mongo.db
    .collection('system.profile')
    .find({ keysExamined: { $exists: true } })
    .toArray();
  const sum = (name: string): number => looked.reduce((total, each) => total + Number(each[name]), 0);
  expect(looked.length).toBeGreaterThan(0);
  expect(looked.filter(({ hasSortStage }) => hasSortStage === true)).toEqual([]);
  expect(sum('keysExamined')).toBeLessThanOrEqual(3 * PAGE);
  expect(sum('docsExamined')).toBeLessThanOrEqual(2 * PAGE);
});
