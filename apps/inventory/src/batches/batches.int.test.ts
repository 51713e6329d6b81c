import { type InventoryBatchResult, operations } from '@fulfilment/contracts';
import { type Caller, newCaller, type Reply } from '@fulfilment/service/test-bed';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type Instance, openTestBed, type TestBed } from '../inventory.fixture.ts';

let bed: TestBed;
let instances: readonly [Instance, Instance];
let inventory: Instance;

beforeAll(async () => {
  bed = await openTestBed(inject('engines'));
  instances = [await bed.start(), await bed.start()];
  [inventory] = instances;
});

afterAll(async () => {
  await Promise.all(instances.map((each) => each.stop()));
  await bed.stop();
});

const create = (sku: string, onHand: number) => ({ op: 'create', sku, name: sku, on_hand: onHand });
const adjust = (sku: string, delta: number, more: object = {}) => ({ op: 'adjust', sku, delta, reason: 'recount', ...more });

const batch = (by: Caller, items: readonly unknown[], mode = 'partial', on = inventory): Promise<Reply> =>
  on.call(by, 'POST /inventory/batch', { mode, items });
const resultsOf = ({ body }: Reply): InventoryBatchResult['results'] =>
  operations.batchInventory.replies[200].body.parse(body).results;
const onHand = async (by: Caller, sku: string): Promise<number> =>
  (await inventory.sku({ ...by, headers: {} }, `GET /inventory/${sku}`)).on_hand;
const transactionsOf = async (instance: Instance): Promise<number> =>
  Number(/stock_lane_batch_commands_count\{[^}]*\} (\d+)/.exec(await instance.internal('/metrics'))?.[1]);
const withKey = (by: Caller, key: string): Caller => ({ ...by, headers: { 'idempotency-key': key } });

describe('partial', () => {
  test('200: a thousand changes of one SKU share transactions, and are made in their order', async () => {
    const by = withKey(newCaller(), 'one SKU');
    const names = Array.from({ length: 999 }, (_, index) => ({ op: 'update', sku: 'A', name: String(index) }));
    const before = await transactionsOf(inventory);

    const results = resultsOf(await batch(by, [create('A', 5), ...names]));

    expect(results.map(({ status }) => status)).toEqual([201, ...names.map(() => 200)]);
    expect(results.at(-1)).toMatchObject({ record: { name: '998', version: 1000 } });
    expect((await transactionsOf(inventory)) - before).toBeLessThan(50);
  });

  test('200: each item by itself, in their order, with its own status and its pointers into the body', async () => {
    const by = newCaller();

    const reply = await batch(by, [
      create('A', 5),
      { ...create('B', -1), colour: 'red' },
      'nonsense',
      { op: 'destroy', sku: 'A' },
      adjust('A', -6),
      { op: 'update', sku: 'A', on_hand: 9, expected_on_hand: 4 },
      { op: 'update', sku: 'A', on_hand: 9, expected_on_hand: 5 },
      adjust('A', 1, { location: 'W9:A1/S1' }),
      adjust('A', 1),
      adjust('NONE', 1),
    ]);

    expect(reply.status).toBe(200);
    expect(resultsOf(reply)).toMatchObject([
      { index: 0, status: 201, version: 1, record_left_out: 'changed_later' },
      {
        index: 1,
        status: 422,
        error: { code: 'validation_failed', errors: [{ pointer: '/items/1/on_hand' }, { pointer: '/items/1/colour' }] },
      },
      { index: 2, status: 422, error: { code: 'validation_failed', errors: [{ pointer: '/items/2' }] } },
      { index: 3, status: 422, error: { code: 'validation_failed', errors: [{ pointer: '/items/3/op' }] } },
      {
        index: 4,
        status: 409,
        error: { code: 'insufficient_stock', retryable: false, errors: [{ pointer: '/items/4/delta', available: 5 }] },
      },
      { index: 5, status: 412, error: { code: 'version_conflict', current_version: 1, current: { on_hand: 5 } } },
      { index: 6, status: 200, version: 2, record_left_out: 'changed_later' },
      { index: 7, status: 422, error: { code: 'unknown_location', errors: [{ pointer: '/items/7/location' }] } },
      { index: 8, status: 201, version: 3, record: { sku: 'A', on_hand: 10 } },
      { index: 9, status: 404, error: { code: 'not_found' } },
    ]);
    expect(await onHand(by, 'A')).toBe(10);
  });

  test('200, replayed: a repeat on another instance gets the whole answer and moves nothing', async () => {
    const by = withKey(newCaller(), 'batch 1');
    const items = [create('A', 5), adjust('A', 2), adjust('A', -99), { op: 'update' }];

    const first = await batch(by, items);
    await inventory.call({ ...by, headers: {} }, 'PATCH /inventory/A', { on_hand: 200 });
    const again = await batch(by, items, 'partial', instances[1]);

    expect(again.body).toEqual(first.body);
    expect([first, again].map(({ headers }) => headers.get('idempotency-replayed'))).toEqual([null, 'true']);
    expect(await onHand(by, 'A')).toBe(200);
  });

  test('200: sent to two instances at once it is done once', async () => {
    const by = newCaller();
    await batch(by, [create('A', 0)]);
    const items = Array.from({ length: 50 }, () => adjust('A', 1));

    const replies = await Promise.all([0, 1, 0, 1].map((on) => batch(withKey(by, 'at once'), items, 'partial', instances[on])));

    expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await onHand(by, 'A')).toBe(50);
  });

  test('200: an item with a key of its own is done once, in whatever batch it comes', async () => {
    const by = newCaller();
    await batch(by, [create('A', 10)]);
    const keyed = adjust('A', -1, { idempotency_key: 'shelf check 17' });

    await batch(by, [keyed, keyed]);
    await batch(by, [adjust('A', -1), keyed], 'atomic', instances[1]);
    const other = resultsOf(await batch(by, [{ ...keyed, delta: -2 }]));

    expect(other).toMatchObject([{ status: 422, error: { code: 'idempotency_key_reused' } }]);
    expect(await onHand(by, 'A')).toBe(8);
  });

  test('422: the same key with another batch', async () => {
    const by = withKey(newCaller(), 'k');
    await batch(by, [create('A', 1)]);

    expect(await batch(by, [create('B', 1)])).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } });
  });
});

describe('atomic', () => {
  test('200: all are done', async () => {
    const by = newCaller();

    expect(resultsOf(await batch(by, [create('A', 5), adjust('A', -2), create('B', 1)], 'atomic'))).toMatchObject([
      { status: 201, version: 1, record_left_out: 'changed_later' },
      { status: 201, record: { on_hand: 3, version: 2 } },
      { status: 201, record: { sku: 'B' } },
    ]);
  });

  test('422: every item that does not fit its schema is named, and nothing is done', async () => {
    const by = newCaller();

    expect(await batch(by, [create('A', 5), create('B', -1), { op: 'update' }], 'atomic')).toMatchObject({
      status: 422,
      body: { code: 'validation_failed', errors: [{ pointer: '/items/1/on_hand' }, { pointer: '/items/2/sku' }] },
    });
    expect((await inventory.call(by, 'GET /inventory/A')).status).toBe(404);
  });

  test('409, 412 and 422: what goes first is the code, every item that fails is named, and nothing is done', async () => {
    const by = newCaller();
    await batch(by, [create('A', 5)]);
    const short = adjust('A', -6);
    const stale = { op: 'update', sku: 'A', on_hand: 1, expected_on_hand: 4 };
    const refused = async (...items: readonly unknown[]) => batch(by, [create('NEW', 1), ...items], 'atomic');

    expect(await refused(short)).toMatchObject({
      status: 409,
      body: { code: 'insufficient_stock', errors: [{ pointer: '/items/1/delta', available: 5 }] },
    });
    expect(await refused(short, stale)).toMatchObject({
      status: 412,
      body: {
        code: 'version_conflict',
        errors: [{ pointer: '/items/1/delta' }, { pointer: '/items/2', code: 'version_conflict', current_version: 1 }],
      },
    });
    expect(await refused(short, stale, adjust('NONE', 1))).toMatchObject({
      status: 422,
      body: { code: 'unknown_sku', errors: [{}, {}, { pointer: '/items/3', code: 'not_found' }] },
    });
    // The item has the same code in both modes; the request as a whole is no 404.
    expect(await batch(by, [adjust('NONE', 1)])).toMatchObject({
      body: { results: [{ status: 404, error: { code: 'not_found' } }] },
    });
    expect((await inventory.call(by, 'GET /inventory/NEW')).status).toBe(404);
    expect(await onHand(by, 'A')).toBe(5);
  });

  test('done once under a key, and refused once, from whichever instance it is asked', async () => {
    const by = newCaller();
    await batch(by, [create('A', 5)]);
    const [done, refused] = [withKey(by, 'done'), withKey(by, 'refused')];

    const first = await batch(done, [adjust('A', -2)], 'atomic');
    const repeat = await batch(done, [adjust('A', -2)], 'atomic', instances[1]);
    await batch(refused, [adjust('A', -4)], 'atomic');
    await batch(by, [adjust('A', 10)]);
    const refusedAgain = await batch(refused, [adjust('A', -4)], 'atomic', instances[1]);

    expect(repeat.body).toEqual(first.body);
    expect(refusedAgain).toMatchObject({ status: 409, body: { code: 'insufficient_stock' } });
    expect([repeat, refusedAgain].map(({ headers }) => headers.get('idempotency-replayed'))).toEqual(['true', 'true']);
    expect(await onHand(by, 'A')).toBe(13);
  });
});

test.each(['partial', 'atomic'])('200: a thousand items, %s', async (mode) => {
  const by = withKey(newCaller(), 'many');
  const items = Array.from({ length: 500 }, (_, place) => create(`S${place}`, 1));
  const all = [...items, ...items.map(({ sku }) => adjust(sku, 2))];

  const results = resultsOf(await batch(by, all, mode));
  const again = await batch(by, all, mode, instances[1]);

  expect(new Set(results.map(({ status }) => status))).toEqual(new Set([201]));
  expect([resultsOf(again), again.headers.get('idempotency-replayed')]).toEqual([results, 'true']);
  expect(await onHand(by, 'S499')).toBe(3);
});

test.each([
  ['no items', { items: [] }, '/items'],
  ['more than a thousand', { items: Array.from({ length: 1_001 }, () => create('A', 1)) }, '/items'],
  ['a mode that is none', { mode: 'maybe', items: [create('A', 1)] }, '/mode'],
  ['items that are no list', { items: create('A', 1) }, '/items'],
])('422: %s', async (_what, body, pointer) => {
  expect(await inventory.call(newCaller(), 'POST /inventory/batch', body)).toMatchObject({
    status: 422,
    body: { code: 'validation_failed', errors: [{ pointer }] },
  });
});
