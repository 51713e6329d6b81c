import type { InventoryItem } from '@fulfilment/contracts';
import { AppError, contentHash, type RequestContext } from '@fulfilment/kernel';
import { expect, test } from 'vitest';
import { LIMITS } from '../stock/domain/working-set.ts';
import type { RunCommand } from '../stock/run-command.ts';
import { runCommandOf, stockInMemory, TENANT } from '../stock/stock.fixture.ts';
import { type Item, type ItemTerms, makeApplyItems } from './apply-items.ts';
import type { ItemResult } from './bounded-results.ts';

/** At so many places a record has some 25 KB: a thousand of them are six times what an answer may have. */
const PLACES = 200;
const MOST_BYTES = 4_200_000;

const adjust = (sku: string, delta: number, more: object = {}): InventoryItem => ({
  op: 'adjust',
  sku,
  delta,
  reason: 'found',
  ...more,
});
const created = (sku: string) => ({ op: 'create', sku, name: sku, on_hand: 0, reorder_point: 0, location: null }) as const;
const rename = (sku: string, name: string): InventoryItem => ({ op: 'update', sku, name });
const numbered = (items: readonly InventoryItem[], key = ''): Item[] =>
  items.map((item, index) => ({
    item,
    pointer: `/items/${index}`,
    ...(key ? { claim: { id: `${key}/${index}`, fingerprint: contentHash(item) } } : {}),
  }));

/** A shop with SKUs that lie at many places. */
async function shopWith(...skus: readonly string[]) {
  const stock = stockInMemory();
  const change = runCommandOf({ store: stock.store, limits: LIMITS, onStillFilling: () => {} });
  const apply = async (items: readonly Item[], terms: ItemTerms): Promise<readonly ItemResult[]> =>
    (await makeApplyItems(change, () => new Date('2026-11-21T09:00:00.000Z'))(items, context, terms)).result;
  for (const sku of skus) {
    const places = Array.from({ length: PLACES }, (_, place) =>
      adjust(sku, 1, { location: `A${Math.floor(place / 20)}/S${place % 20}` }),
    );
    const results = await apply(numbered([created(sku), ...places]), { mode: 'atomic' });
    for (const result of results) if (result.type === 'refused') throw result.error;
  }
  return { ...stock, change, apply };
}

const context: RequestContext = { tenant: TENANT, actor: 'key_1', requestId: 'req_1' };
const recordOf = (result: ItemResult | undefined) => (result?.type === 'applied' ? result.record : undefined);
const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

test.each(['partial', 'atomic'] as const)(
  'in %s mode only the last of many items of a SKU has its record, and each its version',
  async (mode) => {
    const { apply } = await shopWith('WIDE');
    const items = Array.from({ length: mode === 'atomic' ? 200 : 1_000 }, (_, at) => rename('WIDE', String(at)));

    const results = await apply(numbered(items), { mode });

    expect(recordOf(results.at(-1))).toMatchObject({ name: String(items.length - 1) });
    expect(results.slice(0, -1).map(recordOf)).toEqual(items.slice(1).map(() => 'changed_later'));
    expect(results.map((result) => result.type === 'applied' && result.version)).toEqual(items.map((_, at) => PLACES + 2 + at));
    expect(bytesOf(results)).toBeLessThan(items.length * 150 + 60_000);
  },
);

test('the records of many SKUs end at 4 MB, and the items behind it are done all the same', async () => {
  const { apply, sku } = await shopWith();
  const metadata = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`k${at}`, 'x'.repeat(500)]));
  const codes = Array.from({ length: 300 }, (_, at) => `LARGE-${at}`);

  const results = await apply(numbered(codes.map((code) => ({ ...created(code), metadata }))), { mode: 'partial' });

  expect(bytesOf(results)).toBeLessThan(MOST_BYTES);
  expect(bytesOf(results)).toBeGreaterThan(MOST_BYTES - 400_000);
  expect(recordOf(results[0])).toMatchObject({ sku: 'LARGE-0' });
  expect(recordOf(results.at(-1))).toBe('answer_size');
  expect(codes.map((code) => sku(code).details.metadata)).toEqual(codes.map(() => metadata));
});

test.each(['partial', 'atomic'] as const)(
  'in %s mode refusals of many items name the version that they found, and one of them the record',
  async (mode) => {
    const { apply } = await shopWith('WIDE');
    const stale: InventoryItem = { op: 'update', sku: 'WIDE', on_hand: 1, expected_on_hand: 7 };

    const results = await apply(numbered(Array.from({ length: 200 }, () => stale)), { mode });

    const details = results.map((result) => (result.type === 'refused' ? result.error.details : {}));
    expect(details.filter(({ current }) => current !== undefined)).toHaveLength(1);
    expect(details.at(-1)).toMatchObject({ current: { sku: 'WIDE' } });
    expect(new Set(details.map(({ current_version: version }) => version))).toEqual(new Set([PLACES + 1]));
  },
);

test('a transaction carries no more places than it may, however few its commands are', async () => {
  const { store, sku } = await shopWith('WIDE');
  const commandPlaces = 5 * sku('WIDE').stock.length;
  const narrow = runCommandOf({ store, limits: { ...LIMITS, commandPlaces }, onStillFilling: () => {} });
  const commits = store.commits;

  const items = numbered(Array.from({ length: 100 }, () => adjust('WIDE', 1, { location: 'A0/S0' })));
  await makeApplyItems(narrow, () => new Date())(items, context, { mode: 'partial' });

  expect(store.commits - commits).toBe(100 / 5);
});

test('of results that show a record, another of the same SKU without one takes none away', async () => {
  const { apply } = await shopWith('WIDE');
  const stale: InventoryItem = { op: 'update', sku: 'WIDE', on_hand: 1, expected_on_hand: 7 };

  const results = await apply(numbered([rename('WIDE', 'A'), stale, adjust('WIDE', -PLACES - 1)]), { mode: 'partial' });

  expect(recordOf(results[0])).toMatchObject({ name: 'A' });
  expect(results[1]).toMatchObject({ error: { details: { current: { sku: 'WIDE' } } } });
  expect(results[2]).toMatchObject({ error: { code: 'insufficient_stock' } });
});

test('others have the event loop between the wide results of one transaction', async () => {
  const { store } = await shopWith('WIDE');
  const change = runCommandOf({ store, limits: LIMITS, onStillFilling: () => {} });
  let turns = 0;
  const count = (): void => {
    turns += 1;
    counting = setImmediate(count);
  };
  let counting = setImmediate(count);
  const origin = { actor: 'key_1', at: new Date('2026-11-21T09:00:00.000Z'), requestId: 'req_1' };
  const commits = store.commits;
  const turnOfEach = await Promise.all(
    Array.from({ length: 50 }, async () => {
      await change(TENANT, { type: 'update-sku', origin, sku: 'WIDE', name: 'B', restore: false });
      return turns;
    }),
  );
  clearImmediate(counting);

  expect(store.commits - commits).toBe(1);
  expect(new Set(turnOfEach).size).toBe(50);
});

test('items of a batch that change a SKU in one transaction for one reason are one event, of all their versions', async () => {
  const { apply, store, said, violations } = await shopWith('A');
  store.messages.length = 0;
  const items = [
    ...Array.from({ length: 9 }, () => adjust('A', 2)),
    adjust('A', -3, { reason: 'damaged' }),
    rename('A', 'B'),
    rename('A', 'C'),
  ];

  await apply(numbered(items), { mode: 'atomic' });

  const at = PLACES + 1;
  expect(said('inventory.updated')).toMatchObject([
    { sequence: at + 9, versions: 9, reason: 'found', previous: { on_hand: PLACES }, data: { on_hand: PLACES + 18 } },
    { sequence: at + 10, reason: 'damaged', previous: { on_hand: PLACES + 18 }, data: { on_hand: PLACES + 15 } },
  ]);
  expect(said('inventory.updated')[1]).not.toHaveProperty('versions');
  expect(said('sku.updated')).toMatchObject([{ sequence: at + 12, versions: 2, changed: ['name'], data: { name: 'C' } }]);
  expect(violations()).toEqual([]);
});

test('what items of a batch do and undo is one event, which crosses no threshold', async () => {
  const { apply, store, said } = await shopWith('A');
  await apply(numbered([{ op: 'update', sku: 'A', reorder_point: 10 }]), { mode: 'atomic' });
  store.messages.length = 0;

  await apply(numbered([adjust('A', -PLACES), adjust('A', PLACES)]), { mode: 'atomic' });

  expect(store.messages.map(({ type }) => type)).toEqual(['inventory.updated']);
  expect(said('inventory.updated')).toMatchObject([{ versions: 2, previous: { on_hand: PLACES }, data: { on_hand: PLACES } }]);
});

test('changes of separate batches are separate events', async () => {
  const { apply, store, said } = await shopWith('A');
  store.messages.length = 0;

  await Promise.all([1, 2, 3].map((delta) => apply(numbered([adjust('A', delta)]), { mode: 'atomic' })));

  expect(said('inventory.updated').map(({ sequence }) => sequence)).toEqual([1, 2, 3].map((each) => PLACES + 1 + each));
});

const ended = new AppError({ kind: 'unavailable', code: 'timeout', message: 'ended' });

test('a batch whose request has ended commits nothing more, keeps what it had, and its repeat does the rest once', async () => {
  const { apply, sku, change, store } = await shopWith('A');
  const request = new AbortController();
  let ending = 0;
  const items = numbered(
    Array.from({ length: 1_000 }, () => adjust('A', 1)),
    'k',
  );
  // It ends with the first answer.
  const leaving: RunCommand = async (tenant, command, sequence) => {
    const answered = await change(tenant, command, sequence);
    ending ||= store.commits;
    request.abort(ended);
    return answered;
  };
  const leftAt = await makeApplyItems(leaving, () => new Date())(items, context, { mode: 'partial', signal: request.signal });
  const done = leftAt.result.filter(({ type }) => type === 'applied').length;

  // One transaction may be under way.
  expect(store.commits - ending).toBeLessThanOrEqual(1);
  expect(done).toBeLessThan(1_000);
  expect(leftAt.result.slice(done)).toEqual(items.slice(done).map(() => ({ type: 'refused', error: ended })));
  expect(sku('A').onHand).toBe(PLACES + done);

  const repeat = await apply(items, { mode: 'partial' });

  expect(sku('A').onHand).toBe(PLACES + 1_000);
  expect(repeat.map((result) => result.type === 'applied' && result.version)).toEqual(items.map((_, at) => PLACES + 2 + at));
});

test('an atomic batch whose request has ended before its transaction changes nothing', async () => {
  const { apply, sku } = await shopWith('A');
  const signal = AbortSignal.abort(ended);

  await expect(apply(numbered([adjust('A', 1)]), { mode: 'atomic', signal })).rejects.toBe(ended);

  expect(sku('A').onHand).toBe(PLACES);
});
