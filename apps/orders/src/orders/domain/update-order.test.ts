import { expect, test } from 'vitest';
import {
  at,
  cancelledOrder,
  createdOrder,
  orderBeingPacked,
  origin,
  packedOrder,
  pendingOrder,
  rejectedOrder,
  shippedOrder,
} from './order.builder.ts';
import type { Order } from './order.ts';
import { type OrderUpdate, updateOrder } from './update-order.ts';

const later = new Date(at.getTime() + 60_000);
const shipTo = { name: 'A', address1: 'B', city: 'C', country: 'HK' };
const nothing: OrderUpdate = {
  note: undefined,
  metadata: undefined,
  shipTo: undefined,
  carrier: undefined,
  trackingNumber: undefined,
  trackingUrl: undefined,
  packages: undefined,
};

const update = (order: Order, changes: Partial<OrderUpdate>) => updateOrder(order, { ...nothing, ...changes }, origin, later);

function updated(order: Order, changes: Partial<OrderUpdate>) {
  const outcome = update(order, changes);
  if (outcome.type !== 'order-updated') throw new Error(outcome.type);
  return outcome;
}

test('a change names its fields, and makes one version with one entry of the history', () => {
  const before = createdOrder();

  const { order, changed, history } = updated(before, { note: 'gate 3', metadata: { gift: 'yes' }, shipTo, carrier: 'DHL' });

  expect(order).toMatchObject({ note: 'gate 3', metadata: { gift: 'yes' }, shipTo, shipment: { carrier: 'DHL' } });
  expect(order).toMatchObject({ version: before.version + 1, updatedAt: later, status: 'created' });
  expect(changed).toEqual(['note', 'metadata', 'ship_to', 'carrier']);
  expect(history).toMatchObject([{ transition: 'update', version: order.version, actor: origin.actor, answer: null, at: later }]);
});

test('null clears', () => {
  const { order, changed } = updated(createdOrder({ note: 'x', shipTo, metadata: { a: '1' } }), {
    note: null,
    shipTo: null,
    metadata: {},
  });

  expect(order).toMatchObject({ note: null, shipTo: null, metadata: {} });
  expect(changed).toEqual(['note', 'metadata', 'ship_to']);
});

test('an order as it was read is no change', () => {
  const before = packedOrder({ note: 'x', shipTo: { ...shipTo, company: undefined }, metadata: { b: '2', a: '1' } });
  const packages = before.packing.packages.map((parcel) => ({ ...parcel }));

  expect(update(before, { note: 'x', shipTo, metadata: { a: '1', b: '2' }, carrier: null, packages })).toEqual({
    type: 'unchanged',
  });
  expect(update(before, {})).toEqual({ type: 'unchanged' });
});

test('tracking of a shipped order and of its parcels can change, its address cannot', () => {
  const before = shippedOrder({ shipTo });

  const { order, changed } = updated(before, { trackingNumber: '2', packages: [{ weight_g: 850, tracking: 'p-1' }] });

  expect(order).toMatchObject({
    shipment: { carrier: 'DHL', trackingNumber: '2' },
    packing: { packages: [{ tracking: 'p-1' }] },
  });
  expect(changed).toEqual(['tracking_number', 'packages']);
  expect(update(before, { shipTo: null })).toEqual({ type: 'address-fixed' });
  expect(update(before, { shipTo })).toEqual({ type: 'unchanged' });
});

test('a tracking number of a parcel is cleared by null', () => {
  const packing = { packages: [{ weight_g: 850, tracking: 'p-1' }], packedAt: at };

  const { order } = updated(packedOrder({ packing }), { packages: [{ tracking: null }] });

  expect(order).toMatchObject({ packing: { packages: [{ weight_g: 850 }] } });
  expect(order).not.toHaveProperty('packing.packages.0.tracking');
});

test('parcels that the order does not have, and other weights, are refused by their places', () => {
  expect(update(packedOrder(), { packages: [] })).toMatchObject({ type: 'other-packages', items: [{ pointer: '/packages' }] });
  expect(update(createdOrder(), { packages: [{ tracking: 'p-1' }] })).toMatchObject({ items: [{ pointer: '/packages' }] });
  expect(update(packedOrder(), { packages: [{ weight_g: 1, tracking: 'p-1' }] })).toMatchObject({
    items: [{ pointer: '/packages/0/weight_g', code: 'read_only' }],
  });
});

test.each([cancelledOrder(), rejectedOrder()])('an order that is $status is not changed, not even to what it is', (order) => {
  expect(update(order, { note: 'x' })).toEqual({ type: 'wrong-status', status: order.status });
  expect(update(order, {})).toEqual({ type: 'wrong-status', status: order.status });
});

test.each([pendingOrder(), orderBeingPacked()])('a pending step of an order that is $status goes on', (before) => {
  const { order } = updated(before, { note: 'x' });

  expect(order).toMatchObject({ note: 'x', pending: before.pending, status: before.status });
});
