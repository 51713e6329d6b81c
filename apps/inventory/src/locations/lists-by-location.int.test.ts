import { operations } from '@fulfilment/contracts';
import { newId } from '@fulfilment/kernel';
import { type Caller, newCaller } from '@fulfilment/service/test-bed';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type Instance, openTestBed, type TestBed } from '../inventory.fixture.ts';

let bed: TestBed;
let inventory: Instance;
let by: Caller;
/** Ids of its locations by their paths. */
let ids: ReadonlyMap<string, string>;

beforeAll(async () => {
  bed = await openTestBed(inject('engines'));
  inventory = await bed.start();
  by = newCaller();
  await inventory.call(by, 'POST /locations', { type: 'warehouse', code: 'W2', name: 'Cold store, north' });
  const skus = [
    { sku: 'MUG-01', name: 'Blue mug', on_hand: 5, location: 'A3/S2/B1' },
    { sku: 'mug-02', name: 'Red Mug', on_hand: 6, reorder_point: 7, location: 'A3/S20' },
    { sku: 'BOWL', name: 'Bowl, blue-green', on_hand: 7, location: 'W2:A3/S2' },
    { sku: 'SPOON', name: 'Spoon' },
  ];
  for (const sku of skus) await inventory.sku(by, 'POST /inventory', sku);
  const { data } = operations.listLocations.replies[200].body.parse((await inventory.call(by, 'GET /locations?limit=200')).body);
  ids = new Map(data.map(({ path, id }) => [path, id]));
  const shelf = ids.get('MAIN:A3/S2') ?? '';
  await inventory.call(by, `POST /locations/${ids.get('MAIN:A3/S20')}/transfer`, { to: shelf, sku: 'mug-02', quantity: 2 });
  await inventory.call(by, `DELETE /inventory/BOWL`);
});

afterAll(async () => {
  await inventory.stop();
  await bed.stop();
});

const problem = (status: number, code: string) => ({ status, body: { code } });

async function paths(query: string): Promise<string[]> {
  const { body } = await inventory.call(by, `GET /locations?${query}`);
  return operations.listLocations.replies[200].body.parse(body).data.map(({ path }) => path);
}

const parent = (path: string): string => `parent_id=${ids.get(path)}`;

async function codes(query: string): Promise<string[]> {
  const { body } = await inventory.call(by, `GET /inventory?${query}`);
  return operations.listSkus.replies[200].body.parse(body).data.map(({ sku }) => sku);
}

describe('GET /locations', () => {
  test.each([
    ['path=MAIN:A3', ['MAIN:A3', 'MAIN:A3/S2', 'MAIN:A3/S2/B1', 'MAIN:A3/S20']],
    ['path=A3/S2', ['MAIN:A3/S2', 'MAIN:A3/S2/B1']],
    ['path=W2&type=shelf', ['W2:A3/S2']],
    ['q=s2', ['MAIN:A3/S2', 'MAIN:A3/S20', 'W2:A3/S2']],
    ['q=s2&path=W2', ['W2:A3/S2']],
    ['q=COLD', ['W2']],
    ['q=north%20cold', ['W2']],
    ['q=A3/S2', ['MAIN:A3/S2', 'MAIN:A3/S20']],
    ['q=W2:a', ['W2:A3']],
    ['q=W2:A3/', ['W2:A3/S2']],
    ['q=W9:A', []],
    ['q=old', []],
    // Words that the store has a meaning of its own for.
    ['q=cold%20$', []],
    ['q=cold%20$$ROOT', []],
    ['sort=path&type=shelf', ['MAIN:A3/S2', 'MAIN:A3/S20', 'W2:A3/S2']],
    ['sort=-created_at&type=warehouse', ['W2', 'MAIN']],
    ['sort=path&type=warehouse,aisle', ['MAIN', 'MAIN:A3', 'W2', 'W2:A3']],
    ['sort=path&type=aisle&type=warehouse', ['MAIN', 'MAIN:A3', 'W2', 'W2:A3']],
    ['status=archived', []],
  ])('200: ?%s', async (query, expected) => {
    expect(await paths(query)).toEqual(expected);
  });

  test('200: a parent within a subtree, the root by its own parent, and a parent elsewhere', async () => {
    expect(await paths(`path=MAIN&${parent('MAIN:A3')}`)).toEqual(['MAIN:A3/S2', 'MAIN:A3/S20']);
    expect(await paths(`path=MAIN:A3&${parent('MAIN')}`)).toEqual(['MAIN:A3']);
    expect(await paths(`path=W2&${parent('MAIN:A3')}`)).toEqual([]);
    expect(await paths(`q=A3/S2&${parent('MAIN:A3')}`)).toEqual(['MAIN:A3/S2', 'MAIN:A3/S20']);
    expect(await paths(`q=A3/S2&${parent('W2:A3')}`)).toEqual([]);
  });

  test.each([
    'path=a%20b',
    'q=',
    'q=%20',
    'status=gone',
    'sort=name',
    'type=room',
    'parent_id=MAIN',
    'path=MAIN&path=W2',
    'path=NONE',
    'path=A3',
    'path=loc_01JD8Z0000000000000000TEST',
    'parent_id=loc_01JD8Z0000000000000000TEST',
    'below=W2',
  ])('400: ?%s', async (query) => {
    expect(await inventory.call(by, `GET /locations?${query}`)).toMatchObject(problem(400, 'invalid_parameter'));
  });
});

async function stockAt(path: string, query = '') {
  const { body } = await inventory.call(by, `GET /locations/${ids.get(path)}/stock${query}`);
  return operations.listLocationStock.replies[200].body.parse(body);
}

describe('GET /locations/:id/stock', () => {
  test('200: what lies there or below, by SKU, with the places', async () => {
    const { data } = await stockAt('MAIN:A3');

    expect(data).toMatchObject([
      { sku: 'MUG-01', name: 'Blue mug', status: 'active', on_hand: 5, stock: [{ location: 'A3/S2/B1', on_hand: 5 }] },
      {
        sku: 'mug-02',
        on_hand: 6,
        stock: [
          { location: 'A3/S20', on_hand: 4 },
          { location: 'A3/S2', on_hand: 2 },
        ],
      },
    ]);
    expect((await stockAt('MAIN:A3/S2')).data).toMatchObject([
      { sku: 'MUG-01', on_hand: 5 },
      { sku: 'mug-02', on_hand: 2 },
    ]);
  });

  test('200: only what lies at the location itself; archived SKUs too', async () => {
    expect((await stockAt('MAIN:A3/S2', '?recursive=false')).data).toMatchObject([{ sku: 'mug-02', on_hand: 2 }]);
    expect((await stockAt('MAIN:A3', '?recursive=false')).data).toEqual([]);
    expect((await stockAt('W2')).data).toMatchObject([{ sku: 'BOWL', status: 'archived', on_hand: 7 }]);
  });

  test('200: in pages; 400: with a cursor of another location; 404: no such location', async () => {
    const first = await stockAt('MAIN', '?limit=1');
    const second = await stockAt('MAIN', `?limit=1&cursor=${first.next_cursor}`);

    expect([first, second].map(({ data }) => data[0]?.sku)).toEqual(['MUG-01', 'mug-02']);
    expect(second.has_more).toBe(false);
    const elsewhere = `GET /locations/${ids.get('W2')}/stock?cursor=${first.next_cursor}`;
    expect(await inventory.call(by, elsewhere)).toMatchObject(problem(400, 'invalid_cursor'));
    expect(await inventory.call(by, `GET /locations/${newId('loc')}/stock`)).toMatchObject(problem(404, 'not_found'));
    expect(await inventory.call(newCaller(), `GET /locations/${ids.get('W2')}/stock`)).toMatchObject(problem(404, 'not_found'));
  });
});

describe('GET /inventory', () => {
  test.each([
    ['location=MAIN', ['MUG-01', 'SPOON', 'mug-02']],
    ['location=MAIN:A3', ['MUG-01', 'mug-02']],
    ['location=A3/S2', ['MUG-01', 'mug-02']],
    ['location=A3/S2/B1', ['MUG-01']],
    ['location=W2', []],
    ['location=W2&status=all', ['BOWL']],
    ['q=MUG', ['MUG-01', 'mug-02']],
    ['q=mug%20$', []],
    ['q=mug%20$$x', []],
    ['q=mug-0', ['MUG-01', 'mug-02']],
    ['q=blue', ['MUG-01']],
    ['q=green&status=all', ['BOWL']],
    ['q=mug%20red', ['mug-02']],
    ['q=ug', []],
    ['q=mug&low_stock=true', ['mug-02']],
    ['q=mug&location=A3/S20', ['mug-02']],
    ['sku=SPOON&sku=MUG-01&sku=NONE&sku=BOWL', ['MUG-01', 'SPOON']],
    ['sku=SPOON', ['SPOON']],
    ['sku=mug-02&sku=SPOON&low_stock=true', ['mug-02']],
    ['sort=updated_at', ['MUG-01', 'SPOON', 'mug-02']],
    ['updated_since=2020-01-01T00:00:00%2B01:00', ['MUG-01', 'SPOON', 'mug-02']],
    ['updated_since=2020-01-01T00:00:00Z&sort=sku', ['MUG-01', 'SPOON', 'mug-02']],
    ['updated_since=2999-01-01T00:00:00Z', []],
  ])('200: ?%s', async (query, expected) => {
    expect(await codes(query)).toEqual(expected);
  });

  test('200: since the moment at which one changed, that one too', async () => {
    const { updated_at: at } = await inventory.sku(by, 'GET /inventory/mug-02');

    expect(await codes(`updated_since=${at}`)).toEqual(['mug-02']);
  });

  test.each([
    'location=a%20b',
    'q=',
    'location=A9/S9',
    'location=A3',
    'sku=no%20sku%20',
    `sku=${Array.from({ length: 101 }, (_, n) => n).join('&sku=')}`,
    'updated_since=yesterday',
    'updated_since=2026-01-01',
    'sort=name',
    'q=a&q=b',
    'status=all&status=active',
  ])('400: ?%.60s', async (query) => {
    expect(await inventory.call(by, `GET /inventory?${query}`)).toMatchObject(problem(400, 'invalid_parameter'));
  });
});
