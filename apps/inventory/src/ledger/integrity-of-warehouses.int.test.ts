import { integrityReport, locationRecord } from '@fulfilment/contracts';
import { newId, tenantKey } from '@fulfilment/kernel';
import { type Caller, newCaller } from '@fulfilment/service/test-bed';
import { eventually } from '@fulfilment/testing';
import type { Document, UpdateFilter } from 'mongodb';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { allocate, type Instance, openTestBed, step, type TestBed } from '../inventory.fixture.ts';

let bed: TestBed;
let inventory: Instance;
let by: Caller;
let order: string;
let main: string;
let north: string;

beforeAll(async () => {
  bed = await openTestBed(inject('engines'));
  inventory = await bed.start();
});

afterAll(async () => {
  await inventory.stop();
  await bed.stop();
});

const check = async () => integrityReport.parse((await inventory.call(by, 'GET /integrity')).body);

const setOrder = (update: UpdateFilter<Document>) =>
  bed.mongo.db
    .collection('allocations')
    .updateOne({ tenant: tenantKey(by), order_id: order }, update, { bypassDocumentValidation: true });
const setSku = (update: UpdateFilter<Document>) =>
  bed.mongo.db.collection('skus').updateOne({ tenant: tenantKey(by), sku: 'MUG' }, update, { bypassDocumentValidation: true });

/** An order holds five mugs: three in MAIN, one of which is packed, and two of the four in the north. */
beforeEach(async () => {
  by = newCaller();
  order = newId('ord');
  const warehouse = await inventory.call(by, 'POST /locations', { type: 'warehouse', code: 'NORTH' });
  north = locationRecord.parse(warehouse.body).id;
  const mug = await inventory.sku(by, 'POST /inventory', { sku: 'MUG', name: 'Mug', on_hand: 6, location: 'A3/S2' });
  main = mug.warehouses[0]?.warehouse_id ?? '';
  await inventory.call(by, 'POST /inventory/MUG/adjustments', { delta: 4, reason: 'receipt', location: 'NORTH' });
  const command = allocate(by, order, [['MUG', 5]]);
  const id = command.type === 'allocate' ? command.lines[0]?.id : undefined;
  const packed = { order, attempt: 2, fulfilment_id: newId('ful'), lines: [{ id, quantity: 1 }] };
  await bed.send(by, command, step(by, 'confirm', packed));
  await eventually(() => {
    if (bed.outcomesOf(order).at(-1)?.version !== 2) throw new Error('The order is not packed in part');
  });
  const sources = [
    { warehouse: main, units: 3 },
    { warehouse: north, units: 2 },
  ];
  const ofPortion = [{ warehouse: main, units: 1 }];
  await setOrder({ $set: { sourcing: {}, 'lines.0.sources': sources, 'lines.0.portions.0.sources': ofPortion } });
  const warehouses = [
    { warehouse_id: main, on_hand: 6, unavailable: 0, allocated: 3, firm: 1 },
    { warehouse_id: north, on_hand: 4, unavailable: 0, allocated: 2, firm: 0 },
  ];
  await setSku({ $set: { warehouses } });
});

test('units that orders hold in warehouses agree', async () => {
  expect(await check()).toMatchObject({ consistent: true, differences: [] });
});

test('all units in the warehouses of an order that is packed whole are kept for it', async () => {
  await setOrder({ $set: { state: 'confirmed', 'lines.0.portions.0.firm': false } });
  await setSku({ $set: { firm: 5, 'warehouses.0.firm': 3, 'warehouses.1.firm': 2 } });

  expect(await check()).toMatchObject({ consistent: true, differences: [] });
});

test.each<[what: string, plant: () => Promise<unknown>, differences: () => readonly object[]]>([
  [
    'a warehouse with other units than lie in it',
    () => setSku({ $set: { 'warehouses.1.on_hand': 5 } }),
    () => [{ check: 'warehouses_add_up', location_id: north, expected: 4, found: 5 }],
  ],
  [
    'a warehouse that is missing',
    () => setSku({ $pop: { warehouses: 1 } }),
    () => [
      { check: 'warehouses_add_up', location_id: north, expected: 4, found: 0 },
      { check: 'sources_add_up', location_id: north, expected: 2, found: 0 },
    ],
  ],
  [
    'unavailable units that lie nowhere in the warehouse',
    () => setSku({ $set: { 'warehouses.0.unavailable': 1 } }),
    () => [{ check: 'warehouses_add_up', location_id: main, expected: 0, found: 1 }],
  ],
  [
    'more allocated than a warehouse has',
    async () => {
      await setSku({ $set: { 'warehouses.1.allocated': 5, 'warehouses.0.allocated': 0, 'warehouses.0.firm': 0 } });
      const source = [{ warehouse: north, units: 5 }];
      const ofPortion = [{ warehouse: north, units: 1 }];
      await setOrder({ $set: { 'lines.0.sources': source, 'lines.0.portions.0.sources': ofPortion } });
      await setSku({ $set: { 'warehouses.1.firm': 1 } });
    },
    () => [{ check: 'warehouses_add_up', location_id: north, expected: 4, found: 5 }],
  ],
  [
    'a warehouse with less than nothing to withhold',
    () => setSku({ $set: { 'warehouses.1.safety_stock': -3 } }),
    () => [{ check: 'warehouses_add_up', location_id: north, expected: 0, found: -3 }],
  ],
  [
    'a warehouse with settings and units that lie nowhere',
    () => setSku({ $set: { 'warehouses.1.safety_stock': 9, 'warehouses.1.on_hand': 6 } }),
    () => [{ check: 'warehouses_add_up', location_id: north, expected: 4, found: 6 }],
  ],
  [
    'units held in another warehouse than counted',
    () => setOrder({ $set: { 'lines.0.sources.0.units': 2, 'lines.0.sources.1.units': 3 } }),
    () => [
      { check: 'sources_add_up', location_id: main, expected: 2, found: 3 },
      { check: 'sources_add_up', location_id: north, expected: 3, found: 2 },
    ],
  ],
  [
    'packed units in another warehouse than counted',
    () => setOrder({ $set: { 'lines.0.portions.0.sources.0.warehouse': north } }),
    () => [
      { check: 'sources_add_up', location_id: main, expected: 0, found: 1 },
      { check: 'sources_add_up', location_id: north, expected: 1, found: 0 },
    ],
  ],
  [
    'a line that holds units in no warehouse',
    async () => {
      await setOrder({ $unset: { 'lines.0.sources': '' } });
      await setSku({ $set: { 'warehouses.0.allocated': 0, 'warehouses.0.firm': 0, 'warehouses.1.allocated': 0 } });
      await setOrder({ $unset: { 'lines.0.portions.0.sources': '' } });
    },
    () => [
      { check: 'sources_add_up', location_id: null, expected: 0, found: 5 },
      { check: 'sources_add_up', location_id: null, expected: 0, found: 1 },
    ],
  ],
  [
    'orders that hold units in warehouses of a SKU without any',
    () => setSku({ $unset: { warehouses: '' } }),
    () => [{ check: 'sources_add_up', location_id: null, expected: 5, found: 0 }],
  ],
])('a difference is found: %s', async (_what, plant, differences) => {
  await plant();

  const report = await check();

  expect(report.differences).toEqual(differences().map((each) => expect.objectContaining({ sku: 'MUG', ...each })));
  expect(report.consistent).toBe(false);
});
