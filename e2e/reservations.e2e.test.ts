import {
  availabilityQuote,
  integrityReport,
  type OrderRecord,
  orderRecord,
  reservationPage,
  reservationRecord,
} from '@fulfilment/contracts';
import { eventually } from '@fulfilment/testing';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { atOnce } from './system/at-once.ts';
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

const post = (path: string, body: unknown) => system.call('POST', path, { key, body });
const reserve = (quantity: number, more: object = {}) =>
  post('/reservations', { lines: [{ sku: 'MUG-01', quantity }], expires_in: 600, ...more });
const reserved = async (quantity: number, more: object = {}) => (await reserve(quantity, more)).as(201, reservationRecord);
const order = (quantity: number, more: object = {}) => post('/orders', { lines: [{ sku: 'MUG-01', quantity }], ...more });
const reservation = async (id: string) => (await system.call('GET', `/reservations/${id}`, { key })).as(200, reservationRecord);
const integrity = async () => (await system.call('GET', '/integrity', { key })).as(200, integrityReport);

describe('a reservation', () => {
  test('V2, V3: keeps its units from others, and becomes the order of its own customer in one step', async () => {
    await shop.createSku({ sku: 'MUG-01', name: 'Mug', on_hand: 1 });

    const cart = await reserved(1, { external_id: 'cart-1' });
    expect((await reserve(1)).problem('insufficient_stock').errors).toMatchObject([{ requested: 1, available: 0 }]);
    expect((await reserve(1, { external_id: 'cart-1' })).as(200, reservationRecord)).toEqual(cart);
    expect((await reserve(2, { external_id: 'cart-1' })).problem('duplicate_external_id').errors).toMatchObject([
      { reservation_id: cart.id, status_of_reservation: 'active' },
    ]);
    expect(await shop.sku('MUG-01')).toMatchObject({ on_hand: 1, reserved: 1, allocated: 0, available: 0, sold_out: true });
    (await order(1, { allow_backorder: false })).problem('insufficient_stock');

    const made = (await order(1, { allow_backorder: false, reservation_id: cart.id, require_reservation: true })).as(
      201,
      orderRecord,
    );

    expect(made).toMatchObject({ status: 'created', allocation: 'allocated', lines: [{ allocated: 1 }] });
    expect(await reservation(cart.id)).toMatchObject({ status: 'converted', order_id: made.id, lines: [{ reserved: 0 }] });
    expect(await shop.sku('MUG-01')).toMatchObject({ on_hand: 1, reserved: 0, allocated: 1, available: 0 });
    (await order(1, { reservation_id: cart.id, require_reservation: true })).problem('reservation_expired');
    expect(await integrity()).toMatchObject({ consistent: true });
  });

  test('V1, V4: that has expired is free at its one time, told once, and not revived', async () => {
    await shop.createSku({ sku: 'MUG-01', name: 'Mug', on_hand: 1 });
    const cart = await reserved(1, { expires_in: 30 });
    expect(Date.parse(cart.expires_at) - Date.parse(cart.created_at)).toBe(30_000);
    const waiting = (await order(1)).as(201, orderRecord);
    expect(waiting).toMatchObject({ allocation: 'backordered' });

    await eventually(async () => expect(await reservation(cart.id)).toMatchObject({ status: 'expired', version: 2 }), {
      withinMs: 90_000,
    });

    const { ended_at: endedAt } = await reservation(cart.id);
    expect(endedAt !== null && endedAt >= cart.expires_at).toBe(true);
    await eventually(async () => expect(await shop.order(waiting.id)).toMatchObject({ allocation: 'allocated' }));
    const extended = await system.call('PATCH', `/reservations/${cart.id}`, { key, body: { expires_in: 60 } });
    expect(extended.problem('reservation_expired').errors).toMatchObject([{ status_of_reservation: 'expired' }]);
    (await order(1, { reservation_id: cart.id, require_reservation: true })).problem('reservation_expired');
    expect((await order(1, { reservation_id: cart.id })).as(201, orderRecord)).toMatchObject({ allocation: 'backordered' });
    await eventually(() =>
      expect(eventsOfType(tenant.subscriber, 'reservation.expired').map(({ data }) => data)).toMatchObject([
        { id: cart.id, status: 'expired', lines: [{ quantity: 1, reserved: 0 }] },
      ]),
    );
    expect(await integrity()).toMatchObject({ consistent: true });
  }, 120_000);

  test('V6: is extended, changed and released, and a cancelled order that held nothing frees nothing', async () => {
    await shop.createSku({ sku: 'MUG-01', name: 'Mug', on_hand: 4 });
    const cart = await reserved(4);
    const waiting = (await order(2)).as(201, orderRecord);
    await shop.cancel(waiting.id);
    expect(await shop.sku('MUG-01')).toMatchObject({ reserved: 4, allocated: 0, available: 0 });
    const change = (body: object, headers = {}) => system.call('PATCH', `/reservations/${cart.id}`, { key, body, headers });

    (await change({ expires_in: 29 })).problem('validation_failed');
    (await change({ lines: [{ sku: 'MUG-01', quantity: 5 }] })).problem('insufficient_stock');
    (await change({ expires_in: 60 }, { 'if-match': '"7"' })).problem('version_conflict');
    const smaller = (await change({ lines: [{ sku: 'MUG-01', quantity: 3 }], expires_in: 900 })).as(200, reservationRecord);
    expect(smaller).toMatchObject({ version: 2, lines: [{ quantity: 3, reserved: 3 }] });
    expect(smaller.expires_at > cart.expires_at).toBe(true);
    expect(await shop.sku('MUG-01')).toMatchObject({ reserved: 3, available: 1 });

    const release = () => system.call('DELETE', `/reservations/${cart.id}`, { key });
    const released = (await release()).as(200, reservationRecord);

    expect(released).toMatchObject({ status: 'released', version: 3 });
    expect((await release()).as(200, reservationRecord)).toEqual(released);
    const listed = await system.call('GET', '/reservations?status=released,expired&sku=MUG-01', { key });
    expect(listed.as(200, reservationPage).data).toEqual([released]);
    expect(await shop.sku('MUG-01')).toMatchObject({ reserved: 0, available: 4 });
    await eventually(() =>
      expect(eventsOfType(tenant.subscriber, 'reservation.released').map(({ data }) => data.id)).toEqual([cart.id]),
    );
  });

  test('refuses what is out of bounds, unknown or named twice', async () => {
    await shop.createSku({ sku: 'MUG-01', name: 'Mug', on_hand: 4 });
    const twice = {
      lines: [
        { sku: 'MUG-01', quantity: 1 },
        { sku: 'MUG-01', quantity: 1 },
      ],
      expires_in: 60,
    };

    for (const expiresIn of [29, 86_401]) (await reserve(1, { expires_in: expiresIn })).problem('validation_failed');
    expect((await post('/reservations', twice)).problem('validation_failed').errors).toMatchObject([{ pointer: '/lines/1/sku' }]);
    (await post('/reservations', { lines: [{ sku: 'CUP-01', quantity: 1 }], expires_in: 60 })).problem('unknown_sku');
    const unknown = 'rsv_01JD8Z0000000000000000TEST';
    expect((await order(1, { reservation_id: unknown })).problem('validation_failed').errors).toMatchObject([
      { pointer: '/reservation_id' },
    ]);
    (await system.call('GET', `/reservations/${unknown}`, { key })).problem('not_found');
  });
});

/** Two mugs in MAIN, and three in the north, which ships to Norway alone. */
const openNorth = async (): Promise<void> => {
  await shop.createSku({ sku: 'MUG-01', name: 'Mug', on_hand: 2 });
  await post('/locations', { type: 'warehouse', code: 'NORTH', countries: ['NO'] });
  await post('/inventory/MUG-01/adjustments', { delta: 3, reason: 'receipt', location: 'NORTH:A1/S1' });
};
const heldIn = ({ lines }: OrderRecord) => lines[0]?.allocations.map(({ warehouse, quantity }) => [warehouse, quantity]);
const made = async (quantity: number, facts: object) => (await order(quantity, facts)).as(201, orderRecord);
const reservedIn = async () => (await shop.sku('MUG-01')).warehouses.map(({ warehouse, reserved: kept }) => [warehouse, kept]);

describe('a reservation in one warehouse', () => {
  test('keeps what that warehouse has from orders that ship from there, and becomes an order that holds it there', async () => {
    await openNorth();
    const cart = await reserved(3, { warehouse: 'NORTH' });
    expect((await reserve(1, { warehouse: 'NORTH' })).problem('insufficient_stock').errors).toMatchObject([{ available: 0 }]);
    expect(await reservedIn()).toEqual([
      ['MAIN', 0],
      ['NORTH', 3],
    ]);
    const waiting = await made(1, { ship_from: ['NORTH'] });
    expect(waiting).toMatchObject({ allocation: 'backordered' });
    const listed = (await system.call('GET', '/reservations?warehouse=NORTH', { key })).as(200, reservationPage);
    expect(listed.data).toEqual([cart]);

    const ordered = await made(4, { reservation_id: cart.id });

    expect(heldIn(ordered)).toEqual([
      ['NORTH', 3],
      ['MAIN', 1],
    ]);
    await shop.pack(ordered.id);
    expect(await shop.ship(ordered.id)).toMatchObject({ status: 'shipped' });
    expect((await shop.sku('MUG-01')).warehouses).toMatchObject([{ warehouse: 'MAIN', on_hand: 1 }]);
    expect(await integrity()).toMatchObject({ consistent: true });
  });

  test('is free for those who wait there, once it becomes an order that may not be shipped from there', async () => {
    await openNorth();
    const cart = await reserved(3, { warehouse: 'NORTH' });
    const waiting = await made(2, { ship_from: ['NORTH'] });

    const ordered = await made(2, { reservation_id: cart.id, ship_from: ['MAIN'] });

    expect(heldIn(ordered)).toEqual([['MAIN', 2]]);
    await eventually(async () => expect(heldIn(await shop.order(waiting.id))).toEqual([['NORTH', 2]]));
    expect(await reservation(cart.id)).toMatchObject({ status: 'converted', order_id: ordered.id, warehouse: 'NORTH' });
    expect(await reservedIn()).toEqual([
      ['MAIN', 0],
      ['NORTH', 0],
    ]);
    expect(await integrity()).toMatchObject({ consistent: true });
  });

  test('is refused in a warehouse that does not exist, and in a location that is none', async () => {
    await openNorth();

    const answers = [
      (await reserve(1, { warehouse: 'SOUTH' })).problem('unknown_location'),
      (await reserve(1, { warehouse: 'NORTH:A1/S1' })).problem('unknown_location'),
      (await system.call('GET', '/reservations?warehouse=SOUTH', { key })).problem('invalid_parameter'),
    ];
    expect(answers.map(({ errors }) => errors?.[0]?.pointer)).toEqual(['/warehouse', '/warehouse', '/warehouse']);
  });
});

describe('safety stock', () => {
  test('A5, A6, A7, A12: is withheld from new orders, never below zero, and never from what is packed', async () => {
    (await post('/inventory', { sku: 'MUG-01', name: 'Mug', on_hand: 100, safety_stock: -10 })).problem('validation_failed');
    expect(await shop.createSku({ sku: 'CUP-01', name: 'Cup', on_hand: 5, safety_stock: 10 })).toMatchObject({
      buffer: 5,
      available: 0,
      safety_stock: 10,
      sold_out: true,
    });
    await shop.createSku({ sku: 'MUG-01', name: 'Mug', on_hand: 10 });
    const { id } = (await order(8)).as(201, orderRecord);

    expect(await shop.updateSku('MUG-01', { safety_stock: 4 })).toMatchObject({ allocated: 8, buffer: 2, available: 0 });
    (await reserve(1)).problem('insufficient_stock');
    (await order(1, { allow_backorder: false })).problem('insufficient_stock');
    await shop.pack(id);
    expect(await shop.ship(id)).toMatchObject({ status: 'shipped' });

    expect(await shop.sku('MUG-01')).toMatchObject({ on_hand: 2, allocated: 0, buffer: 2, available: 0, sold_out: true });
    expect(await integrity()).toMatchObject({ consistent: true });
  });
});

test('a quote tells what could be ordered of all lines together, and holds nothing', async () => {
  await shop.createSku({ sku: 'MUG-01', name: 'Mug', on_hand: 6, safety_stock: 1 });
  await reserved(2);
  const lines = [2, 2].map((quantity) => ({ sku: 'MUG-01', quantity }));

  const quote = (await post('/availability', { lines })).as(200, availabilityQuote);

  const main = await shop.sku('MUG-01').then(({ location_id: id }) => ({ warehouse_id: id, warehouse: 'MAIN', planned: null }));
  expect(quote.lines).toEqual([
    { sku: 'MUG-01', requested: 2, available: 3, warehouses: [{ ...main, available: 3 }] },
    { sku: 'MUG-01', requested: 2, available: 1, warehouses: [{ ...main, available: 1 }] },
  ]);
  expect(quote.complete).toBe(false);
  expect(await shop.sku('MUG-01')).toMatchObject({ reserved: 2, buffer: 1, available: 3, version: 2 });
  (await post('/availability', { lines: [{ sku: 'NO-01', quantity: 1 }] })).problem('unknown_sku');
});

test('A10: of 300 units, 225 orders and 225 reservations at once get 300, and conversions none more', async () => {
  await shop.createSku({ sku: 'MUG-01', name: 'Mug', on_hand: 300 });
  const wants = Array.from({ length: 450 }, (_each, place) => place);

  const answers = await atOnce(64, wants, async (place) => {
    const answer = await (place % 2 === 0 ? order(1, { allow_backorder: false }) : reserve(1));
    if (answer.status !== 201) return { type: 'refused' as const, code: answer.problem('insufficient_stock').code };
    return place % 2 === 0 ? { type: 'order' as const } : { type: 'cart' as const, id: answer.as(201, reservationRecord).id };
  });

  const carts = answers.flatMap((answer) => (answer.type === 'cart' ? [answer.id] : []));
  const orders = answers.filter(({ type }) => type === 'order').length;
  expect(orders + carts.length).toBe(300);
  expect(await shop.sku('MUG-01')).toMatchObject({ on_hand: 300, allocated: orders, reserved: carts.length, available: 0 });
  await atOnce(16, carts.slice(0, 50), async (id) =>
    (await order(1, { reservation_id: id, allow_backorder: false })).as(201, orderRecord),
  );
  const converted = Math.min(50, carts.length);
  expect(await shop.sku('MUG-01')).toMatchObject({
    allocated: orders + converted,
    reserved: carts.length - converted,
    available: 0,
  });
  expect(await integrity()).toMatchObject({ consistent: true, compared: { reservations: carts.length - converted } });
}, 360_000);
