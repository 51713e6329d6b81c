import { SAMPLE_EVENTS } from '@fulfilment/api-docs/samples';
import { expect, test } from 'vitest';
import { assembleBatch } from './delivery.ts';
import { addressesInBody, ordersWithAddress } from './shown-addresses.ts';

const ship_to = { name: 'Blåbær', address1: 'Gata 1', city: 'Oslo', country: 'NO' };
const shipped = SAMPLE_EVENTS['order.shipped'];
const toSomeone = (id: string) => ({ ...shipped, data: { ...shipped.data, id, ship_to } });
const [one, other] = [toSomeone('ord_1'), toSomeone('ord_2')];
const without = { ...shipped, data: { ...shipped.data, ship_to: null } };

test.each<[what: string, events: readonly unknown[], orders: number]>([
  ['orders without an address', [without, shipped], 0],
  ['events that are of no order', [SAMPLE_EVENTS['scan.completed'], SAMPLE_EVENTS['sku.updated']], 0],
  ['several events of one order', [one, one, without], 1],
  ['events of two orders', [one, without, other], 2],
  ['a note with the text of an address', [{ ...without, data: { ...without.data, note: JSON.stringify({ ship_to }) } }], 0],
])('%s show the addresses of as many orders', (_what, events, orders) => {
  expect(ordersWithAddress(events)).toBe(orders);
});

const content = (event: object) => ({ type: 'order.shipped', body: JSON.stringify(event), requestId: null, traceparent: null });

test('the body of a delivery is one event, or a batch of them', () => {
  expect([one, without].map((event) => addressesInBody(JSON.stringify(event)))).toEqual([1, 0]);
  expect(addressesInBody(assembleBatch([one, other, without].map(content)).body)).toBe(2);
});
