import { locationRecord, operations, orderHistoryEntry, orderRecord, scanRecord, skuRecord } from '@fulfilment/contracts';
import { eventually } from '@fulfilment/testing';
import { beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { type List, readPage, readPages } from './system/pages.ts';
import { sharedTestSystem } from './system/shared-system.ts';
import type { TestSystem } from './system/start-test-system.ts';
import { openTenant, type TestTenant } from './system/tenant.ts';

let system: TestSystem;
let tenant: TestTenant;
let shop: TestTenant['shop'];
let key: string;

const CODES = ['a', 'B', 'C-1', 'C-2', 'D.1', 'E_1', 'f'];
/** As `sku` is sorted: by its bytes. */
const SORTED = CODES.toSorted();

beforeAll(async () => {
  system = await sharedTestSystem();
});

beforeAll(async () => {
  tenant = await openTenant(system);
  ({ shop } = tenant);
  ({ key } = shop);
  for (const sku of CODES)
    await shop.createSku({
      sku,
      name: sku,
      on_hand: 10,
      reorder_point: sku === 'f' ? 11 : 0,
      location: `${sku === 'a' ? 'A1' : 'A2'}/S1`,
    });
  for (const sku of CODES) await shop.createOrder({ external_id: `order of ${sku}`, lines: [{ sku, quantity: 1 }] });
  for (const sku of CODES)
    await shop.scan({ barcode: `barcode ${sku}`, type: sku === 'a' ? 'pick' : 'count', sku, device_id: 'gun-1' });
  return () => tenant.stop();
});

const read = <Schema extends z.ZodType>(path: string, item: Schema, limit: number) =>
  readPages(system.call, { key, path, item, limit });
const matching = <Schema extends z.ZodType>(path: string, item: Schema, filter: Record<string, string>) =>
  readPages(system.call, { key, path, item, filter, limit: 2 });

const orderIds = async (filter: Record<string, string>) => (await matching('/orders', orderRecord, filter)).map(({ id }) => id);

const skuCodes = async (filter: Record<string, string>): Promise<string[]> =>
  (await matching('/inventory', skuRecord, filter)).map(({ sku }) => sku);
const locationPaths = async (filter: Record<string, string>): Promise<string[]> =>
  (await matching('/locations', locationRecord, filter)).map(({ path }) => path);

const theOrder = async (externalId: string) => {
  const [found] = await matching('/orders', orderRecord, { external_id: externalId });
  if (!found) throw new Error(`There is no order ${externalId}`);
  return found;
};

describe('page by page, a list has every record once, in its order', () => {
  test('SKUs by their code', async () => {
    expect((await read('/inventory', skuRecord, 3)).map(({ sku }) => sku)).toEqual(SORTED);
    expect((await read('/inventory', skuRecord, 7)).map(({ sku }) => sku)).toEqual(SORTED);
    expect((await read('/inventory', skuRecord, 1)).map(({ sku }) => sku)).toEqual(SORTED);
  });

  test('locations as they were created', async () => {
    const paths = ['MAIN', 'MAIN:A1', 'MAIN:A1/S1', 'MAIN:A2', 'MAIN:A2/S1'];
    expect((await read('/locations', locationRecord, 2)).map(({ path }) => path)).toEqual(paths);
  });

  test('orders newest first', async () => {
    const ids = CODES.map((sku) => `order of ${sku}`).toReversed();
    expect((await read('/orders', orderRecord, 2)).map(({ external_id }) => external_id)).toEqual(ids);
  });

  test('scans newest first', async () => {
    expect((await read('/scans', scanRecord, 3)).map(({ sku }) => sku)).toEqual(CODES.toReversed());
  });

  test('the history of an order oldest first', async () => {
    const { id } = await shop.createOrder({ lines: [{ sku: 'B', quantity: 1 }] });
    await shop.pack(id);
    await shop.cancel(id);

    expect((await read(`/orders/${id}/history`, orderHistoryEntry, 1)).map(({ transition }) => transition)).toEqual([
      'create',
      'pack',
      'cancel',
    ]);
  });
});

describe('what is written while a list is read', () => {
  test('neither hides nor repeats what was there all along', async () => {
    const list: List<typeof scanRecord> = { key, path: '/scans', item: scanRecord, filter: { device_id: 'gun-1' }, limit: 3 };
    const first = await readPage(system.call, list);
    await shop.scan({ barcode: 'in between', device_id: 'gun-1' });

    const second = await readPage(system.call, list, first.next_cursor ?? '');
    const third = await readPage(system.call, list, second.next_cursor ?? '');

    expect([...first.data, ...second.data, ...third.data].map(({ sku }) => sku)).toEqual(CODES.toReversed());
    expect(third).toMatchObject({ has_more: false, next_cursor: null });
  });
});

describe('filters', () => {
  test('SKUs: low in stock, or not', async () => {
    expect((await matching('/inventory', skuRecord, { low_stock: 'true' })).map(({ sku }) => sku)).toEqual(['f']);
    expect((await matching('/inventory', skuRecord, { low_stock: 'false' })).map(({ sku }) => sku)).toEqual(
      SORTED.filter((sku) => sku !== 'f'),
    );
  });

  test('SKUs: sold out, or not, and both are all', async () => {
    const [none, some] = [await skuCodes({ sold_out: 'true' }), await skuCodes({ sold_out: 'false' })];
    expect(none).toEqual(
      (await shop.skus())
        .filter((each) => each.sold_out)
        .map(({ sku }) => sku)
        .toSorted(),
    );
    expect([...none, ...some].toSorted()).toEqual(SORTED.toSorted());
  });

  test('SKUs: by place, by the beginning of a word, by codes, and as they changed', async () => {
    const { updated_at: lastChange } = await shop.updateSku('D.1', { name: 'Deep bowl' });

    expect(await skuCodes({ location: 'MAIN:A1' })).toEqual(['a']);
    expect(await skuCodes({ location: 'A2/S1' })).toEqual(SORTED.filter((sku) => sku !== 'a'));
    expect(await skuCodes({ q: 'c-' })).toEqual(['C-1', 'C-2']);
    expect(await skuCodes({ q: 'bow', location: 'MAIN' })).toEqual(['D.1']);
    expect(await skuCodes({ updated_since: lastChange })).toEqual(['D.1']);
    expect((await skuCodes({ sort: 'updated_at' })).at(-1)).toBe('D.1');
    const several = await system.call('GET', '/inventory?sku=B&sku=a&sku=none', { key });
    expect(several.as(200, operations.listSkus.replies[200].body).data.map(({ sku }) => sku)).toEqual(['B', 'a']);
  });

  test('locations: those below one, by the beginning of a code, the newest first', async () => {
    expect(await locationPaths({ path: 'MAIN:A2' })).toEqual(['MAIN:A2', 'MAIN:A2/S1']);
    expect(await locationPaths({ q: 's', type: 'shelf' })).toEqual(['MAIN:A1/S1', 'MAIN:A2/S1']);
    expect(await locationPaths({ type: 'aisle', sort: '-created_at' })).toEqual(['MAIN:A2', 'MAIN:A1']);
  });

  test('locations: by type, by parent', async () => {
    const aisles = await matching('/locations', locationRecord, { type: 'aisle' });
    expect(aisles.map(({ code }) => code)).toEqual(['A1', 'A2']);
    const below = await matching('/locations', locationRecord, { parent_id: aisles[1]?.id ?? '' });
    expect(below.map(({ path }) => path)).toEqual(['MAIN:A2/S1']);
  });

  test('orders: by one status or several, by external id', async () => {
    const shipped = await theOrder('order of C-1');
    await shop.pack(shipped.id);
    await shop.ship(shipped.id);
    const packed = await theOrder('order of C-2');
    await shop.pack(packed.id);

    expect((await matching('/orders', orderRecord, { status: 'shipped' })).map(({ id }) => id)).toEqual([shipped.id]);
    expect((await matching('/orders', orderRecord, { status: 'shipped,packed' })).map(({ id }) => id)).toEqual([
      packed.id,
      shipped.id,
    ]);
    expect(await matching('/orders', orderRecord, { status: 'shipped', external_id: 'order of C-2' })).toEqual([]);
  });

  test('orders: by what is held for them, by SKU, by when they were created', async () => {
    const waiting = await shop.createOrder({ external_id: 'more than there is', lines: [{ sku: 'E_1', quantity: 100 }] });
    const [older, newer] = [await theOrder('order of D.1'), await theOrder('order of E_1')];
    expect(await orderIds({ allocation: 'partial,backordered' })).toEqual([waiting.id]);
    expect(await orderIds({ sku: 'E_1' })).toEqual([waiting.id, newer.id]);
    expect(await orderIds({ sku: 'E_1', allocation: 'allocated', status: 'created' })).toEqual([newer.id]);
    const window = { created_after: older.created_at, created_before: waiting.created_at };
    expect(await orderIds({ ...window, sku: 'E_1' })).toEqual([newer.id]);
    expect(await orderIds({ created_before: older.created_at, sku: 'E_1' })).toEqual([]);
  });

  test('orders: those that are rejected are left out unless asked for', async () => {
    await system.call('POST', '/orders', { key, body: { external_id: 'nothing', lines: [{ sku: 'NO-SUCH', quantity: 1 }] } });

    expect(await matching('/orders', orderRecord, { external_id: 'nothing' })).toEqual([]);
    expect(await matching('/orders', orderRecord, { external_id: 'nothing', status: 'rejected' })).toHaveLength(1);
  });

  test.each([
    [{ type: 'pick' }, ['a']],
    [{ sku: 'D.1' }, ['D.1']],
    [{ barcode: 'barcode f' }, ['f']],
    [{ type: 'pick', sku: 'B' }, []],
    [{ device_id: 'gun-2' }, []],
  ])('scans: %o', async (filter, skus) => {
    expect((await matching('/scans', scanRecord, filter)).map(({ sku }) => sku)).toEqual(skus);
  });
});

describe('scans of a place are found by each of its names', () => {
  test('its id, its path, and the paths that it had before it or a location above it was renamed', async () => {
    const aisle = await shop
      .createLocation({ type: 'warehouse', code: 'W7' })
      .then(({ id }) => shop.createLocation({ type: 'aisle', code: 'A1', parent_id: id }));
    const shelf = await shop.createLocation({ type: 'shelf', code: 'S1', parent_id: aisle.id });
    const rename = (id: string, code: string) => shop.ask(operations.updateLocation, { at: { loc_: id }, body: { code } });
    const scanAt = async (location: string) => (await shop.scan({ barcode: `at ${location}`, type: 'pick', location })).id;
    const sent = [await scanAt('W7:A1/S1'), await scanAt(shelf.id)];
    await rename(shelf.id, 'S2');
    await rename(aisle.id, 'A9');
    sent.push(await scanAt('W7:A9/S2'), await scanAt('W7:A1/S1'));
    await scanAt('W7:A9/S1');

    for (const location of [shelf.id, 'W7:A1/S1', 'W7:A1/S2', 'W7:A9/S2'])
      await eventually(async () => {
        const found = await matching('/scans', scanRecord, { location });
        expect([location, found.map(({ id }) => id)]).toEqual([location, sent.toReversed()]);
      });
  });
});
