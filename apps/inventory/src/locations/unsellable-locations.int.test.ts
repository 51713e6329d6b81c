import { type LocationRecord, locationRecord, operations } from '@fulfilment/contracts';
import { type Caller, newCaller } from '@fulfilment/service/test-bed';
import { eventually } from '@fulfilment/testing';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type Instance, openTestBed, type TestBed } from '../inventory.fixture.ts';
import { UNSELLABLE_LOCATIONS } from '../schema.ts';

let bed: TestBed;
let one: Instance;
let two: Instance;

beforeAll(async () => {
  bed = await openTestBed(inject('engines'));
  [one, two] = await Promise.all([bed.start(), bed.start()]);
});

afterAll(async () => {
  await Promise.all([one.stop(), two.stop()]);
  await bed.stop();
});

async function make(by: Caller, body: object): Promise<LocationRecord> {
  const reply = await one.call(by, 'POST /locations', body);
  expect(reply).toMatchObject({ status: 201 });
  return locationRecord.parse(reply.body);
}

async function list(by: Caller): Promise<LocationRecord[]> {
  const { body } = await one.call(by, 'GET /locations?limit=200&sort=path');
  return operations.listLocations.replies[200].body.parse(body).data;
}

const purposes = async (by: Caller): Promise<unknown[]> =>
  (await list(by)).map(({ path, usage, sellable, pickable }) => [path, usage, sellable, pickable]);

async function mainOf(by: Caller): Promise<LocationRecord> {
  const [main] = await list(by);
  if (!main) throw new Error('There is no warehouse');
  return main;
}

const patch = (by: Caller, { id }: LocationRecord, body: object) => one.call(by, `PATCH /locations/${id}`, body);

describe('the purpose of a location', () => {
  test('is storage; its use decides the rest where that is not given, and what is made below has it too', async () => {
    const by = newCaller();
    const main = await mainOf(by);
    const quarantine = await make(by, { type: 'aisle', code: 'Q', parent_id: main.id, usage: 'quarantine' });
    await make(by, { type: 'aisle', code: 'R', parent_id: main.id, usage: 'returns', sellable: true, pick_sequence: 7 });
    await make(by, { type: 'aisle', code: 'S', parent_id: main.id, usage: 'staging' });
    await make(by, { type: 'shelf', code: 'S1', parent_id: quarantine.id });
    await one.sku(by, 'POST /inventory', { sku: 'MUG', name: 'Mug', on_hand: 10, location: 'A1/S1' });
    const [home] = (await list(by)).filter(({ path }) => path === 'MAIN:A1/S1');
    await one.call(by, `POST /locations/${home?.id}/transfer`, { to: 'Q/S2/B1', sku: 'MUG', quantity: 4 });

    expect(await purposes(by)).toEqual([
      ['MAIN', 'storage', true, true],
      ['MAIN:A1', 'storage', true, true],
      ['MAIN:A1/S1', 'storage', true, true],
      ['MAIN:Q', 'quarantine', false, false],
      ['MAIN:Q/S1', 'quarantine', false, false],
      ['MAIN:Q/S2', 'quarantine', false, false],
      ['MAIN:Q/S2/B1', 'quarantine', false, false],
      ['MAIN:R', 'returns', true, false],
      ['MAIN:S', 'staging', true, false],
    ]);
    const { body } = await one.call(by, 'GET /inventory/MUG');
    expect(body).toMatchObject({ on_hand: 10, unavailable: 4, allocated: 0, available: 6, sold_out: false });
    expect((await one.call(by, 'GET /integrity')).body).toMatchObject({ consistent: true });
  });

  test('changes with everything below, each told, and the order of picking by itself', async () => {
    const by = newCaller();
    const warehouse = await make(by, { type: 'warehouse', code: 'W2' });
    const aisle = await make(by, { type: 'aisle', code: 'A1', parent_id: warehouse.id });
    await make(by, { type: 'shelf', code: 'S1', parent_id: aisle.id, usage: 'damaged' });
    await make(by, { type: 'shelf', code: 'S2', parent_id: aisle.id });

    expect(await patch(by, aisle, { usage: 'damaged', pick_sequence: 3 })).toMatchObject({
      status: 200,
      body: { usage: 'damaged', sellable: false, pickable: false, pick_sequence: 3, version: 2 },
    });
    // The same again changes nothing.
    expect(await patch(by, aisle, { usage: 'damaged', sellable: false })).toMatchObject({ body: { version: 2 } });
    expect(await purposes(by)).toEqual([
      ['MAIN', 'storage', true, true],
      ['W2', 'storage', true, true],
      ['W2:A1', 'damaged', false, false],
      ['W2:A1/S1', 'damaged', false, false],
      ['W2:A1/S2', 'damaged', false, false],
    ]);
    expect((await list(by)).map(({ path, version }) => `${path} ${version}`).slice(2)).toEqual([
      'W2:A1 2',
      'W2:A1/S1 1',
      'W2:A1/S2 2',
    ]);
    const changes = () =>
      bed.locationEventsOf(by).flatMap((event) => ('changed' in event ? [[event.data['path'], event.changed] as const] : []));
    // Events of two locations have no order.
    await eventually(() => {
      expect(changes()).toHaveLength(2);
      expect(new Map(changes())).toEqual(
        new Map([
          ['W2:A1', ['usage', 'sellable', 'pickable', 'pick_sequence']],
          ['W2:A1/S2', ['usage', 'sellable', 'pickable']],
        ]),
      );
    });
    // Without a use of its own, a flag leaves the use as it is.
    expect(await patch(by, aisle, { sellable: true })).toMatchObject({ body: { usage: 'damaged', sellable: true } });
  });

  test('409: units that lie there, or below, count as they did when they came', async () => {
    const by = newCaller();
    await one.sku(by, 'POST /inventory', { sku: 'MUG', name: 'Mug', on_hand: 10, location: 'A1/S1' });
    const aisle = (await list(by)).find(({ path }) => path === 'MAIN:A1');
    if (!aisle) throw new Error('There is no aisle');

    expect(await patch(by, aisle, { usage: 'quarantine' })).toMatchObject({
      status: 409,
      body: { code: 'location_not_empty', errors: [{ sku: 'MUG' }] },
    });
    // Its units stay sellable.
    expect(await patch(by, aisle, { usage: 'staging' })).toMatchObject({
      status: 200,
      body: { sellable: true, pickable: false },
    });
  });

  test('409: the default warehouse is sellable', async () => {
    const by = newCaller();
    const main = await mainOf(by);

    expect(await patch(by, main, { sellable: false })).toMatchObject({ status: 409, body: { code: 'default_warehouse' } });
    expect(await patch(by, main, { pickable: false })).toMatchObject({ status: 200, body: { pickable: false } });
  });

  test('422: a use that does not exist, and a place in the way that is no whole number from 0', async () => {
    const by = newCaller();
    const main = await mainOf(by);

    expect(await patch(by, main, { usage: 'attic', pick_sequence: -1 })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/usage' }, { pointer: '/pick_sequence' }] },
    });
  });
});

/** A SKU with five units at a location. */
async function stocked(by: Caller, sku: string, location: LocationRecord): Promise<void> {
  await one.sku(by, 'POST /inventory', { sku, name: sku });
  const reply = await one.call(by, `POST /inventory/${sku}/adjustments`, {
    delta: 5,
    reason: 'received',
    location: location.id,
  });
  expect(reply).toMatchObject({ status: 201 });
}

describe('a change of a warehouse in which units lie', () => {
  test('leaves a quarantine in it as it is, and its units out of sale', async () => {
    const by = newCaller();
    const warehouse = await make(by, { type: 'warehouse', code: 'W2' });
    const quarantine = await make(by, { type: 'aisle', code: 'Q', parent_id: warehouse.id, usage: 'quarantine' });
    await make(by, { type: 'aisle', code: 'T', parent_id: warehouse.id, usage: 'tote' });
    await make(by, { type: 'aisle', code: 'A1', parent_id: warehouse.id });
    await stocked(by, 'MUG', quarantine);

    expect(await patch(by, warehouse, { pickable: false })).toMatchObject({ status: 200, body: { pickable: false } });
    expect(await patch(by, warehouse, { usage: 'staging', pickable: true })).toMatchObject({ status: 200 });

    expect(await purposes(by)).toEqual([
      ['MAIN', 'storage', true, true],
      ['W2', 'staging', true, true],
      ['W2:A1', 'staging', true, true],
      ['W2:Q', 'quarantine', false, false],
      ['W2:T', 'tote', true, false],
    ]);
    const adjusted = await one.call(by, 'POST /inventory/MUG/adjustments', {
      delta: -1,
      reason: 'damaged',
      location: quarantine.id,
    });
    expect(adjusted).toMatchObject({ status: 201 });
    expect((await one.call(by, 'GET /inventory/MUG')).body).toMatchObject({ on_hand: 4, unavailable: 4, available: 0 });
    expect((await one.call(by, 'GET /integrity')).body).toMatchObject({ consistent: true });
    await eventually(() => {
      const changes = bed.locationEventsOf(by).flatMap((event) => ('changed' in event ? [event] : []));
      expect(changes.map(({ data, sequence, changed }) => [data['path'], sequence, changed].join(' ')).toSorted()).toEqual([
        'W2 2 pickable',
        'W2 3 usage,pickable',
        'W2:A1 2 pickable',
        'W2:A1 3 usage,pickable',
      ]);
    });
  });

  test('leaves a storage aisle in it on sale where damaged units become quarantined ones', async () => {
    const by = newCaller();
    const warehouse = await make(by, { type: 'warehouse', code: 'W2', usage: 'damaged' });
    const aisle = await make(by, { type: 'aisle', code: 'A1', parent_id: warehouse.id, usage: 'storage' });
    await make(by, { type: 'aisle', code: 'D', parent_id: warehouse.id });
    await stocked(by, 'MUG', aisle);

    expect(await patch(by, warehouse, { usage: 'quarantine' })).toMatchObject({ status: 200 });

    expect((await purposes(by)).slice(1)).toEqual([
      ['W2', 'quarantine', false, false],
      ['W2:A1', 'storage', true, true],
      ['W2:D', 'quarantine', false, false],
    ]);
    expect((await one.call(by, 'GET /inventory/MUG')).body).toMatchObject({ on_hand: 5, unavailable: 0, available: 5 });
    expect((await one.call(by, 'GET /integrity')).body).toMatchObject({ consistent: true });
    // Of the whole warehouse it would be other units that count.
    expect(await patch(by, warehouse, { sellable: true })).toMatchObject({
      status: 409,
      body: { code: 'location_not_empty', errors: [{ sku: 'MUG' }] },
    });
  });

  test('leaves the use of what stands in the default warehouse where that is another', async () => {
    const by = newCaller();
    const main = await mainOf(by);
    for (const usage of ['quarantine', 'returns', 'storage'])
      await make(by, { type: 'aisle', code: usage, parent_id: main.id, usage });

    expect(await patch(by, main, { usage: 'staging' })).toMatchObject({ status: 200 });

    expect(await purposes(by)).toEqual([
      ['MAIN', 'staging', true, false],
      ['MAIN:quarantine', 'quarantine', false, false],
      ['MAIN:returns', 'returns', false, false],
      ['MAIN:storage', 'staging', true, false],
    ]);
  });

  test('reaches locations of earlier releases, which have no purpose of their own', async () => {
    const by = newCaller();
    const warehouse = await make(by, { type: 'warehouse', code: 'W2' });
    const aisle = await make(by, { type: 'aisle', code: 'A1', parent_id: warehouse.id });
    await make(by, { type: 'shelf', code: 'S1', parent_id: aisle.id });
    const earlier = { usage: '', sellable: '', pickable: '', pick_sequence: '' };
    await bed.mongo.db.collection('locations').updateMany({ lineage: warehouse.id }, { $unset: earlier });

    expect(await patch(by, warehouse, { pickable: false })).toMatchObject({ status: 200 });
    expect(await patch(by, aisle, { usage: 'quarantine' })).toMatchObject({ status: 200, body: { version: 3 } });

    expect((await purposes(by)).slice(1)).toEqual([
      ['W2', 'storage', true, false],
      ['W2:A1', 'quarantine', false, false],
      ['W2:A1/S1', 'quarantine', false, false],
    ]);
  });
});

const ROUNDS = 12;

test('units that come to a location while it stops being sellable are all counted the same', async () => {
  const by = newCaller();
  const main = await mainOf(by);
  await one.sku(by, 'POST /inventory', { sku: 'MUG', name: 'Mug', on_hand: 1_000 });
  for (let round = 0; round < ROUNDS; round += 1) {
    const aisle = await make(by, { type: 'aisle', code: `A${round}`, parent_id: main.id });
    const to = round % 2 === 0 ? `A${round}/S1` : aisle.id;
    const [flagged, moved] = await Promise.all([
      two.call(by, `PATCH /locations/${aisle.id}`, { sellable: false }),
      one.call(by, `POST /locations/${main.id}/transfer`, { to, sku: 'MUG', quantity: 5 }),
    ]);
    expect(moved.status).toBe(201);
    expect([200, 409]).toContain(flagged.status);
  }
  const { body } = await one.call(by, 'GET /integrity');
  expect(body).toMatchObject({ consistent: true, differing: 0 });
});

test('units that come to locations of a warehouse while its purpose changes are all counted the same', async () => {
  const by = newCaller();
  const main = await mainOf(by);
  await one.sku(by, 'POST /inventory', { sku: 'MUG', name: 'Mug', on_hand: 1_000 });
  const changes = [{ pickable: false }, { usage: 'staging' }, { sellable: false }, { usage: 'damaged' }];
  for (let round = 0; round < ROUNDS; round += 1) {
    const warehouse = await make(by, { type: 'warehouse', code: `W${round}` });
    const aisle = await make(by, { type: 'aisle', code: 'A', parent_id: warehouse.id });
    const quarantine = await make(by, { type: 'aisle', code: 'Q', parent_id: warehouse.id, usage: 'quarantine' });
    const transfers = [aisle.id, `W${round}:Q/S1`, quarantine.id].map((to) =>
      one.call(by, `POST /locations/${main.id}/transfer`, { to, sku: 'MUG', quantity: 5 }),
    );
    const [changed, ...moved] = await Promise.all([
      two.call(by, `PATCH /locations/${warehouse.id}`, changes[round % changes.length] ?? {}),
      ...transfers,
    ]);
    expect(moved.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect([200, 409]).toContain(changed.status);
  }
  const { body } = await one.call(by, 'GET /integrity');
  expect(body).toMatchObject({ consistent: true, differing: 0 });
});

test('503 while a process of an earlier release runs; none starts any more once a location is not sellable', async () => {
  const by = newCaller();
  const main = await mainOf(by);
  const schema = bed.mongo.db.collection<{ _id: string }>('schema');
  const members = bed.mongo.db.collection<{ _id: string; schema: number; until: Date }>('relay_members');
  await schema.updateOne({ _id: 'schema' }, { $set: { min_reader: 1, min_writer: 1 } });
  const until = new Date(Date.now() + 600_000);
  await members.insertOne({ _id: 'an older one', schema: UNSELLABLE_LOCATIONS - 1, until });

  const refused = { status: 503, body: { code: 'upstream_unavailable', retryable: true } };
  const quarantine = { type: 'aisle', code: 'Q', parent_id: main.id, usage: 'quarantine' };
  expect(await one.call(by, 'POST /locations', quarantine)).toMatchObject(refused);
  expect(await schema.findOne({ _id: 'schema' })).toMatchObject({ min_reader: 1, min_writer: 1 });

  await members.deleteOne({ _id: 'an older one' });
  expect(await one.call(by, 'POST /locations', quarantine)).toMatchObject({ status: 201 });
  expect(await schema.findOne({ _id: 'schema' })).toMatchObject({
    min_reader: UNSELLABLE_LOCATIONS,
    min_writer: UNSELLABLE_LOCATIONS,
  });
});
