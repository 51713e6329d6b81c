import { inventoryOverview, operations } from '@fulfilment/contracts';
import { newId } from '@fulfilment/kernel';
import { eventually } from '@fulfilment/testing';
import { type Caller, identityOf, newCaller } from '@fulfilment/service/test-bed';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { allocate, type Instance, openTestBed, type TestBed } from '../inventory.fixture.ts';

let bed: TestBed;
let inventory: Instance;

beforeAll(async () => {
  bed = await openTestBed(inject('engines'));
  inventory = await bed.start();
});

afterAll(async () => {
  await inventory.stop();
  await bed.stop();
});

const ask = async (by: Caller) =>
  inventory.send('GET /account/v1/overview/inventory', { token: await identityOf(by, 'inventory') });

test('it counts what is active of one tenant, and goes with the stock', async () => {
  const [by, other] = [newCaller(), newCaller()];
  const sku = (code: string, onHand: number, reorderPoint = 0) =>
    inventory.call(by, 'POST /inventory', { sku: code, name: code, on_hand: onHand, reorder_point: reorderPoint });
  await inventory.call(other, 'POST /inventory', { sku: 'MUG-01', name: 'Mug', on_hand: 99 });
  await sku('MUG-01', 10);
  await sku('CUP-01', 4, 5);
  await sku('BOWL-01', 0);
  await sku('OLD-01', 7);
  await inventory.call(by, 'DELETE /inventory/OLD-01');
  await bed.send(by, allocate(by, newId('ord'), [['MUG-01', 3]]));

  const whole = { skus: 3, on_hand: 14, allocated: 3, available: 11, low_stock: 1, sold_out: 1 };
  await eventually(async () => expect(inventoryOverview.parse((await ask(by)).body)).toMatchObject(whole));
  await inventory.call(by, 'POST /inventory/CUP-01/adjustments', { delta: 1, reason: 'found' });
  await eventually(async () =>
    expect(inventoryOverview.parse((await ask(by)).body)).toMatchObject({ ...whole, on_hand: 15, available: 12, low_stock: 0 }),
  );
  await bed.send(by, allocate(by, newId('ord'), [['MUG-01', 7]]));
  await eventually(async () =>
    expect(inventoryOverview.parse((await ask(by)).body)).toMatchObject({ allocated: 10, sold_out: 2 }),
  );
  const listed = async (query: string) =>
    operations.listSkus.replies[200].body
      .parse((await inventory.call(by, `GET /inventory?${query}`)).body)
      .data.map(({ sku: code }) => code);
  expect(await listed('sold_out=true')).toEqual(['BOWL-01', 'MUG-01']);
  expect(await listed('sold_out=false')).toEqual(['CUP-01']);
  expect(await listed('sold_out=true&low_stock=true')).toEqual([]);
});

test('a tenant without stock has none', async () => {
  expect((await ask(newCaller())).body).toMatchObject({
    skus: 0,
    on_hand: 0,
    allocated: 0,
    available: 0,
    low_stock: 0,
    sold_out: 0,
  });
});

test('SKUs end at the limit of the tenant, one by one, in batches and in files; the overview has their number and the limit', async () => {
  const by = { ...newCaller(), storage: { skus: 3, open_orders: 9 } };
  const create = (sku: string) => inventory.call(by, 'POST /inventory', { sku, name: sku });
  const full = { code: 'storage_limit_reached', errors: [{ stored: 'skus', used: 3, maximum: 3 }] };
  await create('MUG-01');
  await inventory.call(by, 'DELETE /inventory/MUG-01');
  const items = ['CUP-01', 'BOWL-01', 'POT-01'].map((sku) => ({ op: 'create', sku, name: sku }));
  const batch = await inventory.call(by, 'POST /inventory/batch', { items });
  expect(batch.body).toMatchObject({ results: [{ status: 201 }, { status: 201 }, { status: 403, error: full }] });
  expect(await create('POT-01')).toMatchObject({ status: 403, body: { ...full, retryable: false } });
  const imported = await inventory.send('POST /v1/inventory/import', {
    token: await identityOf(by, 'inventory'),
    body: 'sku,name\nCUP-01,Red cup\nPOT-01,Pot\n',
    headers: { 'content-type': 'text/csv' },
  });
  expect(imported.body).toMatchObject({ rows: 2, updated: 1, failed: 1, errors: [{ row: 2, code: 'storage_limit_reached' }] });
  expect((await ask(by)).body).toMatchObject({ skus: 2, storage: { used: 3, limit: 3 } });
  expect((await ask({ ...newCaller(), storage: { skus: 7, open_orders: 9 } })).body).toMatchObject({
    storage: { used: 0, limit: 7 },
  });
});

test('it is for those who may read the account', async () => {
  expect(await ask(newCaller('viewer'))).toMatchObject({ status: 403, body: { code: 'forbidden', permission: 'account:read' } });
});
