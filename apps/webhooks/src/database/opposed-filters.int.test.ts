import { firstIdAt } from '@fulfilment/kernel';
import type { Document } from 'mongodb';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { DeliveryFilter } from '../deliveries/delivery-ports.ts';
import { openTestStore, TENANT, TENANT_KEY, type TestStore } from './store.fixture.ts';

const MANY = 20_000;
const ENDPOINT = 'whk_1';
const PAGE = { limit: 20, cursor: undefined };

let bed: TestStore;

/** Everything delivered or waiting is of one type, and what failed of another; changes of an endpoint are by one key, the rest by another. */
beforeAll(async () => {
  bed = await openTestStore(inject('engines').mongodbUrl);
  const deliveries = Array.from({ length: MANY }, (_, n) => made(n, n % 2 === 0 ? 'delivered' : 'failed'));
  const waiting = Array.from({ length: MANY / 2 }, (_, n) => made(MANY + n, 'pending'));
  const changes = Array.from({ length: MANY }, (_, n) => ({
    _id: idOf('aud', n),
    tenant: TENANT_KEY,
    endpoint_id: n % 2 === 0 ? ENDPOINT : 'whk_2',
    actor: n % 2 === 0 ? 'key_1' : 'key_2',
  }));
  const insert = (collection: string, documents: Document[]) => bed.mongo.db.collection(collection).insertMany(documents);
  await insert('deliveries', [...deliveries, ...waiting.map((each) => structuredClone(each))]);
  await insert('pending', waiting);
  await insert('changes', changes);
}, 360_000);

afterAll(async () => {
  await bed.mongo.db.command({ profile: 0 });
  await bed.stop();
});

const idOf = (prefix: 'dlv' | 'aud', n: number): string => firstIdAt(prefix, new Date(Date.UTC(2026, 10, 21) + n));

const made = (n: number, state: string) => ({
  _id: idOf('dlv', n),
  tenant: TENANT_KEY,
  endpoint_id: ENDPOINT,
  event_id: `evt_${n}`,
  event_type: state === 'failed' ? 'order.shipped' : 'order.created',
  state,
  ...(state === 'failed' && { rare_state: state }),
});

async function examined(): Promise<number> {
  const { db } = bed.mongo;
  await db.command({ profile: 0 });
  const found = await db.collection('system.profile').find().toArray();
  await db.collection('system.profile').drop();
  await db.command({ profile: 2 });
  return found.reduce((sum, { docsExamined = 0 }) => sum + Number(docsExamined), 0);
}

const ANY: DeliveryFilter = { states: undefined, eventTypes: undefined, eventId: undefined, since: undefined, until: undefined };
const OF_NONE: readonly DeliveryFilter[] = [
  { ...ANY, states: ['delivered'], eventTypes: ['order.shipped'] },
  { ...ANY, states: ['failed'], eventTypes: ['order.created'] },
  { ...ANY, states: ['pending'], eventTypes: ['order.shipped'] },
  { ...ANY, states: ['pending', 'dropped'], eventTypes: ['order.shipped'] },
  { ...ANY, states: ['delivered', 'dropped'], since: new Date(Date.UTC(2026, 10, 21) + MANY) },
];

test('a page of a log looks at a thousand entries where the parts of its filter exclude each other', async () => {
  const store = bed.process('one');
  const lists = [
    ...OF_NONE.map((filter) => (cursor: string | undefined) => {
      const of = { tenant: TENANT, endpointId: ENDPOINT };
      return store.log.page(of, filter, { ...PAGE, cursor });
    }),
    (cursor: string | undefined) => store.audit.page(TENANT, { endpointId: ENDPOINT, actor: 'key_2' }, { ...PAGE, cursor }),
  ];

  for (const [n, list] of lists.entries()) {
    await examined();
    const first = await list(undefined);
    expect({ n, docs: (await examined()) <= 1_100, first }).toEqual({
      n,
      docs: true,
      first: { ...first, data: [], has_more: true },
    });

    let pages = 1;
    for (let cursor = first.next_cursor; cursor !== null; pages += 1) {
      const page = await list(cursor);
      expect(page.data).toEqual([]);
      cursor = page.next_cursor;
    }
    expect(pages).toBeLessThanOrEqual(MANY / 1_000);
  }
});
