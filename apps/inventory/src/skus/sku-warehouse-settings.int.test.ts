import { availabilityQuote, integrityReport, locationRecord, type SkuRecord } from '@fulfilment/contracts';
import { type Caller, newCaller } from '@fulfilment/service/test-bed';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { type Instance, openTestBed, type TestBed } from '../inventory.fixture.ts';

let bed: TestBed;
let inventory: Instance;
let by: Caller;
let north: string;

beforeAll(async () => {
  bed = await openTestBed(inject('engines'));
  inventory = await bed.start();
});

afterAll(async () => {
  await inventory.stop();
  await bed.stop();
});

/** Ten mugs in MAIN, five in the north. */
beforeEach(async () => {
  by = newCaller();
  const { body } = await inventory.call(by, 'POST /locations', { type: 'warehouse', code: 'NORTH' });
  north = locationRecord.parse(body).id;
  await inventory.sku(by, 'POST /inventory', { sku: 'MUG', name: 'Mug', on_hand: 10, location: 'A3/S2' });
  await inventory.call(by, 'POST /inventory/MUG/adjustments', { delta: 5, reason: 'receipt', location: 'NORTH' });
});

const set = (warehouse: string, body: object, headers: Record<string, string> = {}) =>
  inventory.call({ ...by, headers }, `PATCH /inventory/MUG/warehouses/${warehouse}`, body);
const inWarehouses = ({ warehouses }: SkuRecord) =>
  Object.fromEntries(
    warehouses.map(({ warehouse, buffer, available, safety_stock, reorder_point }) => [
      warehouse,
      [buffer, available, safety_stock, reorder_point],
    ]),
  );

test('settings of a warehouse, by its id or code, are shown and withheld there', async () => {
  const before = await inventory.sku(by, 'GET /inventory/MUG');
  expect(inWarehouses(before)).toEqual({ MAIN: [0, 10, null, null], NORTH: [0, 5, null, null] });

  const first = await set(north, { safety_stock: 3 });
  const changed = await inventory.sku(by, 'PATCH /inventory/MUG/warehouses/MAIN', { reorder_point: 11 });

  expect([first.status, first.headers.get('etag')]).toEqual([200, `"${before.version + 1}"`]);
  expect(changed).toMatchObject({ version: before.version + 2, buffer: 3, available: 12, low_stock: false });
  expect(inWarehouses(changed)).toEqual({ MAIN: [0, 10, null, 11], NORTH: [3, 2, 3, null] });
  expect(await inventory.sku(by, 'GET /inventory/MUG')).toEqual(changed);
});

test('a quote leaves out what a warehouse withholds', async () => {
  await set('NORTH', { safety_stock: 3 });

  const body = { lines: [{ sku: 'MUG', quantity: 15 }], ship_from: ['NORTH', 'MAIN'], split: 'within_line' };
  const quote = availabilityQuote.parse((await inventory.call(by, 'POST /availability', body)).body);

  expect(quote).toMatchObject({ complete: false, lines: [{ available: 12 }] });
  expect(quote.lines[0]?.warehouses.map(({ warehouse, available, planned }) => [warehouse, available, planned])).toEqual([
    ['MAIN', 10, 10],
    ['NORTH', 2, 2],
  ]);
});

test('a setting is cleared by null, and kept where it is left out', async () => {
  await set('NORTH', { safety_stock: 3, reorder_point: 9 });

  expect(inWarehouses(await inventory.sku(by, 'PATCH /inventory/MUG/warehouses/NORTH', { safety_stock: null }))).toMatchObject({
    NORTH: [0, 5, null, 9],
  });
  const empty = await inventory.sku(by, 'PATCH /inventory/MUG/warehouses/NORTH', {});
  expect(empty.warehouses).toMatchObject([{}, { reorder_point: 9 }]);
});

test('what was read of a warehouse can be sent back, and is refused once it is not so any more', async () => {
  const { warehouses } = await inventory.sku(by, 'GET /inventory/MUG');
  const read = { ...warehouses[1], safety_stock: 2 };

  expect((await set('NORTH', read)).status).toBe(200);
  const again = await set('NORTH', read);
  expect([again.status, again.body]).toMatchObject([
    422,
    { code: 'validation_failed', errors: [{ pointer: '/buffer' }, { pointer: '/available' }] },
  ]);
});

test('a change under a key is made once, and one of another version than expected is refused', async () => {
  const { version } = await inventory.sku(by, 'GET /inventory/MUG');
  const once = { 'idempotency-key': 'settings-1', 'if-match': `"${version}"` };

  expect((await set('NORTH', { safety_stock: 3 }, once)).status).toBe(200);
  const repeat = await set('NORTH', { safety_stock: 3 }, once);
  expect([repeat.status, repeat.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
  expect((await set('NORTH', { safety_stock: 4 }, once)).body).toMatchObject({ code: 'idempotency_key_reused' });
  const late = await set('NORTH', { safety_stock: 4 }, { 'if-match': `"${version}"` });
  expect([late.status, late.body]).toMatchObject([412, { code: 'version_conflict', current_version: version + 1 }]);
});

describe('a change is refused', () => {
  test.each([
    ['of a SKU that is not there', 'PATCH /inventory/CUP/warehouses/NORTH', { safety_stock: 1 }, 404, 'not_found'],
    ['for a warehouse that is not there', 'PATCH /inventory/MUG/warehouses/W9', { safety_stock: 1 }, 422, 'unknown_location'],
    ['for an aisle', 'PATCH /inventory/MUG/warehouses/MAIN:A3', { safety_stock: 1 }, 422, 'unknown_location'],
    ['that is below none', 'PATCH /inventory/MUG/warehouses/NORTH', { safety_stock: -1 }, 422, 'validation_failed'],
    ['that is no whole number', 'PATCH /inventory/MUG/warehouses/NORTH', { reorder_point: 1.5 }, 422, 'validation_failed'],
    ['of a field that there is not', 'PATCH /inventory/MUG/warehouses/NORTH', { on_hold: 1 }, 422, 'validation_failed'],
    ['of units that it has', 'PATCH /inventory/MUG/warehouses/NORTH', { on_hand: 9 }, 422, 'validation_failed'],
  ] as const)('%s', async (_what, call, body, status, code) => {
    const { version } = await inventory.sku(by, 'GET /inventory/MUG');

    const refused = await inventory.call(by, call, body);

    expect([refused.status, refused.body]).toMatchObject([status, { code }]);
    expect(await inventory.sku(by, 'GET /inventory/MUG')).toMatchObject({ version });
  });

  test('for an archived warehouse', async () => {
    await inventory.call(by, 'POST /locations', { type: 'warehouse', code: 'SOUTH' });
    const { body } = await inventory.call(by, 'GET /locations?type=warehouse&q=SOUTH');
    const [south] = locationRecord.array().parse(Reflect.get(Object(body), 'data'));
    await inventory.call(by, `DELETE /locations/${south?.id}`);

    expect((await set('SOUTH', { safety_stock: 1 })).body).toMatchObject({ code: 'location_archived' });
  });

  test('to a role that may not change SKUs', async () => {
    const viewer = { ...by, role: 'viewer' as const };

    const refused = await inventory.call(viewer, 'PATCH /inventory/MUG/warehouses/NORTH', { safety_stock: 1 });

    expect([refused.status, refused.body]).toMatchObject([403, { code: 'forbidden' }]);
  });
});

test('a warehouse for which a SKU has settings is not archived, and shown without units', async () => {
  await set('NORTH', { safety_stock: 3 });
  await inventory.call(by, 'POST /inventory/MUG/adjustments', { delta: -5, reason: 'damaged', location: 'NORTH' });

  const refused = await inventory.call(by, `DELETE /locations/${north}`);
  expect([refused.status, refused.body]).toMatchObject([409, { code: 'location_not_empty' }]);
  expect(inWarehouses(await inventory.sku(by, 'GET /inventory/MUG'))).toMatchObject({ NORTH: [0, 0, 3, null] });

  await set('NORTH', { safety_stock: null });
  expect((await inventory.call(by, `DELETE /locations/${north}`)).status).toBe(200);
});

test('stock, holds and settings agree', async () => {
  await set('NORTH', { safety_stock: 3, reorder_point: 9 });
  await inventory.call(by, 'PATCH /inventory/MUG', { safety_stock: 8 });

  const report = integrityReport.parse((await inventory.call(by, 'GET /integrity')).body);
  expect(report).toMatchObject({ consistent: true, differences: [] });
});

test('totals leave out what warehouses withhold', async () => {
  await set('NORTH', { safety_stock: 3 });

  const list = await inventory.call(by, 'GET /inventory?sold_out=true');
  expect(list.body).toMatchObject({ data: [] });
  await set('MAIN', { safety_stock: 100 });
  await set('NORTH', { safety_stock: 100 });
  expect((await inventory.call(by, 'GET /inventory?sold_out=true')).body).toMatchObject({ data: [{ sku: 'MUG', available: 0 }] });
});

test('what reservations keep in a warehouse is not withheld there too: lists and totals say so as the record does', async () => {
  await inventory.call(by, 'POST /inventory/MUG/adjustments', { delta: -8, reason: 'damaged', location: 'A3/S2' });
  await inventory.call(by, 'POST /reservations', { lines: [{ sku: 'MUG', quantity: 4 }], expires_in: 600, warehouse: 'NORTH' });
  await set('NORTH', { safety_stock: 3 });

  expect(await inventory.sku(by, 'GET /inventory/MUG')).toMatchObject({ reserved: 4, buffer: 1, available: 2, sold_out: false });
  expect((await inventory.call(by, 'GET /inventory?sold_out=true')).body).toMatchObject({ data: [] });
  expect((await inventory.call(by, 'GET /inventory?sold_out=false')).body).toMatchObject({ data: [{ sku: 'MUG' }] });
});
