import { expect, test } from 'vitest';
import { OPERATIONS, type RequestClass, requestClassOf } from './index.ts';

test.each([
  [
    'step',
    [
      'approveReturn',
      'cancelFulfilment',
      'cancelOrder',
      'cancelReturn',
      'closeOrder',
      'closeReturn',
      'createFulfilment',
      'createOrder',
      'createOrders',
      'createReturn',
      'disposeReturn',
      'editOrder',
      'holdOrder',
      'packFulfilment',
      'packOrder',
      'reassignOrder',
      'receiveReturn',
      'rejectReturn',
      'releaseHold',
      'shipFulfilment',
      'shipOrder',
      'unpackFulfilment',
      'updateOrder',
    ],
  ],
  ['stream', ['exportInventory', 'exportOrders', 'importInventory']],
] as const)('the operations of class %s are %j', (requestClass: RequestClass, ids) => {
  const found = OPERATIONS.filter((operation) => requestClassOf(operation) === requestClass);

  expect(found.map(({ id }) => id).toSorted()).toEqual(ids);
});

test('other operations read or write, by their method', () => {
  const others = OPERATIONS.map((operation) => ({ requestClass: requestClassOf(operation), isGet: operation.method === 'GET' }));

  expect(others.filter(({ requestClass, isGet }) => requestClass === 'read' && !isGet)).toEqual([]);
  expect(others.filter(({ requestClass, isGet }) => requestClass === 'write' && isGet)).toEqual([]);
});
