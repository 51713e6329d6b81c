import { type DomainEvent, locationRecord, operations, skuRecord } from '@fulfilment/contracts';
import { type Caller, newCaller } from '@fulfilment/service/test-bed';
import { eventually } from '@fulfilment/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Instance, openTestBed, type TestBed } from '../inventory.fixture.ts';

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

const told = (by: Caller) => bed.locationEventsOf(by).map(({ type, data }) => `${type} ${String(data['path'])}`);
const make = async (by: Caller, body: object) => locationRecord.parse((await inventory.call(by, 'POST /locations', body)).body);

test('the default warehouse, and locations that their first use makes, are told once', async () => {
  const by = newCaller();
  await inventory.sku(by, 'POST /inventory', { sku: 'a', name: 'A', location: 'A3/S2' });
  await inventory.sku(by, 'POST /inventory', { sku: 'b', name: 'B', location: 'A3/S2' });

  await eventually(() =>
    expect(told(by).toSorted((a, b) => a.length - b.length)).toEqual([
      'location.created MAIN',
      'location.created MAIN:A3',
      'location.created MAIN:A3/S2',
    ]),
  );
});

test('a new name, a new code and an archived location are told with all that they change below', async () => {
  const by = newCaller();
  const warehouse = await make(by, { type: 'warehouse', code: 'W2' });
  await make(by, { type: 'aisle', code: 'A1', parent_id: warehouse.id });
  const patch = async (body: object) => inventory.call(by, `PATCH /locations/${warehouse.id}`, body);
  await patch({ name: 'Cold' });
  await patch({ name: 'Cold' });
  await patch({ code: 'W3' });
  await inventory.call(by, `DELETE /locations/${warehouse.id}`);
  await patch({ status: 'active' });

  await eventually(() => expect(told(by)).toHaveLength(9));
  const ofWarehouse = bed.locationEventsOf(by).filter(({ data }) => data['id'] === warehouse.id);
  expect(ofWarehouse.map((event) => [event.type, 'changed' in event ? event.changed : null])).toEqual([
    ['location.created', null],
    ['location.updated', ['name']],
    ['location.updated', ['code', 'path']],
    ['location.archived', null],
    ['location.updated', ['status']],
  ]);
  expect(told(by)).toEqual(expect.arrayContaining(['location.updated W3:A1', 'location.archived W3:A1']));
});

test('scans is told of each path that a location gets, in one message for all that a change renames', async () => {
  const by = newCaller();
  const warehouse = await make(by, { type: 'warehouse', code: 'W2' });
  const aisle = await make(by, { type: 'aisle', code: 'A1', parent_id: warehouse.id });
  await inventory.call(by, `PATCH /locations/${warehouse.id}`, { name: 'Cold' });
  await inventory.call(by, `PATCH /locations/${warehouse.id}`, { code: 'W3' });
  await inventory.sku(by, 'POST /inventory', { sku: 'a', name: 'A', location: 'W3:A1/S1' });

  await eventually(() => expect(bed.namesOf(by).flat()).toHaveLength(6));
  const [main, ...others] = bed.namesOf(by).toSorted((a, b) => Number(b[0]?.path === 'MAIN') - Number(a[0]?.path === 'MAIN'));
  expect(main).toMatchObject([{ path: 'MAIN', version: 1 }]);
  expect(others).toEqual(
    expect.arrayContaining([
      [{ id: warehouse.id, path: 'W2', version: 1, since: warehouse.created_at }],
      [{ id: aisle.id, path: 'W2:A1', version: 1, since: aisle.created_at }],
      [
        expect.objectContaining({ id: warehouse.id, path: 'W3', version: 3 }),
        expect.objectContaining({ id: aisle.id, path: 'W3:A1', version: 2 }),
      ],
      [expect.objectContaining({ path: 'W3:A1/S1', version: 1 })],
    ]),
  );
});

test('locations that an earlier release stored are told once, as they are', async () => {
  const by = newCaller();
  const warehouse = await make(by, { type: 'warehouse', code: 'W2' });
  await eventually(() => expect(bed.namesOf(by).flat()).toHaveLength(2));
  const stored = bed.mongo.db.collection<{ _id: string; announced?: boolean }>('locations');
  await stored.updateOne({ _id: warehouse.id }, { $unset: { announced: '' } });

  const both = [1, 1].map((version) => ({ id: warehouse.id, path: 'W2', version, since: warehouse.created_at }));
  await eventually(
    () =>
      expect(
        bed
          .namesOf(by)
          .flat()
          .filter(({ id }) => id === warehouse.id),
      ).toEqual(both),
    { withinMs: 30_000 },
  );
  await eventually(async () => expect(await stored.findOne({ _id: warehouse.id })).toMatchObject({ announced: true }));
});

/** Keeps the newest record of each SKU and location, as a subscriber would; paths come from the locations. */
function mirrorOf(events: readonly DomainEvent[]) {
  const [skus, places] = [new Map<string, DomainEvent>(), new Map<string, DomainEvent>()];
  for (const event of events) {
    const [records, key] = event.type.startsWith('location.') ? [places, 'id'] : [skus, 'sku'];
    const known = records.get(String(event.data[key]));
    const isNewer = !known || ('sequence' in event && 'sequence' in known && Number(event.sequence) >= Number(known.sequence));
    if (isNewer) records.set(String(event.data[key]), event);
  }
  return { skus: dataOf(skus), places: dataOf(places) };
}

function dataOf(records: ReadonlyMap<string, DomainEvent>) {
  return [...records.values()].map(({ data }) => data);
}

test('a change of the orders that a warehouse ships is told by the names of what changed, and of no location in it', async () => {
  const by = newCaller();
  const warehouse = locationRecord.parse(
    (await inventory.call(by, 'POST /locations', { type: 'warehouse', code: 'W2', priority: 5 })).body,
  );
  await inventory.call(by, 'POST /locations', { type: 'aisle', code: 'A1', parent_id: warehouse.id });
  const change = (body: object) => inventory.call(by, `PATCH /locations/${warehouse.id}`, body);
  const changed = await change({ ships: false, priority: 5, countries: ['DE', 'AT'] });
  expect(changed).toMatchObject({ status: 200, body: { ships: false, priority: 5, countries: ['AT', 'DE'], version: 2 } });
  expect(await change(Object(changed.body))).toMatchObject({ status: 200, body: { version: 2 } });
  await change({ countries: null });

  await eventually(() => {
    const updates = bed.locationEventsOf(by).filter(({ type }) => type === 'location.updated');
    expect(updates).toMatchObject([
      { changed: ['ships', 'countries'], data: { id: warehouse.id, ships: false, countries: ['AT', 'DE'] } },
      { changed: ['countries'], data: { id: warehouse.id, countries: null } },
    ]);
  });
});

test('a mirror that is fed by events alone is equal to the export', async () => {
  const by = newCaller();
  const sku = async (method: string, path: string, body: object) => inventory.call(by, `${method} /inventory${path}`, body);
  await sku('POST', '', { sku: 'TEE/RED/M', name: 'Tee', on_hand: 5, location: 'A3/S2', barcodes: ['X'] });
  await sku('POST', '', { sku: 'b', name: 'B' });
  await sku('POST', '/TEE%2FRED%2FM/adjustments', { delta: -5, reason: 'damaged' });
  await sku('PATCH', '/TEE%2FRED%2FM', { name: 'Other tee', reorder_point: 3, metadata: { a: 'b' }, location: 'B1/S1' });
  await sku('PATCH', '/b', { on_hand: 7, name: 'Bee', barcodes: ['Y'] });
  await inventory.call(by, 'DELETE /inventory/b');

  const listed = operations.listSkus.replies[200].body.parse((await inventory.call(by, 'GET /inventory?status=all')).body).data;
  const locations = operations.listLocations.replies[200].body.parse((await inventory.call(by, 'GET /locations')).body).data;
  await eventually(() => {
    const { skus, places } = mirrorOf([...bed.eventsOf(by), ...bed.locationEventsOf(by)]);
    expect(new Set(skus.map((data) => JSON.stringify(skuRecord.parse(data))))).toEqual(
      new Set(listed.map((record) => JSON.stringify(record))),
    );
    expect(new Set(places.map((data) => JSON.stringify(locationRecord.parse(data))))).toEqual(
      new Set(locations.map((record) => JSON.stringify(record))),
    );
  });
});
