import { type IntegrityReport, integrityReport } from '@fulfilment/contracts';
import { tenantKey } from '@fulfilment/kernel';
import { type Caller, newCaller } from '@fulfilment/service/test-bed';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { type CheckpointDocument, toCheckpoint } from '../database/checkpoint-documents.ts';
import type { MovementDocument } from '../database/movement-documents.ts';
import { skuKey } from '../database/sku-documents.ts';
import { type Instance, openTestBed, type TestBed } from '../inventory.fixture.ts';
import { makeCheckpointStore } from './checkpoint-store.ts';
import { chainOf, EMPTY_CHAIN, makeWriteCheckpoints, type PassBounds } from './write-checkpoints.ts';

let bed: TestBed;
let inventory: Instance;
let by: Caller;

beforeAll(async () => {
  bed = await openTestBed(inject('engines'));
  inventory = await bed.start();
});

afterAll(async () => {
  await inventory.stop();
  await bed.stop();
});

const here = new AbortController().signal;
const ALL: PassBounds = { skus: 1_000, skusAtOnce: 2, entries: 1_000, changes: 3 };
const pass = (bounds: Partial<PassBounds> = {}, stopped = here) =>
  makeWriteCheckpoints(makeCheckpointStore(bed.mongo.db), { ...ALL, ...bounds })(stopped);
const check = async (): Promise<IntegrityReport> => integrityReport.parse((await inventory.call(by, 'GET /integrity')).body);
const checkpoints = () => bed.mongo.db.collection<CheckpointDocument>('ledger_checkpoints');
const movements = () => bed.mongo.db.collection<MovementDocument>('movements');
const of = (sku: string) => ({ _id: skuKey(tenantKey(by), sku) });
const through = async () => {
  const found = await checkpoints()
    .find({ tenant: tenantKey(by) })
    .sort({ sku: 1 })
    .toArray();
  return found.map((document) => `${document.sku} ${document.through} ${document.entries}`);
};
const adjust = (sku: string, delta: number) =>
  inventory.call(by, `POST /inventory/${sku}/adjustments`, { delta, reason: 'receipt' });

/** A mug with five entries at two places, a cup with four, and a pen with one. */
beforeEach(async () => {
  await Promise.all(
    ['skus', 'movements', 'ledger_checkpoints', 'ledger_checkpoint_passes'].map((name) =>
      bed.mongo.db.collection(name).deleteMany({}),
    ),
  );
  by = newCaller();
  for (const [sku, onHand] of [
    ['MUG', 10],
    ['CUP', 4],
    ['PEN', 1],
  ] as const) {
    await inventory.sku(by, 'POST /inventory', { sku, name: sku, on_hand: onHand, location: 'A3/S1' });
  }
  const { location_id: from } = await inventory.sku(by, 'GET /inventory/MUG');
  await inventory.call(by, `POST /locations/${from}/transfer`, { to: 'A3/S2', sku: 'MUG', quantity: 3 });
  for (const delta of [1, 2]) await adjust('MUG', delta);
  for (const delta of [1, 2, -1]) await adjust('CUP', delta);
});

test('ledgers that have grown get a checkpoint, and a check goes on from it', async () => {
  expect(await pass()).toEqual({ checkpoints: 2, entries: 9, faults: [] });
  expect(await through()).toEqual(['CUP 4 4', 'MUG 4 5']);
  await adjust('MUG', 5);

  expect(await check()).toMatchObject({
    consistent: true,
    compared: { skus: 3, places: 4, movements: 2, checkpoints: 2, earlier_movements: 9 },
  });
  // One change is not worth another.
  expect(await pass()).toEqual({ checkpoints: 0, entries: 0, faults: [] });
});

test('what lies there is compared with the checkpoint and what came after it', async () => {
  await pass();
  await adjust('MUG', 5);
  await movements().updateOne({ tenant: tenantKey(by), sku: 'MUG', version: 5 }, { $set: { balance: 1 } });
  await bed.mongo.db.collection<{ _id: string }>('skus').updateOne(of('CUP'), { $inc: { on_hand: 1, 'stock.0.on_hand': 1 } });
  await movements().insertOne({ ...(await anyMovement()), _id: 'mov_orphan', sku: 'NONE' });

  expect((await check()).differences).toEqual([
    expect.objectContaining({ sku: 'CUP', check: 'ledger_adds_up', expected: 6, found: 7 }),
    expect.objectContaining({ sku: 'MUG', check: 'ledger_is_whole', found: 1 }),
    expect.objectContaining({ sku: 'NONE', check: 'sku_exists' }),
  ]);
});

test('a checkpoint goes on from the last one, and its chain is that of all entries', async () => {
  await pass();
  for (const delta of [1, 1, 1]) await adjust('MUG', delta);

  expect(await pass()).toEqual({ checkpoints: 1, entries: 3, faults: [] });
  const all = await movements()
    .find({ tenant: tenantKey(by), sku: 'MUG' })
    .sort({ version: 1, line: 1 })
    .toArray();
  const chain = all.reduce(
    (before, { _id: id, location_id: locationId, ...entry }) => chainOf(before, { ...entry, id, locationId }),
    EMPTY_CHAIN,
  );
  expect(await checkpoints().findOne(of('MUG'))).toMatchObject({ through: 7, entries: 8, chain });
});

test.each([
  ['an entry that is gone', () => movements().deleteOne({ sku: 'MUG', version: 3 }), /MUG: version 4 leaves 9, and states 10/],
  [
    'a line that is gone',
    () => movements().deleteOne({ sku: 'MUG', version: 2, line: 0 }),
    /MUG: version 2 has an entry 1 that does not follow/,
  ],
  [
    'the last entry that is gone',
    () => movements().deleteOne({ sku: 'MUG', version: 4 }),
    /MUG: the entries up to version 4 do not add up/,
  ],
  [
    'a balance',
    () => movements().updateOne({ sku: 'MUG', version: 4 }, { $set: { balance: 3 } }),
    /MUG: version 4 leaves 10, and states 3/,
  ],
])('a ledger that is not sound gets no checkpoint, and others do: %s', async (_what, corrupt, fault) => {
  await corrupt();

  const { checkpoints: made, faults } = await pass();

  expect({ made, faults }).toEqual({ made: 1, faults: [expect.stringMatching(fault)] });
  expect(await through()).toEqual(['CUP 4 4']);
});

test('a damaged checkpoint is a difference and not relied on, and is written again', async () => {
  await pass();
  await checkpoints().updateOne(of('MUG'), { $set: { 'places.0.on_hand': 99 } });

  expect(await check()).toMatchObject({
    compared: { movements: 6, checkpoints: 1, earlier_movements: 4 },
    differences: [{ sku: 'MUG', check: 'ledger_is_whole', message: expect.stringContaining('checkpoint') }],
  });
  expect((await pass()).faults).toEqual([expect.stringMatching(/MUG: its checkpoint is damaged/)]);
  expect(await check()).toMatchObject({ consistent: true, compared: { checkpoints: 2 } });
});

test('passes are bounded, and go on where the last one ended', async () => {
  // In the order of codes: of the cup two entries, then the mug, of which whole versions are read.
  expect(await pass({ entries: 2 })).toEqual({ checkpoints: 1, entries: 2, faults: [] });
  expect(await through()).toEqual(['CUP 2 2']);
  expect(await pass({ entries: 2 })).toEqual({ checkpoints: 1, entries: 3, faults: [] });
  expect(await through()).toEqual(['CUP 2 2', 'MUG 2 3']);
  expect(await pass({ skus: 1 })).toMatchObject({ checkpoints: 0 });
  expect(await pass({ changes: 2 })).toEqual({ checkpoints: 0, entries: 0, faults: [] });
  expect(await pass({ changes: 2 })).toEqual({ checkpoints: 2, entries: 4, faults: [] });
  expect(await through()).toEqual(['CUP 4 4', 'MUG 4 5']);
});

test('a pass that is stopped reads nothing more', async () => {
  expect(await pass({}, AbortSignal.abort())).toEqual({ checkpoints: 0, entries: 0, faults: [] });
});

test('a field of a later release stays in a checkpoint that is written over', async () => {
  await pass();
  await checkpoints().updateOne(of('MUG'), { $set: { of_later: 1 } });
  await pass({ changes: 0 });
  await adjust('MUG', 1);
  await pass({ changes: 1 });

  const kept = await checkpoints().findOne(of('MUG'));
  expect(kept).toMatchObject({ through: 5, of_later: 1 });
  expect(kept && toCheckpoint(kept)).toBeDefined();
});

async function anyMovement(): Promise<MovementDocument> {
  const found = await movements().findOne({ tenant: tenantKey(by) });
  if (!found) throw new Error('There is no movement');
  return found;
}
