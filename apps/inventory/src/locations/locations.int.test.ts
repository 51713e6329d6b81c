import { COST_HEADER, type LocationRecord, locationRecord, operations } from '@fulfilment/contracts';
import { newId } from '@fulfilment/kernel';
import { eventually } from '@fulfilment/testing';
import { type Caller, identityOf, newCaller } from '@fulfilment/service/test-bed';
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

const problem = (status: number, code: string) => ({ status, body: { code } });

const refused = (pointer: string) => ({ status: 422, body: { code: 'validation_failed', errors: [{ pointer }] } });

async function list(by: Caller, query = '', instance = inventory): Promise<LocationRecord[]> {
  const { body } = await instance.call(by, `GET /locations${query}`);
  return operations.listLocations.replies[200].body.parse(body).data;
}

async function make(by: Caller, body: object): Promise<LocationRecord> {
  return locationRecord.parse((await inventory.call(by, 'POST /locations', body)).body);
}

async function main(by: Caller): Promise<LocationRecord> {
  const [first] = await list(by);
  if (!first) throw new Error('There is no warehouse');
  return first;
}

describe('GET /locations', () => {
  test('200: every tenant starts with the warehouse MAIN, made once, whichever instance is asked first', async () => {
    const by = newCaller();
    const [here, there] = await Promise.all([list(by), list(by, '', other)]);

    expect(here).toMatchObject([
      { type: 'warehouse', code: 'MAIN', path: 'MAIN', parent_id: null, status: 'active', version: 1 },
    ]);
    expect(there).toEqual(here);
    expect(await list({ ...by, environment: 'production' })).not.toEqual(here);
  });

  test('200: in the order of creation, by type and by parent, in pages', async () => {
    const by = newCaller();
    await inventory.sku(by, 'POST /inventory', { sku: 'a', name: 'A', location: 'A3/S2/B1' });
    const second = await make(by, { type: 'warehouse', code: 'W2', name: 'Second' });
    await make(by, { type: 'aisle', code: 'A3', parent_id: second.id });

    expect((await list(by)).map(({ path }) => path)).toEqual(['MAIN', 'MAIN:A3', 'MAIN:A3/S2', 'MAIN:A3/S2/B1', 'W2', 'W2:A3']);
    expect((await list(by, '?type=aisle')).map(({ path }) => path)).toEqual(['MAIN:A3', 'W2:A3']);
    expect((await list(by, `?parent_id=${second.id}`)).map(({ path }) => path)).toEqual(['W2:A3']);
    const { body } = await inventory.call(by, 'GET /locations?limit=2');
    const { next_cursor: next } = operations.listLocations.replies[200].body.parse(body);
    expect((await list(by, `?limit=2&cursor=${next}`)).map(({ path }) => path)).toEqual(['MAIN:A3/S2', 'MAIN:A3/S2/B1']);
    expect(await inventory.call(by, `GET /locations?type=bin&cursor=${next}`)).toMatchObject(problem(400, 'invalid_cursor'));
  });
});

describe('GET /locations/:id', () => {
  test('200, and 404 where it is not there or belongs to another tenant', async () => {
    const by = newCaller();
    const warehouse = await main(by);

    expect(await inventory.call(by, `GET /locations/${warehouse.id}`)).toMatchObject({ status: 200, body: warehouse });
    expect(await inventory.call(newCaller(), `GET /locations/${warehouse.id}`)).toMatchObject(problem(404, 'not_found'));
    expect(await inventory.call(by, 'GET /locations/MAIN')).toMatchObject(problem(404, 'not_found'));
  });
});

describe('POST /locations', () => {
  test('201: from the warehouse down to the bin', async () => {
    const by = newCaller();
    const reply = await inventory.call(by, 'POST /locations', { type: 'warehouse', code: 'W2', name: 'Second' });
    const warehouse = locationRecord.parse(reply.body);
    const aisle = await make(by, { type: 'aisle', code: 'A1', parent_id: warehouse.id });
    const shelf = await make(by, { type: 'shelf', code: 'S1', parent_id: aisle.id });
    const bin = await make(by, { type: 'bin', code: 'B1', parent_id: shelf.id });

    expect(reply).toMatchObject({ status: 201, body: { name: 'Second', path: 'W2', parent_id: null } });
    expect(reply.headers.get('location')).toBe(`/v1/locations/${warehouse.id}`);
    expect(bin).toMatchObject({ path: 'W2:A1/S1/B1', parent_id: shelf.id, name: null });
    expect(await inventory.sku(by, 'POST /inventory', { sku: 'a', name: 'A', on_hand: 1, location: 'W2:A1/S1' })).toMatchObject({
      location: 'W2:A1/S1',
      location_id: shelf.id,
    });
  });

  test('409: its parent has this code already, asked at once or one after the other', async () => {
    const by = newCaller();
    const parent = await main(by);
    const body = { type: 'aisle', code: 'A1', parent_id: parent.id };
    const replies = await Promise.all([inventory, other, inventory].map((each) => each.call(by, 'POST /locations', body)));

    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
    expect(await inventory.call(by, 'POST /locations', { type: 'warehouse', code: 'MAIN' })).toMatchObject(
      problem(409, 'location_exists'),
    );
  });

  test('422: a parent that does not fit or is not there', async () => {
    const by = newCaller();
    const warehouse = await main(by);
    const post = (body: object) => inventory.call(by, 'POST /locations', body);
    const misfit = { status: 422, body: { code: 'validation_failed', errors: [{ pointer: '/parent_id' }] } };

    expect(await post({ type: 'aisle', code: 'A1' })).toMatchObject(misfit);
    expect(await post({ type: 'shelf', code: 'S1', parent_id: warehouse.id })).toMatchObject(misfit);
    expect(await post({ type: 'warehouse', code: 'W2', parent_id: warehouse.id })).toMatchObject(misfit);
    expect(await post({ type: 'aisle', code: 'A1', parent_id: newId('loc') })).toMatchObject({
      status: 422,
      body: { code: 'unknown_location', errors: [{ pointer: '/parent_id' }] },
    });
    expect(await post({ type: 'aisle', code: 'A/1', parent_id: warehouse.id })).toMatchObject(problem(422, 'validation_failed'));
  });

  test('201 with the orders that a warehouse ships; 422 where another location is to ship some, or a country is none', async () => {
    const by = newCaller();
    const parent = await main(by);
    const post = (body: object) => inventory.call(by, 'POST /locations', body);
    expect(parent).toMatchObject({ ships: true, priority: 0, countries: null });
    expect(await post({ type: 'warehouse', code: 'W2', ships: false, priority: 1_000, countries: ['DE'] })).toMatchObject({
      status: 201,
      body: { ships: false, priority: 1_000, countries: ['DE'] },
    });

    expect(await post({ type: 'aisle', code: 'A7', parent_id: parent.id, priority: 3 })).toMatchObject(refused('/priority'));
    expect(await post({ type: 'warehouse', code: 'W3', countries: ['XX'] })).toMatchObject(refused('/countries/0'));
    expect(await post({ type: 'warehouse', code: 'W3', countries: [] })).toMatchObject(refused('/countries'));
    expect(await post({ type: 'warehouse', code: 'W3', priority: 1_001 })).toMatchObject(refused('/priority'));
    expect(await post({ type: 'aisle', code: 'A7', parent_id: parent.id })).toMatchObject({
      body: { ships: null, priority: null, countries: null },
    });
  });

  test('403: a role that may not write', async () => {
    const body = { type: 'warehouse', code: 'W2' };

    expect(await inventory.call(newCaller('fulfilment'), 'POST /locations', body)).toMatchObject(problem(403, 'forbidden'));
  });
});

describe('POST /locations/:id/transfer', () => {
  test('201: one SKU, to a path or to an id', async () => {
    const by = newCaller();
    const warehouse = await main(by);
    await inventory.sku(by, 'POST /inventory', { sku: 'a', name: 'A', on_hand: 9 });
    const reply = await inventory.call(by, `POST /locations/${warehouse.id}/transfer`, {
      to: 'A3/S2',
      sku: 'a',
      quantity: 4,
      note: 'nearer to the door',
    });

    expect(reply).toMatchObject({
      status: 201,
      body: {
        from: { id: warehouse.id, path: 'MAIN' },
        to: { path: 'MAIN:A3/S2' },
        lines: [{ sku: 'a', quantity: 4 }],
        note: 'nearer to the door',
      },
    });
    const { id, to } = operations.transferStock.replies[201].body.parse(reply.body);
    await inventory.call(by, `POST /locations/${to.id}/transfer`, {
      to: warehouse.id,
      lines: [{ sku: 'a', quantity: 1 }],
    });
    expect(await inventory.sku(by, 'GET /inventory/a')).toMatchObject({
      on_hand: 9,
      stock: [
        { location: 'MAIN', on_hand: 6 },
        { location: 'A3/S2', on_hand: 3 },
      ],
      version: 3,
    });
    await eventually(() =>
      expect(bed.eventsOf(by)[1]).toMatchObject({ reason: 'transfer', reference: { type: 'transfer', id }, changed: ['stock'] }),
    );
  });

  test('201: it costs a token for every 25 lines', async () => {
    const by = newCaller();
    const warehouse = await main(by);
    const skus = Array.from({ length: 26 }, (_, at) => `S-${at}`);
    await inventory.call(by, 'POST /inventory/batch', {
      items: skus.map((sku) => ({ op: 'create', sku, name: sku, on_hand: 9 })),
    });
    const costOf = async (count: number): Promise<string | null> => {
      const lines = skus.slice(0, count).map((sku) => ({ sku, quantity: 1 }));
      const reply = await inventory.call(by, `POST /locations/${warehouse.id}/transfer`, { to: 'A3/S2', lines });
      expect(reply.status).toBe(201);
      return reply.headers.get(COST_HEADER);
    };

    // Beside the one that each was let in for.
    expect([await costOf(25), await costOf(26)]).toEqual([null, '1']);
  });

  test('404, 409 and 422, with the numbers, and nothing is moved', async () => {
    const by = newCaller();
    const warehouse = await main(by);
    const before = await inventory.sku(by, 'POST /inventory', { sku: 'a', name: 'A', on_hand: 2 });
    await inventory.sku(by, 'POST /inventory', { sku: 'old', name: 'Old', on_hand: 2 });
    await inventory.call(by, 'DELETE /inventory/old');
    const from = (id: string, body: object) => inventory.call(by, `POST /locations/${id}/transfer`, body);
    const one = { to: 'A3/S2', sku: 'a', quantity: 1 };

    expect(await from(newId('loc'), one)).toMatchObject(problem(404, 'not_found'));
    expect(await from(warehouse.id, { ...one, to: 'MAIN' })).toMatchObject(problem(422, 'validation_failed'));
    expect(await from(warehouse.id, { ...one, to: 'W9' })).toMatchObject(problem(422, 'unknown_location'));
    expect(await from(warehouse.id, { ...one, to: newId('loc') })).toMatchObject(problem(422, 'unknown_location'));
    expect(await from(warehouse.id, { ...one, quantity: 0 })).toMatchObject(problem(422, 'validation_failed'));
    expect(await from(warehouse.id, { ...one, sku: 'none' })).toMatchObject({
      status: 422,
      body: { code: 'unknown_sku', errors: [{ pointer: '/sku', sku: 'none' }] },
    });
    expect(await from(warehouse.id, { ...one, sku: 'old' })).toMatchObject(problem(409, 'sku_archived'));
    expect(await from(warehouse.id, { ...one, quantity: 3 })).toMatchObject({
      status: 409,
      body: { code: 'insufficient_stock', errors: [{ pointer: '/quantity', sku: 'a', requested: 3, available: 2 }] },
    });
    expect(await inventory.sku(by, 'GET /inventory/a')).toEqual(before);
    expect((await list(by)).map(({ path }) => path)).toEqual(['MAIN']);
  });

  test('403: a role that may not move stock', async () => {
    const by = newCaller();
    const { id } = await main(by);
    const reply = await inventory.call({ ...by, role: 'scanner' }, `POST /locations/${id}/transfer`, {});

    expect(reply).toMatchObject({ status: 403, body: { permission: 'stock:transfer' } });
  });
});

test('warehouses end at the limit of the tenant, new ones and restored ones; archived ones make room, and places are no warehouses', async () => {
  const keyed = newCaller();
  const inRoomOf = (warehouses: number): Caller => ({ ...keyed, storage: { skus: 9, open_orders: 9, warehouses } });
  const by = inRoomOf(3);
  const create = (code: string, caller = by, key?: string) => {
    const request: Caller = key === undefined ? caller : { ...caller, headers: { 'idempotency-key': key } };
    return inventory.call(request, 'POST /locations', { type: 'warehouse', code });
  };
  const full = {
    status: 403,
    body: { code: 'storage_limit_reached', retryable: false, errors: [{ stored: 'warehouses', used: 3, maximum: 3 }] },
  };
  const [second] = [await make(by, { type: 'warehouse', code: 'W2' }), await make(by, { type: 'warehouse', code: 'W3' })];
  const place = await make(by, { type: 'aisle', code: 'A1', parent_id: second.id });

  expect(await create('W4', by, 'the fourth')).toMatchObject(full);
  expect((await inventory.call(by, `DELETE /locations/${second.id}`)).status).toBe(200);
  expect(await create('W4', by, 'the fourth')).toMatchObject({ status: 201 });
  const restore = (caller: Caller, id: string) => inventory.call(caller, `PATCH /locations/${id}`, { status: 'active' });
  expect(await restore(by, second.id)).toMatchObject(full);
  expect(await restore(inRoomOf(4), second.id)).toMatchObject({ status: 200 });
  expect(await restore(by, place.id)).toMatchObject({ status: 200 });
  expect(await inventory.call(by, `PATCH /locations/${second.id}`, { name: 'Second' })).toMatchObject({ status: 200 });
  // A gateway of before knows no bound.
  expect(await create('W5', keyed)).toMatchObject({ status: 201 });
  expect(
    (await inventory.send('GET /account/v1/overview/inventory', { token: await identityOf(by, 'inventory') })).body,
  ).toMatchObject({ warehouses: { used: 5, limit: 3 } });
});
