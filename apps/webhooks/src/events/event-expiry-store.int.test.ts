import { firstIdAt } from '@fulfilment/kernel';
import { dropIndex, ensureIndexes } from '@fulfilment/mongo';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import type { Store } from '../compose-store.ts';
import { event, openTestStore, TENANT_KEY, type TestStore } from '../database/store.fixture.ts';
import { EVENT_EXPIRY, INDEXES } from '../database/webhook-indexes.ts';

const DAY_MS = 86_400_000;
const BEGAN_MS = Date.now();
const OTHER_TENANT = 'acc_other:sandbox';

let bed: TestStore;
let store: Store;

beforeEach(async () => {
  bed = await openTestStore(inject('engines').mongodbUrl);
  store = bed.process('one');
  // MongoDB itself removes nothing.
  await dropIndex(bed.mongo.db, EVENT_EXPIRY);
});

afterEach(async () => {
  await bed.mongo.db.command({ profile: 0 });
  await bed.stop();
});

/** An event that was made some days ago, and is known by a number. */
const madeBefore = (days: number, number: number, tenant = TENANT_KEY) =>
  event({ tenant, id: `${firstIdAt('evt', new Date(BEGAN_MS - days * DAY_MS)).slice(0, -6)}${String(number).padStart(6, '0')}` });

const isOver = (...ids: readonly string[]) =>
  bed.collections.events.updateMany({ _id: { $in: [...ids] } }, { $set: { expires_at: new Date(Date.now() - 1_000) } });

const removeExpired = (mark = (): void => undefined, stopping = new AbortController().signal) =>
  store.removeExpired(mark, stopping);

async function positions(tenant = TENANT_KEY): Promise<readonly number[]> {
  const found = await bed.collections.events.find({ tenant }).sort({ position: 1 }).toArray();
  return found.map(({ position }) => position);
}

test('expired events of all tenants are removed, and no other', async () => {
  const mine = [1, 2, 3, 4].map((number) => madeBefore(31, number));
  const theirs = [5, 6].map((number) => madeBefore(31, number, OTHER_TENANT));
  await store.events.store([...mine, event()]);
  await store.events.store(theirs);
  // The third was stored by a process whose clock was ahead.
  await isOver(...[mine[0], mine[1], mine[3], theirs[0]].map((each) => each?.id ?? ''));

  expect(await removeExpired()).toBe(4);

  expect(await positions()).toEqual([3, 5]);
  expect(await positions(OTHER_TENANT)).toEqual([2]);
  expect(await removeExpired()).toBe(0);
});

test('an event that waited for its place is kept for 30 days from when it was stored', async () => {
  await store.events.store([madeBefore(31, 1)]);

  expect(await removeExpired()).toBe(0);

  expect(await positions()).toEqual([1]);
});

test('an event with a later id than those stored behind it leaves the feed before them', async () => {
  const ahead = madeBefore(1, 1);
  const [second, third] = [madeBefore(31, 2), madeBefore(31, 3)];
  await store.events.store([ahead, second, third]);
  await isOver(ahead.id, second.id);

  expect(await removeExpired()).toBe(2);

  expect(await positions()).toEqual([3]);
});

test('a pass that is ended has removed the first of a tenant without a gap, and the next one goes on', async () => {
  // Each 300 were made in the other order.
  const events = Array.from({ length: 2_500 }, (_, place) => madeBefore(31, place - 2 * (place % 300) + 299));
  for (let from = 0; from < events.length; from += 500) await store.events.store(events.slice(from, from + 500));
  await isOver(...events.map(({ id }) => id));
  const ending = new AbortController();

  expect(await removeExpired(() => ending.abort(), ending.signal)).toBe(1_200);

  expect(await positions()).toEqual(Array.from({ length: 1_300 }, (_, place) => 1_201 + place));
  expect(await removeExpired()).toBe(1_300);
});

test('a pass looks at expired events alone', async () => {
  const expired = [1, 2, 3].map((number) => madeBefore(31, number));
  await store.events.store([...expired, ...Array.from({ length: 300 }, () => event())]);
  await isOver(...expired.map(({ id }) => id));
  await bed.mongo.db.command({ profile: 2 });

  expect(await removeExpired()).toBe(3);

  const looked = await bed.mongo.db
    .collection('system.profile')
    .find({ ns: /\.events$/, keysExamined: { $exists: true } })
    .toArray();
  expect(looked.map(({ op }) => op)).toEqual(['query', 'remove', 'query']);
  for (const { keysExamined, docsExamined, hasSortStage } of looked) {
    expect(keysExamined).toBeLessThanOrEqual(4);
    expect(docsExamined).toBeLessThanOrEqual(4);
    expect(hasSortStage).toBeUndefined();
  }
});

test('where the index of expiry stands, events stay as long as it says, also where an operator has changed that', async () => {
  await ensureIndexes(bed.mongo.db, INDEXES);
  const longer = { index: { name: EVENT_EXPIRY.name, expireAfterSeconds: 86_400 } };
  await bed.mongo.db.command({ collMod: EVENT_EXPIRY.collection, ...longer });
  const expired = madeBefore(31, 1);
  await store.events.store([expired]);
  await isOver(expired.id);

  expect(await removeExpired()).toBe(0);

  expect(await positions()).toEqual([1]);
});
