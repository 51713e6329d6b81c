import { expect, test } from 'vitest';
import { recordOf } from './record-page-of-event.ts';

const of = (event: object) => recordOf({ request_body: JSON.stringify(event) });

test('the record of an event is named by its external id, a SKU by its code, and a fulfilment leads to its order', () => {
  expect(of({ data: { id: 'ord_1', external_id: 'shop-1' } })).toEqual({ path: 'orders/ord_1', name: 'shop-1' });
  expect(of({ data: { id: 'ret_1', external_id: null } })).toEqual({ path: 'returns/ret_1', name: 'ret_1' });
  expect(of({ data: { id: 'ful_1', order_id: 'ord_1' } })).toEqual({ path: 'orders/ord_1', name: 'ord_1' });
  expect(of({ data: { sku: 'TEE/RED #1' } })).toEqual({ path: 'stock/TEE%2FRED%20%231', name: 'TEE/RED #1' });
  expect(of({ data: { id: 'scn_1', sku: 'MUG-01' } })).toEqual({ path: 'stock/MUG-01', name: 'MUG-01' });
});

test('batches, locations, events of a test, and bodies that are gone or no JSON lead to no record', () => {
  expect(of({ test: true, data: { id: 'ord_1' } })).toBeUndefined();
  expect(of([{ data: { id: 'ord_1' } }])).toBeUndefined();
  expect(of({ data: { id: 'loc_1', path: 'A1' } })).toBeUndefined();
  expect(of({ data: { id: 'constructor_1' } })).toBeUndefined();
  expect(recordOf({ request_body: null })).toBeUndefined();
  expect(recordOf({ request_body: 'null' })).toBeUndefined();
  expect(recordOf({ request_body: '{' })).toBeUndefined();
});
