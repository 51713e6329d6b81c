import { operations } from '@fulfilment/contracts';
import { type Caller, newCaller } from '@fulfilment/service/test-bed';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type Instance, openTestBed, type TestBed } from '../inventory.fixture.ts';

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

const create = (by: Caller, sku: string, barcodes: readonly unknown[], instance = inventory) =>
  instance.call(by, 'POST /inventory', { sku, name: sku, barcodes });
const byBarcode = (by: Caller, code: string) => inventory.call(by, `GET /inventory/by-barcode/${encodeURIComponent(code)}`);
const give = (sku: string, ...barcodes: readonly string[]) => ({ op: 'update', sku, barcodes });
const listed = async (by: Caller, code: string) => {
  const { body } = await inventory.call(by, `GET /inventory?barcode=${encodeURIComponent(code)}`);
  return operations.listSkus.replies[200].body.parse(body).data.map(({ sku }) => sku);
};

const UPC = ['012345678905', '0012345678905', '00012345678905'];

describe.each(UPC)('a GTIN that is written as %s', (written) => {
  test('is shown as it is written, and found in every length, by a path, a filter and an element string', async () => {
    const by = newCaller();

    expect(await create(by, 'MUG', [written])).toMatchObject({ status: 201, body: { barcodes: [written] } });
    for (const code of [...UPC, '(01)00012345678905(10)L1', '010001234567890510L1\u001D17271231']) {
      expect(await byBarcode(by, code)).toMatchObject({ status: 200, body: { sku: 'MUG', barcodes: [written] } });
    }
    for (const code of UPC) expect(await listed(by, code)).toEqual(['MUG']);
  });

  test('has one SKU, whatever the length', async () => {
    const by = newCaller();
    await create(by, 'MUG', [written]);

    for (const code of UPC)
      expect(await create(by, 'CUP', [code])).toMatchObject({ status: 409, body: { code: 'barcode_exists' } });
    await inventory.sku(by, 'PATCH /inventory/MUG', { barcodes: [] });
    expect(await create(by, 'CUP', UPC)).toMatchObject({ status: 201, body: { barcodes: [UPC[0]] } });
  });
});

test('of two processes that give one GTIN in two lengths to two SKUs one is refused', async () => {
  const by = newCaller();

  const replies = await Promise.all(
    UPC.map((code, place) => create(by, `S${place}`, [code], place % 2 === 0 ? inventory : other)),
  );

  expect(Map.groupBy(replies, ({ status }) => status).get(409)).toHaveLength(2);
});

test.each(['012345678906', '4006381333932', '10614141234507', '1234567890123'])(
  '%s has a wrong check digit: it is no GTIN, and a plain code where it is given as one',
  async (code) => {
    const by = newCaller();

    expect(await create(by, 'A', [code])).toMatchObject({ status: 422, body: { errors: [{ pointer: '/barcodes/0' }] } });
    expect(await create(by, 'A', [{ code, type: 'other' }])).toMatchObject({ status: 201, body: { barcodes: [code] } });
    expect(await byBarcode(by, code)).toMatchObject({ status: 200, body: { sku: 'A' } });
    const { body } = await inventory.call(by, 'GET /inventory/A');
    expect(await inventory.call(by, 'PATCH /inventory/A', body)).toMatchObject({ status: 200, body: { barcodes: [code] } });
  },
);

test('a plain code with the digits of a GTIN is that code alone, also once it was sent back', async () => {
  const by = newCaller();
  await create(by, 'OWN', [{ code: '012345678905', type: 'other' }]);
  await inventory.sku(by, 'PATCH /inventory/OWN', { barcodes: ['012345678905'], name: 'Own' });

  expect(await byBarcode(by, '00012345678905')).toMatchObject({ status: 404 });
  expect(await create(by, 'MUG', ['00012345678905'])).toMatchObject({ status: 201 });
  expect(await byBarcode(by, '012345678905')).toMatchObject({ status: 200, body: { sku: 'OWN' } });
  expect(await byBarcode(by, '0012345678905')).toMatchObject({ status: 200, body: { sku: 'MUG' } });
});

test.each([['96385075'], ['00041234'], ['1234567'], ['12345678905'], ['(8)1']])('%s is a plain code', async (code) => {
  const by = newCaller();

  expect(await create(by, 'A', [code])).toMatchObject({ status: 201 });
  expect(await byBarcode(by, code)).toMatchObject({ status: 200, body: { sku: 'A' } });
});

test.each([
  ['what a spreadsheet has shortened', '4.00638E+12'],
  ['that with a comma', '4,00638E+12'],
  ['several with a comma', '4006381333931,4006381333948'],
  ['several with a semicolon', '4006381333931; 012345678905'],
  ['several with a bar', '4006381333931 | 4006381333948'],
  ['several with a slash', '4006381333931 / 4006381333948'],
])('%s is no barcode', async (_what, code) => {
  expect(await create(newCaller(), 'A', [code])).toMatchObject({ status: 422, body: { errors: [{ pointer: '/barcodes/0' }] } });
});

test('GTINs that two SKUs have had in two lengths since an earlier release stay, and their stock goes on', async () => {
  const by = newCaller();
  for (const [place, code] of ['012345678905', '0012345678905'].entries()) {
    const sku = `S${place}`;
    await create(by, sku, []);
    const stored = bed.mongo.db.collection('skus');
    await stored.updateOne(
      { tenant: `${by.accountId}:${by.environment}`, sku },
      { $set: { barcodes: [code] }, $unset: { gtins: '' }, $inc: { revision: 1 } },
    );
  }
  const fresh = await bed.start();

  expect(await fresh.call(by, 'PATCH /inventory/S0', { on_hand: 3 })).toMatchObject({ status: 200, body: { on_hand: 3 } });
  expect(await fresh.call(by, 'PATCH /inventory/S1', { on_hand: 4, barcodes: ['0012345678905'] })).toMatchObject({ status: 200 });
  expect(await byBarcode(by, '012345678905')).toMatchObject({ body: { sku: 'S0' } });
  expect(await byBarcode(by, '0012345678905')).toMatchObject({ body: { sku: 'S1' } });
  await fresh.stop();
});

test('two SKUs exchange their barcodes in one atomic batch, as often as it is asked, and none is lost to a batch that is refused', async () => {
  const by = newCaller();
  const [mug, cup] = ['4006381333931', '012345678905'];
  await create(by, 'MUG', [mug, 'shared shelf']);
  await create(by, 'CUP', [cup]);
  const exchange = (...items: readonly unknown[]) => inventory.call(by, 'POST /inventory/batch', { mode: 'atomic', items });

  for (const [mugs, cups] of [
    [cup, mug],
    [`0${mug}`, cup.padStart(14, '0')],
    [cup, mug],
  ] as const) {
    expect(await exchange(give('MUG', mugs), give('CUP', cups))).toMatchObject({ status: 200 });
    expect([await byBarcode(by, mugs), await byBarcode(by, cups)]).toMatchObject([
      { status: 200, body: { sku: 'MUG', barcodes: [mugs] } },
      { status: 200, body: { sku: 'CUP', barcodes: [cups] } },
    ]);
  }

  expect(await exchange(give('MUG', mug), give('CUP', cup), { op: 'update', sku: 'NONE', name: 'None' })).toMatchObject({
    status: 422,
    body: { code: 'unknown_sku' },
  });
  expect(await exchange(give('MUG', mug))).toMatchObject({ status: 409, body: { code: 'barcode_exists' } });
  expect([await listed(by, mug), await listed(by, cup)]).toEqual([['CUP'], ['MUG']]);
});
