import { skuPage } from '@fulfilment/contracts';
import { type Caller, newCaller } from '@fulfilment/service/test-bed';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type Instance, openTestBed, type TestBed } from '../inventory.fixture.ts';

let bed: TestBed;
let inventory: Instance;
let by: Caller;

/**
 * CUP lies in both warehouses and is low in the north, MUG in the north alone where all of it is withheld, PAN in MAIN alone with settings
 * for the north, POT in MAIN alone, and VASE is at home in the north and gone.
 */
beforeAll(async () => {
  bed = await openTestBed(inject('engines'));
  inventory = await bed.start();
  by = newCaller();
  await inventory.call(by, 'POST /locations', { type: 'warehouse', code: 'NORTH' });
  const create = (sku: string, onHand: number, location: string) =>
    inventory.sku(by, 'POST /inventory', { sku, name: `The ${sku}`, on_hand: onHand, location });
  await create('CUP', 10, 'A3/S2');
  await create('MUG', 5, 'NORTH:A1/S1');
  await create('PAN', 4, 'A3/S2');
  await create('POT', 7, 'A3/S2');
  await create('VASE', 0, 'NORTH:A1/S1');
  await inventory.call(by, 'POST /inventory/CUP/adjustments', { delta: 3, reason: 'receipt', location: 'NORTH' });
  await inventory.call(by, 'PATCH /inventory/CUP/warehouses/NORTH', { safety_stock: 1, reorder_point: 4 });
  await inventory.call(by, 'PATCH /inventory/MUG/warehouses/NORTH', { safety_stock: 9 });
  await inventory.call(by, 'PATCH /inventory/PAN/warehouses/NORTH', { reorder_point: 2 });
});

afterAll(async () => {
  await inventory.stop();
  await bed.stop();
});

const list = async (query: string) => skuPage.parse((await inventory.call(by, `GET /inventory?${query}`)).body);
const codes = async (query: string) => (await list(query)).data.map(({ sku }) => sku);

test('has the SKUs with stock, home or settings in a warehouse, with the counts that they have there', async () => {
  const { data } = await list('warehouse=NORTH');

  expect(data.map((sku) => [sku.sku, sku.on_hand, sku.buffer, sku.available, sku.low_stock, sku.sold_out])).toEqual([
    ['CUP', 3, 1, 2, true, false],
    ['MUG', 5, 5, 0, false, true],
    ['PAN', 0, 0, 0, true, true],
    ['VASE', 0, 0, 0, false, true],
  ]);
  expect(data[0]).toMatchObject({
    safety_stock: 1,
    reorder_point: 4,
    stock: [{ location_path: 'NORTH', on_hand: 3 }],
    warehouses: [{ warehouse: 'NORTH', on_hand: 3, available: 2 }],
  });
  for (const sku of data) {
    expect(sku.on_hand).toBe(sku.allocated + sku.reserved + sku.unavailable + sku.buffer + sku.available);
    expect(sku.on_hand).toBe(sku.stock.reduce((sum, place) => sum + place.on_hand, 0));
  }
  expect(await codes('warehouse=MAIN')).toEqual(['CUP', 'PAN', 'POT']);
});

test.each([
  ['low_stock=true', ['CUP', 'PAN']],
  ['low_stock=false', ['MUG', 'VASE']],
  ['low_stock=true&sort=updated_at', ['CUP', 'PAN']],
  ['sold_out=true', ['MUG', 'PAN', 'VASE']],
  ['sold_out=false', ['CUP']],
  ['sold_out=true&low_stock=true', ['PAN']],
  ['q=the+va', ['VASE']],
  ['q=the&low_stock=true', ['CUP', 'PAN']],
  ['sku=POT&sku=PAN', ['PAN']],
  ['sort=updated_at', ['VASE', 'CUP', 'MUG', 'PAN']],
  ['updated_since=2020-01-01T00:00:00Z&sort=sku', ['CUP', 'MUG', 'PAN', 'VASE']],
  ['status=archived', []],
])('by warehouse and %s', async (query, expected) => {
  expect(await codes(`warehouse=NORTH&${query}`)).toEqual(expected);
});

describe('pages', () => {
  test.each(['', '&sold_out=true', '&low_stock=true'])('go through all, whatever their size%s', async (more) => {
    const expected = await codes(`warehouse=NORTH${more}`);
    for (const limit of [1, 2, 3]) {
      const read: string[] = [];
      for (let cursor: string | null = '', pages = 0; cursor !== null && pages < 20; pages += 1) {
        const page = await list(`warehouse=NORTH&limit=${limit}${more}${cursor === '' ? '' : `&cursor=${cursor}`}`);
        read.push(...page.data.map(({ sku }) => sku));
        expect(page.data.length).toBeLessThanOrEqual(limit);
        expect(page.has_more).toBe(page.next_cursor !== null);
        cursor = page.next_cursor;
      }
      expect(read).toEqual(expected);
    }
  });

  test.each(['warehouse=MAIN', 'warehouse=NORTH&sold_out=true', 'warehouse=NORTH&low_stock=true', 'location=NORTH', ''])(
    'are not those of another list: %s',
    async (other) => {
      const { next_cursor: cursor } = await list('warehouse=NORTH&limit=1');

      const refused = await inventory.call(by, `GET /inventory?limit=1&cursor=${cursor}&${other}`);

      expect([refused.status, refused.body]).toMatchObject([400, { code: 'invalid_cursor' }]);
    },
  );

  test('take the id of a warehouse for its code', async () => {
    const { next_cursor: cursor, data } = await list('warehouse=NORTH&limit=1');
    const id = data[0]?.warehouses[0]?.warehouse_id;

    expect(await codes(`warehouse=${id}&limit=1&cursor=${cursor}`)).toEqual(['MUG']);
  });
});

test.each([
  ['a warehouse that is not there', 'warehouse=W9', 'warehouse', 'unknown_location'],
  ['an aisle', 'warehouse=NORTH:A1', 'warehouse', 'invalid'],
  ['a location beside the warehouse', 'warehouse=NORTH&location=A3/S2', 'location', 'invalid'],
])('%s is refused', async (_what, query, pointer, code) => {
  const refused = await inventory.call(by, `GET /inventory?${query}`);

  expect([refused.status, refused.body]).toMatchObject([
    400,
    { code: 'invalid_parameter', errors: [{ pointer: `/${pointer}`, code }] },
  ]);
});

test('a page looks at 20 times its limit of SKUs for those that are sold out, and the next goes on', async () => {
  const shop = newCaller();
  const items = Array.from({ length: 250 }, (_, n) => ({
    op: 'create',
    sku: `S-${String(n).padStart(3, '0')}`,
    name: 'Thing',
    on_hand: n === 240 ? 0 : 1,
  }));
  await inventory.call(shop, 'POST /inventory/batch', { mode: 'partial', items });
  const first = skuPage.parse((await inventory.call(shop, 'GET /inventory?warehouse=MAIN&sold_out=true&limit=10')).body);
  expect([first.data, first.has_more]).toEqual([[], true]);

  const next = skuPage.parse(
    (await inventory.call(shop, `GET /inventory?warehouse=MAIN&sold_out=true&limit=10&cursor=${first.next_cursor}`)).body,
  );
  expect([next.data.map(({ sku }) => sku), next.has_more]).toEqual([['S-240'], false]);
});
