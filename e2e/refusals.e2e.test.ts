import { OPERATIONS, operatorOperations, pathOf as wholePathOf, type ProblemDocument, writes } from '@fulfilment/contracts';
import { eventually } from '@fulfilment/testing';
import { describe, expect, test } from 'vitest';
import { requestOfContract } from './every-operation/request-of-contract.ts';
import { RECORD_REFUSALS } from './refusals/refusals-by-operation.ts';
import { refusingSystem } from './refusals/refusing-system.ts';
import { LISTS, MALFORMED, STRANGE_CURSORS } from './refusals/requests.ts';
import { eventsOf, eventsOfType } from './system/receiver.ts';

const { system, tenant, standing, refusal } = refusingSystem();

// Every field of every body and every query is refused in `libs/http/src/refusals`; here is one of each kind, through the gateway.

const WRITES = OPERATIONS.filter((each) => writes(each) && !each.upload);

const pointersOf = ({ errors = [] }: ProblemDocument): string[] => errors.map(({ pointer }) => pointer);

async function nextCursor(list: string): Promise<string> {
  const answer = await system().call('GET', list, { key: tenant().shop.key });
  const [, target = '/'] = /<(.*)>/.exec(answer.headers.get('link') ?? '') ?? [];
  return new URL(target, 'http://any').searchParams.get('cursor') ?? '';
}

describe.each(WRITES)('$id refuses', (operation) => {
  const target = (): readonly [string, string] => [operation.method, requestOfContract(operation, standing()).path];

  test('a body with an unknown field', async () => {
    const { options } = requestOfContract(operation, standing());

    const problem = await refusal(target(), { body: { ...Object(options.body), surprise: 1 } });

    expect(problem).toMatchObject({ code: 'validation_failed', errors: [{ pointer: '/surprise', code: 'unknown_field' }] });
  });

  test.each(MALFORMED)('%s', async (_what, raw) => {
    expect(await refusal(target(), { raw })).toMatchObject({ code: 'malformed_json' });
  });
});

test('every fault of a body is named at once', async () => {
  const body = { sku: ' ', on_hand: -1, location: 7, surprise: true };

  const problem = await refusal(['POST', '/inventory'], { body });

  expect(problem.code).toBe('validation_failed');
  expect(pointersOf(problem).toSorted()).toEqual(['/location', '/name', '/on_hand', '/sku', '/surprise']);
});

test.each([
  [{ op: 'create', sku: 'NEW-01' }, '/items/0/name'],
  [{ op: 'update', sku: 'MUG-01', on_hand: -1 }, '/items/0/on_hand'],
  [{ op: 'adjust', sku: 'MUG-01', delta: 1, reason: 'Lost' }, '/items/0/reason'],
  [{ op: 'no-such-word', sku: 'MUG-01' }, '/items/0/op'],
])('a batch of all or none is refused for one bad item: %j', async (item, pointer) => {
  const problem = await refusal(['POST', '/inventory/batch'], { body: { mode: 'atomic', items: [item] } });

  expect(problem.code).toBe('validation_failed');
  expect(pointersOf(problem)).toContain(pointer);
});

describe.each(LISTS)('$id refuses', (operation) => {
  const path = (): string => requestOfContract(operation, standing()).path;

  test.each(['limit=201', 'limit=1&limit=2', 'cursor='])('?%s', async (query) => {
    const [name = ''] = query.split('=');

    const problem = await refusal(['GET', `${path()}?${query}`]);

    expect(problem.code).toBe('invalid_parameter');
    expect(pointersOf(problem)).toContain(`/${name}`);
  });

  test.each(STRANGE_CURSORS)('the cursor %s', async (cursor) => {
    expect(await refusal(['GET', `${path()}?cursor=${cursor}`])).toMatchObject({ code: 'invalid_cursor' });
  });
});

describe('a cursor is refused', () => {
  test('on another list', async () => {
    expect(await refusal(['GET', `/locations?limit=1&cursor=${await nextCursor('/inventory?limit=1')}`])).toMatchObject({
      code: 'invalid_cursor',
    });
  });

  test('with another filter', async () => {
    expect(await refusal(['GET', `/orders?status=packed&cursor=${await nextCursor('/orders?limit=1')}`])).toMatchObject({
      code: 'invalid_cursor',
    });
  });

  test('on the history of another order', async () => {
    const cursor = await nextCursor(`/orders/${standing().shipped.id}/history?limit=1`);

    expect(await refusal(['GET', `/orders/${standing().cancelled.id}/history?cursor=${cursor}`])).toMatchObject({
      code: 'invalid_cursor',
    });
  });

  test('that was altered at its beginning, in its middle or at its end', async () => {
    const cursor = await nextCursor('/orders?limit=1');
    for (const place of [0, Math.floor(cursor.length / 2), cursor.length - 2]) {
      const altered = cursor.slice(0, place) + (cursor[place] === 'A' ? 'B' : 'A') + cursor.slice(place + 1);
      expect(await refusal(['GET', `/orders?limit=1&cursor=${altered}`])).toMatchObject({ code: 'invalid_cursor' });
    }
  });
});

describe('as the records stand, there is refused', () => {
  test.each(RECORD_REFUSALS)('$what', async ({ request, headers = {}, code, item = {}, facts = {} }) => {
    const [method, path, body] = request(standing());

    const problem = await refusal([method, path], { body, headers });

    expect(problem).toMatchObject({ code, ...facts });
    expect({ ...problem.errors?.[0] }).toMatchObject(item);
  });
});

describe('what is not there', () => {
  test.each([
    '/',
    '/nothing',
    '/inventory/',
    '/orders/',
    '/Orders',
    '/orders/x/unpack',
    '/webhooks',
    wholePathOf(operatorOperations.listKeys),
  ])('is not found: %s', async (path) => {
    expect(await refusal(['GET', path])).toMatchObject({ code: 'not_found' });
  });

  test.each([
    ['PUT', '/inventory/MUG-01', 'GET, HEAD, PATCH, DELETE'],
    ['DELETE', '/inventory', 'GET, HEAD, POST'],
    ['DELETE', '/orders', 'GET, HEAD, POST'],
    ['PATCH', '/scans', 'GET, HEAD, POST'],
    ['GET', '/orders/batch', 'POST'],
    ['GET', '/scans/batch', 'POST'],
    ['GET', '/orders/ord_01JD8Z0000000000000000TEST/pack', 'POST'],
    ['PUT', '/locations', 'GET, HEAD, POST'],
  ])('is not done: %s %s', async (method, path, allow) => {
    const { headers } = await system().call(method, path, { key: tenant().shop.key });

    expect(headers.get('allow')).toBe(allow);
    expect(await refusal([method, path])).toMatchObject({ code: 'method_not_allowed', allow: allow.split(', ') });
  });

  test('is not asked for by an endless target or endless headers', async () => {
    expect(await refusal(['GET', `/inventory?status=${'x'.repeat(9_000)}`])).toMatchObject({ code: 'uri_too_long' });
    expect(await refusal(['GET', '/inventory'], { headers: { 'x-long': 'x'.repeat(16_500) } })).toMatchObject({
      code: 'headers_too_large',
    });
  });

  test.each(['/inventory//MUG-01', '/inventory/MUG-01%7f', '/inventory/MUG-01%00', '/inventory/%zz'])(
    'is not reached by a path that can be read in two ways: %s',
    async (path) => {
      expect(await refusal(['GET', path])).toMatchObject({ code: 'invalid_request' });
    },
  );
});

test('what was refused was never told: subscribers heard of the records that stand, and of nothing else', async () => {
  const { shop, subscriber } = tenant();
  const { id } = await shop.scan({ barcode: 'the last' });

  await eventually(() => expect(eventsOfType(subscriber, 'scan.completed').map(({ data }) => data.id)).toContain(id));

  const told = Map.groupBy(eventsOf(subscriber), ({ type }) => type);
  expect(Object.fromEntries(Array.from(told, ([type, events]) => [type, events.length]))).toEqual({
    // Three creations, six allocations, a reservation, two shipments and a cancellation.
    'inventory.updated': 3 + 6 + 1 + 2 + 1,
    // The default warehouse, an aisle and a shelf.
    'location.created': 3,
    // The archived one.
    'sku.updated': 1,
    'order.created': 7,
    // A part of one of them, a hold, and a return.
    'fulfilment.created': 1,
    'return.created': 1,
    'order.updated': 1 + 1 + 1,
    'order.packed': 3,
    'order.shipped': 2,
    'order.cancelled': 1,
    'scan.completed': 2,
  });
  expect(subscriber.faults).toEqual([]);
});
