import { ACCOUNT_OPERATIONS, type Operation, OPERATIONS, operations, pathOf } from '@fulfilment/contracts';
import { AppError } from '@fulfilment/kernel';
import { expect, test } from 'vitest';
import { makeRouteTable } from './route-table.ts';

const ALL = [...OPERATIONS, ...ACCOUNT_OPERATIONS];
const routes = makeRouteTable(ALL);

function refusal(method: string, path: string): AppError | undefined {
  try {
    routes.find(method, path);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

const moved = (operation: Operation, path: `/${string}`, id: string): Operation => ({ ...operation, path, id });

test.each(ALL.map((operation) => [operation.method, pathOf(operation), operation.id] as const))('%s %s is %s', (...row) => {
  const [method, path, id] = row;

  expect(routes.find(method, path.replaceAll(/:[a-z_]+/g, 'x1')).id).toBe(id);
});

test('HEAD goes where GET goes', () => {
  expect(routes.find('HEAD', '/v1/inventory').id).toBe('listSkus');
});

test.each([
  '/v1',
  '/v1/',
  '/v1/nothing',
  '/v1/orders/',
  '/v1/orders/ord_1/pack/',
  '/v1/orders/ord_1/unpack',
  '/v1/Orders',
  '/v1/%6frders',
  '/v1/orders/ord_1/pack/more',
  '/v2/orders',
])('there is no path %s', (path) => {
  expect(refusal('GET', path)).toMatchObject({ code: 'not_found' });
});

test.each(['TEE%2FRED%2FM', '..%2Forders', '%23 12', 'A%5CB', 'by%2Dbarcode'])(
  'an encoded slash is data of its segment: %s',
  (sku) => {
    expect(routes.find('GET', `/v1/inventory/${sku}`).id).toBe('getSku');
    expect(routes.find('GET', `/v1/inventory/${sku}/movements`).id).toBe('listMovements');
  },
);

test('another method is refused with those that there are', () => {
  expect(refusal('PUT', '/v1/inventory/MUG-01')).toMatchObject({
    code: 'method_not_allowed',
    headers: { allow: 'GET, HEAD, PATCH, DELETE' },
  });
  expect(refusal('GET', '/v1/orders/ord_1/pack')).toMatchObject({ headers: { allow: 'POST' } });
});

test('a name goes before a parameter, and is passed over where it leads nowhere', () => {
  const { listSkus, getSku } = operations;
  const table = makeRouteTable([
    moved(listSkus, '/things/export', 'export'),
    moved(getSku, '/things/:id', 'one'),
    moved(getSku, '/things/:id/parts', 'parts'),
  ]);

  expect(table.find('GET', '/v1/things/export').id).toBe('export');
  expect(table.find('GET', '/v1/things/export/parts').id).toBe('parts');
  expect(table.find('GET', '/v1/things/other').id).toBe('one');
});
