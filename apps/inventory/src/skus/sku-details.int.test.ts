import { operations } from '@fulfilment/contracts';
import { type Caller, newCaller } from '@fulfilment/service/test-bed';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Instance, openTestBed, type TestBed } from '../inventory.fixture.ts';

const details = {
  barcodes: ['4006381333931', 'OWN 1'],
  metadata: { season: 'winter', 'a.b': '$c' },
  weight_g: 350,
  unit_cost: '4.20',
  currency: 'EUR',
  hs_code: '6912.00',
  country_of_origin: 'DE',
};
const none = {
  barcodes: [],
  metadata: {},
  weight_g: null,
  unit_cost: null,
  currency: null,
  hs_code: null,
  country_of_origin: null,
};
const mug = { sku: 'MUG-01', name: 'Mug', ...details };

let bed: TestBed;
let inventory: Instance;
let other: Instance;

beforeAll(async () => {
  bed = await openTestBed(inject('engines'));
  [inventory, other] = await Promise.all([bed.start(), bed.start()]);
});

afterAll(async () => {
  await Promise.all([inventory.stop(), other.stop()]);
  await bed.stop();
});

const byBarcode = async (by: Caller, code: string) => inventory.call(by, `GET /inventory/by-barcode/${encodeURIComponent(code)}`);
const taken = (pointer: string, sku: string) => ({ status: 409, body: { code: 'barcode_exists', errors: [{ pointer, sku }] } });

test('details are kept, shown, changed one by one and cleared by null', async () => {
  const by = newCaller();

  const made = await inventory.sku(by, 'POST /inventory', mug);
  expect(made).toMatchObject(details);
  expect(await inventory.sku(by, 'GET /inventory/MUG-01')).toEqual(made);
  expect(await inventory.sku(by, 'PATCH /inventory/MUG-01', made)).toEqual(made);
  expect(await inventory.sku(by, 'PATCH /inventory/MUG-01', { weight_g: 400 })).toMatchObject({ ...details, weight_g: 400 });
  const cleared = Object.fromEntries(Object.keys(details).map((name) => [name, null]));
  expect(await inventory.sku(by, 'PATCH /inventory/MUG-01', cleared)).toMatchObject({ ...none, version: 3 });
});

test('a SKU without details shows them as empty', async () => {
  expect(await inventory.sku(newCaller(), 'POST /inventory', { sku: 'a', name: 'A' })).toMatchObject(none);
});

test('a SKU is found by each of its barcodes until it loses them, and in no other tenant', async () => {
  const by = newCaller();
  await inventory.sku(by, 'POST /inventory', mug);

  for (const code of details.barcodes) expect(await byBarcode(by, code)).toMatchObject({ status: 200, body: { sku: 'MUG-01' } });
  const { body } = await inventory.call(by, 'GET /inventory?barcode=OWN%201&barcode=none');
  expect(operations.listSkus.replies[200].body.parse(body).data).toMatchObject([{ sku: 'MUG-01' }]);
  expect(await byBarcode(newCaller(), 'OWN 1')).toMatchObject({ status: 404 });
  await inventory.sku(by, 'PATCH /inventory/MUG-01', { barcodes: [] });
  expect(await byBarcode(by, 'OWN 1')).toMatchObject({ status: 404 });
});

test('a SKU is found by the beginning of each of its barcodes, whatever zeros are before its digits', async () => {
  const by = newCaller();
  await inventory.sku(by, 'POST /inventory', { sku: 'CUP', name: 'Cup', barcodes: ['012345678905'] });
  await inventory.sku(by, 'POST /inventory', { sku: 'MUG', name: 'Mug', barcodes: ['4006381333931', 'OWN.1 (a)'] });
  const found = async (query: string) => {
    const { body } = await inventory.call(by, `GET /inventory?${query}`);
    return operations.listSkus.replies[200].body.parse(body).data.map(({ sku }) => sku);
  };
  for (const [beginning, skus] of [
    ['4', ['MUG']],
    ['400638', ['MUG']],
    ['04006381333931', ['MUG']],
    ['1234', ['CUP']],
    ['00123456', ['CUP']],
    ['OWN.1 (', ['MUG']],
    ['OWNx', []],
    ['own', []],
    ['.', []],
    ['63', []],
  ] as const)
    expect([beginning, await found(`barcode_prefix=${encodeURIComponent(beginning)}`)]).toEqual([beginning, skus]);
  expect(await found('barcode_prefix=4&q=mug')).toEqual(['MUG']);
  expect(await found('barcode_prefix=4&q=cup')).toEqual([]);
  expect(await found('barcode_prefix=4&barcode=4006381333931')).toEqual(['MUG']);
  expect(await found('barcode_prefix=4&barcode=012345678905')).toEqual([]);
  expect(await inventory.call(by, `GET /inventory?barcode_prefix=${'4'.repeat(65)}`)).toMatchObject({ status: 400 });
});

test('a barcode has one SKU: 409 names the other one, in a request, a batch and an import', async () => {
  const by = newCaller();
  await inventory.sku(by, 'POST /inventory', mug);
  const cup = { sku: 'CUP-01', name: 'Cup', barcodes: ['X', 'OWN 1'] };

  expect(await inventory.call(by, 'POST /inventory', cup)).toMatchObject(taken('/barcodes/1', 'MUG-01'));
  await inventory.sku(by, 'POST /inventory', { ...cup, barcodes: ['X'] });
  expect(await inventory.call(by, 'PATCH /inventory/MUG-01', { barcodes: ['X'] })).toMatchObject(taken('/barcodes/0', 'CUP-01'));
  const items = [
    { op: 'update', sku: 'CUP-01', barcodes: null },
    { op: 'update', sku: 'MUG-01', barcodes: ['X'] },
    { op: 'create', sku: 'BOWL-01', name: 'Bowl', barcodes: ['OWN 1', 'OWN 1'] },
    { op: 'create', sku: 'JUG-01', name: 'Jug', barcodes: ['X'] },
  ];
  expect(await inventory.call(by, 'POST /inventory/batch', { mode: 'partial', items })).toMatchObject({
    body: {
      results: [{ status: 200 }, { status: 200 }, { record: { barcodes: ['OWN 1'] } }, { error: { code: 'barcode_exists' } }],
    },
  });
});

test('of two processes that give one barcode to two SKUs one is refused', async () => {
  const by = newCaller();
  const create = async (instance: Instance, sku: string) =>
    instance.call(by, 'POST /inventory', { sku, name: sku, barcodes: ['ONE'] });

  const replies = await Promise.all([create(inventory, 'a'), create(other, 'b'), create(inventory, 'c'), create(other, 'd')]);

  expect(Map.groupBy(replies, ({ status }) => status).get(409)).toHaveLength(3);
});

test.each([
  ['a wrong check digit', { barcodes: ['4006381333932'] }, '/barcodes/0'],
  ['a cost without a currency', { unit_cost: '1' }, '/currency'],
])('422: %s', async (_what, changes, pointer) => {
  const body = { sku: 'a', name: 'A', ...changes };

  expect(await inventory.call(newCaller(), 'POST /inventory', body)).toMatchObject({
    status: 422,
    body: { errors: [{ pointer }] },
  });
});
