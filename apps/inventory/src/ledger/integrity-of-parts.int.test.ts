import { integrityReport } from '@fulfilment/contracts';
import { newId, tenantKey } from '@fulfilment/kernel';
import { eventually } from '@fulfilment/testing';
import { type Caller, newCaller } from '@fulfilment/service/test-bed';
import type { UpdateFilter } from 'mongodb';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import type { AllocationDocument } from '../database/allocation-documents.ts';
import type { MovementDocument } from '../database/movement-documents.ts';
import { allocate, type Instance, openTestBed, step, type TestBed } from '../inventory.fixture.ts';

let bed: TestBed;
let inventory: Instance;
let by: Caller;
let order: string;

beforeAll(async () => {
  bed = await openTestBed(inject('engines'));
  inventory = await bed.start();
});

afterAll(async () => {
  await inventory.stop();
  await bed.stop();
});

const check = async () => integrityReport.parse((await inventory.call(by, 'GET /integrity')).body);

/** An order of 9 mugs of which 7 were there: 2 are shipped, 2 packed, 1 planned, 2 in no fulfilment; 2 wait. */
beforeEach(async () => {
  by = newCaller();
  order = newId('ord');
  await inventory.call(by, 'POST /inventory', { sku: 'MUG-01', name: 'Mug', on_hand: 7 });
  const command = allocate(by, order, [['MUG-01', 9]]);
  const id = command.type === 'allocate' ? command.lines[0]?.id : undefined;
  const [shipped, packed, planned] = [newId('ful'), newId('ful'), newId('ful')];
  const lines = (quantity: number) => [{ id, quantity }];
  await bed.send(
    by,
    command,
    step(by, 'confirm', { order, attempt: 2, fulfilment_id: shipped, lines: lines(2) }),
    step(by, 'ship', { order, attempt: 3, fulfilment_id: shipped }),
    step(by, 'confirm', { order, attempt: 4, fulfilment_id: packed, lines: lines(2) }),
    step(by, 'assign', { order, attempt: 5, fulfilment_id: planned, lines: lines(1) }),
  );
  await eventually(() => {
    if (!bed.outcomesOf(order).some(({ version }) => version === 5)) throw new Error('The last step is not answered');
  });
});

/** Writes what MongoDB itself refuses otherwise. */
const change = (update: UpdateFilter<AllocationDocument>) =>
  bed.mongo.db
    .collection<AllocationDocument>('allocations')
    .updateOne({ tenant: tenantKey(by), order_id: order }, update, { bypassDocumentValidation: true });
const entries = () => bed.mongo.db.collection<MovementDocument>('movements');
const ofShipment = () => ({ tenant: tenantKey(by), reason: 'shipment' });

test('an order that is shipped, packed and planned in part agrees', async () => {
  expect(await check()).toMatchObject({ consistent: true, differences: [], compared: { holds: 1, movements: 2 } });
});

test.each<[what: string, plant: () => Promise<unknown>, differences: readonly object[]]>([
  [
    'a line that was ordered less of than it has',
    () => change({ $set: { 'lines.0.quantity': 6 } }),
    [
      { check: 'portions_add_up', expected: 0, found: 1 },
      { check: 'portions_add_up', expected: 0, found: 2 },
    ],
  ],
  [
    'units that are dropped and still waited for',
    () => change({ $set: { 'lines.0.cancelled': 1 } }),
    [{ check: 'portions_add_up', expected: 1, found: 2 }],
  ],
  [
    'a fulfilment with more than the order holds',
    () => change({ $set: { 'lines.0.portions.1.units': 4 } }),
    [{ check: 'portions_are_held', expected: 0, found: 1 }],
  ],
  [
    'a packed fulfilment whose units are not kept',
    () => change({ $set: { 'lines.0.portions.1.firm': true } }),
    [{ check: 'holds_add_up', expected: 3, found: 2 }],
  ],
  [
    'a shipment that is not in the ledger',
    () => change({ $inc: { 'lines.0.shipped': 1, 'lines.0.quantity': 1 } }),
    [{ check: 'shipments_are_in_ledger', expected: 2, found: 3 }],
  ],
  [
    'a shipment of another order',
    () => entries().updateOne(ofShipment(), { $set: { 'reference.order_id': newId('ord') } }),
    [{ check: 'shipments_are_in_ledger', expected: 0, found: 2 }],
  ],
  [
    'a shipment that is in the ledger twice',
    async () => {
      const entry = await entries().findOne(ofShipment());
      if (!entry) throw new Error('Nothing was shipped');
      await entries().insertOne({ ...entry, _id: newId('mov'), line: 1, balance: 3 });
    },
    [
      { check: 'ledger_adds_up', expected: 3, found: 5 },
      { check: 'shipments_are_in_ledger', expected: 4, found: 2 },
    ],
  ],
])('a difference is found: %s', async (_what, plant, differences) => {
  await plant();

  const report = await check();

  expect(report.differences).toEqual(differences.map((each) => expect.objectContaining({ sku: 'MUG-01', ...each })));
  expect(report).toMatchObject({ consistent: false, differing: differences.length });
});

test('entries in cold storage count as well', async () => {
  const { db } = bed.mongo;
  const moved = await entries()
    .find({ tenant: tenantKey(by) })
    .toArray();
  await db.collection<MovementDocument>('cold_movements').insertMany(moved);
  await entries().deleteMany({ tenant: tenantKey(by) });

  expect(await check()).toMatchObject({ consistent: true, differences: [] });
});
