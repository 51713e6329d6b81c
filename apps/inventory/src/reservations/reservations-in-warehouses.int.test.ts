import {
  availabilityQuote,
  COST_HEADER,
  integrityReport,
  locationRecord,
  reservationPage,
  reservationRecord,
} from '@fulfilment/contracts';
import { tenantKey } from '@fulfilment/kernel';
import { type Caller, newCaller } from '@fulfilment/service/test-bed';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import type { SkuDocument } from '../database/sku-documents.ts';
import { type Instance, openTestBed, type TestBed } from '../inventory.fixture.ts';
import { KNOWN_FROM } from '../schema.ts';

let bed: TestBed;
let inventory: Instance;
let other: Instance;
let by: Caller;
let north: string;

beforeAll(async () => {
  bed = await openTestBed(inject('engines'));
  [inventory, other] = await Promise.all([bed.start(), bed.start()]);
});

afterAll(async () => {
  await Promise.all([inventory.stop(), other.stop()]);
  await bed.stop();
});

/** A shop with two mugs in MAIN, and three in the north. */
beforeEach(async () => {
  by = newCaller();
  await inventory.call(by, 'POST /inventory', { sku: 'MUG', name: 'Mug', on_hand: 2, location: 'A3/S2' });
  const made = await inventory.call(by, 'POST /locations', { type: 'warehouse', code: 'NORTH' });
  north = locationRecord.parse(made.body).id;
  await inventory.call(by, 'POST /inventory/MUG/adjustments', { delta: 3, reason: 'receipt', location: 'NORTH:A1/S1' });
});

const ask = (quantity: number, facts: object = {}) =>
  inventory.call(by, 'POST /reservations', { lines: [{ sku: 'MUG', quantity }], expires_in: 600, ...facts });
const reserved = async (quantity: number, facts: object = {}) => reservationRecord.parse((await ask(quantity, facts)).body);
const list = async (query: string) => inventory.call(by, `GET /reservations?${query}`);
const idsOf = async (query: string) => reservationPage.parse((await list(query)).body).data.map(({ id }) => id);
const warehouses = async () =>
  (await inventory.sku(by, 'GET /inventory/MUG')).warehouses.map(({ warehouse, reserved: kept, available }) => [
    warehouse,
    kept,
    available,
  ]);
const check = async () => integrityReport.parse((await inventory.call(by, 'GET /integrity')).body);
const invalid = (code: string) => ({ status: 422, body: { code, errors: [{ pointer: '/warehouse' }] } });

describe('POST /reservations with a warehouse', () => {
  test('201: by code or id, counted in that warehouse and gone from quotes there', async () => {
    const first = await reserved(1, { warehouse: 'NORTH' });
    expect(first).toMatchObject({ warehouse_id: north, warehouse: 'NORTH', lines: [{ reserved: 1 }] });
    expect(await reserved(1, { warehouse: north })).toMatchObject({ warehouse_id: north });
    expect(await reserved(1, { warehouse: null })).toMatchObject({ warehouse_id: null, warehouse: null });

    expect(await warehouses()).toEqual([
      ['MAIN', 1, 1],
      ['NORTH', 2, 1],
    ]);
    const quote = await inventory.call(by, 'POST /availability', {
      lines: [{ sku: 'MUG', quantity: 2 }],
      ship_from: ['NORTH'],
    });
    expect(availabilityQuote.parse(quote.body)).toMatchObject({ complete: false, lines: [{ available: 1 }] });
    expect(await check()).toMatchObject({ consistent: true, compared: { reservations: 3 } });
  });

  test('200: the same again under its external id, and 409 in another warehouse or in none', async () => {
    const facts = { external_id: 'cart-1' };
    const first = await reserved(1, { ...facts, warehouse: 'NORTH' });

    expect(await ask(1, { ...facts, warehouse: north })).toMatchObject({ status: 200, body: first });
    const taken = { status: 409, body: { code: 'duplicate_external_id' } };
    expect(await ask(1, { ...facts, warehouse: 'MAIN' })).toMatchObject(taken);
    expect(await ask(1, facts)).toMatchObject(taken);
  });

  test('409: with what the warehouse has, where it has less', async () => {
    expect(await ask(4, { warehouse: 'NORTH' })).toMatchObject({
      status: 409,
      body: { code: 'insufficient_stock', errors: [{ requested: 4, available: 3 }] },
    });
  });

  test('422: a warehouse that does not exist or is archived, a location that is none, and no text', async () => {
    const gone = locationRecord.parse((await inventory.call(by, 'POST /locations', { type: 'warehouse', code: 'GONE' })).body);
    await inventory.call(by, `DELETE /locations/${gone.id}`);

    for (const warehouse of ['SOUTH', 'loc_01JD8Z0000000000000000TEST', 'GONE', 'A3/S2', 'NORTH:A1/S1'])
      expect(await ask(1, { warehouse })).toMatchObject(invalid('unknown_location'));
    for (const warehouse of [['NORTH'], 7]) expect(await ask(1, { warehouse })).toMatchObject(invalid('validation_failed'));
    expect(await idsOf('')).toEqual([]);
  });
});

describe('PATCH and DELETE /reservations/:id in a warehouse', () => {
  test('200: other quantities are those of its warehouse, which may be sent back and not changed', async () => {
    const { id, ...record } = await reserved(1, { warehouse: 'NORTH' });
    const change = (body: object) => inventory.call(by, `PATCH /reservations/${id}`, body);

    expect(await change({ warehouse: 'MAIN' })).toMatchObject(invalid('validation_failed'));
    expect(await change({ lines: [{ sku: 'MUG', quantity: 4 }] })).toMatchObject({ status: 409 });
    expect(await change({ ...record, lines: [{ sku: 'MUG', quantity: 3 }] })).toMatchObject({
      status: 200,
      body: { warehouse: 'NORTH', lines: [{ reserved: 3 }] },
    });
    expect(await warehouses()).toEqual([
      ['MAIN', 0, 2],
      ['NORTH', 3, 0],
    ]);

    expect(await inventory.call(by, `DELETE /reservations/${id}`)).toMatchObject({ status: 200, body: { warehouse: 'NORTH' } });
    expect(await warehouses()).toEqual([
      ['MAIN', 0, 2],
      ['NORTH', 0, 3],
    ]);
    expect(await check()).toMatchObject({ consistent: true });
  });

  test('a transfer takes units back from reservations of the warehouse that it leaves, and from no others', async () => {
    const [kept, pooled] = [await reserved(3, { warehouse: 'NORTH' }), await reserved(1)];
    const { stock } = await inventory.sku(by, 'GET /inventory/MUG');
    const shelf = stock.find(({ location_path: path }) => path.startsWith('NORTH'))?.location_id;

    const moved = await inventory.call(by, `POST /locations/${shelf}/transfer`, { to: 'A3/S2', sku: 'MUG', quantity: 2 });

    expect(moved.status).toBe(201);
    expect((await inventory.call(by, `GET /reservations/${kept.id}`)).body).toMatchObject({ lines: [{ reserved: 1 }] });
    expect((await inventory.call(by, `GET /reservations/${pooled.id}`)).body).toMatchObject({ lines: [{ reserved: 1 }] });
    expect(await check()).toMatchObject({ consistent: true });
  });
});

describe('GET /reservations?warehouse=', () => {
  test('200: those in the warehouse by code or id, also with other filters and in pages', async () => {
    const [first, second] = [await reserved(1, { warehouse: 'NORTH' }), await reserved(1, { warehouse: 'NORTH' })];
    await reserved(1, { warehouse: 'MAIN' });
    await reserved(1);

    expect(await idsOf('warehouse=NORTH')).toEqual([second.id, first.id]);
    expect(await idsOf(`warehouse=${north}&sku=MUG&status=active`)).toEqual([second.id, first.id]);
    expect(await idsOf('warehouse=NORTH&status=released')).toEqual([]);
    const page = reservationPage.parse((await list('warehouse=NORTH&limit=1')).body);
    expect(page).toMatchObject({ has_more: true, data: [{ id: second.id }] });
    expect(await idsOf(`warehouse=NORTH&limit=1&cursor=${page.next_cursor}`)).toEqual([first.id]);
    expect(await list(`warehouse=MAIN&limit=1&cursor=${page.next_cursor}`)).toMatchObject({
      status: 400,
      body: { code: 'invalid_cursor' },
    });
  });

  test('400: a warehouse that does not exist, and a location that is none', async () => {
    const refused = { status: 400, body: { code: 'invalid_parameter', errors: [{ pointer: '/warehouse' }] } };

    expect(await list('warehouse=SOUTH')).toMatchObject(refused);
    expect(await list('warehouse=A3/S2')).toMatchObject(refused);
  });
});

test('two processes reserve no more in a warehouse than it has, while units leave it', async () => {
  await inventory.call(by, 'POST /inventory/MUG/adjustments', { delta: 17, reason: 'receipt', location: 'NORTH:A1/S1' });
  const { stock } = await inventory.sku(by, 'GET /inventory/MUG');
  const shelf = stock.find(({ location_path: path }) => path.startsWith('NORTH'))?.location_id;
  const wants = Array.from({ length: 40 }, (_, place) => place);

  const statuses = await Promise.all(
    wants.map(async (place) => {
      const process = place % 2 === 0 ? inventory : other;
      const lines = [{ sku: 'MUG', quantity: 1 }];
      const reply = await (place % 8 === 7
        ? process.call(by, `POST /locations/${shelf}/transfer`, { to: 'A3/S2', sku: 'MUG', quantity: 2 })
        : process.call(by, 'POST /reservations', { lines, expires_in: 600, warehouse: 'NORTH' }));
      return reply.status;
    }),
  );

  expect(new Set(statuses)).toEqual(new Set([201, 409]));
  const { warehouses: counted, reserved: kept } = await inventory.sku(by, 'GET /inventory/MUG');
  expect(counted).toMatchObject([
    { warehouse: 'MAIN', on_hand: 12, reserved: 0 },
    { warehouse: 'NORTH', on_hand: 10, reserved: 10, available: 0 },
  ]);
  expect(kept).toBe(10);
  expect(await check()).toMatchObject({ consistent: true });
});

test('503 while a process of an earlier release runs, which would promise the units, and not for others', async () => {
  const schema = bed.mongo.db.collection<{ _id: string }>('schema');
  const members = bed.mongo.db.collection<{ _id: string; schema: number; until: Date }>('relay_members');
  const version = KNOWN_FROM.reservations_in_warehouses;
  // A process that has raised the bound knows that it stays.
  await inventory.stop();
  await schema.updateOne({ _id: 'schema' }, { $set: { min_reader: version - 1, min_writer: version - 1 } });
  inventory = await bed.start();
  await members.insertOne({ _id: 'an older one', schema: version - 1, until: new Date(Date.now() + 600_000) });

  expect(await ask(1, { warehouse: 'NORTH' })).toMatchObject({ status: 503, body: { code: 'upstream_unavailable' } });
  expect(await ask(1)).toMatchObject({ status: 201 });

  await members.deleteOne({ _id: 'an older one' });
  expect(await ask(1, { warehouse: 'NORTH' })).toMatchObject({ status: 201 });
  expect(await schema.findOne({ _id: 'schema' })).toMatchObject({ min_reader: version, min_writer: version });
});

test('GET /integrity tells of a warehouse that reserves other units than reservations keep there', async () => {
  await reserved(2, { warehouse: 'NORTH' });
  const skus = bed.mongo.db.collection<SkuDocument>('skus');
  const mug = { tenant: tenantKey(by), sku: 'MUG' };

  await skus.updateOne({ ...mug, 'warehouses.warehouse_id': north }, { $set: { 'warehouses.$.reserved': 1 } });
  expect(await check()).toMatchObject({
    differing: 1,
    differences: [{ check: 'reservations_add_up', sku: 'MUG', location_id: north, expected: 2, found: 1 }],
  });
  await skus.updateOne(mug, { $unset: { warehouses: '' } });
  expect(await check()).toMatchObject({
    differing: 1,
    differences: [{ check: 'reservations_add_up', location_id: null, expected: 2, found: 0 }],
  });
});

test('MongoDB refuses a SKU of which more is promised in a warehouse than is there', async () => {
  await reserved(2, { warehouse: 'NORTH' });
  const skus = bed.mongo.db.collection<SkuDocument>('skus');
  const mug = { tenant: tenantKey(by), sku: 'MUG', 'warehouses.warehouse_id': north };

  await expect(skus.updateOne(mug, { $set: { 'warehouses.$.reserved': 4 } })).rejects.toMatchObject({ code: 121 });
  await expect(skus.updateOne(mug, { $set: { 'warehouses.$.reserved': -1 } })).rejects.toMatchObject({ code: 121 });
  await expect(skus.updateOne(mug, { $set: { 'warehouses.$.allocated': 2 } })).rejects.toMatchObject({ code: 121 });
});

test('making and releasing one costs a token for every 50 of its lines', async () => {
  const skus = Array.from({ length: 51 }, (_, at) => `S-${at}`);
  const items = skus.map((sku) => ({ op: 'create', sku, name: sku, on_hand: 9 }));
  await inventory.call(by, 'POST /inventory/batch', { items });
  const costsOf = async (count: number): Promise<readonly (string | null)[]> => {
    const lines = skus.slice(0, count).map((sku) => ({ sku, quantity: 1 }));
    const made = await inventory.call(by, 'POST /reservations', { lines, expires_in: 600 });
    const released = await inventory.call(by, `DELETE /reservations/${String(Object(made.body).id)}`);
    expect([made.status, released.status]).toEqual([201, 200]);
    return [made, released].map(({ headers }) => headers.get(COST_HEADER));
  };

  // Beside the one that each was let in for.
  expect([await costsOf(50), await costsOf(51)]).toEqual([
    [null, null],
    ['1', '1'],
  ]);
});
