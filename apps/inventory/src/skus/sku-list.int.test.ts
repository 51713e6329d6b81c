import { ensureIndexes, makeCursors } from '@fulfilment/mongo';
import { patient } from '@fulfilment/testing';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type Examined, watchDatabase, type WatchedDatabase } from '../database/examined.fixture.ts';
import { LOW_IN_WAREHOUSES } from '../database/inventory-indexes.ts';
import { toSkuDocument } from '../database/sku-documents.ts';
import { openStockDatabase, type StockDatabase } from '../stock/stock-database.fixture.ts';
import { isListed, manySkus, opposedSkus, type Shelved } from './many-skus.fixture.ts';
import type { SkuFilter, SkuOrder } from './sku-ports.ts';
import { makeSkuStore } from './sku-store.ts';

const TENANT = 'acc_1:sandbox';
const LIMIT = 20;
/** The first pages of every list are read. */
const PAGES = 2;

/** Most SKUs are alike: at one aisle, with one word, changed at one moment; the rest is rare in one way or another. */
const shelved = manySkus(20_000, 13);
/** Another tenant's: none at many locations. */
const localOnly = manySkus(4_000);
const LOCAL_TENANT = 'acc_2:sandbox';
/** One whose documents an earlier release wrote. */
const EARLIER_TENANT = 'acc_3:sandbox';
const earlier = manySkus(200, 2);
const OPPOSED_TENANT = 'acc_5:sandbox';
const opposed = opposedSkus(20_000, { widespread: false });
const OPPOSED_SPREAD_TENANT = 'acc_6:sandbox';
const opposedSpread = opposedSkus(2_400, { widespread: true });

let database: StockDatabase;
let watched: WatchedDatabase;
let skus: ReturnType<typeof makeSkuStore>;

beforeAll(async () => {
  database = await openStockDatabase(inject('engines'));
  watched = await watchDatabase(database.mongo.db, inject('engines').mongodbUrl);
  const { db } = watched;
  await ensureIndexes(db, LOW_IN_WAREHOUSES);
  skus = makeSkuStore(db, makeCursors('the secret of a test, 32 letters long'));
  for (const [tenant, many] of [
    [TENANT, shelved],
    [LOCAL_TENANT, localOnly],
    [EARLIER_TENANT, earlier],
    [OPPOSED_TENANT, opposed],
    [OPPOSED_SPREAD_TENANT, opposedSpread],
  ] as const) {
    const documents = many.map(({ sku, lineageOf }) => toSkuDocument(tenant, sku, { revision: 1, lineageOf }));
    await db.collection<(typeof documents)[number]>('skus').insertMany(documents, { ordered: false });
  }
  await db.collection('skus').updateMany({ tenant: EARLIER_TENANT }, { $unset: { widespread: true } });
});

afterAll(async () => {
  await watched.stop();
  await database.drop();
});

const ANY: SkuFilter = {
  status: 'active',
  lowStock: undefined,
  within: undefined,
  words: [],
  codes: undefined,
  changedSince: undefined,
};

const STANDINGS: readonly Partial<SkuFilter>[] = [
  {},
  { status: 'all' },
  { status: 'archived' },
  { status: 'all', lowStock: true },
  { lowStock: true },
  { status: 'all', lowStock: false },
];
const PLACES = [undefined, 'loc_main', 'loc_full_aisle', 'loc_rare_aisle', 'loc_rare_shelf', 'loc_none'];
const WORDS = [[], ['widget'], ['gizmo'], ['s'], ['sku-1999'], ['nothing']];
const MOMENTS = [undefined, new Date(0), new Date('2026-06-01T00:00:00.000Z'), new Date('2027-01-01T00:00:00.000Z')];
const SORTS: readonly SkuOrder[] = ['sku', 'updated_at'];

interface Case {
  readonly filter: SkuFilter;
  readonly sort: SkuOrder;
}

const combined = (...parts: readonly Partial<SkuFilter>[]): Case[] =>
  SORTS.map((sort) => ({ filter: Object.assign({}, ANY, ...parts), sort }));

/** At most one of a place and a word, in an order that an index has. */
const plain: Case[] = STANDINGS.flatMap((standing) => [
  ...combined(standing),
  ...PLACES.map((within) => ({ filter: { ...ANY, ...standing, within }, sort: 'sku' as const })),
  ...WORDS.map((words) => ({ filter: { ...ANY, ...standing, words }, sort: 'sku' as const })),
  ...MOMENTS.map((changedSince) => ({ filter: { ...ANY, ...standing, changedSince }, sort: 'updated_at' as const })),
]);

/** A place, by the time of change. */
const byChangeWithin: Case[] = STANDINGS.flatMap((standing) =>
  [...PLACES, 'loc_full_aisle#3', 'loc_rare_shelf#3'].flatMap((within) =>
    within === undefined
      ? []
      : MOMENTS.map((changedSince) => ({ filter: { ...ANY, ...standing, within, changedSince }, sort: 'updated_at' as const })),
  ),
);

/** More than any index has together. */
const mixed: Case[] = STANDINGS.slice(0, 3).flatMap((standing) => [
  ...['loc_full_aisle', 'loc_rare_aisle', 'loc_none'].flatMap((within) =>
    WORDS.flatMap((words) => combined(standing, { within, words })),
  ),
  ...[
    ['blue', 'widget'],
    ['widget', 'gizmo'],
    ['gizmo', 'rare'],
  ].flatMap((words) => combined(standing, { words })),
  ...MOMENTS.flatMap((changedSince) => combined(standing, { changedSince, words: ['gizmo'] })),
  ...[undefined, 'loc_full_aisle', 'loc_rare_aisle'].flatMap((within) =>
    MOMENTS.map((changedSince) => ({ filter: { ...ANY, ...standing, within, changedSince }, sort: 'sku' as const })),
  ),
]);

/** Sold out or not, which no index has. */
const soldOutCases: Case[] = [true, false].flatMap((soldOut) => [
  ...STANDINGS.flatMap((standing) => combined(standing, { soldOut })),
  ...combined({ soldOut, within: 'loc_full_aisle' }, { changedSince: new Date(0) }),
  ...combined({ soldOut, words: ['gizmo'] }),
  ...combined({ soldOut, words: ['blue', 'widget'] }),
]);

/** The beginning of a barcode: of nearly all, of some, of one, of none, behind zeros, and of letters that patterns know. */
const beginnings: Case[] = [
  '4',
  '40063',
  '4006301',
  '4006300007',
  '4006399',
  '77',
  '077',
  'X-1',
  'B.',
  'B',
  'x',
  '.',
  '*',
].flatMap((barcodePrefix) => [
  ...combined({ barcodePrefix }),
  ...combined({ barcodePrefix, status: 'all', words: ['gizmo'] }),
  ...combined({ barcodePrefix, words: ['widget'], within: 'loc_full_aisle' }),
  ...combined({ barcodePrefix, soldOut: true, changedSince: new Date('2026-06-01T00:00:00.000Z') }),
]);

const codes = combined({ codes: ['SKU-00001', 'SKU-19999', 'NO-SUCH', 'SKU-00777'] }).concat(
  combined({ codes: ['SKU-00001', 'SKU-19999'], status: 'archived', within: 'loc_main', words: ['rare'] }),
);

async function* pagesOf({ filter, sort }: Case, tenant = TENANT): AsyncGenerator<string[]> {
  for (let cursor: string | undefined; ;) {
    const page = await skus.list(tenant, filter, { limit: LIMIT, cursor, sort });
    yield page.data.map(({ code }) => code);
    if (page.next_cursor === null) return;
    cursor = page.next_cursor;
  }
}

const inOrder = (keyOf: (each: Shelved) => string): readonly Shelved[] =>
  shelved
    .map((each) => ({ each, key: keyOf(each) }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ each }) => each);

const ORDERED: Readonly<Record<SkuOrder, readonly Shelved[]>> = {
  sku: inOrder(({ sku }) => sku.code),
  updated_at: inOrder(({ sku: { code, updatedAt } }) => `${updatedAt.toISOString()} ${code}`),
};

/** The codes that the first pages have to name. */
function expected({ filter, sort }: Case): string[] {
  const found = ORDERED[sort].values().filter((each) => isListed(each, filter));
  return Array.from(found.take(PAGES * LIMIT), ({ sku }) => sku.code);
}

const shown = ({ filter, sort }: Case): string => JSON.stringify({ ...filter, sort });

test.each([
  ['a place, or a word, or neither', plain],
  ['a place by the time of change', byChangeWithin],
  ['more than one index has', mixed],
  ['codes', codes],
  ['the beginning of a barcode', beginnings],
  ['sold out ones or the others', soldOutCases],
])('every page is right where a list asks for %s', async (_what, cases) => {
  for (const each of cases) {
    const all = expected(each);
    let read = 0;
    for await (const page of pagesOf(each)) {
      // One that looks at many ends before its limit.
      expect(page.length).toBeLessThanOrEqual(LIMIT);
      expect({ of: shown(each), page }).toEqual({ of: shown(each), page: all.slice(read, read + page.length) });
      read += page.length;
      if (read >= PAGES * LIMIT) break;
    }
    expect({ of: shown(each), read }).toEqual({ of: shown(each), read: all.length });
  }
});

test('SKUs at many locations that an earlier release wrote are listed by the time of change', async () => {
  const pages: string[] = [];
  for await (const page of pagesOf({ filter: { ...ANY, within: 'loc_full_aisle' }, sort: 'updated_at' }, EARLIER_TENANT))
    pages.push(...page);

  expect(pages).toHaveLength(earlier.filter((each) => isListed(each, { ...ANY, within: 'loc_full_aisle' })).length);
  expect(new Set(pages).size).toBe(pages.length);
});

async function measured(cases: readonly Case[], tenant = TENANT): Promise<(Examined & { readonly of: string })[]> {
  const found: (Examined & { readonly of: string })[] = [];
  for (const each of cases) {
    watched.forget();
    const pages = pagesOf(each, tenant);
    for (let page = 1; page <= PAGES; page += 1) {
      if ((await pages.next()).done) break;
      found.push({ of: `page ${page} of ${shown(each)}`, ...(await watched.examined()) });
    }
  }
  return found;
}

const beyond = (found: readonly Examined[], { keys, documents }: Examined): readonly Examined[] =>
  found.filter((each) => each.keys > keys || each.documents > documents);

test('a piece of an export ends at 256 KB, and every SKU is in one', async () => {
  const tenant = 'acc_4:sandbox';
  const documents = manySkus(30).map(({ sku, lineageOf }) => ({
    ...toSkuDocument(tenant, sku, { revision: 1, lineageOf }),
    name: 'x'.repeat(60_000),
  }));
  await watched.db.collection<(typeof documents)[number]>('skus').insertMany(documents);

  const pieces = await Array.fromAsync(skus.readAll(tenant, { ...ANY, status: 'all' }));

  expect(pieces.flat().map(({ code }) => code)).toEqual(documents.map(({ sku }) => sku).toSorted());
  expect(Math.max(...pieces.map((piece) => piece.length))).toBe(4);
});

describe('of 20 000 SKUs a page looks', () => {
  test('at what it shows, where an index has filter and order', async () => {
    const found = await measured(plain);

    expect(beyond(found, { keys: 3 * LIMIT, documents: LIMIT + 1 })).toEqual([]);
  });

  test('at what it shows by the time of change within a place, where no SKU lies at many', async () => {
    const found = await measured(byChangeWithin, LOCAL_TENANT);

    expect(beyond(found, { keys: 3 * LIMIT, documents: LIMIT + 1 })).toEqual([]);
  });

  test('at a narrow part of the widespread ones beside it, or at those that it shows of them', async () => {
    const found = await measured(byChangeWithin);

    // Explained is all that a page may look at; of both parts together it takes a thousand.
    expect(beyond(found, { keys: 4_200, documents: 3_100 })).toEqual([]);
  });

  test('at no more than the codes that it was given', async () => {
    expect(beyond(await measured(codes), { keys: 3 * 4, documents: 4 })).toEqual([]);
  });

  test('at a thousand of those whose barcode begins so, or at a thousand in the order of the list', async () => {
    expect(beyond(await measured(beginnings), { keys: 5_300, documents: 3_100 })).toEqual([]);
  });

  test('at a narrow part, sorted for it, where no index has both', async () => {
    const found = await measured(mixed);

    expect(beyond(found, { keys: 4_200, documents: 3_100 })).toEqual([]);
  });

  test(
    'at a thousand of those that some of its filter leaves, where another half of it excludes them',
    async () => {
      for (const [tenant, many] of [
        [OPPOSED_TENANT, opposed],
        [OPPOSED_SPREAD_TENANT, opposedSpread],
      ] as const) {
        const found = await measured(excluding, tenant);

        // Counts of what a part leaves have 1,001 keys each, and the records of a batch more are read.
        expect(beyond(found, { keys: 5_300, documents: 2_100 })).toEqual([]);
        for (const each of excluding) {
          const isAny = many.some((one) => isListed(one, each.filter));
          expect({ of: shown(each), isAny: await isAnyListed(each, tenant) }).toEqual({ of: shown(each), isAny });
        }
      }
    },
    patient(120_000),
  );
});

/** Every two parts of a filter that are of different halves, and each that none matches, in both orders. */
const EARLY: readonly Partial<SkuFilter>[] = [{ words: ['early'] }, { within: 'loc_early' }];
const LATE: readonly Partial<SkuFilter>[] = [
  { words: ['late'] },
  { changedSince: new Date('2026-06-01T00:00:00.000Z') },
  { within: 'loc_late', warehouse: { id: 'loc_late', lowStock: true, soldOut: undefined } },
];
const excluding: Case[] = [
  ...EARLY.flatMap((early) =>
    LATE.filter((late) => !('within' in late && 'within' in early)).flatMap((late) =>
      combined(early, late, 'words' in early && 'words' in late ? { words: ['early', 'late'] } : {}),
    ),
  ),
  ...[{}, ...EARLY, ...LATE].flatMap((part) => [...combined(part, { soldOut: true }), ...combined(part, { soldOut: false })]),
  ...combined({ within: 'loc_late', warehouse: { id: 'loc_late', lowStock: false, soldOut: undefined } }),
  ...combined({ lowStock: true }),
  ...combined({ lowStock: false, soldOut: true }),
];

/** Reads a list until it has something, or ends. */
async function isAnyListed(each: Case, tenant: string): Promise<boolean> {
  for await (const page of pagesOf(each, tenant)) if (page.length > 0) return true;
  return false;
}
