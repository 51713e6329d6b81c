import { type LocationRecord, locationRecord, skuRecord } from '@fulfilment/contracts';
import { newId, tenantKey } from '@fulfilment/kernel';
import { type Caller, newCaller } from '@fulfilment/service/test-bed';
import { eventually } from '@fulfilment/testing';
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

/** The places of a new tenant with a second warehouse, `W2:A1/S1/B1`, by their paths. */
async function withWarehouse(): Promise<{ by: Caller; at: (path: string) => Promise<LocationRecord> }> {
  const by = newCaller();
  await inventory.call(by, 'POST /locations', { type: 'warehouse', code: 'W2', name: 'Second' });
  await inventory.sku(by, 'POST /inventory', { sku: 'MUG-01', name: 'Mug', on_hand: 9, location: 'W2:A1/S1/B1' });
  return { by, at: (path) => placeAt(by, path) };
}

async function placeAt(by: Caller, path: string): Promise<LocationRecord> {
  const { body } = await inventory.call(by, `GET /locations?path=${path}&status=all&limit=1`);
  return locationRecord.parse(Reflect.get(Object(body), 'data')[0]);
}

const withHeaders = (by: Caller, headers: Record<string, string>): Caller => ({ ...by, headers });
const keyed = (by: Caller, key: string): Caller => withHeaders(by, { 'Idempotency-Key': key });

describe('PATCH /locations/:id', () => {
  test('200: a new code is in the path of everything below, and in the records of SKUs, at once', async () => {
    const { by, at } = await withWarehouse();
    const before = await at('W2:A1/S1/B1');
    const aisle = await at('W2:A1');
    const reply = await inventory.call(by, `PATCH /locations/${aisle.id}`, { code: 'COLD', name: 'Cold store' });

    expect(reply).toMatchObject({ status: 200, body: { code: 'COLD', name: 'Cold store', path: 'W2:COLD', version: 2 } });
    expect(reply.headers.get('etag')).toBe('"2"');
    expect(await at('W2:COLD/S1/B1')).toEqual({
      ...before,
      path: 'W2:COLD/S1/B1',
      version: 2,
      updated_at: expect.any(String),
    });
    expect(skuRecord.parse((await other.call(by, 'GET /inventory/MUG-01')).body)).toMatchObject({
      location: 'W2:COLD/S1/B1',
      location_path: 'W2:COLD/S1/B1',
      stock: [{ location: 'W2:COLD/S1/B1', location_path: 'W2:COLD/S1/B1', on_hand: 9 }],
      version: 1,
    });
    expect(await inventory.call(by, 'GET /inventory?location=W2:COLD')).toMatchObject({ body: { data: [{ sku: 'MUG-01' }] } });
    expect(await inventory.call(by, 'GET /inventory?location=W2:A1')).toMatchObject(problem(400, 'invalid_parameter'));
  });

  test('200: a process that has shown the old path shows the new one at once after its own change, and soon after that of another', async () => {
    const { by, at } = await withWarehouse();
    const aisle = await at('W2:A1');
    const shownBy = async (instance: Instance): Promise<readonly unknown[]> => {
      const one = skuRecord.parse((await instance.call(by, 'GET /inventory/MUG-01')).body);
      const { body } = await instance.call(by, 'GET /inventory');
      const of = Reflect.get(Object(body), 'data').map(({ location }: { location: string }) => location);
      return [one.location, ...of];
    };
    for (const code of ['B1', 'B2', 'B3']) {
      await Promise.all([shownBy(inventory), shownBy(other)]);
      await inventory.call(by, `PATCH /locations/${aisle.id}`, { code });
      const path = `W2:${code}/S1/B1`;

      expect(await shownBy(inventory)).toEqual([path, path]);
      await eventually(async () => expect(await shownBy(other)).toEqual([path, path]));
    }
  });

  test('200: a warehouse is renamed with all that stands in it; only the name of MAIN can change', async () => {
    const { by, at } = await withWarehouse();
    const { id } = await at('W2');
    await inventory.call(by, `PATCH /locations/${id}`, { code: 'NORTH' });
    const main = await at('MAIN');

    expect(await at('NORTH:A1/S1/B1')).toMatchObject({ path: 'NORTH:A1/S1/B1' });
    expect(await inventory.call(by, `PATCH /locations/${main.id}`, { name: 'Headquarters' })).toMatchObject({
      status: 200,
      body: { name: 'Headquarters', version: 2 },
    });
    expect(await inventory.call(by, `PATCH /locations/${main.id}`, { code: 'M1' })).toMatchObject(
      problem(409, 'default_warehouse'),
    );
  });

  test('200: what is the same already changes nothing', async () => {
    const { by, at } = await withWarehouse();
    const warehouse = await at('W2');

    for (const body of [{}, { name: 'Second' }, { code: 'W2', status: 'active' }])
      expect(await inventory.call(by, `PATCH /locations/${warehouse.id}`, body)).toMatchObject({ status: 200, body: warehouse });
  });

  test('409: the parent has the code already, archived or not', async () => {
    const { by, at } = await withWarehouse();
    const shelf = await at('W2:A1/S1');
    const parent = { type: 'shelf', parent_id: shelf.parent_id };
    await inventory.call(by, 'POST /locations', { ...parent, code: 'S2' });
    const reply = await inventory.call(by, 'POST /locations', { ...parent, code: 'S3' });
    await inventory.call(by, `DELETE /locations/${locationRecord.parse(reply.body).id}`);

    for (const code of ['S2', 'S3'])
      expect(await inventory.call(by, `PATCH /locations/${shelf.id}`, { code })).toMatchObject({
        status: 409,
        body: { code: 'location_exists', errors: [{ pointer: '/code', location: `W2:A1/${code}` }] },
      });
    expect(await at('W2:A1/S1')).toEqual(shelf);
  });

  test('412: another version is meant, and the answer says how it is now', async () => {
    const { by, at } = await withWarehouse();
    const { id } = await at('W2');
    const patch = (etag: string, name: string) =>
      inventory.call(withHeaders(by, { 'If-Match': etag }), `PATCH /locations/${id}`, { name });

    expect(await patch('"1"', 'First')).toMatchObject({ status: 200, body: { version: 2 } });
    expect(await patch('"1"', 'Second')).toMatchObject({
      status: 412,
      body: { code: 'version_conflict', current_version: 2, current: { id, name: 'First' }, changed_by: by.keyId },
    });
  });

  test('412: a location tells who changed it, also by a change of one above it, and nothing of a version that is not told of', async () => {
    const { by, at } = await withWarehouse();
    await inventory.call(by, 'POST /inventory', { sku: 'LIES', name: 'Lies', location: 'W2:A1/S1' });
    const [warehouse, shelf] = [await at('W2'), await at('W2:A1/S1')];
    const another = { ...by, keyId: 'key_01JD8Z0000000000000000TEST' };
    const conflict = () => inventory.call(withHeaders(by, { 'If-Match': '"9"' }), `PATCH /locations/${shelf.id}`, { name: 'X' });

    expect((await conflict()).body).not.toHaveProperty('changed_by');
    await inventory.call(another, `PATCH /locations/${warehouse.id}`, { code: 'W3' });
    expect(await conflict()).toMatchObject({ status: 412, body: { changed_by: another.keyId } });

    await bed.mongo.db.collection('locations').updateOne({ tenant: tenantKey(by), path: 'W3:A1/S1' }, { $inc: { version: 1 } });
    expect((await conflict()).body).not.toHaveProperty('changed_by');
  });

  test('404 and 422: not there, or of another tenant; nothing that a location has', async () => {
    const { by, at } = await withWarehouse();
    const { id } = await at('W2');

    expect(await inventory.call(by, `PATCH /locations/${newId('loc')}`, {})).toMatchObject(problem(404, 'not_found'));
    expect(await inventory.call(newCaller(), `PATCH /locations/${id}`, { name: 'x' })).toMatchObject(problem(404, 'not_found'));
    for (const body of [{ code: 'a/b' }, { type: 'bin' }, { parent_id: newId('loc') }, { status: 'archived' }])
      expect(await inventory.call(by, `PATCH /locations/${id}`, body)).toMatchObject(problem(422, 'validation_failed'));
  });
});

describe('DELETE /locations/:id', () => {
  test('409 while stock lies there or below, or an active SKU is at home there; then 200, with everything below', async () => {
    const { by, at } = await withWarehouse();
    const [warehouse, bin] = [await at('W2'), await at('W2:A1/S1/B1')];
    const archive = () => inventory.call(by, `DELETE /locations/${warehouse.id}`);
    const notEmpty = { status: 409, body: { code: 'location_not_empty', errors: [{ pointer: '', sku: 'MUG-01' }] } };

    expect(await archive()).toMatchObject(notEmpty);
    await inventory.call(by, `POST /locations/${bin.id}/transfer`, { to: 'MAIN', sku: 'MUG-01', quantity: 9 });
    expect(await archive()).toMatchObject(notEmpty);
    await inventory.call(by, 'PATCH /inventory/MUG-01', { location: null });
    expect(await archive()).toMatchObject({ status: 200, body: { id: warehouse.id, status: 'archived', version: 2 } });
    expect(await at('W2:A1/S1/B1')).toMatchObject({ id: bin.id, status: 'archived', version: 2 });
  });

  test('200: again, with what is archived already, unchanged', async () => {
    const { by, at } = await withWarehouse();
    const { id } = await at('MAIN');
    const made = locationRecord.parse(
      (await inventory.call(by, 'POST /locations', { type: 'aisle', code: 'A9', parent_id: id })).body,
    );
    const first = await inventory.call(by, `DELETE /locations/${made.id}`);
    const again = await other.call(by, `DELETE /locations/${made.id}`);

    expect(first.body).toMatchObject({ status: 'archived', version: 2 });
    expect(again).toMatchObject({ status: 200, body: first.body });
  });

  test('409: MAIN; 404: none; 412: another version is meant', async () => {
    const { by, at } = await withWarehouse();
    const { id } = await at('MAIN');

    expect(await inventory.call(by, `DELETE /locations/${id}`)).toMatchObject(problem(409, 'default_warehouse'));
    expect(await inventory.call(by, `DELETE /locations/${newId('loc')}`)).toMatchObject(problem(404, 'not_found'));
    expect(await inventory.call(withHeaders(by, { 'If-Match': '"7"' }), `DELETE /locations/${id}`)).toMatchObject(
      problem(412, 'version_conflict'),
    );
  });

  test('what is archived takes neither stock, nor homes, nor new locations, until it is restored from above', async () => {
    const { by, at } = await withWarehouse();
    await inventory.call(by, 'POST /locations', { type: 'aisle', code: 'A9', parent_id: (await at('W2')).id });
    const aisle = await at('W2:A9');
    const made = await inventory.call(by, 'POST /locations', { type: 'shelf', code: 'S1', parent_id: aisle.id });
    const shelf = locationRecord.parse(made.body);
    await inventory.call(by, `DELETE /locations/${aisle.id}`);
    const { id } = await at('W2:A1/S1/B1');
    const archived = problem(409, 'location_archived');
    const comings = (to: string) =>
      [
        ['POST /inventory', { sku: newId('req'), name: 'x', location: to }],
        ['PATCH /inventory/MUG-01', { location: to }],
        [`POST /locations/${id}/transfer`, { to, sku: 'MUG-01', quantity: 1 }],
        ['POST /inventory/MUG-01/adjustments', { delta: 1, reason: 'found', location: to }],
      ] as const;
    const restore = (place: LocationRecord) => inventory.call(by, `PATCH /locations/${place.id}`, { status: 'active' });

    for (const [operation, body] of [...comings('W2:A9/S1'), ...comings('W2:A9/S2')])
      expect(await inventory.call(by, operation, body)).toMatchObject(archived);
    expect(await inventory.call(by, 'POST /locations', { type: 'shelf', code: 'S3', parent_id: aisle.id })).toMatchObject(
      archived,
    );
    expect(await restore(shelf)).toMatchObject({
      status: 409,
      body: { code: 'location_archived', errors: [{ pointer: '/status' }] },
    });
    expect(await restore(aisle)).toMatchObject({ status: 200, body: { status: 'active', version: 3 } });
    expect(await at('W2:A9/S1')).toMatchObject({ status: 'archived' });
    expect(await restore(shelf)).toMatchObject({ status: 200, body: { status: 'active', version: 3 } });
    for (const [operation, body] of comings('W2:A9/S1'))
      expect((await inventory.call(by, operation, body)).status).toBeLessThan(300);
  });

  test('an archived SKU keeps no place from being archived, and then needs another home to come back', async () => {
    const { by, at } = await withWarehouse();
    await inventory.call(by, 'PATCH /inventory/MUG-01', { on_hand: 0 });
    await inventory.call(by, 'DELETE /inventory/MUG-01');
    const { id } = await at('W2:A1');

    expect(await inventory.call(by, `DELETE /locations/${id}`)).toMatchObject({ status: 200 });
    expect(await inventory.call(by, 'PATCH /inventory/MUG-01', { status: 'active' })).toMatchObject(
      problem(409, 'location_archived'),
    );
    expect(await inventory.call(by, 'PATCH /inventory/MUG-01', { status: 'active', location: 'A1/S1' })).toMatchObject({
      status: 200,
      body: { status: 'active', location: 'A1/S1' },
    });
  });
});

describe('an idempotency key', () => {
  test('makes, renames, archives and transfers once, whichever instance it reaches', async () => {
    const { by, at } = await withWarehouse();
    const { id: from } = await at('W2:A1/S1/B1');
    const { id: warehouse } = await at('W2');
    const requests = [
      ['POST /locations', { type: 'aisle', code: 'K1', parent_id: warehouse }],
      [`PATCH /locations/${warehouse}`, { name: 'Renamed', code: 'W3' }],
      [`POST /locations/${from}/transfer`, { to: 'A7/S7', sku: 'MUG-01', quantity: 2, note: 'x' }],
      [`DELETE /locations/${warehouse}`],
    ] as const;
    for (const [place, [operation, body]] of requests.entries()) {
      const replies = await Promise.all(
        [inventory, other, inventory, other].map((each) => each.call(keyed(by, `key ${place}`), operation, body)),
      );
      const replayed = replies.filter(({ headers }) => headers.get('idempotency-replayed') === 'true');

      expect(new Set(replies.map((reply) => JSON.stringify(reply.body)))).toHaveProperty('size', 1);
      expect(replayed).toHaveLength(3);
    }
    expect(skuRecord.parse((await inventory.call(by, 'GET /inventory/MUG-01')).body).stock).toMatchObject([
      { on_hand: 7 },
      { location: 'A7/S7', on_hand: 2 },
    ]);
  });

  test('422: with another body', async () => {
    const { by } = await withWarehouse();
    await inventory.call(keyed(by, 'one'), 'POST /locations', { type: 'warehouse', code: 'W5' });

    expect(await other.call(keyed(by, 'one'), 'POST /locations', { type: 'warehouse', code: 'W6' })).toMatchObject(
      problem(422, 'idempotency_key_reused'),
    );
  });

  test('keeps a refusal, also after what it was refused for is gone', async () => {
    const { by, at } = await withWarehouse();
    const { id } = await at('W2');
    const first = await inventory.call(keyed(by, 'two'), `DELETE /locations/${id}`);
    await inventory.call(by, 'PATCH /inventory/MUG-01', { on_hand: 0, location: null });
    const again = await other.call(keyed(by, 'two'), `DELETE /locations/${id}`);

    expect(first).toMatchObject(problem(409, 'location_not_empty'));
    expect(again).toMatchObject({ status: 409, body: first.body });
  });
});
