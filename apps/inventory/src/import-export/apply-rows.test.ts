import { errors, type InventoryItem, MAX_COMPARED_SKUS, type SkuRecord } from '@fulfilment/contracts';
import { AppError, claimOf, deriveClaim, newId, type RequestContext } from '@fulfilment/kernel';
import { describe, expect, test } from 'vitest';
import { type ApplyItems, type Item, makeApplyItems } from '../batches/apply-items.ts';
import type { ItemResult } from '../batches/bounded-results.ts';
import type { SkuStore } from '../skus/sku-ports.ts';
import type { RunCommand } from '../stock/run-command.ts';
import { stockInMemory } from '../stock/stock.fixture.ts';
import { type ImportRow, makeApplyRows } from './apply-rows.ts';
import { openTally } from './import-skus.ts';

const tenant = { accountId: newId('acc'), environment: 'sandbox' } as const;
const context: RequestContext = {
  tenant,
  actor: 'key_1',
  requestId: 'req_1',
  idempotency: claimOf({ tenant, method: 'POST', target: ['/inventory/import'], key: 'k', content: null }),
};

const recordOf = (sku: string, version: number): SkuRecord => ({
  sku,
  name: sku,
  on_hand: 0,
  unavailable: 0,
  reserved: 0,
  buffer: 0,
  safety_stock: 0,
  allocated: 0,
  available: 0,
  incoming: 0,
  reorder_point: 0,
  low_stock: false,
  location: null,
  location_id: newId('loc'),
  stock: [],
  warehouses: [],
  status: 'active',
  version,
  created_at: '2026-11-21T09:00:00.000Z',
  updated_at: '2026-11-21T09:00:00.000Z',
  archived_at: null,
  barcodes: [],
  metadata: {},
  weight_g: null,
  unit_cost: null,
  currency: null,
  hs_code: null,
  country_of_origin: null,
  location_path: 'MAIN',
  sold_out: false,
});

function upsert(number: number, sku: string): ImportRow {
  const create: InventoryItem = { op: 'create', sku, name: sku, on_hand: 0, reorder_point: 0, location: null };
  const update: InventoryItem = { op: 'update', sku, name: sku };
  const content = { sku, name: sku };
  return { number, line: number + 1, content, change: { type: 'upsert', sku, create: valid(create), update: valid(update) } };
}

function adjustment(number: number, sku: string): ImportRow {
  const value: InventoryItem = { op: 'adjust', sku, delta: 1, reason: 'found' };
  return { number, line: number + 1, content: value, change: { type: 'said', row: valid(value) } };
}

const doneTo = (sku: string, asked: readonly Item[]): string[] =>
  asked.flatMap(({ item }) => (item.sku === sku ? [item.op] : []));

const partClaim = (part: string, sku: string): string | undefined =>
  context.idempotency && deriveClaim(context.idempotency, part, { sku, name: sku }).id;

const valid = (value: InventoryItem) => ({ type: 'valid', value }) as const;

/** A shop whose SKUs are those of `there`, and those that are made. */
function shop(...there: readonly string[]) {
  let skus = new Map(there.map((sku) => [sku, 1]));
  const asked: Item[] = [];
  const apply = ({ item }: Item): ItemResult => {
    const version = skus.get(item.sku);
    if (item.op === 'create' && version !== undefined) return refused('sku_exists', 'conflict');
    if (item.op !== 'create' && version === undefined) return refused('not_found', 'not-found');
    const next = (version ?? 0) + 1;
    skus.set(item.sku, next);
    return { type: 'applied', op: item.op, version: next, record: recordOf(item.sku, next), changed: true, places: 1 };
  };
  const applyItems: ApplyItems = async (items, _context, { mode }) => {
    asked.push(...items);
    const before = new Map(skus);
    const result = items.map(apply);
    const isWrong = items.some(({ isGuess }, index) => isGuess && result[index]?.type === 'refused');
    if (mode === 'guessed' && isWrong) skus = before;
    return { result, replayed: false };
  };
  /** Rows of one SKU are too much for one transaction. */
  const oneByOne: ApplyItems = async (items, by, terms) => {
    if (terms.mode === 'guessed') throw errors.validationFailed('Together these are too much.');
    return applyItems(items, by, terms);
  };
  return { applyItems, oneByOne, asked };
}

const refused = (code: string, kind: AppError['kind']): ItemResult => ({
  type: 'refused',
  error: new AppError({ kind, code, message: code }),
});

async function tallyOf(rows: readonly ImportRow[], terms: { applyItems: ApplyItems; seen: readonly string[]; dryRun?: boolean }) {
  const tally = openTally(false);
  const applyRows = makeApplyRows(terms.applyItems, { known: async () => new Set(terms.seen) });
  await applyRows(rows, { context, dryRun: terms.dryRun ?? false, onResult: tally.add });
  return tally.report();
}

test('a row creates what is not there and updates what is, or what a row before it makes', async () => {
  const { applyItems, asked } = shop('MUG-01');

  const report = await tallyOf([upsert(1, 'MUG-01'), upsert(2, 'CUP-01'), upsert(3, 'CUP-01')], { applyItems, seen: ['MUG-01'] });

  expect(asked.map(({ item }) => item.op)).toEqual(['update', 'create', 'update']);
  expect(report).toMatchObject({ rows: 3, created: 1, updated: 2, failed: 0 });
});

test('where another request was first, the row is done the other way, under a claim of its own', async () => {
  const { applyItems, asked } = shop('MUG-01');

  const report = await tallyOf([upsert(1, 'MUG-01'), upsert(2, 'CUP-01')], { applyItems, seen: ['CUP-01'] });

  expect(asked.map(({ item }) => `${item.op} ${item.sku}`)).toEqual([
    'create MUG-01',
    'update CUP-01',
    'update MUG-01',
    'create CUP-01',
  ]);
  expect(new Set(asked.map(({ claim }) => claim?.id)).size).toBe(4);
  expect(report).toMatchObject({ rows: 2, created: 1, updated: 1, failed: 0 });
});

test('a row has the same claim whenever it is sent, and another one elsewhere in the file', async () => {
  const { applyItems, asked } = shop('A', 'B');
  await tallyOf([upsert(1, 'A'), upsert(2, 'B')], { applyItems, seen: ['A', 'B'] });
  await tallyOf([upsert(1, 'A'), upsert(3, 'B')], { applyItems, seen: ['A', 'B'] });

  const [first, second, again, elsewhere] = asked.map(({ claim }) => claim?.id);

  expect(again).toBe(first);
  expect(new Set([first, second, elsewhere]).size).toBe(3);
});

test('rows of one SKU are tried together, and again where one was mistaken: nothing of that try stays', async () => {
  const { applyItems, asked } = shop('MUG-01');
  const rows = [upsert(1, 'CUP-01'), adjustment(2, 'CUP-01'), upsert(3, 'MUG-01'), upsert(4, 'MUG-01')];

  const report = await tallyOf(rows, { applyItems, seen: ['CUP-01'] });

  expect(report).toMatchObject({ rows: 4, created: 1, updated: 2, adjusted: 1, failed: 0 });
  expect(doneTo('CUP-01', asked)).toEqual(['update', 'adjust', 'create', 'adjust']);
  expect(doneTo('MUG-01', asked)).toEqual(['create', 'update', 'update', 'update']);
  expect(new Set(asked.map(({ claim }) => claim?.id)).size).toBe(4);
});

const times = <Each>(count: number, make: (place: number) => readonly Each[]): Each[] =>
  Array.from({ length: count }, (_, place) => make(place)).flat();

function counting(number: number, sku: string, onHand: number): ImportRow {
  const value: InventoryItem = { op: 'update', sku, on_hand: onHand, expected_on_hand: onHand - 1 };
  return { number, line: number + 1, content: value, change: { type: 'said', row: valid(value) } };
}

describe('300 rows take no more transactions where rows of one SKU stand together', () => {
  test.each<[what: string, rows: ImportRow[]]>([
    ['of as many SKUs', times(300, (at) => [upsert(at + 1, `S-${at}`)])],
    [
      'creations, then adjustments',
      [...times(150, (at) => [upsert(at + 1, `S-${at}`)]), ...times(150, (at) => [adjustment(at + 151, `S-${at}`)])],
    ],
    [
      'an adjustment of the SKU just created',
      times(150, (at) => [upsert(2 * at + 1, `S-${at}`), adjustment(2 * at + 2, `S-${at}`)]),
    ],
    [
      'pairs of counts',
      times(100, (at) => [upsert(3 * at + 1, `S-${at}`), counting(3 * at + 2, `S-${at}`, 1), counting(3 * at + 3, `S-${at}`, 2)]),
    ],
    ['each new SKU twice', times(150, (at) => [upsert(2 * at + 1, `S-${at}`), upsert(2 * at + 2, `S-${at}`)])],
    ['one SKU', times(300, (at) => [at === 0 ? upsert(1, 'S') : counting(at + 1, 'S', at)])],
  ])('%s', async (_what, rows) => {
    const { store, answer, violations } = stockInMemory();
    const change: RunCommand = async (_tenant, command) => {
      const [answered] = await answer(command);
      if (!answered) throw new Error('The command has no result');
      return answered;
    };
    const tally = openTally(false);
    const known: SkuStore['known'] = async (_tenant, codes) => new Set(codes.filter((code) => store.skus.has(code)));
    const applyRows = makeApplyRows(
      makeApplyItems(change, () => new Date('2026-11-21T09:00:00.000Z')),
      { known },
    );
    const onResult = tally.add;

    await applyRows(rows.slice(0, 200), { context, dryRun: false, onResult });
    await applyRows(rows.slice(200), { context, dryRun: false, onResult });

    expect(tally.report()).toMatchObject({ rows: 300, failed: 0 });
    expect(store.commits).toBe(3);
    expect(violations()).toEqual([]);
  });
});

test('a row waits for those before it of its SKU, until they are done the right way', async () => {
  const { oneByOne: applyItems, asked } = shop('MUG-01');
  const rows = [upsert(1, 'CUP-01'), adjustment(2, 'CUP-01'), upsert(3, 'MUG-01'), upsert(4, 'MUG-01')];

  const report = await tallyOf(rows, { applyItems, seen: ['CUP-01'] });

  expect(report).toMatchObject({ rows: 4, created: 1, updated: 2, adjusted: 1, failed: 0 });
  expect(doneTo('CUP-01', asked)).toEqual(['update', 'create', 'adjust']);
  expect(doneTo('MUG-01', asked)).toEqual(['create', 'update', 'update']);
});

test('two rows of one SKU are done in their order, though the first is done at its second attempt', async () => {
  const { oneByOne: applyItems, asked } = shop('A');

  await tallyOf([upsert(1, 'A'), upsert(2, 'A')], { applyItems, seen: [] });

  expect(asked.map(({ item, claim }) => [item.op, claim?.id])).toEqual([
    ['create', partClaim('row:1', 'A')],
    ['update', partClaim('row again:1', 'A')],
    ['update', partClaim('row:2', 'A')],
  ]);
});

test('in a dry run, where nothing stays, the rows are tried again together with the one that was mistaken', async () => {
  const asked: Item[] = [];
  const dry: ApplyItems = (items, ...terms) => {
    asked.push(...items);
    return shop('MUG-01').applyItems(items, ...terms);
  };
  const rows = [upsert(1, 'MUG-01'), upsert(2, 'CUP-01'), adjustment(3, 'CUP-01')];

  const report = await tallyOf(rows, { applyItems: dry, seen: ['CUP-01'], dryRun: true });

  expect(doneTo('CUP-01', asked)).toEqual(['update', 'adjust', 'create', 'adjust']);
  expect(report).toMatchObject({ rows: 3, created: 1, updated: 1, adjusted: 1, failed: 0 });
});

test('however many rows fail to make a SKU, a dry run finds the one that does in three tries', async () => {
  let tries = 0;
  const dry: ApplyItems = async (items, ...terms) => {
    tries += 1;
    const { applyItems } = shop();
    const results: ItemResult[] = [];
    for (const [index, item] of items.entries()) {
      if (index < 3 && item.item.op === 'create') results.push(refused('location_archived', 'conflict'));
      else results.push(...(await applyItems([item], ...terms)).result);
    }
    return { result: results, replayed: false };
  };

  const report = await tallyOf(
    [1, 2, 3, 4, 5, 6].map((row) => upsert(row, 'A')),
    { applyItems: dry, seen: [], dryRun: true },
  );

  expect(tries).toBe(3);
  expect(report).toMatchObject({ rows: 6, created: 1, updated: 2, failed: 3 });
  expect(report.errors.map(({ code }) => code)).toEqual(Array(3).fill('location_archived'));
});

test.each([
  ['the store is away', 'upstream_unavailable', 'unavailable'],
  ['the key is of another file', 'idempotency_key_reused', 'invalid'],
] as const)('where %s, the rows before are told and none behind', async (_what, code, kind) => {
  const tally = openTally(false);
  const { applyItems } = shop('A', 'B', 'C');
  const failing: ApplyItems = async (items, ...terms) => {
    const { result: results, replayed } = await applyItems(items, ...terms);
    return { result: results.map((result, index) => (index === 1 ? refused(code, kind) : result)), replayed };
  };
  const applyRows = makeApplyRows(failing, { known: async () => new Set(['A', 'B', 'C']) });

  const done = applyRows([upsert(1, 'A'), upsert(2, 'B'), upsert(3, 'C')], { context, dryRun: false, onResult: tally.add });

  await expect(done).rejects.toMatchObject({ code });
  expect(tally.report()).toMatchObject({ rows: 1, updated: 1 });
});

test('errors that a row does not list are counted with those that the report leaves out', () => {
  const tally = openTally(false);
  const error = errors.validationFailed('150 fields are invalid.', {
    facts: { errors: [{ pointer: '/a', code: 'unknown_field', message: 'Unknown field.' }], errors_left_out: 149 },
  });

  tally.add(upsert(1, 'A'), { type: 'refused', error });

  expect(tally.report()).toMatchObject({ failed: 1, errors: [{ row: 1, column: 'a' }], errors_left_out: 149 });
});

test('rows about a SKU of an earlier row are told, the first 1 000 by name; adjustments are not', () => {
  const tally = openTally(false);
  const refusedRow = { type: 'refused', error: errors.validationFailed('1 field is invalid.') } as const;

  for (let row = 1; row <= 1_100; row += 1) tally.add(upsert(row, 'A'), refusedRow);
  for (const row of [adjustment(1_101, 'A'), adjustment(1_102, 'B'), upsert(1_103, 'B')]) tally.add(row, refusedRow);

  const { duplicate_rows: count, duplicates = [] } = tally.report();
  expect([count, duplicates.length]).toEqual([1_099, 1_000]);
  expect(duplicates.at(-1)).toEqual({ sku: 'A', row: 1_001, line: 1_002, first_row: 1, first_line: 2 });
});

test('SKUs beyond those that are compared are not told, those within are', () => {
  const tally = openTally(false);
  const refusedRow = { type: 'refused', error: errors.validationFailed('1 field is invalid.') } as const;
  for (let row = 1; row <= MAX_COMPARED_SKUS + 1; row += 1) tally.add(upsert(row, `S-${row}`), refusedRow);

  tally.add(upsert(MAX_COMPARED_SKUS + 2, `S-${MAX_COMPARED_SKUS}`), refusedRow);
  tally.add(upsert(MAX_COMPARED_SKUS + 3, `S-${MAX_COMPARED_SKUS + 1}`), refusedRow);

  expect(tally.report().duplicates).toMatchObject([{ sku: `S-${MAX_COMPARED_SKUS}`, row: MAX_COMPARED_SKUS + 2 }]);
});
