import type { OrderRecord } from '@fulfilment/contracts';
import { eventually } from '@fulfilment/testing';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { makeGoodClient } from './faults/good-client.ts';
import { startRestlessClerk } from './faults/restless-clerk.ts';
import { atOnce } from './system/at-once.ts';
import { eventsOfType } from './system/receiver.ts';
import { sharedTestSystem } from './system/shared-system.ts';
import type { TestSystem } from './system/start-test-system.ts';
import { openTenant, type TestTenant } from './system/tenant.ts';
import { isBalanced, looksAt, watchStock } from './system/watch-stock.ts';

const CLIENTS = 64;
const UNITS = 150;
const ORDERS = UNITS + CLIENTS;
const RESTOCK = 30;

let system: TestSystem;
let tenant: TestTenant;

beforeAll(async () => {
  system = await sharedTestSystem();
});

beforeAll(async () => {
  tenant = await openTenant(system);
  return () => tenant.stop();
});

const oldestFirst = (a: OrderRecord, b: OrderRecord) =>
  a.created_at === b.created_at ? (a.id < b.id ? -1 : 1) : a.created_at < b.created_at ? -1 : 1;

test(`two processes of orders and two of inventory sell ${UNITS} units to ${CLIENTS} clients exactly once, and fill what waits oldest first`, async () => {
  const { shop, subscriber } = tenant;
  const { location_id: home } = await shop.createSku({ sku: 'HOT-01', name: 'Hot', on_hand: UNITS, location: 'A1/S1' });
  const { location_id: elsewhere } = await shop.createSku({ sku: 'COLD-01', name: 'Cold', location: 'A9/S9' });
  const clerk = startRestlessClerk(system.call, shop, { sku: 'HOT-01', places: [home, elsewhere] });
  const watch = watchStock(looksAt(shop, ['HOT-01']));
  onTestFinished(async () => void (await Promise.allSettled([clerk.stop(), watch.stop()])));

  const heard = { promised: new Set<string>(), answers: new Map<string, number>() };
  const client = makeGoodClient(system.call, shop.key, heard);
  const created = await atOnce(CLIENTS, Array.from({ length: ORDERS }), (_, n) =>
    client.create({ external_id: `order ${n}`, lines: [{ sku: 'HOT-01', quantity: 1 }] }),
  );
  const held = created.filter(({ allocation }) => allocation === 'allocated');
  const waiting = created.filter(({ allocation }) => allocation === 'backordered').toSorted(oldestFirst);
  expect([held.length, waiting.length]).toEqual([UNITS, ORDERS - UNITS]);
  expect(await shop.sku('HOT-01')).toMatchObject({ on_hand: UNITS, allocated: UNITS, available: 0 });

  const asked = await atOnce(CLIENTS, created, ({ id }) => client.step(id, 'pack'));
  const refused = asked.filter(({ status }) => status === 'created').toSorted(oldestFirst);
  expect(refused.map(({ id }) => id)).toEqual(waiting.map(({ id }) => id));
  // The order keeps the refusal of a step that was answered with 202; the others were told by their answer.
  const kept = refused.flatMap(({ refusal }) => refusal ?? []);
  expect(kept.filter(({ code, errors }) => code !== 'insufficient_stock' || errors[0]?.['available'] !== 0)).toEqual([]);
  expect(kept.length + (heard.answers.get('insufficient_stock') ?? 0)).toBeGreaterThanOrEqual(waiting.length);

  await atOnce(CLIENTS, held, ({ id }) => client.finish(id, ['pack', 'ship']));
  expect(await clerk.stop()).toBeGreaterThan(10);
  expect(await shop.sku('HOT-01')).toMatchObject({ on_hand: 0, allocated: 0, available: 0 });
  for (const { id } of waiting)
    (await system.call('POST', `/orders/${id}/ship`, { key: shop.key })).problem('invalid_transition');

  await shop.updateSku('HOT-01', { on_hand: RESTOCK });
  const filled = waiting.slice(0, RESTOCK);
  await atOnce(CLIENTS, filled, ({ id }) => client.finish(id, ['pack', 'ship']));
  expect(await shop.sku('HOT-01')).toMatchObject({ on_hand: 0, allocated: 0, available: 0 });
  const orders = await shop.orders();
  expect(orders.filter(({ status }) => status === 'shipped')).toHaveLength(UNITS + RESTOCK);
  const left = orders.filter(({ status }) => status === 'created').toSorted(oldestFirst);
  expect(left.map(({ id, allocation }) => [id, allocation])).toEqual(waiting.slice(RESTOCK).map(({ id }) => [id, 'backordered']));

  const { reads, faults } = await watch.stop();
  expect(faults).toEqual([]);
  expect(reads).toBeGreaterThan(10);

  const { version } = await shop.sku('HOT-01');
  const changes = await eventually(
    () => {
      const told = eventsOfType(subscriber, 'inventory.updated').filter(({ data }) => data.sku === 'HOT-01');
      expect(told.map(({ sequence }) => sequence).toSorted((a, b) => a - b)).toEqual(
        Array.from({ length: version }, (_, n) => n + 1),
      );
      return told;
    },
    { withinMs: 90_000, everyMs: 250 },
  );
  expect(changes.filter(({ data }) => !isBalanced(data))).toEqual([]);
  expect(subscriber.faults).toEqual([]);
}, 900_000);
