import { integrityReport } from '@fulfilment/contracts';
import { newId, tenantKey } from '@fulfilment/kernel';
import { eventually } from '@fulfilment/testing';
import { type Caller, newCaller } from '@fulfilment/service/test-bed';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import type { AllocationDocument } from '../database/allocation-documents.ts';
import type { MovementDocument } from '../database/movement-documents.ts';
import type { SkuDocument } from '../database/sku-documents.ts';
import { allocate, type Instance, openTestBed, step, type TestBed } from '../inventory.fixture.ts';
import { makeCheckIntegrity } from './check-integrity.ts';
import type { StockPart } from './ledger-ports.ts';
import { makeStockAudit } from './stock-audit-store.ts';

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

const skus = () => bed.mongo.db.collection<SkuDocument>('skus');
const movements = () => bed.mongo.db.collection<MovementDocument>('movements');
const allocations = () => bed.mongo.db.collection<AllocationDocument>('allocations');
const check = async () => integrityReport.parse((await inventory.call(by, 'GET /integrity')).body);
const mug = () => ({ tenant: tenantKey(by), sku: 'MUG-01' });

/** A shop with two SKUs: a mug at two places, of which a packed and an open order hold some. */
beforeEach(async () => {
  by = newCaller();
  await inventory.call(by, 'POST /inventory', { sku: 'MUG-01', name: 'Mug', on_hand: 10, location: 'A3/S2' });
  const { location_id: from } = await inventory.sku(by, 'POST /inventory', {
    sku: 'CUP-01',
    name: 'Cup',
    on_hand: 4,
    location: 'A3/S2',
  });
  await inventory.call(by, `POST /locations/${from}/transfer`, { to: 'A3/S3', sku: 'MUG-01', quantity: 3 });
  const [packed, open, shipped] = [newId('ord'), newId('ord'), newId('ord')];
  const take = (order: string, quantity: number) => allocate(by, order, [['MUG-01', quantity]]);
  await bed.send(by, take(packed, 2), take(open, 1), take(shipped, 1));
  await bed.send(by, step(by, 'confirm', { order: packed, attempt: 2 }), step(by, 'confirm', { order: shipped, attempt: 2 }));
  await bed.send(by, step(by, 'ship', { order: shipped, attempt: 3 }));
  await eventually(async () => {
    const { on_hand, allocated } = await inventory.sku(by, 'GET /inventory/MUG-01');
    if (on_hand !== 9 || allocated !== 3) throw new Error(`${on_hand} on hand, ${allocated} allocated`);
  });
});

test('what agrees is counted, and nothing differs', async () => {
  const askedAt = Date.now();
  const report = await check();

  expect(report).toMatchObject({ consistent: true, differing: 0, differences: [] });
  expect(report.compared).toEqual({
    skus: 2,
    places: 3,
    movements: 5,
    holds: 2,
    reservations: 0,
    checkpoints: 0,
    earlier_movements: 0,
  });
  expect(Date.parse(report.as_of)).toBeGreaterThanOrEqual(askedAt);
  expect(Date.parse(report.as_of)).toBeLessThanOrEqual(Date.now());
});

test('a tenant with nothing agrees', async () => {
  by = newCaller();

  expect(await check()).toMatchObject({ consistent: true, compared: { skus: 0, places: 0, movements: 0, holds: 0 } });
});

test.each([
  ['a total', () => skus().updateOne(mug(), { $inc: { on_hand: 1 } }), [{ check: 'places_add_up', expected: 9, found: 10 }]],
  [
    'units of a place',
    () => skus().updateOne(mug(), { $inc: { on_hand: 2, 'stock.0.on_hand': 2 } }),
    [{ check: 'ledger_adds_up', expected: 6, found: 8, location_id: expect.any(String) }],
  ],
  [
    'an entry that is gone',
    () => movements().deleteOne({ ...mug(), reason: 'shipment' }),
    [{ check: 'ledger_adds_up', expected: 7, found: 6 }],
  ],
  [
    'an entry that says something else',
    () => movements().updateOne({ ...mug(), reason: 'opening' }, { $set: { balance: 12 } }),
    [{ check: 'ledger_is_whole', expected: 10, found: 12 }],
  ],
  [
    'an allocation',
    () => skus().updateOne(mug(), { $inc: { allocated: 1 } }),
    [{ check: 'holds_add_up', expected: 3, found: 4 }],
  ],
  [
    'what packed orders hold',
    () => skus().updateOne(mug(), { $inc: { firm: -1 } }),
    [{ check: 'holds_add_up', expected: 2, found: 1 }],
  ],
  [
    'an order that is gone',
    () => allocations().deleteOne({ tenant: tenantKey(by), state: 'open' }),
    [{ check: 'holds_add_up', expected: 2, found: 3 }],
  ],
  [
    'a promise beyond what there is',
    // MongoDB itself refuses it otherwise.
    () => skus().updateOne({ ...mug(), sku: 'CUP-01' }, { $inc: { allocated: 5 } }, { bypassDocumentValidation: true }),
    [
      { check: 'holds_add_up', sku: 'CUP-01' },
      { check: 'holds_are_on_hand', sku: 'CUP-01', expected: 4, found: 5 },
    ],
  ],
  [
    'a reservation that nothing keeps',
    () => skus().updateOne({ ...mug(), sku: 'CUP-01' }, { $set: { reserved: 1 } }),
    [{ check: 'reservations_add_up', sku: 'CUP-01', expected: 0, found: 1 }],
  ],
  [
    'reservations beyond what there is',
    () => skus().updateOne({ ...mug(), sku: 'CUP-01' }, { $set: { reserved: 5 } }, { bypassDocumentValidation: true }),
    [
      { check: 'quantities_add_up', sku: 'CUP-01', expected: 4, found: 5 },
      { check: 'reservations_add_up', sku: 'CUP-01', expected: 0, found: 5 },
    ],
  ],
  ['a SKU that is gone', () => skus().deleteOne(mug()), [{ check: 'sku_exists' }, { check: 'sku_exists' }]],
])('a difference is found: %s', async (_what, corrupt, differences) => {
  await corrupt();

  const report = await check();

  expect(report).toMatchObject({ consistent: false, differing: differences.length });
  expect(report.differences).toEqual(differences.map((difference) => expect.objectContaining({ sku: 'MUG-01', ...difference })));
});

test("another tenant's differences are not told", async () => {
  await skus().updateOne(mug(), { $inc: { on_hand: 1 } });
  by = newCaller();

  expect(await check()).toMatchObject({ consistent: true });
});

test('of very many differences the first are told and all are counted', async () => {
  const sample = await skus().findOne(mug());
  if (!sample) throw new Error('There is no mug');
  const { _id: id, ...rest } = sample;
  const copies = Array.from({ length: 150 }, (_, place) => ({
    ...rest,
    _id: `${id}-${place}`,
    sku: `MUG-01-${place}`,
  }));
  await skus().insertMany(copies);

  const { differing, differences } = await check();

  // Each lacks two places in the ledger, and holds.
  expect(differing).toBe(600);
  expect(differences).toHaveLength(100);
});

test('while stock is moving, a check sees one moment and finds nothing', async () => {
  const adjusting = Promise.all(
    Array.from({ length: 60 }, (_, place) =>
      inventory.call(by, 'POST /inventory/MUG-01/adjustments', { delta: (place % 3) + 1, reason: 'receipt' }),
    ),
  );
  const reports = [await check(), await check(), await check()];
  await adjusting;

  expect(reports.flatMap(({ differences }) => differences)).toEqual([]);
});

test.each(['manager', 'viewer', 'integration'] as const)('a %s may not ask', async (role) => {
  by = newCaller(role);

  expect(await inventory.call(by, 'GET /integrity')).toMatchObject({ status: 403, body: { permission: 'integrity:read' } });
});

test('a tenant has one check at a time, and repeats do not put off others', async () => {
  const other = newCaller();
  const [replies, ofOther] = await Promise.all([
    Promise.all(Array.from({ length: 12 }, () => inventory.call(by, 'GET /integrity'))),
    inventory.call(other, 'GET /integrity'),
  ]);

  expect(ofOther.status).toBe(200);
  const statuses = Map.groupBy(replies, ({ status }) => status);
  expect(statuses.get(200)?.length).toBeGreaterThanOrEqual(1);
  for (const { headers, body } of statuses.get(503) ?? []) {
    expect(headers.get('retry-after')).toBe('10');
    expect(body).toMatchObject({ code: 'upstream_unavailable', retryable: true });
  }
  expect((statuses.get(200)?.length ?? 0) + (statuses.get(503)?.length ?? 0)).toBe(12);
});

test('a check of a stock that is too large is ended, and the next one goes on', async () => {
  const lookMs = 300;
  const audit = makeStockAudit(bed.mongo, { lookMs, answerMs: 60_000 });
  const here = new AbortController().signal;
  const cut = audit.inParts(
    tenantKey(by),
    async () => {
      const lateAtMs = performance.now() + lookMs;
      await eventually(() => expect(performance.now()).toBeGreaterThan(lateAtMs));
    },
    here,
  );

  await expect(cut).rejects.toMatchObject({ code: 'upstream_unavailable', message: expect.stringContaining('too large') });
  expect(await makeCheckIntegrity(audit, () => new Date())(by, here)).toMatchObject({ consistent: true });
});

test('a check whose caller has left is ended between two parts', async () => {
  const audit = makeStockAudit(bed.mongo, { lookMs: 60_000, answerMs: 60_000 }, { skus: 1, places: 100 });
  const leaving = new AbortController();
  const read: (readonly string[])[] = [];
  const note = async (part: StockPart) => void read.push(part.skus.map(({ code }) => code));
  const cut = audit.inParts(tenantKey(by), (part) => note(part).then(() => leaving.abort()), leaving.signal);

  await expect(cut).rejects.toMatchObject({ code: 'upstream_unavailable' });
  expect(read).toEqual([['CUP-01']]);
  await audit.inParts(tenantKey(by), note, new AbortController().signal);
  expect(read).toEqual([['CUP-01'], ['CUP-01'], ['MUG-01'], []]);
});

test.each([
  { skus: 1, places: 100 },
  { skus: 100, places: 1 },
  { skus: 100, places: 100 },
])('parts of any size find the same: %j', async (sizes) => {
  await skus().deleteOne({ tenant: tenantKey(by), sku: 'CUP-01' });
  await inventory.call(by, 'POST /inventory', { sku: 'ZOO-01', name: 'Zoo', on_hand: 1 });
  await skus().updateOne(mug(), { $inc: { on_hand: 1, allocated: 1 } });
  const audit = makeStockAudit(bed.mongo, { lookMs: 60_000, answerMs: 60_000 }, sizes);

  const { compared, differences } = await makeCheckIntegrity(audit, () => new Date())(by, new AbortController().signal);

  expect(compared).toMatchObject({ skus: 2, places: 3, movements: 5, holds: 2 });
  expect(differences.map(({ check: rule, sku }) => `${sku} ${rule}`).toSorted()).toEqual([
    'CUP-01 sku_exists',
    'MUG-01 holds_add_up',
    'MUG-01 places_add_up',
  ]);
});
