import { type DomainEvent, integrityReport, locationRecord, locationStockPage } from '@fulfilment/contracts';
import { eventually } from '@fulfilment/testing';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eventsOfType } from './system/receiver.ts';
import { sharedTestSystem } from './system/shared-system.ts';
import type { TestSystem } from './system/start-test-system.ts';
import { openTenant, type TestTenant } from './system/tenant.ts';

let system: TestSystem;
let tenant: TestTenant;
let shop: TestTenant['shop'];
let key: string;

beforeAll(async () => {
  system = await sharedTestSystem();
});

beforeEach(async () => {
  tenant = await openTenant(system);
  ({ shop } = tenant);
  ({ key } = shop);
  return () => tenant.stop();
});

const lowAt = ({ data }: Extract<DomainEvent, { type: 'inventory.low_stock' }>) => `${data.on_hand} of ${data.threshold}`;
const cupsAndMugs = (mugs: number) => [
  { sku: 'CUP-01', quantity: 2 },
  { sku: 'MUG-01', quantity: mugs },
];
const order = (sku: string, quantity: number) => shop.createOrder({ lines: [{ sku, quantity }] });

describe('a backorder', () => {
  test('is not packed, and says line by line what it lacks', async () => {
    await shop.createSku({ sku: 'MUG-01', name: 'Mug', on_hand: 1 });
    await shop.createSku({ sku: 'CUP-01', name: 'Cup', on_hand: 5 });
    const lines = [
      { sku: 'CUP-01', quantity: 2 },
      { sku: 'MUG-01', quantity: 3 },
    ];
    const created = await shop.createOrder({ lines });
    expect(created).toMatchObject({ status: 'created', allocation: 'partial', lines: [{ allocated: 2 }, { allocated: 1 }] });

    const refusal = (await system.call('POST', `/orders/${created.id}/pack`, { key })).problem('insufficient_stock');

    expect(refusal.errors).toMatchObject([{ pointer: '/lines/1/quantity', sku: 'MUG-01', requested: 3, available: 1 }]);
    expect(await shop.order(created.id)).toEqual(created);
    expect(await shop.sku('MUG-01')).toMatchObject({ on_hand: 1, allocated: 1, available: 0 });
  });

  test('can be packed right after the restock that made it possible', async () => {
    await shop.createSku({ sku: 'MUG-01', name: 'Mug' });
    const { id, allocation } = await order('MUG-01', 3);
    expect(allocation).toBe('backordered');

    expect(await shop.updateSku('MUG-01', { on_hand: 3 })).toMatchObject({ on_hand: 3, allocated: 3, available: 0 });

    expect(await shop.pack(id)).toMatchObject({ status: 'packed', allocation: 'allocated' });
  });

  test('is filled by itself when stock comes, oldest order first, and subscribers are told', async () => {
    await shop.createSku({ sku: 'MUG-01', name: 'Mug' });
    const [first, second, third] = [await order('MUG-01', 2), await order('MUG-01', 2), await order('MUG-01', 2)];

    await shop.updateSku('MUG-01', { on_hand: 3 });

    await eventually(async () => {
      expect(await shop.order(first.id)).toMatchObject({ allocation: 'allocated', lines: [{ allocated: 2 }] });
      expect(await shop.order(second.id)).toMatchObject({ allocation: 'partial', lines: [{ allocated: 1 }] });
    });
    expect(await shop.order(third.id)).toMatchObject({ allocation: 'backordered', lines: [{ allocated: 0 }] });
    await eventually(() =>
      expect(
        eventsOfType(tenant.subscriber, 'order.updated')
          .map(({ data }) => data.id)
          .toSorted(),
      ).toEqual([first.id, second.id].toSorted()),
    );
  });

  test('is filled by what a cancelled order gives back', async () => {
    await shop.createSku({ sku: 'MUG-01', name: 'Mug', on_hand: 2 });
    const [held, waiting] = [await order('MUG-01', 2), await order('MUG-01', 1)];

    await shop.cancel(held.id);

    await eventually(async () => expect(await shop.order(waiting.id)).toMatchObject({ allocation: 'allocated' }));
    expect(await shop.sku('MUG-01')).toMatchObject({ on_hand: 2, allocated: 1, available: 1 });
  });
});

describe('a count', () => {
  test('below what is held takes the shortfall back from the newest order that is not packed', async () => {
    await shop.createSku({ sku: 'MUG-01', name: 'Mug', on_hand: 10 });
    const [packed, older, newer] = [await order('MUG-01', 4), await order('MUG-01', 3), await order('MUG-01', 3)];
    await shop.pack(packed.id);

    expect(await shop.updateSku('MUG-01', { on_hand: 8, reason: 'breakage' })).toMatchObject({
      on_hand: 8,
      allocated: 8,
      available: 0,
    });

    await eventually(async () =>
      expect(await shop.order(newer.id)).toMatchObject({ allocation: 'partial', lines: [{ allocated: 1 }] }),
    );
    expect(await shop.order(older.id)).toMatchObject({ allocation: 'allocated' });
  });

  test('below what packed orders hold is refused and changes nothing', async () => {
    await shop.createSku({ sku: 'MUG-01', name: 'Mug', on_hand: 10 });
    await shop.pack((await order('MUG-01', 4)).id);
    const before = await shop.sku('MUG-01');

    (await system.call('PATCH', '/inventory/MUG-01', { key, body: { on_hand: 3 } })).problem('insufficient_stock');

    expect(await shop.sku('MUG-01')).toEqual(before);
  });
});

describe('inventory.low_stock', () => {
  test('is told once per crossing: by a shipment, a count, a raised threshold, a creation; again only after a recovery', async () => {
    await shop.createSku({ sku: 'MUG-01', name: 'Mug', on_hand: 12, reorder_point: 10 });
    for (const { id } of [await order('MUG-01', 3), await order('MUG-01', 1)]) {
      await shop.pack(id);
      await shop.ship(id);
    }
    await shop.updateSku('MUG-01', { on_hand: 20 });
    await shop.updateSku('MUG-01', { on_hand: 10 });
    await shop.updateSku('MUG-01', { on_hand: 5 });
    await shop.updateSku('MUG-01', { on_hand: 4 });
    await shop.updateSku('MUG-01', { on_hand: 30 });
    await shop.updateSku('MUG-01', { reorder_point: 31 });
    await shop.createSku({ sku: 'CUP-01', name: 'Cup', on_hand: 1, reorder_point: 2 });
    const { version } = await shop.updateSku('MUG-01', { on_hand: 29 });

    await eventually(() =>
      expect(eventsOfType(tenant.subscriber, 'inventory.updated').map(({ sequence }) => sequence)).toContain(version),
    );
    await eventually(() =>
      expect(eventsOfType(tenant.subscriber, 'inventory.low_stock').map(lowAt).toSorted()).toEqual([
        '1 of 2',
        '30 of 31',
        '5 of 10',
        '9 of 10',
      ]),
    );
    expect(await shop.sku('MUG-01')).toMatchObject({ low_stock: true });
  });
});

describe('a transfer', () => {
  test('moves stock between places, changes no total, and is told with its reason', async () => {
    await shop.createSku({ sku: 'MUG-01', name: 'Mug', on_hand: 100, location: 'A3/S2' });
    await shop.createLocation({ type: 'warehouse', code: 'W2' });
    const home = (await shop.sku('MUG-01')).location_id;

    const transfer = await shop.transfer(home, { to: 'W2:B1/S1', sku: 'MUG-01', quantity: 40, note: 'for the fair' });

    expect(transfer).toMatchObject({ from: { path: 'MAIN:A3/S2' }, to: { path: 'W2:B1/S1' }, note: 'for the fair' });
    const { on_hand, stock } = await shop.sku('MUG-01');
    expect({ on_hand, stock: Object.fromEntries(stock.map((place) => [place.location, place.on_hand])) }).toEqual({
      on_hand: 100,
      stock: { 'A3/S2': 60, 'W2:B1/S1': 40 },
    });
    const told = await eventually(() => {
      const found = eventsOfType(tenant.subscriber, 'inventory.updated').find(({ reason }) => reason === 'transfer');
      expect(found).toBeDefined();
      return found;
    });
    expect(told).toMatchObject({ changed: ['stock'], reference: { type: 'transfer', id: transfer.id } });
  });

  test('of several lines is made whole or not at all, and names each line that is short', async () => {
    await shop.createSku({ sku: 'MUG-01', name: 'Mug', on_hand: 5, location: 'A3/S2' });
    await shop.createSku({ sku: 'CUP-01', name: 'Cup', on_hand: 5, location: 'A3/S2' });
    const home = (await shop.sku('MUG-01')).location_id;

    const short = await system.call('POST', `/locations/${home}/transfer`, { key, body: { to: 'MAIN', lines: cupsAndMugs(6) } });
    expect(short.problem('insufficient_stock').errors).toMatchObject([
      { pointer: '/lines/1/quantity', requested: 6, available: 5 },
    ]);
    expect(await shop.sku('CUP-01')).toMatchObject({ version: 1 });

    expect(await shop.transfer(home, { to: 'MAIN', lines: cupsAndMugs(5) })).toMatchObject({ lines: cupsAndMugs(5) });
    expect((await shop.sku('MUG-01')).stock).toMatchObject([{ location: 'MAIN', on_hand: 5 }]);
  });

  test('leaves to an order what it holds: it ships from wherever the stock lies', async () => {
    await shop.createSku({ sku: 'MUG-01', name: 'Mug', on_hand: 5, location: 'A3/S2' });
    const { id } = await order('MUG-01', 5);
    await shop.pack(id);
    await shop.transfer((await shop.sku('MUG-01')).location_id, { to: 'A9/S9', sku: 'MUG-01', quantity: 3 });

    await shop.ship(id);

    expect(await shop.sku('MUG-01')).toMatchObject({ on_hand: 0, allocated: 0, stock: [] });
  });
});

describe('a quarantine', () => {
  test('keeps units from orders: an order that held them waits, is told so, and is filled when they are released', async () => {
    await shop.createSku({ sku: 'MUG-01', name: 'Mug', on_hand: 10, location: 'A3/S2' });
    const packed = await order('MUG-01', 4);
    await shop.pack(packed.id);
    const waiting = await order('MUG-01', 6);
    const main = (await shop.locations()).find(({ path }) => path === 'MAIN');
    const quarantine = await shop.createLocation({ type: 'aisle', code: 'Q', parent_id: main?.id, usage: 'quarantine' });
    expect(quarantine).toMatchObject({ sellable: false, pickable: false });
    const home = (await shop.sku('MUG-01')).location_id;

    const tooMany = await system.call('POST', `/locations/${home}/transfer`, {
      key,
      body: { to: quarantine.id, sku: 'MUG-01', quantity: 7 },
    });
    expect(tooMany.problem('insufficient_stock').errors).toMatchObject([{ requested: 7, available: 6, minimum: 4 }]);
    await shop.transfer(home, { to: 'Q/S1', sku: 'MUG-01', quantity: 5 });

    expect(await shop.sku('MUG-01')).toMatchObject({ on_hand: 10, unavailable: 5, allocated: 5, available: 0, sold_out: true });
    const places = [
      { location: 'A3/S2', lot_id: null, on_hand: 5, picking: 0, sellable: true },
      { location: 'Q/S1', lot_id: null, on_hand: 5, picking: 0, sellable: false },
    ];
    expect((await shop.sku('MUG-01')).stock).toMatchObject(places);
    expect(
      (await system.call('GET', `/locations/${quarantine.id}/stock`, { key })).as(200, locationStockPage).data,
    ).toMatchObject([{ sku: 'MUG-01', stock: places.slice(1) }]);
    await eventually(async () =>
      expect(await shop.order(waiting.id)).toMatchObject({ allocation: 'partial', lines: [{ allocated: 1 }] }),
    );
    await shop.ship(packed.id);
    await eventually(() =>
      expect(eventsOfType(tenant.subscriber, 'inventory.updated').at(-1)).toMatchObject({
        reason: 'shipment',
        previous: { on_hand: 10, unavailable: 5, allocated: 5, available: 0, stock: places },
        data: { on_hand: 6, unavailable: 5, allocated: 1, available: 0, stock: [{ on_hand: 1, sellable: true }, places[1]] },
      }),
    );
    const shelf = (await shop.locations()).find(({ path }) => path === 'MAIN:Q/S1');
    await shop.transfer(shelf?.id ?? '', { to: 'A3/S2', sku: 'MUG-01', quantity: 5 });
    await eventually(async () => expect(await shop.order(waiting.id)).toMatchObject({ allocation: 'allocated' }));
    expect(await shop.sku('MUG-01')).toMatchObject({ on_hand: 6, unavailable: 0, allocated: 6 });
  });

  test('stays one through changes of its warehouse: its units are sold to no order, and stock agrees with itself', async () => {
    const warehouse = await shop.createLocation({ type: 'warehouse', code: 'W2' });
    const quarantine = await shop.createLocation({ type: 'aisle', code: 'Q', parent_id: warehouse.id, usage: 'quarantine' });
    await shop.createLocation({ type: 'aisle', code: 'A1', parent_id: warehouse.id });
    await shop.createSku({ sku: 'MUG-01', name: 'Mug', on_hand: 5, location: 'W2:Q/S1' });
    const change = (body: object) => system.call('PATCH', `/locations/${warehouse.id}`, { key, body });

    for (const body of [{ pickable: false }, { usage: 'staging' }, { usage: 'storage' }])
      (await change(body)).as(200, locationRecord);
    expect((await change({ usage: 'damaged' })).problem('location_not_empty').errors).toMatchObject([{ sku: 'MUG-01' }]);

    expect((await shop.locations()).find(({ id }) => id === quarantine.id)).toEqual(quarantine);
    expect(await order('MUG-01', 1)).toMatchObject({ allocation: 'backordered' });
    await shop.updateSku('MUG-01', { on_hand: 4 });
    expect(await shop.sku('MUG-01')).toMatchObject({ on_hand: 4, unavailable: 4, allocated: 0, available: 0 });
    expect((await system.call('GET', '/integrity', { key })).as(200, integrityReport)).toMatchObject({ consistent: true });
    await eventually(() =>
      expect(
        eventsOfType(tenant.subscriber, 'location.updated')
          .map(({ data, changed }) => `${data.path} ${changed.join()}`)
          .toSorted(),
      ).toEqual(['W2 pickable', 'W2 usage', 'W2 usage,pickable', 'W2:A1 pickable', 'W2:A1 usage', 'W2:A1 usage,pickable']),
    );
  });
});

describe('an archived SKU', () => {
  test('stays readable, leaves the list, and archiving it again changes nothing', async () => {
    await shop.createSku({ sku: 'MUG-01', name: 'Mug', on_hand: 5 });

    const archived = await shop.archiveSku('MUG-01');

    expect(archived).toMatchObject({ status: 'archived', archived_at: expect.any(String), on_hand: 5 });
    expect(await shop.archiveSku('MUG-01')).toEqual(archived);
    expect(await shop.sku('MUG-01')).toEqual(archived);
    expect(JSON.parse((await system.call('GET', '/inventory', { key })).text)).toMatchObject({ data: [] });
    expect(JSON.parse((await system.call('GET', '/inventory?status=archived', { key })).text)).toMatchObject({
      data: [archived],
    });
  });

  test('still goes out with the orders that hold it, but takes no new order and no count until it is restored', async () => {
    await shop.createSku({ sku: 'MUG-01', name: 'Mug', on_hand: 5 });
    const { id } = await order('MUG-01', 2);
    await shop.archiveSku('MUG-01');

    (await system.call('POST', '/orders', { key, body: { lines: [{ sku: 'MUG-01', quantity: 1 }] } })).problem('unknown_sku');
    (await system.call('PATCH', '/inventory/MUG-01', { key, body: { on_hand: 9 } })).problem('sku_archived');
    (await system.call('POST', '/inventory', { key, body: { sku: 'MUG-01', name: 'Another' } })).problem('sku_exists');
    await shop.pack(id);
    await shop.ship(id);

    expect(await shop.sku('MUG-01')).toMatchObject({ status: 'archived', on_hand: 3 });
    expect(await shop.updateSku('MUG-01', { status: 'active' })).toMatchObject({ status: 'active', archived_at: null });
    expect((await order('MUG-01', 1)).allocation).toBe('allocated');
  });
});

test('places are created on first use, each once, where their warehouse is known', async () => {
  await Promise.all(
    ['A', 'B', 'C', 'D'].map((code) => shop.createSku({ sku: code, name: code, on_hand: 1, location: 'A3/S2/B1' })),
  );

  const places = await shop.locations();

  expect(places.map(({ path, type }) => [path, type])).toEqual([
    ['MAIN', 'warehouse'],
    ['MAIN:A3', 'aisle'],
    ['MAIN:A3/S2', 'shelf'],
    ['MAIN:A3/S2/B1', 'bin'],
  ]);
  (await system.call('POST', '/inventory', { key, body: { sku: 'E', name: 'E', location: 'W9:A3/S2' } })).problem(
    'unknown_location',
  );
});
