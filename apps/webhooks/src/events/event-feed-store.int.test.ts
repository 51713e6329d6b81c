import { newId } from '@fulfilment/kernel';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import type { Store } from '../compose-store.ts';
import { expiryFrom } from '../model/domain/delivery.ts';
import { event, openTestStore, TENANT, TENANT_KEY, type TestStore } from '../database/store.fixture.ts';
import { events, idsOf, page, readOn } from './event-feed-store.fixture.ts';

let bed: TestStore;
let store: Store;

beforeEach(async () => {
  bed = await openTestStore(inject('engines').mongodbUrl);
  store = bed.process('one');
});

afterEach(() => bed.stop());

const refusedCursor = expect.objectContaining({ code: 'invalid_cursor' });

/** Removes the first events, as expiry does. */
const expire = async (upTo: number): Promise<void> => {
  await bed.collections.events.deleteMany({ tenant: TENANT_KEY, position: { $lte: upTo } });
};

describe('a page of the feed', () => {
  test('shows events in the order of storing, oldest first, for every page length', async () => {
    const stored = events(7);
    await store.events.store(stored);

    for (const limit of [1, 3, 6, 7, 200]) expect(await readOn(store, { limit })).toEqual(idsOf(stored));
    expect(await page(store, { limit: 7 })).toMatchObject({ has_more: false, next_cursor: null });
    expect(await page(store, { limit: 6 })).toMatchObject({ has_more: true, next_cursor: expect.any(String) });
  });

  test('begins behind `after`; behind the last event it is empty until the next one is stored', async () => {
    const stored = events(3);
    await store.events.store(stored);
    const [first, , last] = idsOf(stored);

    expect(await readOn(store, { after: first, limit: 1 })).toEqual(idsOf(stored.slice(1)));
    expect(await page(store, { after: last })).toEqual({ data: [], has_more: false, next_cursor: null, next_after: last });

    const next = events(1);
    await store.events.store(next);
    expect(await readOn(store, { after: last })).toEqual(idsOf(next));
  });

  test('shows only the requested types, and may begin behind an event of another type', async () => {
    const kinds = ['order.created', 'scan.completed', 'order.shipped', 'scan.completed', 'order.created'] as const;
    const stored = kinds.flatMap((type) => events(2, { type }));
    await store.events.store(stored);
    const ofTypes = (...types: string[]) => idsOf(stored.filter(({ type }) => types.includes(type)));

    expect(await readOn(store, { types: ['scan.completed'], limit: 3 })).toEqual(ofTypes('scan.completed'));
    expect(await readOn(store, { types: ['order.created', 'order.shipped'], limit: 2 })).toEqual(
      ofTypes('order.created', 'order.shipped'),
    );
    expect(await readOn(store, { types: ['order.created'], after: stored[2]?.id })).toEqual(idsOf(stored.slice(8)));
    expect(await readOn(store, { types: ['order.packed'] })).toEqual([]);
  });

  test('has no events of other tenants, and refuses their events as `after`', async () => {
    const theirs = events(2, { tenant: `${TENANT.accountId}:production` });
    const mine = events(1);
    for (const each of [theirs, mine]) await store.events.store(each);

    expect(await readOn(store)).toEqual(idsOf(mine));
    await expect(page(store, { after: theirs[0]?.id })).rejects.toEqual(refusedCursor);
  });

  test('ends early with very large events, and the next page goes on', async () => {
    const large = Array.from({ length: 6 }, () =>
      event({ body: JSON.stringify({ id: newId('evt'), note: 'x'.repeat(230_000) }) }),
    );
    for (const each of large) await store.events.store([each]);

    const { data, has_more: hasMore } = await page(store);

    expect([data.length, hasMore]).toEqual([4, true]);
    expect(await readOn(store)).toHaveLength(6);
  });
});

const hour = (count: number): Date => new Date(Date.UTC(2026, 10, 20, count));

/** Events of which each is stored an hour after the one before, the first at hour 1. */
const storeHourly = async (count: number): Promise<readonly string[]> => {
  const stored = events(count);
  await store.events.store(stored);
  for (const [place, id] of idsOf(stored).entries())
    await bed.collections.events.updateOne({ _id: id }, { $set: { expires_at: expiryFrom(hour(place + 1)) } });
  return idsOf(stored);
};

describe('the place that a page names', () => {
  test('is its last event while there are more, then the last event that it looked to, shown or not', async () => {
    const stored = ['order.shipped', 'order.shipped', 'scan.completed', 'scan.completed'].flatMap((type) => events(1, { type }));
    await store.events.store(stored);
    const [, second, , last] = idsOf(stored);
    const types = ['order.shipped'] as const;

    expect(await page(store, { types, limit: 1 })).toMatchObject({ has_more: true, next_after: stored[0]?.id });
    expect(await page(store, { types })).toMatchObject({ has_more: false, next_after: last });
    expect(await page(store, { types, after: second })).toMatchObject({ data: [], next_after: last });
    expect(await page(store)).toMatchObject({ next_after: last });
  });

  test('never grows too old, however rarely the filter matches', async () => {
    const [shipped, ...others] = [...events(1, { type: 'order.shipped' }), ...events(3, { type: 'scan.completed' })];
    await store.events.store([...(shipped ? [shipped] : []), ...others]);
    const types = ['order.shipped'] as const;
    const { next_after: place } = await page(store, { types });
    await expire(3);
    const next = events(1, { type: 'order.shipped' });
    await store.events.store(next);

    await expect(page(store, { types, after: shipped?.id })).rejects.toEqual(refusedCursor);
    expect(idsOf((await page(store, { types, after: place ?? '' })).data)).toEqual(idsOf(next));
  });

  test('is within its window, and none before a time that is still to come', async () => {
    const ids = await storeHourly(5);

    expect(await page(store, { until: hour(3), types: ['order.packed'] })).toMatchObject({ next_after: ids[1] });
    expect(await page(store, { since: hour(9) })).toMatchObject({ data: [], next_after: null });
    expect(await page(store, { since: hour(9), after: ids[1] })).toMatchObject({ data: [], next_after: ids[1] });
    expect(await page(store, { until: hour(1) })).toMatchObject({ data: [], next_after: null });
  });
});

describe('a cursor', () => {
  test('is refused for another filter or tenant, and takes precedence over `after`', async () => {
    const stored = events(3);
    await store.events.store(stored);
    const { next_cursor: next } = await page(store, { limit: 2 });
    const cursor = next ?? '';

    await expect(page(store, { cursor, types: ['order.created'] })).rejects.toEqual(refusedCursor);
    await expect(
      store.feed.page({ ...TENANT, environment: 'production' }, { after: undefined, types: undefined }, { limit: 2, cursor }),
    ).rejects.toEqual(refusedCursor);
    expect(idsOf((await page(store, { cursor, after: stored[0]?.id })).data)).toEqual(idsOf(stored.slice(2)));
  });
});

describe('a window of the feed', () => {
  test('has what was stored from its first moment to before its last, page by page', async () => {
    const ids = await storeHourly(7);

    for (const limit of [1, 2, 200]) {
      expect(await readOn(store, { since: hour(3), limit })).toEqual(ids.slice(2));
      expect(await readOn(store, { until: hour(3), limit })).toEqual(ids.slice(0, 2));
      expect(await readOn(store, { since: hour(3), until: hour(6), limit })).toEqual(ids.slice(2, 5));
      expect(await readOn(store, { since: new Date(hour(3).getTime() + 1), limit })).toEqual(ids.slice(3));
    }
    expect(await readOn(store, { since: hour(8) })).toEqual([]);
    expect(await readOn(store, { since: hour(6), until: hour(3) })).toEqual([]);
    expect(await readOn(store, { since: hour(3), types: ['order.packed'] })).toEqual([]);
  });

  test('begins at the later of a time and an event', async () => {
    const ids = await storeHourly(6);

    expect(await readOn(store, { since: hour(3), after: ids[3] })).toEqual(ids.slice(4));
    expect(await readOn(store, { since: hour(5), after: ids[1] })).toEqual(ids.slice(4));
  });

  test('that is older than the feed begins at its oldest event, and is no gap', async () => {
    const ids = await storeHourly(6);
    await expire(3);

    expect(await readOn(store, { since: hour(1), limit: 2 })).toEqual(ids.slice(3));
    expect(await readOn(store, { until: hour(5) })).toEqual(ids.slice(3, 4));
  });

  test('has its own cursors', async () => {
    await storeHourly(4);
    const { next_cursor: next } = await page(store, { since: hour(1), limit: 1 });

    await expect(page(store, { since: hour(2), cursor: next ?? '' })).rejects.toEqual(refusedCursor);
    await expect(page(store, { since: hour(1), until: hour(9), cursor: next ?? '' })).rejects.toEqual(refusedCursor);
  });
});

describe('expired events', () => {
  test('are not in the first page, which begins with the oldest stored event', async () => {
    const stored = events(6);
    await store.events.store(stored);
    await expire(4);

    expect(await readOn(store, { limit: 1 })).toEqual(idsOf(stored.slice(4)));
  });

  test('are never skipped silently: a reader behind the gap is refused, for every filter', async () => {
    const stored = events(6);
    await store.events.store(stored);
    const [first, second, third, fourth] = idsOf(stored);
    const { next_cursor: next } = await page(store, { limit: 2 });
    await expire(3);

    await expect(page(store, { after: first })).rejects.toEqual(refusedCursor);
    await expect(page(store, { after: second })).rejects.toEqual(refusedCursor);
    await expect(page(store, { cursor: next ?? '' })).rejects.toEqual(refusedCursor);
    await expect(page(store, { after: third })).rejects.toEqual(refusedCursor);
    expect(await readOn(store, { after: fourth, types: ['order.created'] })).toEqual(idsOf(stored.slice(4)));
  });

  test('count although the filter hides them', async () => {
    await store.events.store(events(2));
    const { next_cursor: next } = await page(store, { limit: 1, types: ['order.created'] });
    await store.events.store(events(2, { type: 'scan.completed' }));
    await bed.collections.events.deleteMany({ position: { $in: [2, 3] } });

    await expect(page(store, { cursor: next ?? '', types: ['order.created'] })).rejects.toEqual(refusedCursor);
  });
});
