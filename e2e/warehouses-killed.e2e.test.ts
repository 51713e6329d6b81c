import { integrityReport, type OrderRecord } from '@fulfilment/contracts';
import { eventually } from '@fulfilment/testing';
import { beforeAll, describe, expect, test } from 'vitest';
import { besideLoad, killUnderLoad } from './faults/kill-under-load.ts';
import { SOLD, startWarehouseClerks, type WarehouseClerks } from './faults/warehouse-clerks.ts';
import { atOnce } from './system/at-once.ts';
import { lentTestSystem, TWO_OF_EACH } from './system/shared-system.ts';
import type { OwnTestSystem } from './system/start-test-system.ts';
import { openTenant, type TestTenant } from './system/tenant.ts';

const UNITS = 20;
const CODES = ['W1', 'W2'] as const;
/** Pieces of work that have to get through between two kills. */
const BETWEEN_KILLS = 40;
const KINDS = ['cancel', 'order', 'pack', 'reassign', 'receipt', 'ship', 'transfer'];
const READERS = 8;

let system: OwnTestSystem;
let tenant: TestTenant;
let clerks: WarehouseClerks;
let orders: readonly OrderRecord[];
/** Requests done by the end of the last kill, by what they asked for. */
let doneByThen: ReadonlyMap<string, number>;

const send = (method: string, path: string, body?: unknown) => system.call(method, path, { key: tenant.shop.key, body });

async function openWarehouse(code: string): Promise<string> {
  const { text } = await send('POST', '/locations', { type: 'warehouse', code });
  for (const sku of SOLD)
    await send('POST', `/inventory/${sku}/adjustments`, { delta: UNITS, reason: 'receipt', location: code });
  return JSON.parse(text).id;
}

beforeAll(async () => {
  system = await lentTestSystem(TWO_OF_EACH);
  return () => system.stop();
});

beforeAll(async () => {
  tenant = await openTenant(system);
  for (const sku of SOLD) await tenant.shop.createSku({ sku, name: sku, on_hand: 0 });
  return () => tenant.stop();
});

beforeAll(async () => {
  const [first, second] = [await openWarehouse('W1'), await openWarehouse('W2')];
  const warehouses = [
    { code: 'W1', id: first, units: UNITS },
    { code: 'W2', id: second, units: UNITS },
  ] as const;
  clerks = startWarehouseClerks({ call: system.call, apiKey: tenant.shop.key, warehouses });
  await besideLoad(clerks, async () => {
    await eventually(() => eachWasDone(new Map()), { withinMs: 180_000 });
    await killUnderLoad(system, { names: ['inventory', 'inventory-2'], load: clerks, between: BETWEEN_KILLS });
    doneByThen = new Map(clerks.done);
    await eventually(() => eachWasDone(doneByThen), { withinMs: 180_000 });
  });
  orders = await eventually(settledOrders, { withinMs: 180_000 });
}, 900_000);

function eachWasDone(before: ReadonlyMap<string, number>): void {
  const missing = KINDS.filter((kind) => (clerks.done.get(kind) ?? 0) <= (before.get(kind) ?? 0));
  if (missing.length > 0) throw new Error(`Not done yet: ${missing.join(', ')}`);
}

/** All orders, once nothing waits that could be done: their steps are over, and no unit is free that one of them may have. */
async function settledOrders(): Promise<readonly OrderRecord[]> {
  const found = await atOnce(READERS, clerks.orders, (id) => tenant.shop.order(id));
  if (found.some((order) => order.pending_transition !== null)) throw new Error('Steps wait for inventory');
  for (const sku of SOLD) {
    const { available, allocated } = await tenant.shop.sku(sku);
    const told = found.flatMap((order) => linesOf(order, sku)).reduce((sum, line) => sum + line.allocated, 0);
    // One that may not be split waits in the warehouse that it holds units in.
    const mayHaveAny = found.filter((order) => order.split === 'within_line').flatMap((order) => linesOf(order, sku));
    const isWaiting = mayHaveAny.some(({ backordered }) => backordered > 0);
    if (told !== allocated || (available > 0 && isWaiting))
      throw new Error(`Of ${sku} ${allocated} are held, ${told} are told, ${available} are free`);
  }
  return found;
}

/** Lines that hold units, or wait for them. */
const linesOf = ({ status, lines }: OrderRecord, sku: string) =>
  status === 'created' || status === 'packed' ? lines.filter((line) => line.sku === sku) : [];
const heldIn = (sku: string, code: string): number =>
  orders
    .flatMap((order) => linesOf(order, sku))
    .flatMap(({ allocations }) => allocations)
    .reduce((sum, { warehouse, quantity }) => (warehouse === code ? sum + quantity : sum), 0);

describe('after kill -9 of both inventories while stock moves between two warehouses, and orders are placed and reassigned', () => {
  test('all of it was done, and again after the kills', () => {
    expect([...doneByThen.keys()].toSorted()).toEqual(KINDS);
    expect([...clerks.done.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(
      [...doneByThen.values()].reduce((sum, count) => sum + count, 0) + KINDS.length,
    );
  });

  test.each(SOLD)(
    'in each warehouse lies of %s what was moved there, once, and what orders hold there is what it says',
    async (sku) => {
      const { warehouses } = await tenant.shop.sku(sku);
      const known = CODES.map((code) => {
        const { on_hand: onHand = 0, allocated = 0 } = warehouses.find(({ warehouse }) => warehouse === code) ?? {};
        return { code, onHand, allocated };
      });

      expect(known).toEqual(CODES.map((code) => ({ code, onHand: clerks.lying(sku, code), allocated: heldIn(sku, code) })));
    },
  );

  test.each(SOLD)('no unit of %s is held twice: each is in one warehouse, and the sum is that of the SKU', async (sku) => {
    const inWarehouses = CODES.reduce((sum, code) => sum + heldIn(sku, code), 0);
    const lines = orders.flatMap((order) => linesOf(order, sku));

    expect(inWarehouses).toBe(lines.reduce((sum, { allocated }) => sum + allocated, 0));
    expect(await tenant.shop.sku(sku)).toMatchObject({
      on_hand: CODES.reduce((sum, code) => sum + clerks.lying(sku, code), 0),
      allocated: inWarehouses,
    });
  });

  test('the stores of all services agree with each other', async () => {
    expect((await send('GET', '/integrity')).as(200, integrityReport)).toMatchObject({ consistent: true });
    expect(await system.differences()).toEqual([]);
  });
});
