import { adjustmentRecord, COST_HEADER, operations, skuRecord } from '@fulfilment/contracts';
import { newId } from '@fulfilment/kernel';
import { eventually } from '@fulfilment/testing';
import { type Caller, newCaller } from '@fulfilment/service/test-bed';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { allocate, type Instance, openTestBed, step, type TestBed } from '../inventory.fixture.ts';

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

/** A new account with a hundred mugs. */
async function withMug(headers: Readonly<Record<string, string>> = {}): Promise<Caller> {
  const by = newCaller();
  await inventory.sku(by, 'POST /inventory', { sku: 'MUG-01', name: 'Mug', on_hand: 100, location: 'A3/S2' });
  return { ...by, headers };
}

const adjust = (by: Caller, body: object, sku = 'MUG-01') => inventory.call(by, `POST /inventory/${sku}/adjustments`, body);
const movements = async (by: Caller, query = '') => {
  const { body } = await inventory.call(by, `GET /inventory/MUG-01/movements${query}`);
  return operations.listMovements.replies[200].body.parse(body);
};

describe('POST /inventory/:sku/adjustments', () => {
  test('201: what was moved and the SKU after it, told with its reason', async () => {
    const by = await withMug();

    const reply = await adjust(by, { delta: -3, reason: 'damaged', note: 'Dropped.' });

    expect(reply.status).toBe(201);
    expect(adjustmentRecord.parse(reply.body)).toMatchObject({
      sku: 'MUG-01',
      delta: -3,
      reason: 'damaged',
      note: 'Dropped.',
      movements: [{ delta: -3, balance: 97, reason: 'damaged', location: 'A3/S2', actor: by.keyId, version: 2 }],
      record: { on_hand: 97, version: 2 },
    });
    await eventually(() => expect(bed.eventsOf(by).at(-1)).toMatchObject({ reason: 'damaged', sequence: 2 }));
  });

  test('404: no such SKU', async () => {
    expect(await adjust(newCaller(), { delta: 1, reason: 'found' }, 'NONE')).toMatchObject(problem(404, 'not_found'));
  });

  test('409: below zero, an archived SKU; with the numbers', async () => {
    const by = await withMug();

    expect(await adjust(by, { delta: -101, reason: 'damaged' })).toMatchObject({
      status: 409,
      body: { code: 'insufficient_stock', errors: [{ pointer: '/delta', requested: 101, available: 100 }] },
    });
    await inventory.call(by, 'DELETE /inventory/MUG-01');
    expect(await adjust(by, { delta: 1, reason: 'found' })).toMatchObject(problem(409, 'sku_archived'));
  });

  test('409: below what packed orders hold, and what others hold is taken back', async () => {
    const by = await withMug();
    const [packed, open] = [newId('ord'), newId('ord')];
    await bed.send(by, allocate(by, packed, [['MUG-01', 60]]), allocate(by, open, [['MUG-01', 30]]));
    await bed.send(by, step(by, 'confirm', { order: packed, attempt: 2 }));
    await eventually(() => expect(bed.outcomesOf(packed).at(-1)).toMatchObject({ state: 'confirmed' }));

    expect(await adjust(by, { delta: -41, reason: 'lost' })).toMatchObject({
      body: { code: 'insufficient_stock', errors: [{ available: 40, minimum: 60 }] },
    });
    expect(await adjust(by, { delta: -40, reason: 'lost' })).toMatchObject({
      status: 201,
      body: { record: { on_hand: 60, allocated: 60, available: 0 } },
    });
    await eventually(() => expect(bed.outcomesOf(open).at(-1)).toMatchObject({ lines: [{ allocated: 0 }] }));
  });

  test('orders that it takes units from, or gives them to, count in its cost: one token for ten', async () => {
    const by = await withMug();
    const orders = Array.from({ length: 25 }, () => newId('ord'));
    await bed.send(by, ...orders.map((order) => allocate(by, order, [['MUG-01', 1]])));
    await eventually(() =>
      orders.forEach((order) => expect(bed.outcomesOf(order)).toMatchObject([{ lines: [{ allocated: 1 }] }])),
    );
    const costOf = async (delta: number): Promise<string | null> => {
      const reply = await adjust(by, { delta, reason: 'counted' });
      expect(reply.status).toBe(201);
      return reply.headers.get(COST_HEADER);
    };

    // Beyond the one token of each request.
    expect([await costOf(-75), await costOf(-25), await costOf(25), await costOf(75)]).toEqual([null, '2', '2', null]);
  });

  test('412: another version is meant, before anything that its state forbids', async () => {
    const by = await withMug({ 'if-match': '"7"' });

    expect(await adjust(by, { delta: -101, reason: 'damaged' })).toMatchObject({
      status: 412,
      body: { code: 'version_conflict', current_version: 1, current: { sku: 'MUG-01', on_hand: 100 } },
    });
    expect(await adjust({ ...by, headers: { 'if-match': '"1"' } }, { delta: -1, reason: 'x' })).toMatchObject({ status: 201 });
  });

  test.each([
    ['no delta', { reason: 'found' }, '/delta'],
    ['nothing', { delta: 0, reason: 'found' }, '/delta'],
    ['half a unit', { delta: 0.5, reason: 'found' }, '/delta'],
    ['more than there can be', { delta: 2_147_483_647, reason: 'found' }, '/delta'],
    ['no reason', { delta: 1 }, '/reason'],
    ['a reason with blanks', { delta: 1, reason: 'It broke' }, '/reason'],
    ['a place that cannot be', { delta: 1, reason: 'found', location: 'A3/' }, '/location'],
    ['a field that is not known', { delta: 1, reason: 'found', colour: 'red' }, '/colour'],
  ])('422: %s', async (_what, body, pointer) => {
    expect(await adjust(await withMug(), body)).toMatchObject({
      status: 422,
      body: { code: 'validation_failed', errors: [{ pointer }] },
    });
  });

  test('422: a warehouse that is not there', async () => {
    expect(await adjust(await withMug(), { delta: 1, reason: 'found', location: 'W9:A1/S1' })).toMatchObject({
      status: 422,
      body: { code: 'unknown_location', errors: [{ pointer: '/location' }] },
    });
  });
});

describe('PATCH and DELETE /inventory/:sku, if the SKU is as it was read', () => {
  test('412: another total is on hand than the counter believed', async () => {
    const by = await withMug();

    expect(await inventory.call(by, 'PATCH /inventory/MUG-01', { on_hand: 90, expected_on_hand: 99 })).toMatchObject({
      status: 412,
      body: { code: 'version_conflict', current_version: 1, current: { on_hand: 100 } },
    });
    expect(await inventory.call(by, 'PATCH /inventory/MUG-01', { on_hand: 90, expected_on_hand: 100 })).toMatchObject({
      status: 200,
      body: { on_hand: 90 },
    });
  });

  test('412: If-Match names another version; with the right one it goes through', async () => {
    const by = await withMug();
    const stale = { ...by, headers: { 'if-match': '"9", "8"' } };
    const right = { ...by, headers: { 'if-match': '"1"' } };

    expect(await inventory.call(stale, 'PATCH /inventory/MUG-01', { name: 'Cup' })).toMatchObject(
      problem(412, 'version_conflict'),
    );
    expect(await inventory.call(stale, 'DELETE /inventory/MUG-01')).toMatchObject(problem(412, 'version_conflict'));
    const archived = await inventory.call(right, 'DELETE /inventory/MUG-01');
    expect(archived).toMatchObject({ status: 200, body: { status: 'archived' } });
    expect(archived.headers.get('etag')).toBe('"2"');
  });

  test('404 goes before 412', async () => {
    const by = { ...newCaller(), headers: { 'if-match': '"1"' } };

    expect(await inventory.call(by, 'DELETE /inventory/NONE')).toMatchObject(problem(404, 'not_found'));
  });

  test('200: a note and a reason stay in the ledger', async () => {
    const by = await withMug();
    await inventory.call(by, 'PATCH /inventory/MUG-01', { on_hand: 98, reason: 'stocktake', note: 'Two short.' });

    expect((await movements(by)).data[0]).toMatchObject({ delta: -2, reason: 'stocktake', note: 'Two short.' });
  });
});

describe('GET /inventory/:sku/movements', () => {
  test('200: newest first, page by page, and together they are what is on hand', async () => {
    const by = await withMug();
    for (const delta of [5, -3, 8]) await adjust(by, { delta, reason: 'recount', location: 'A1/S1' });
    const first = await movements(by, '?limit=3');
    const second = await movements(by, `?limit=3&cursor=${first.next_cursor}`);

    const all = [...first.data, ...second.data];
    expect(all.map(({ delta, reason }) => [delta, reason])).toEqual([
      [8, 'recount'],
      [-3, 'recount'],
      [5, 'recount'],
      [100, 'opening'],
    ]);
    expect(second.next_cursor).toBeNull();
    const { on_hand: onHand } = skuRecord.parse((await inventory.call(by, 'GET /inventory/MUG-01')).body);
    expect(all.reduce((sum, { delta }) => sum + delta, 0)).toBe(onHand);
  });

  test('200: of one place, and of a stretch of time', async () => {
    const by = await withMug();
    for (const delta of [1, 2, 3]) await adjust(by, { delta, reason: 'found', location: 'A1/S1' });
    const { data } = await movements(by);
    const moments = data.map(({ created_at: at }) => at);
    const deltasOf = async (query: string) => (await movements(by, query)).data.map(({ delta }) => delta);

    const id = data[0]?.location_id ?? '';
    for (const query of [`location_id=${id}`, `location=${id}`, 'location=A1/S1', `location=MAIN:A1/S1&location_id=${id}`])
      expect(await deltasOf(`?${query}`)).toEqual([3, 2, 1]);
    const two = await inventory.call(by, `GET /inventory/MUG-01/movements?location=MAIN&location_id=${id}`);
    expect(two).toMatchObject(problem(400, 'invalid_parameter'));
    const later = data.filter(({ created_at: at }) => at >= (moments[2] ?? '')).map(({ delta }) => delta);
    expect(await deltasOf(`?created_after=${moments[2]}`)).toEqual(later);
    const earlier = data.filter(({ created_at: at }) => at < (moments[0] ?? '')).map(({ delta }) => delta);
    expect(await deltasOf(`?created_before=${moments[0]}`)).toEqual(earlier);
    expect(await deltasOf('?created_before=2000-01-01T00:00:00Z')).toEqual([]);
    expect(await deltasOf('?created_after=2999-01-01T00:00:00Z')).toEqual([]);
  });

  test('400 and 404', async () => {
    const by = await withMug();
    const list = (query: string, sku = 'MUG-01') => inventory.call(by, `GET /inventory/${sku}/movements${query}`);
    const { next_cursor: cursor } = await movements(await withMug(), '?limit=1');

    expect(await list('?created_after=yesterday')).toMatchObject(problem(400, 'invalid_parameter'));
    for (const query of ['location_id=A1', 'location=A9/S9', 'location=A9', `location=MAIN&location_id=loc_${'0'.repeat(26)}`])
      expect(await list(`?${query}`)).toMatchObject(problem(400, 'invalid_parameter'));
    expect(await list(`?cursor=${cursor ?? 'x'}`)).toMatchObject(problem(400, 'invalid_cursor'));
    expect(await list('', 'NONE')).toMatchObject(problem(404, 'not_found'));
  });
});
