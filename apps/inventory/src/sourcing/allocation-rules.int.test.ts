import { allocationRulesRecord, type AllocationRulesRecord, COST_HEADER } from '@fulfilment/contracts';
import { newId, tenantKey } from '@fulfilment/kernel';
import { type Caller, newCaller } from '@fulfilment/service/test-bed';
import { eventually } from '@fulfilment/testing';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { SKUS } from '../database/inventory-indexes.ts';
import { allocate, type Instance, openTestBed, type TestBed } from '../inventory.fixture.ts';
import { makeSourcingStore } from './sourcing-store.ts';

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

const rulesOf = async (by: Caller, instance = inventory): Promise<AllocationRulesRecord> =>
  allocationRulesRecord.parse((await instance.call(by, 'GET /allocation-rules')).body);
const change = (by: Caller, body: object, headers: Readonly<Record<string, string>> = {}, instance = inventory) =>
  instance.call({ ...by, headers }, 'PATCH /allocation-rules', body);

const refused = (pointer: string) => ({ status: 422, body: { code: 'validation_failed', errors: [{ pointer }] } });

describe('GET /allocation-rules', () => {
  test('200: units are held anywhere before the rules are set, at version 0; each environment has its own', async () => {
    const by = newCaller();
    const reply = await inventory.call(by, 'GET /allocation-rules');

    expect(reply).toMatchObject({
      status: 200,
      body: { strategy: 'anywhere', split: 'within_line', version: 0, updated_at: null },
    });
    expect(reply.headers.get('etag')).toBe('"0"');
    await change(by, { strategy: 'priority' });
    expect(await rulesOf(by, other)).toMatchObject({ strategy: 'priority', version: 1 });
    expect(await rulesOf({ ...by, environment: 'production' })).toMatchObject({ strategy: 'anywhere', version: 0 });
  });
});

describe('PATCH /allocation-rules', () => {
  test('200: what is left out stays, and values that they have make no version', async () => {
    const by = newCaller();
    const first = await change(by, { strategy: 'most_stock' });
    expect(first).toMatchObject({ status: 200, body: { strategy: 'most_stock', split: 'within_line', version: 1 } });
    expect(await change(by, { split: 'never' })).toMatchObject({ body: { strategy: 'most_stock', split: 'never', version: 2 } });

    expect(await change(by, { strategy: 'most_stock', split: null })).toMatchObject({ status: 200, body: { version: 2 } });
    expect(await change(by, await rulesOf(by))).toMatchObject({ status: 200, body: { version: 2 } });
    expect(await change(newCaller(), { strategy: 'anywhere' })).toMatchObject({ body: { version: 0, updated_at: null } });
  });

  test('412: with the present rules and who made them, also before they were set', async () => {
    const by = newCaller();
    const conflict = { status: 412, body: { code: 'version_conflict' } };

    expect(await change(by, { strategy: 'priority' }, { 'if-match': '"1"' })).toMatchObject({
      ...conflict,
      body: { current: { version: 0 } },
    });
    expect(await change(by, { strategy: 'priority' }, { 'if-match': '"0"' })).toMatchObject({
      status: 200,
      body: { version: 1 },
    });
    expect(await change(by, { strategy: 'anywhere' }, { 'if-match': '"0"' })).toMatchObject({
      ...conflict,
      body: { current: { strategy: 'priority', version: 1 }, changed_by: by.keyId },
    });
  });

  test('200: the same answer under the same idempotency key, and 422 for another body under it', async () => {
    const by = newCaller();
    const key = { 'idempotency-key': 'rules-1' };
    const first = await change(by, { strategy: 'priority' }, key);
    await change(by, { strategy: 'anywhere' });

    const again = await change(by, { strategy: 'priority' }, key);

    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(await rulesOf(by)).toMatchObject({ strategy: 'anywhere', version: 2 });
    expect(await change(by, { strategy: 'most_stock' }, key)).toMatchObject({ body: { code: 'idempotency_key_reused' } });
  });

  test('422: for words that there are not, other fields, and read-only fields that differ', async () => {
    const by = newCaller();

    expect(await change(by, { strategy: 'nearest' })).toMatchObject(refused('/strategy'));
    expect(await change(by, { split: 'by_unit' })).toMatchObject(refused('/split'));
    expect(await change(by, { default_warehouses: [] })).toMatchObject({ status: 422 });
    expect(await change(by, { version: 3 })).toMatchObject(refused('/version'));
  });

  test('200: of changes at the same time from two processes each has a version of its own', async () => {
    const by = newCaller();
    const strategies = ['priority', 'most_stock', 'fewest_splits', 'priority', 'most_stock', 'fewest_splits'];

    const replies = await Promise.all(
      strategies.map((strategy, place) => change(by, { strategy }, {}, place % 2 === 0 ? inventory : other)),
    );

    expect(replies.map(({ status }) => status)).toEqual(strategies.map(() => 200));
    const versions = replies.map(({ body }) => allocationRulesRecord.parse(body)).map(({ version }) => version);
    expect((await rulesOf(by)).version).toBe(Math.max(...versions));
  });
});

test('the sources of a tenant are its rules and its active warehouses alone, with what each ships', async () => {
  const by = newCaller();
  const tenant = tenantKey(by);
  const store = makeSourcingStore(bed.mongo.db);
  expect(await store.sources(tenant)).toMatchObject({ rules: { strategy: 'anywhere', version: 0 }, warehouses: [] });

  await inventory.sku(by, 'POST /inventory', { sku: 'a', name: 'A', location: 'A3/S2' });
  await inventory.call(by, 'POST /locations', { type: 'warehouse', code: 'W2', priority: 9, countries: ['DE', 'AT'] });
  const gone = await inventory.call(by, 'POST /locations', { type: 'warehouse', code: 'W3' });
  await inventory.call(by, `DELETE /locations/${String(Object(gone.body).id)}`);
  await change(by, { strategy: 'priority', split: 'by_line' });

  expect(await store.sources(tenant)).toMatchObject({
    rules: { strategy: 'priority', split: 'by_line', version: 1, lastActor: by.keyId },
    warehouses: [
      { path: 'MAIN', ships: true, priority: 0, countries: null },
      { path: 'W2', ships: true, priority: 9, countries: ['AT', 'DE'] },
    ],
  });
});

test('SKUs whose backorders are filled again count in the cost of a change of what ships: one token for ten', async () => {
  const by = newCaller();
  const warehouse = await inventory.call(by, 'POST /locations', { type: 'warehouse', code: 'W2' });
  await change(by, { strategy: 'priority' });
  const skus = Array.from({ length: 25 }, (_, place) => `MUG-${place}`);
  await Promise.all(skus.map((sku) => inventory.sku(by, 'POST /inventory', { sku, name: 'Mug' })));
  const orders = skus.map((sku) => ({ id: newId('ord'), sku }));
  await bed.send(by, ...orders.map(({ id, sku }) => allocate(by, id, [[sku, 1]])));
  await eventually(() => orders.forEach(({ id }) => expect(bed.outcomesOf(id)).toMatchObject([{ lines: [{ allocated: 0 }] }])));
  const costOf = async (call: string, body: object): Promise<string | null> => {
    const reply = await inventory.call(by, call, body);
    expect(reply.status).toBe(200);
    return reply.headers.get(COST_HEADER);
  };
  const noneIsFilled = async () => eventually(async () => expect(await skusToFill(by)).toBe(0));

  // Beside the one that each was let in for.
  await noneIsFilled();
  expect(await costOf('PATCH /allocation-rules', { strategy: 'most_stock' })).toBe('2');
  await noneIsFilled();
  expect(await costOf(`PATCH /locations/${String(Object(warehouse.body).id)}`, { priority: 3 })).toBe('2');
  await noneIsFilled();
  expect(await costOf(`PATCH /locations/${String(Object(warehouse.body).id)}`, { name: 'West' })).toBeNull();
});

const skusToFill = (by: Caller): Promise<number> =>
  bed.mongo.db.collection(SKUS).countDocuments({ tenant: tenantKey(by), filling: true });
