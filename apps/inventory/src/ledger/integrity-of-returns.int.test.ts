import { integrityReport } from '@fulfilment/contracts';
import { newId, tenantKey } from '@fulfilment/kernel';
import { type Caller, newCaller } from '@fulfilment/service/test-bed';
import { eventually } from '@fulfilment/testing';
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

/** An order of 3 mugs that were shipped: of 2 that are expected back 1 came. */
beforeEach(async () => {
  by = newCaller();
  order = newId('ord');
  await inventory.call(by, 'POST /inventory', { sku: 'MUG-01', name: 'Mug', on_hand: 7 });
  await inventory.call(by, 'POST /locations', { type: 'warehouse', code: 'BACK', usage: 'returns' });
  const command = allocate(by, order, [['MUG-01', 3]]);
  const id = command.type === 'allocate' ? command.lines[0]?.id : undefined;
  const of = { order, return_id: newId('ret') };
  await bed.send(
    by,
    command,
    step(by, 'confirm', { order, attempt: 2 }),
    step(by, 'ship', { order, attempt: 3 }),
    step(by, 'expect_return', { ...of, attempt: 4, lines: [{ id, quantity: 2 }] }),
    step(by, 'receive_return', { ...of, attempt: 5, lines: [{ id, quantity: 1, disposition: 'inspect' }] }),
  );
  await eventually(() => {
    if (!bed.outcomesOf(order).some(({ version }) => version === 5)) throw new Error('The receipt is not answered');
  });
});

/** Writes what MongoDB itself refuses otherwise. */
const returned = (units: number) =>
  bed.mongo.db
    .collection<AllocationDocument>('allocations')
    .updateOne(
      { tenant: tenantKey(by), order_id: order },
      { $set: { 'lines.0.returned': units } },
      { bypassDocumentValidation: true },
    );
const ofReturn = () => ({ tenant: tenantKey(by), reason: 'return' });
const entries = () => bed.mongo.db.collection<MovementDocument>('movements');

test('an order of which units came back agrees', async () => {
  expect(await check()).toMatchObject({ consistent: true, differences: [], compared: { movements: 3 } });
});

test.each<[what: string, plant: () => Promise<unknown>, differences: readonly object[]]>([
  ['a return that is not in the ledger', () => returned(2), [{ check: 'returns_are_in_ledger', expected: 1, found: 2 }]],
  [
    'more that came back than was shipped',
    () => returned(4),
    [
      { check: 'returns_are_in_ledger', expected: 1, found: 4 },
      { check: 'returns_are_in_ledger', expected: 3, found: 4 },
    ],
  ],
  [
    'an entry of another order',
    () => entries().updateOne(ofReturn(), { $set: { 'reference.order_id': newId('ord') } }),
    [{ check: 'returns_are_in_ledger', expected: 0, found: 1 }],
  ],
])('a difference is found: %s', async (_what, plant, differences) => {
  await plant();

  const report = await check();

  expect(report.differences).toEqual(differences.map((each) => expect.objectContaining({ sku: 'MUG-01', ...each })));
  expect(report).toMatchObject({ consistent: false, differing: differences.length });
});

test('units of a return without an order are compared with the ledger too', async () => {
  const lines = [{ id: newId('lin'), sku: 'MUG-01', quantity: 2 }];
  const returnId = newId('ret');
  const of = { order: returnId.replace('ret', 'ord'), return_id: returnId };
  const received = lines.map(({ id }) => ({ id, quantity: 1, disposition: 'inspect' }));
  await bed.send(
    by,
    step(by, 'open_return', { ...of, attempt: 1, lines, approved: true }),
    step(by, 'receive_return', { ...of, attempt: 2, lines: received }),
  );
  await eventually(() => {
    if (!bed.outcomesOf(of.order).some(({ version }) => version === 2)) throw new Error('The receipt is not answered');
  });
  expect(await check()).toMatchObject({ consistent: true, compared: { movements: 4 } });

  await entries().deleteOne({ ...ofReturn(), 'reference.order_id': of.order });

  const { differences } = await check();
  // It is named by the return: what stands for its order is known to no caller.
  const message = `Of ${returnId} 1 came back, and the ledger brought 0 in for it.`;
  expect(differences).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ check: 'returns_are_in_ledger', sku: 'MUG-01', expected: 0, found: 1, message }),
    ]),
  );
  expect(JSON.stringify(differences)).not.toContain(of.order);
});
