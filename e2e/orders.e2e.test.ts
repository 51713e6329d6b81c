import { type OrderRecord, orderRecord } from '@fulfilment/contracts';
import { eventually } from '@fulfilment/testing';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Answer } from './system/call.ts';
import { sharedTestSystem } from './system/shared-system.ts';
import type { TestSystem } from './system/start-test-system.ts';
import { openTenant, type TestTenant } from './system/tenant.ts';

let system: TestSystem;
let tenant: TestTenant;
let shop: TestTenant['shop'];

beforeAll(async () => {
  system = await sharedTestSystem();
});

beforeEach(async () => {
  tenant = await openTenant(system);
  ({ shop } = tenant);
  return () => tenant.stop();
});

const post = (path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
  system.call('POST', path, { key: shop.key, body, headers });
const order = (...lines: readonly (readonly [sku: string, quantity: number])[]): Promise<OrderRecord> =>
  shop.createOrder({ lines: lines.map(([sku, quantity]) => ({ sku, quantity })) });
const heldFor = async ({ id }: OrderRecord): Promise<number[]> => (await shop.order(id)).lines.map(({ allocated }) => allocated);

describe('a cancelled order', () => {
  test('gives back just what it held, line by line, to those that wait, oldest first', async () => {
    await shop.createSku({ sku: 'MUG-01', name: 'Mug', on_hand: 5 });
    await shop.createSku({ sku: 'CUP-01', name: 'Cup', on_hand: 1 });
    const leaving = await order(['MUG-01', 3], ['CUP-01', 4]);
    const kept = await order(['MUG-01', 2]);
    const [first, second] = [await order(['CUP-01', 1], ['MUG-01', 2]), await order(['MUG-01', 2])];
    expect(await heldFor(leaving)).toEqual([3, 1]);
    expect([await heldFor(first), await heldFor(second)]).toEqual([[0, 0], [0]]);

    expect(await shop.cancel(leaving.id)).toMatchObject({ status: 'cancelled', lines: [{ allocated: 0 }, { allocated: 0 }] });

    await eventually(async () => expect([await heldFor(first), await heldFor(second)]).toEqual([[1, 2], [1]]));
    expect(await heldFor(kept)).toEqual([2]);
    expect(await shop.sku('MUG-01')).toMatchObject({ on_hand: 5, allocated: 5, available: 0 });
    expect(await shop.sku('CUP-01')).toMatchObject({ on_hand: 1, allocated: 1, available: 0 });
  });

  test('that held nothing gives nothing back, and one that was packed keeps what was said of its packages', async () => {
    await shop.createSku({ sku: 'MUG-01', name: 'Mug', on_hand: 2 });
    const packed = await order(['MUG-01', 2]);
    const waiting = await order(['MUG-01', 2]);
    await shop.pack(packed.id, { packages: [{ weight_g: 850, tracking: '42' }] });

    await shop.cancel(waiting.id);
    expect(await shop.sku('MUG-01')).toMatchObject({ on_hand: 2, allocated: 2, available: 0 });

    expect(await shop.cancel(packed.id)).toMatchObject({ status: 'cancelled', packages: [{ weight_g: 850, tracking: '42' }] });
    expect(await shop.sku('MUG-01')).toMatchObject({ on_hand: 2, allocated: 0, available: 2 });
  });
});

describe('an order', () => {
  test('with one SKU on two lines keeps both, is judged on their sum, and ships both', async () => {
    await shop.createSku({ sku: 'MUG-01', name: 'Mug', on_hand: 5 });
    const twice = await order(['MUG-01', 3], ['MUG-01', 4]);
    expect(twice).toMatchObject({ allocation: 'partial', lines: [{ allocated: 3 }, { allocated: 2 }] });
    const refusal = (await post(`/orders/${twice.id}/pack`)).problem('insufficient_stock');
    expect(refusal.errors).toMatchObject([{ pointer: '/lines/1/quantity', sku: 'MUG-01' }]);

    await shop.updateSku('MUG-01', { on_hand: 7 });
    await shop.pack(twice.id);

    expect(await shop.ship(twice.id)).toMatchObject({ lines: [{ shipped: 3 }, { shipped: 4 }] });
    expect(await shop.sku('MUG-01')).toMatchObject({ on_hand: 0, allocated: 0 });
  });

  test('whose step is refused is as it was, and another client that had read it before can go on', async () => {
    await shop.createSku({ sku: 'MUG-01', name: 'Mug', on_hand: 1 });
    const short = await order(['MUG-01', 2]);
    const { headers } = await system.call('GET', `/orders/${short.id}`, { key: shop.key });
    for (let attempt = 1; attempt <= 3; attempt += 1) (await post(`/orders/${short.id}/pack`)).problem('insufficient_stock');
    expect(await shop.order(short.id)).toEqual(short);

    const change = { key: shop.key, headers: { 'if-match': headers.get('etag') ?? '' }, body: { note: 'gate 3' } };
    const changed = (await system.call('PATCH', `/orders/${short.id}`, change)).as(200, orderRecord);
    expect(changed).toMatchObject({ note: 'gate 3', version: short.version + 1 });

    await shop.updateSku('MUG-01', { on_hand: 2 });

    expect(await shop.pack(short.id)).toMatchObject({ status: 'packed', refusal: null });
  });

  test('tells in its history each step, the refused ones, and each change of what is held, with who caused it', async () => {
    await shop.createSku({ sku: 'MUG-01', name: 'Mug' });
    const { id } = (await post('/orders', { lines: [{ sku: 'MUG-01', quantity: 1 }] }, { 'x-request-id': 'r-create' })).as(
      201,
      orderRecord,
    );
    await post(`/orders/${id}/pack`, {}, { 'x-request-id': 'r-early' });
    const restock = { key: shop.key, body: { on_hand: 1 }, headers: { 'x-request-id': 'r-restock' } };
    await system.call('PATCH', '/inventory/MUG-01', restock);
    await eventually(async () => expect(await shop.order(id)).toMatchObject({ allocation: 'allocated' }));
    await post(`/orders/${id}/pack`, {}, { 'x-request-id': 'r-pack' });
    await post(`/orders/${id}/cancel`, { reason: 'late' }, { 'x-request-id': 'r-cancel' });

    const history = await shop.history(id);

    expect(
      history.map(({ transition, refused, status, code, request_id }) => [transition, refused, status, code, request_id]),
    ).toEqual([
      ['create', false, 'created', null, 'r-create'],
      ['pack', true, 'created', 'insufficient_stock', 'r-early'],
      ['allocate', false, 'created', null, 'r-restock'],
      ['pack', false, 'packed', null, 'r-pack'],
      ['cancel', false, 'cancelled', null, 'r-cancel'],
    ]);
    expect(new Set(history.map(({ actor }) => actor)).size).toBe(1);
    expect(history.at(-1)).toMatchObject({ reason: 'late', actor: expect.stringMatching(/^key_/) });
  });
});

describe('a change of an order', () => {
  test('is made by field until it is cancelled, and says in `cancel_reason` why that was', async () => {
    await shop.createSku({ sku: 'MUG-01', name: 'Mug', on_hand: 5 });
    const { id, version } = await order(['MUG-01', 2]);
    const change = (body: unknown) => system.call('PATCH', `/orders/${id}`, { key: shop.key, body });

    const changed = (await change({ note: 'gate 3', carrier: 'DHL' })).as(200, orderRecord);
    const cancelled = (await post(`/orders/${id}/cancel`, { reason: 'late' })).as(200, orderRecord);

    expect(changed).toMatchObject({ note: 'gate 3', carrier: 'DHL', status: 'created', version: version + 1 });
    expect(cancelled).toMatchObject({ note: 'gate 3', cancel_reason: 'late' });
    expect((await change({ note: 'gate 4' })).problem('invalid_transition').current_status).toBe('cancelled');
  });
});

const orderWhole = (quantity: number) => post('/orders', { lines: [{ sku: 'MUG-01', quantity }], allow_backorder: false });

describe('an order without backorders', () => {
  test('is allocated whole or refused, and what it could have had stays free', async () => {
    await shop.createSku({ sku: 'MUG-01', name: 'Mug', on_hand: 3 });
    const refused = (await orderWhole(4)).problem('insufficient_stock');
    expect(await shop.sku('MUG-01')).toMatchObject({ allocated: 0, available: 3 });
    const taken = (await orderWhole(3)).as(201, orderRecord);

    expect(refused.errors).toMatchObject([{ pointer: '/lines/0/quantity', requested: 4, available: 3 }]);
    expect(taken).toMatchObject({ allocation: 'allocated' });
  });
});

describe('an external id', () => {
  const asked = { external_id: 'shop-1', lines: [{ sku: 'MUG-01', quantity: 1 }] };

  test('stays with its order when that is shipped or cancelled, and is free again when it is rejected', async () => {
    (await post('/orders', asked)).problem('unknown_sku');
    await shop.createSku({ sku: 'MUG-01', name: 'Mug', on_hand: 9 });

    const { id } = await shop.createOrder(asked);
    await shop.cancel(id);

    for (const body of [asked, { ...asked, note: 'x' }])
      expect((await post('/orders', body)).problem('duplicate_external_id')).toMatchObject({
        order_id: id,
        current_status: 'cancelled',
      });
    const again = { ...asked, replaces: id };
    const { id: next } = (await post('/orders', again)).as(201, orderRecord);
    expect((await post('/orders', again)).as(200, orderRecord).id).toBe(next);
  });

  test('is compared by what the body says, not by how it is written', async () => {
    await shop.createSku({ sku: 'MUG-01', name: 'Mug', on_hand: 9 });
    const { id } = await shop.createOrder({ ...asked, metadata: { a: '1', b: '2' } });
    const raw = '{ "metadata": {"b":"2", "a":"1"}, "lines": [{"quantity":1.0,"sku":"MUG-01"}],  "external_id": "shop-1" }';

    const again = await system.call('POST', '/orders', { key: shop.key, raw });

    expect(again.as(200, orderRecord).id).toBe(id);
  });
});

describe('a version', () => {
  test('is the ETag of the order; a step for one that has passed is refused with the order as it is now', async () => {
    await shop.createSku({ sku: 'MUG-01', name: 'Mug', on_hand: 1 });
    const { id } = await order(['MUG-01', 1]);
    const etag = (await system.call('GET', `/orders/${id}`, { key: shop.key })).headers.get('etag') ?? '';

    const packed = (await post(`/orders/${id}/pack`, {}, { 'if-match': etag })).as(200, orderRecord);
    const late = (await post(`/orders/${id}/cancel`, {}, { 'if-match': etag })).problem('version_conflict');

    expect(late).toMatchObject({ current_version: packed.version, current: packed });
    expect(await shop.order(id)).toEqual(packed);
    await expect(post(`/orders/${id}/ship`, {}, { 'if-match': `"${packed.version}"` })).resolves.toMatchObject({ status: 200 });
  });
});
