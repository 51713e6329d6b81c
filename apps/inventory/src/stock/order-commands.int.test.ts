import type { StockOutcome } from '@fulfilment/contracts';
import { newId } from '@fulfilment/kernel';
import { eventually } from '@fulfilment/testing';
import { newCaller } from '@fulfilment/service/test-bed';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { allocate, type Instance, openTestBed, step, type TestBed } from '../inventory.fixture.ts';

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

/** The newest document of an order, once it has this version. */
const told = (order: string, version: number): Promise<StockOutcome> =>
  eventually(() => {
    const found = bed.outcomesOf(order).find((outcome) => outcome.version === version);
    if (!found) throw new Error(`Version ${version} was not heard of`);
    return found;
  });

test('an order is allocated, confirmed and shipped by commands, and stock is lower when that is told', async () => {
  const by = newCaller();
  const order = newId('ord');
  await inventory.sku(by, 'POST /inventory', { sku: 'a', name: 'A', on_hand: 5, reorder_point: 4 });

  await bed.send(by, allocate(by, order, [['a', 3]]));
  expect(await told(order, 1)).toMatchObject({
    state: 'open',
    last_answer: { command_id: `allocate:${order}:1`, accepted: true },
    lines: [{ sku: 'a', name: 'A', quantity: 3, allocated: 3, shipped: 0 }],
    actor: by.keyId,
  });
  await bed.send(by, step(by, 'confirm', { order, attempt: 2 }));
  expect(await told(order, 2)).toMatchObject({ state: 'confirmed' });
  expect(await inventory.call(by, 'PATCH /inventory/a', { on_hand: 2 })).toMatchObject({
    status: 409,
    body: { code: 'insufficient_stock', errors: [{ pointer: '/on_hand', requested: 2, minimum: 3 }] },
  });
  await bed.send(by, step(by, 'ship', { order, attempt: 3 }), step(by, 'ship', { order, attempt: 3 }));
  expect(await told(order, 3)).toMatchObject({ state: 'shipped', lines: [{ allocated: 0, shipped: 3 }] });

  expect(await inventory.sku(by, 'GET /inventory/a')).toMatchObject({ on_hand: 2, allocated: 0, version: 3 });
  await eventually(() =>
    expect(bed.eventsOf(by).map((event) => ('reason' in event ? [event.type, event.reason].join(' ') : ''))).toEqual([
      'inventory.updated opening',
      'inventory.updated allocation',
      'inventory.updated shipment',
      'inventory.low_stock shipment',
    ]),
  );
  const entries = await bed.mongo.db
    .collection('movements')
    .find({ tenant: `${by.accountId}:sandbox` })
    .toArray();
  expect(entries.map(({ delta, reason }) => [delta, reason])).toEqual([
    [5, 'opening'],
    [-3, 'shipment'],
  ]);
});

test('a count takes a hold back and a restock gives it again, and orders is told both times by whom', async () => {
  const by = newCaller();
  const order = newId('ord');
  await inventory.sku(by, 'POST /inventory', { sku: 'a', name: 'A', on_hand: 5 });
  await bed.send(by, allocate(by, order, [['a', 5]]));
  await told(order, 1);

  await inventory.sku(by, 'PATCH /inventory/a', { on_hand: 2 });
  await inventory.sku(by, 'PATCH /inventory/a', { on_hand: 9 });

  expect((await told(order, 2)).lines).toMatchObject([{ allocated: 2 }]);
  expect(await told(order, 3)).toMatchObject({ lines: [{ allocated: 5 }], actor: by.keyId, last_answer: { type: 'allocate' } });
  expect(await inventory.sku(by, 'GET /inventory/a')).toMatchObject({ on_hand: 9, allocated: 5, available: 4 });
});

test('a refusal is an answer with its items, and an unreadable command is dead-lettered without holding up the rest', async () => {
  const by = newCaller();
  const [first, second] = [newId('ord'), newId('ord')];
  const bad = { ...allocate(by, first, [['none', 1]]), lines: [] };
  await bed.send(by, 'not json', bad, allocate(by, second, [['none', 1]]));

  expect(await told(second, 1)).toMatchObject({
    state: 'rejected',
    last_answer: { accepted: false, code: 'unknown_sku', errors: [{ pointer: '/lines/0/sku', sku: 'none' }] },
  });
  await eventually(() => expect(bed.dead).toHaveLength(2));
});

test('what queued while no instance ran is answered when one is back', async () => {
  const by = newCaller();
  const orders = Array.from({ length: 30 }, () => newId('ord'));
  await inventory.sku(by, 'POST /inventory', { sku: 'a', name: 'A', on_hand: 10 });
  await inventory.stop();
  await bed.send(by, ...orders.map((order) => allocate(by, order, [['a', 1]])));
  inventory = await bed.start();

  const documents = await Promise.all(orders.map((order) => told(order, 1)));

  expect(documents.map(({ lines }) => lines[0]?.allocated)).toEqual(orders.map((_, place) => (place < 10 ? 1 : 0)));
  expect(await inventory.sku(by, 'GET /inventory/a')).toMatchObject({ allocated: 10, available: 0 });
});
