import { locationRecord } from '@fulfilment/contracts';
import { newCaller } from '@fulfilment/service/test-bed';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
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

test('a SKU is made and changed with null and empty texts as if they were left out', async () => {
  const by = newCaller();

  const made = await inventory.sku(by, 'POST /inventory', { ...mug, on_hand: '', reorder_point: null, location: null });
  expect(made).toMatchObject({ on_hand: 0, reorder_point: 0, location: null });
  const blank = { name: null, on_hand: '', expected_on_hand: null, status: '', reason: null, note: '', location: '' };
  expect(await inventory.sku(by, 'PATCH /inventory/MUG-01', blank)).toEqual(made);
  const body = { delta: 3, reason: 'found', location: null, note: '' };
  expect(await inventory.call(by, 'POST /inventory/MUG-01/adjustments', body)).toMatchObject({ status: 201 });
});

test('null as the home of a SKU is the default warehouse', async () => {
  const by = newCaller();
  await inventory.sku(by, 'POST /inventory', mug);

  expect(await inventory.sku(by, 'PATCH /inventory/MUG-01', { location: null })).toMatchObject({ location: null });
});

test('a SKU that was read can be sent back: nothing changes, and a repeat under a key gets the first answer', async () => {
  const by = newCaller();
  const read = await inventory.sku(by, 'POST /inventory', mug);

  expect(await inventory.sku(by, 'PATCH /inventory/MUG-01', read)).toEqual(read);
  const renamed = { ...read, name: 'Cup' };
  const key = { ...by, headers: { 'Idempotency-Key': 'rename' } };
  const first = await inventory.sku(key, 'PATCH /inventory/MUG-01', renamed);
  expect(first).toMatchObject({ name: 'Cup', version: 2 });
  expect(await inventory.sku(key, 'PATCH /inventory/MUG-01', renamed)).toEqual(first);
});

test('422 names the read-only fields of a SKU that differ, and nothing changes', async () => {
  const by = newCaller();
  const read = await inventory.sku(by, 'POST /inventory', mug);
  const change = { ...read, name: 'Cup', available: 7, version: 9, status: 'archived' };

  const items = { errors: ['available', 'version', 'status'].map((name) => ({ pointer: `/${name}`, code: 'read_only' })) };
  const refused = { status: 422, body: { code: 'validation_failed', ...items } };
  expect(await inventory.call(by, 'PATCH /inventory/MUG-01', change)).toMatchObject(refused);
  const batch = { mode: 'partial', items: [{ op: 'update', ...change }] };
  expect(await inventory.call(by, 'POST /inventory/batch', batch)).toMatchObject({
    body: { results: [{ status: 422, error: { errors: [{ pointer: '/items/0/available' }, {}, {}] } }] },
  });
  expect(await inventory.sku(by, 'GET /inventory/MUG-01')).toEqual(read);
});

test('an archived SKU that was read can be sent back, and stays archived', async () => {
  const by = newCaller();
  await inventory.sku(by, 'POST /inventory', mug);
  const archived = await inventory.sku(by, 'DELETE /inventory/MUG-01');

  expect(await inventory.sku(by, 'PATCH /inventory/MUG-01', archived)).toEqual(archived);
});

test('a location takes blanks and what was read of it, and 422 names what differs', async () => {
  const by = newCaller();
  const { body } = await inventory.call(by, 'POST /locations', { type: 'warehouse', code: 'W2', parent_id: null, name: '' });
  const read = locationRecord.parse(body);
  const change = async (changes: object) => inventory.call(by, `PATCH /locations/${read.id}`, changes);

  expect(await change({ ...read, code: '' })).toMatchObject({ status: 200, body: read });
  expect(await change({ ...read, path: 'W3', status: 'archived' })).toMatchObject({
    status: 422,
    body: { errors: [{ pointer: '/path', code: 'read_only' }, { pointer: '/status' }] },
  });
  expect(await change({ name: 'Cold' })).toMatchObject({ body: { name: 'Cold' } });
  expect(await change({ name: null })).toMatchObject({ body: { name: null } });
});

test.each(['POST /inventory', 'POST /locations'])('%s: a name of blanks alone is refused', async (operation) => {
  const body = operation === 'POST /inventory' ? { ...mug, name: ' \t ' } : { type: 'warehouse', code: 'W2', name: ' ' };

  expect(await inventory.call(newCaller(), operation, body)).toMatchObject({
    status: 422,
    body: { errors: [{ pointer: '/name' }] },
  });
});
