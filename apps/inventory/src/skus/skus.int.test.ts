import { operations, type SkuRecord, skuRecord } from '@fulfilment/contracts';
import { eventually } from '@fulfilment/testing';
import { type Caller, newCaller } from '@fulfilment/service/test-bed';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type Instance, openTestBed, type TestBed } from '../inventory.fixture.ts';

const mug = { sku: 'MUG-01', name: 'Mug', on_hand: 100, reorder_point: 10, location: 'A3/S2' };

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

const problem = (status: number, code: string) => ({ status, body: { code } });

/** A new account with a mug. */
async function withMug(changes: object = {}): Promise<Caller> {
  const by = newCaller();
  await inventory.sku(by, 'POST /inventory', { ...mug, ...changes });
  return by;
}

async function pageOf(by: Caller, query = ''): Promise<{ readonly skus: string[]; readonly next: string | null }> {
  const { body } = await inventory.call(by, `GET /inventory${query}`);
  const page = operations.listSkus.replies[200].body.parse(body);
  return { skus: page.data.map(({ sku }: SkuRecord) => sku), next: page.next_cursor };
}

describe('POST /inventory', () => {
  test("201: the specification's sample works on an empty account, and is told", async () => {
    const by = newCaller();

    const reply = await inventory.call(by, 'POST /inventory', mug);

    expect(reply.status).toBe(201);
    expect(reply.headers.get('location')).toBe('/v1/inventory/MUG-01');
    const record = skuRecord.parse(reply.body);
    expect(record).toMatchObject({
      ...mug,
      allocated: 0,
      available: 100,
      low_stock: false,
      sold_out: false,
      location_path: 'MAIN:A3/S2',
      stock: [
        {
          location: 'A3/S2',
          location_path: 'MAIN:A3/S2',
          location_id: record.location_id,
          lot_id: null,
          on_hand: 100,
          picking: 0,
          sellable: true,
        },
      ],
      status: 'active',
      version: 1,
      archived_at: null,
    });
    await eventually(() =>
      expect(bed.eventsOf(by)).toMatchObject([{ type: 'inventory.updated', reason: 'opening', data: record }]),
    );
  });

  test('201: only sku and name are needed; the home is then the default warehouse itself', async () => {
    const reply = await inventory.call(newCaller(), 'POST /inventory', { sku: 'a', name: 'A' });

    expect(reply).toMatchObject({ status: 201, body: { on_hand: 0, reorder_point: 0, location: null, stock: [] } });
  });

  test('409: the SKU exists, and the answer says whether it is archived', async () => {
    const by = await withMug();
    const exists = { status: 409, body: { code: 'sku_exists', errors: [{ pointer: '/sku', status_of_sku: 'active' }] } };
    expect(await inventory.call(by, 'POST /inventory', mug)).toMatchObject(exists);
    await inventory.call(by, 'DELETE /inventory/MUG-01');
    const archived = { body: { code: 'sku_exists', errors: [{ pointer: '/sku', status_of_sku: 'archived' }] } };
    expect(await inventory.call(by, 'POST /inventory', mug)).toMatchObject(archived);
  });

  test('422: a warehouse that is not there, and nothing is made', async () => {
    const by = newCaller();
    const reply = await inventory.call(by, 'POST /inventory', { ...mug, location: 'W2:A1/S1' });

    expect(reply).toMatchObject({ status: 422, body: { code: 'unknown_location', errors: [{ pointer: '/location' }] } });
    expect((await pageOf(by)).skus).toEqual([]);
  });

  test.each([
    ['no sku', { name: 'Mug' }, '/sku', 'required'],
    ['a sku with a blank at its end', { ...mug, sku: 'MUG ' }, '/sku', 'invalid_format'],
    ['no name', { sku: 'MUG-01' }, '/name', 'required'],
    ['a negative quantity', { ...mug, on_hand: -1 }, '/on_hand', 'out_of_range'],
    ['a quantity over 2^31-1', { ...mug, on_hand: 2_147_483_648 }, '/on_hand', 'out_of_range'],
    ['half a unit', { ...mug, on_hand: 0.5 }, '/on_hand', 'invalid_type'],
    ['a location without a shelf', { ...mug, location: 'A3' }, '/location', 'invalid_format'],
    ['a field that is not known', { ...mug, colour: 'red' }, '/colour', 'unknown_field'],
  ])('422: %s', async (_what, body, pointer, code) => {
    const reply = await inventory.call(newCaller(), 'POST /inventory', body);

    expect(reply).toMatchObject({ status: 422, body: { code: 'validation_failed', errors: [{ pointer, code }] } });
  });

  test('403: a role that may not write, with the permission named', async () => {
    const reply = await inventory.call(newCaller('viewer'), 'POST /inventory', mug);

    expect(reply).toMatchObject({ status: 403, body: { code: 'forbidden', permission: 'inventory:write' } });
  });

  test.each([
    ['400: not JSON', '{"sku":', {}, 400, 'malformed_json'],
    ['401: an unsigned identity', mug, { 'x-internal-identity': 'no.such.token' }, 401, 'unauthenticated'],
    ['415: another media type', 'sku=1', { 'content-type': 'text/plain' }, 415, 'unsupported_media_type'],
  ])('%s', async (_what, body, headers, status, code) => {
    expect(await inventory.call({ ...newCaller(), headers }, 'POST /inventory', body)).toMatchObject(problem(status, code));
  });
});

describe('GET /inventory/:sku', () => {
  test('200: what a change answered is what is read right after it', async () => {
    const by = await withMug();
    const changed = await inventory.sku(by, 'PATCH /inventory/MUG-01', { on_hand: 7 });

    expect(await inventory.call(by, 'GET /inventory/MUG-01')).toMatchObject({ status: 200, body: changed });
  });

  test('404: another account or environment has it', async () => {
    const by = await withMug();

    expect(await inventory.call(newCaller(), 'GET /inventory/MUG-01')).toMatchObject(problem(404, 'not_found'));
    expect(await inventory.call({ ...by, environment: 'production' }, 'GET /inventory/MUG-01')).toMatchObject(
      problem(404, 'not_found'),
    );
  });
});

describe('PATCH /inventory/:sku', () => {
  test('200: what is counted is moved, and low stock is told once', async () => {
    const by = await withMug();
    const reply = await inventory.call(by, 'PATCH /inventory/MUG-01', { on_hand: 4, name: 'Cup', reason: 'damaged' });
    await inventory.sku(by, 'PATCH /inventory/MUG-01', { on_hand: 3 });

    expect(reply).toMatchObject({ status: 200, body: { on_hand: 4, name: 'Cup', low_stock: true, version: 2 } });
    await eventually(() =>
      expect(
        bed.eventsOf(by).map((event) => [event.type, 'reason' in event ? event.reason : event.changed, event.sequence]),
      ).toEqual([
        ['inventory.updated', 'opening', 1],
        ['inventory.updated', 'damaged', 2],
        ['inventory.low_stock', 'damaged', 2],
        ['sku.updated', ['name'], 2],
        ['inventory.updated', 'count', 3],
      ]),
    );
  });

  test('200: a change of nothing changes nothing', async () => {
    const by = await withMug();

    expect(await inventory.call(by, 'PATCH /inventory/MUG-01', {})).toMatchObject({
      status: 200,
      body: { version: 1 },
    });
  });

  test('200: a home that is null is the default warehouse itself', async () => {
    const by = await withMug();

    expect(await inventory.sku(by, 'PATCH /inventory/MUG-01', { location: null })).toMatchObject({
      location: null,
      stock: [{ location: 'A3/S2', on_hand: 100 }],
    });
  });

  test('404, 409 and 422', async () => {
    const by = await withMug();
    const patch = (sku: string, body: object) => inventory.call(by, `PATCH /inventory/${sku}`, body);

    expect(await patch('NONE', { name: 'x' })).toMatchObject(problem(404, 'not_found'));
    expect(await patch('no%20sku', { name: 'x' })).toMatchObject(problem(404, 'not_found'));
    expect(await patch('MUG-01', { location: 'W9:A1/S1' })).toMatchObject(problem(422, 'unknown_location'));
    expect(await patch('MUG-01', { status: 'archived' })).toMatchObject(problem(422, 'validation_failed'));
    await inventory.call(by, 'DELETE /inventory/MUG-01');
    expect(await patch('MUG-01', { on_hand: 1 })).toMatchObject(problem(409, 'sku_archived'));
    expect(await patch('MUG-01', { on_hand: 1, status: 'active' })).toMatchObject({
      status: 200,
      body: { on_hand: 1, archived_at: null },
    });
  });
});

describe('DELETE /inventory/:sku', () => {
  test('200 with the archived record, and the same again unchanged', async () => {
    const by = await withMug();
    const first = await inventory.call(by, 'DELETE /inventory/MUG-01');
    const again = await inventory.call(by, 'DELETE /inventory/MUG-01');

    expect(first).toMatchObject({ status: 200, body: { status: 'archived', version: 2, on_hand: 100 } });
    expect(again.body).toEqual(first.body);
  });

  test('404: no such SKU', async () => {
    expect(await inventory.call(newCaller(), 'DELETE /inventory/NONE')).toMatchObject(problem(404, 'not_found'));
  });
});

describe('GET /inventory', () => {
  test('200: pages by sku, complete and without repetition, with a link to the next', async () => {
    const by = newCaller();
    for (const sku of ['b', 'A', 'c', 'a', 'C']) await inventory.sku(by, 'POST /inventory', { sku, name: sku });
    const first = await pageOf(by, '?limit=2');
    const second = await pageOf(by, `?limit=2&cursor=${first.next}`);
    const third = await pageOf(by, `?limit=2&cursor=${second.next}`);

    expect([first.skus, second.skus, third.skus]).toEqual([['A', 'C'], ['a', 'b'], ['c']]);
    expect(third.next).toBeNull();
    const { headers } = await inventory.call(by, 'GET /inventory?limit=2');
    expect(headers.get('link')).toContain('rel="next"');
  });

  test('200: filters by status and low stock', async () => {
    const by = newCaller();
    await inventory.sku(by, 'POST /inventory', { sku: 'low', name: 'x', on_hand: 1, reorder_point: 2 });
    await inventory.sku(by, 'POST /inventory', { sku: 'high', name: 'x', on_hand: 2, reorder_point: 2 });
    await inventory.sku(by, 'POST /inventory', { sku: 'old', name: 'x' });
    await inventory.call(by, 'DELETE /inventory/old');

    expect((await pageOf(by)).skus).toEqual(['high', 'low']);
    expect((await pageOf(by, '?low_stock=true')).skus).toEqual(['low']);
    expect((await pageOf(by, '?status=all&low_stock=false')).skus).toEqual(['high', 'old']);
    expect((await pageOf(by, '?status=archived')).skus).toEqual(['old']);
  });

  test('400: bad parameters, and a cursor of another list', async () => {
    const by = newCaller();
    for (const sku of ['a', 'b']) await inventory.sku(by, 'POST /inventory', { sku, name: sku });
    const { next } = await pageOf(by, '?limit=1');

    expect(await inventory.call(by, 'GET /inventory?limit=0')).toMatchObject(problem(400, 'invalid_parameter'));
    expect(await inventory.call(by, 'GET /inventory?colour=red')).toMatchObject(problem(400, 'invalid_parameter'));
    expect(await inventory.call(by, `GET /inventory?status=all&cursor=${next}`)).toMatchObject(problem(400, 'invalid_cursor'));
    expect(await inventory.call(newCaller(), `GET /inventory?cursor=${next}`)).toMatchObject(problem(400, 'invalid_cursor'));
  });
});

test('every operation of the service is there, and every other method on its paths is refused with Allow', async () => {
  const reply = await inventory.call(newCaller(), 'PUT /inventory/MUG-01', {});

  expect(reply).toMatchObject(problem(405, 'method_not_allowed'));
  expect(reply.headers.get('allow')).toBe('GET, HEAD, PATCH, DELETE');
});
