import { ALLOCATIONS, ORDER_STATUSES } from '@fulfilment/contracts';
import { newId, type Tenant } from '@fulfilment/kernel';
import { connectMongo, ensureIndexes, makeCursors, type Mongo } from '@fulfilment/mongo';
import { uniqueName } from '@fulfilment/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createdOrder, mugs, rejectedOrder } from './domain/order.builder.ts';
import { searchWords } from './search/domain/search-terms.ts';
import { SEARCH_INDEX } from './search/order-search-store.ts';
import { HOLD_INDEXES, MongoOrderLists, ORDER_INDEXES, PARTLY_INDEX, WAREHOUSE_INDEXES } from './order-lists-store.ts';
import { type OrderDocument, ORDERS, toOrderDocument } from './order-documents.ts';
import type { OrderFilter } from './order-ports.ts';

const HALF = 10_000;
const tenant: Tenant = { accountId: newId('acc'), environment: 'sandbox' };
const at = (second: number): Date => new Date(Date.parse('2026-11-21T00:00:00.000Z') + second * 1_000);
const LIMIT = 20;

let mongo: Mongo;
let lists: MongoOrderLists;

/** Two halves of a tenant's orders have nothing in common but their status; a third part tried one external id in vain. */
beforeAll(async () => {
  mongo = await connectMongo({ url: inject('engines').mongodbUrl, database: uniqueName('opposed'), appName: 'test' });
  const indexes = [...ORDER_INDEXES, ...WAREHOUSE_INDEXES, ...HOLD_INDEXES, PARTLY_INDEX, SEARCH_INDEX];
  await ensureIndexes(mongo.db, indexes);
  lists = new MongoOrderLists(mongo.db, makeCursors('a secret for cursors in tests only'));
  const halves = Array.from({ length: 2 * HALF }, (_, n) => {
    const isLate = n >= HALF;
    return createdOrder({
      id: `ord_${String(n).padStart(26, '0')}`,
      tenant,
      externalId: `${isLate ? 'late' : 'early'}-${n}`,
      lines: [mugs({ sku: isLate ? 'LATE' : 'EARLY' })],
      createdAt: at(n),
      updatedAt: at(isLate ? n + HALF : n),
      shippedFrom: [isLate ? 'loc_late' : 'loc_early'],
      ...(isLate ? {} : { holds: [HOLD] }),
    });
  });
  const rejected = Array.from({ length: HALF }, (_, n) =>
    rejectedOrder({ id: newId('ord'), tenant, externalId: 'in-vain', createdAt: at(HALF + n), updatedAt: at(HALF + n) }),
  );
  const documents = [...halves, ...rejected].map(toOrderDocument);
  await mongo.db.collection<OrderDocument>(ORDERS).insertMany(documents, { ordered: false });
}, 360_000);

afterAll(async () => {
  await mongo.db.dropDatabase();
  await mongo.stop();
});

const HOLD = {
  id: newId('hld'),
  reason: 'manual',
  note: null,
  releasesStock: false,
  until: null,
  placedAt: at(0),
  placedBy: 'a key',
} as const;

const ALL: OrderFilter = {
  statuses: ORDER_STATUSES,
  allocations: ALLOCATIONS,
  externalId: undefined,
  sku: undefined,
  createdFrom: undefined,
  createdBefore: undefined,
  updatedFrom: undefined,
  sort: 'created_at',
};

const search = (text: string) => ({ words: searchWords(text), ofPersons: false });
const EARLY: readonly Partial<OrderFilter>[] = [
  { sku: 'EARLY' },
  { warehouse: 'loc_early' },
  { onHold: true },
  { createdBefore: at(HALF) },
  { search: search('early') },
];
const LATE: readonly Partial<OrderFilter>[] = [
  { sku: 'LATE' },
  { warehouse: 'loc_late' },
  { onHold: false },
  { createdFrom: at(HALF) },
  { updatedFrom: at(2 * HALF) },
  { search: search('late') },
  { progress: 'partial' },
];
/** Every two that exclude each other, in both orders, and what no order of many is. */
const NONE: readonly OrderFilter[] = (['created_at', 'updated_at'] as const).flatMap((sort) => [
  ...EARLY.flatMap((early) =>
    LATE.filter((late) => Object.keys(late).every((name) => !(name in early))).map((late) => ({
      ...ALL,
      sort,
      ...early,
      ...late,
    })),
  ),
  ...[{ sku: 'LATE' }, { onHold: true }, { updatedFrom: at(0) }, { createdFrom: at(0) }, { statuses: ['created' as const] }].map(
    (part) => ({ ...ALL, sort, externalId: 'in-vain', warehouse: 'loc_late', ...part }),
  ),
]);

interface Cost {
  readonly docsExamined?: number;
  readonly keysExamined?: number;
}

/** The documents and keys that MongoDB has looked at since the last call. */
async function examined(): Promise<Required<Cost>> {
  await mongo.db.command({ profile: 0 });
  const profile = mongo.db.collection<Cost & { readonly ns: string }>('system.profile');
  const found = await profile.find({ ns: `${mongo.db.databaseName}.${ORDERS}` }).toArray();
  await profile.drop();
  await mongo.db.command({ profile: 2 });
  return {
    docsExamined: found.reduce((sum, { docsExamined = 0 }) => sum + docsExamined, 0),
    keysExamined: found.reduce((sum, { keysExamined = 0 }) => sum + keysExamined, 0),
  };
}

test('a page looks at a thousand orders where the halves of its filter exclude each other, and its cursors reach the end', async () => {
  for (const filter of NONE) {
    await examined();
    const page = await lists.orders(tenant, filter, { limit: LIMIT, cursor: undefined });
    const { docsExamined, keysExamined } = await examined();

    // Each index that might leave few is counted up to 1,001 keys; some of them are read for it, and a batch more for the page.
    expect({ filter, docsExamined }).toEqual({ filter, docsExamined: Math.min(docsExamined, 2_300) });
    expect({ filter, keysExamined }).toEqual({ filter, keysExamined: Math.min(keysExamined, 6_000) });
    expect({ filter, data: page.data }).toEqual({ filter, data: [] });
  }

  for (const filter of NONE.filter(({ sort }) => sort === 'updated_at')) {
    let pages = 0;
    for (let cursor: string | undefined | null; cursor !== null; pages += 1) {
      const page = await lists.orders(tenant, filter, { limit: LIMIT, cursor: cursor ?? undefined });
      expect({ filter, data: page.data }).toEqual({ filter, data: [] });
      cursor = page.next_cursor;
    }
    expect(pages).toBeLessThanOrEqual((3 * HALF) / 1_000 + 1);
  }
}, 540_000);
