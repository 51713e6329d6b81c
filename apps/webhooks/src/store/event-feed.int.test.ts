import type { ListEventsQuery } from '@fulfilment/contracts';
import { newId } from '@fulfilment/kernel';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import type { LoggedEvent } from '../use-cases/ports.ts';
import type { Store } from './open-store.ts';
import { event, openTestStore, TENANT, TENANT_KEY, type TestStore } from './store.fixture.ts';
import { takePositions } from './take-positions.ts';

let bed: TestStore;
let store: Store;

beforeEach(async () => {
  bed = await openTestStore(inject('engines').mongodbUrl);
  store = bed.process('one');
});

afterEach(() => bed.stop());

/** Events whose bodies name them, so that they are known in the feed. */
const events = (count: number, changes: Partial<LoggedEvent> = {}): LoggedEvent[] =>
  Array.from({ length: count }, () => {
    const id = newId('evt');
    return event({ id, body: JSON.stringify({ id }), ...changes });
  });
const idsOf = (listed: readonly { readonly id: string }[]): string[] => listed.map(({ id }) => id);

interface Asked extends Partial<Pick<ListEventsQuery, 'after' | 'types' | 'cursor' | 'limit'>> {
  readonly of?: Store;
}
const page = ({ of = store, after, types, cursor, limit = 200 }: Asked = {}) =>
  of.feed.page(TENANT, { after, types }, { limit, cursor });

/** Goes on from page to page to the last. */
const readOn = async (asked: Asked = {}): Promise<string[]> => {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const { data, next_cursor: next } = await page({ ...asked, cursor });
    ids.push(...idsOf(data));
    cursor = next ?? undefined;
  } while (cursor !== undefined);
  return ids;
};
const refusedCursor = expect.objectContaining({ code: 'invalid_cursor' });

/** As the store itself forgets them: the first so many. */
const expire = async (upTo: number): Promise<void> => {
  await bed.collections.events.deleteMany({ tenant: TENANT_KEY, position: { $lte: upTo } });
};

describe('a page of the feed', () => {
  test('shows events as they were stored, oldest first, whatever the length of the pages', async () => {
    const stored = events(7);
    await store.events.store(stored);

    for (const limit of [1, 3, 6, 7, 200]) expect(await readOn({ limit })).toEqual(idsOf(stored));
    expect(await page({ limit: 7 })).toMatchObject({ has_more: false, next_cursor: null });
    expect(await page({ limit: 6 })).toMatchObject({ has_more: true, next_cursor: expect.any(String) });
  });

  test('begins behind the event that is named; behind the last one nothing is there until the next comes', async () => {
    const stored = events(3);
    await store.events.store(stored);
    const [first, , last] = idsOf(stored);

    expect(await readOn({ after: first, limit: 1 })).toEqual(idsOf(stored.slice(1)));
    expect(await page({ after: last })).toEqual({ data: [], has_more: false, next_cursor: null });

    const next = events(1);
    await store.events.store(next);
    expect(await readOn({ after: last })).toEqual(idsOf(next));
  });

  test('shows only the types that are asked for, and may begin behind one of another type', async () => {
    const kinds = ['order.created', 'scan.completed', 'order.shipped', 'scan.completed', 'order.created'] as const;
    const stored = kinds.flatMap((type) => events(2, { type }));
    await store.events.store(stored);
    const ofTypes = (...types: string[]) => idsOf(stored.filter(({ type }) => types.includes(type)));

    expect(await readOn({ types: ['scan.completed'], limit: 3 })).toEqual(ofTypes('scan.completed'));
    expect(await readOn({ types: ['order.created', 'order.shipped'], limit: 2 })).toEqual(
      ofTypes('order.created', 'order.shipped'),
    );
    expect(await readOn({ types: ['order.created'], after: stored[2]?.id })).toEqual(idsOf(stored.slice(8)));
    expect(await readOn({ types: ['order.packed'] })).toEqual([]);
  });

  test('has nothing of other tenants, and takes none of their events as a place', async () => {
    const theirs = events(2, { tenant: `${TENANT.accountId}:production` });
    const mine = events(1);
    await store.events.store([...theirs, ...mine]);

    expect(await readOn()).toEqual(idsOf(mine));
    await expect(page({ after: theirs[0]?.id })).rejects.toEqual(refusedCursor);
  });

  test('ends early where its events are very large, and still goes on', async () => {
    const large = Array.from({ length: 6 }, () =>
      event({ body: JSON.stringify({ id: newId('evt'), note: 'x'.repeat(900_000) }) }),
    );
    for (const each of large) await store.events.store([each]);

    const { data, has_more: hasMore } = await page();

    expect([data.length, hasMore]).toEqual([4, true]);
    expect(await readOn()).toHaveLength(6);
  });
});

describe('a cursor', () => {
  test('is refused on another filter or for another tenant, and counts more than the event beside it', async () => {
    const stored = events(3);
    await store.events.store(stored);
    const { next_cursor: next } = await page({ limit: 2 });
    const cursor = next ?? '';

    await expect(page({ cursor, types: ['order.created'] })).rejects.toEqual(refusedCursor);
    await expect(
      store.feed.page({ ...TENANT, environment: 'production' }, { after: undefined, types: undefined }, { limit: 2, cursor }),
    ).rejects.toEqual(refusedCursor);
    expect(idsOf((await page({ cursor, after: stored[0]?.id })).data)).toEqual(idsOf(stored.slice(2)));
  });
});

describe('what is past its keeping', () => {
  test('is not in the first page, which begins with the oldest that is kept', async () => {
    const stored = events(6);
    await store.events.store(stored);
    await expire(4);

    expect(await readOn({ limit: 1 })).toEqual(idsOf(stored.slice(4)));
  });

  test('cannot be skipped without a word: whoever would go on over it is refused, whatever the filter', async () => {
    const stored = events(6);
    await store.events.store(stored);
    const [first, second, third, fourth] = idsOf(stored);
    const { next_cursor: next } = await page({ limit: 2 });
    await expire(3);

    await expect(page({ after: first })).rejects.toEqual(refusedCursor);
    await expect(page({ after: second })).rejects.toEqual(refusedCursor);
    await expect(page({ cursor: next ?? '' })).rejects.toEqual(refusedCursor);
    await expect(page({ after: third })).rejects.toEqual(refusedCursor);
    expect(await readOn({ after: fourth, types: ['order.created'] })).toEqual(idsOf(stored.slice(4)));
  });

  test('counts where the filter hides it', async () => {
    await store.events.store(events(2));
    const { next_cursor: next } = await page({ limit: 1, types: ['order.created'] });
    await store.events.store(events(2, { type: 'scan.completed' }));
    await bed.collections.events.deleteMany({ position: { $in: [2, 3] } });

    await expect(page({ cursor: next ?? '', types: ['order.created'] })).rejects.toEqual(refusedCursor);
  });
});

describe('while others write', () => {
  test('who polls behind the last event it saw misses none, though two processes store', async () => {
    const other = bed.process('two');
    const groups = Array.from({ length: 60 }, () => events(5));
    let isStoring = true;
    const storing = Promise.all(groups.map((group, place) => (place % 2 === 0 ? store : other).events.store(group))).finally(
      () => {
        isStoring = false;
      },
    );
    const seen: string[] = [];
    let polls = 0;
    for (let isLast = false; !isLast; polls += 1) {
      isLast = !isStoring;
      seen.push(...(await readOn({ after: seen.at(-1), limit: 50 })));
    }
    await storing;

    expect(polls).toBeGreaterThan(2);
    expect(seen).toEqual(await readOn());
    expect(new Set(seen)).toEqual(new Set(idsOf(groups.flat())));
  });

  test('an event whose position is taken and not committed is not overtaken by one that comes later', async () => {
    await store.events.store(events(1));
    const [slow, quick] = [...events(1, { body: '{"id":"slow"}' }), ...events(1, { body: '{"id":"quick"}' })];
    if (!slow || !quick) throw new Error('two events');
    const session = bed.mongo.client.startSession();
    session.startTransaction({ readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority' } });
    const [position] = await takePositions([slow], { session, collections: bed.collections, at: new Date() });
    let isStored = false;
    const storing = store.events.store([quick]).finally(() => {
      isStored = true;
    });
    for (let look = 0; look < 20; look += 1) expect(await readOn()).toHaveLength(1);
    expect(isStored).toBe(false);

    await bed.collections.events.insertOne(
      {
        _id: slow.id,
        tenant: slow.tenant,
        position: position ?? 0,
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

    expect((await readOn()).slice(1)).toEqual(['slow', 'quick']);
  });
});
