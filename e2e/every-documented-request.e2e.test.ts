import { accountApiDocument, openApiDocument } from '@fulfilment/api-docs';
import {
  type ErrorCode,
  fulfilmentRecord,
  locationRecord,
  type Operation,
  OPERATIONS,
  orderRecord,
  reservationRecord,
  returnRecord,
  scanRecord,
  SHARED_ERRORS,
} from '@fulfilment/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { documentedRequests } from './examples/documented-requests.ts';
import { makeSendDocumented, type SendDocumented } from './examples/send-documented.ts';
import { shownHeaders, shownProblem } from './examples/shown-values.ts';
import type { CallOptions } from './system/call.ts';
import { makeContract } from './system/contract.ts';
import { sharedTestSystem } from './system/shared-system.ts';
import { processNamed, type TestSystem } from './system/start-test-system.ts';
import { takeReturn } from './system/take-part.ts';
import { openTenant, type TestTenant } from './system/tenant.ts';

let system: TestSystem;
let tenant: TestTenant;
let baseUrl: string;
let document: unknown;

beforeAll(async () => {
  system = await sharedTestSystem();
  tenant = await openTenant(system);
  baseUrl = processNamed(system, 'gateway').baseUrl;
  document = await (await fetch(`${baseUrl}/openapi.json`)).json();
});

afterAll(() => tenant?.stop());

const BARCODE = '4006381333931';
const results = z.object({ results: z.array(z.looseObject({ status: z.int() })) });
const report = z.looseObject({ rows: z.int(), failed: z.int() });

test.each([
  ['/openapi.json', openApiDocument],
  ['/account/openapi.json', accountApiDocument],
] as const)('%s is the document of this release, which answers of every system are held against', async (path, documentOf) => {
  const served: unknown = await (await fetch(baseUrl + path)).json();
  const { servers } = z.looseObject({ servers: z.tuple([z.looseObject({ url: z.url() })]) }).parse(served);
  const publicUrl = new URL(servers[0].url).origin;

  expect(served).toEqual(JSON.parse(JSON.stringify(documentOf({ publicUrl }))));
});

/** Sends the edit of an order, a hold of it that is placed and released, and units of another that are held elsewhere. */
async function sendChanges(send: SendDocumented, shop: TestTenant['shop']): Promise<void> {
  const changing = await shop.createOrder({ lines: [{ sku: 'MUG-01', quantity: 3 }] });
  await send('editOrder', 200, { id: changing.id, inBody: [/lin_\w+/, changing.lines[0]?.id ?? ''] });
  const { holds } = (await send('holdOrder', 201, { id: changing.id })).as(201, orderRecord);
  await send('releaseHold', 200, { id: changing.id, hold: holds[0]?.id ?? '' });

  await shop.createLocation({ type: 'warehouse', code: 'W2' });
  const receipt = { delta: 5, reason: 'receipt', location: 'W2' };
  await system.call('POST', '/inventory/MUG-01/adjustments', { key: shop.key, body: receipt });
  const placed = await shop.createOrder({ lines: [{ sku: 'MUG-01', quantity: 3 }], ship_from: ['MAIN', 'W2'] });
  await send('reassignOrder', 200, { id: placed.id, inBody: [/lin_\w+/, placed.lines[0]?.id ?? ''] });
}

/** Sends what keeps units, a quote, and what takes them back. */
async function sendKept(send: SendDocumented, { shop }: TestTenant, call: TestSystem['call']): Promise<void> {
  const { id } = (await send('createReservation', 201)).as(201, reservationRecord);
  await send('updateReservation', 200, { id });
  await send('getReservation', 200, { id });
  await send('listReservations', 200);
  await send('releaseReservation', 200, { id });
  const { id: inMain } = (await send('createReservation 2', 201)).as(201, reservationRecord);
  await send('releaseReservation', 200, { id: inMain });
  for (const quote of ['quoteAvailability', 'quoteAvailability 2']) await send(quote, 200);

  const take = (path: string, body?: unknown) => takeReturn(call, shop.key, path, body);
  const { id: dock } = await shop.createLocation({ type: 'warehouse', code: 'BACK' });
  await call('PATCH', `/locations/${dock}`, { key: shop.key, body: { usage: 'returns' } });
  const order = await shop.createOrder({ lines: [{ sku: 'MUG-01', quantity: 9 }] });
  await shop.pack(order.id);
  await shop.ship(order.id);
  const line = order.lines[0]?.id ?? '';
  const inBody = [/lin_\w+/g, line] as const;
  const request = async () =>
    (await take('/returns', { order_id: order.id, lines: [{ line_id: line, quantity: 1, reason: 'damaged' }] })).id;
  for (const step of ['rejectReturn', 'cancelReturn']) await send(step, 200, { id: await request() });
  await send('approveReturn', 200, { id: await request() });
  await send('createReturn', 201, { inBody, order: order.id });
  const { id: unlinked } = (await send('createReturn 2', 201)).as(201, returnRecord);
  await send('eraseReturn', 200, { id: unlinked });
  const whole = { order_id: order.id, approved: true, lines: [{ line_id: line, quantity: 5, reason: 'damaged' }] };
  const { id: returned } = await take('/returns', whole);
  await send('receiveReturn', 200, { id: returned, inBody });
  await send('disposeReturn', 200, { id: returned, inBody });
  await send('closeReturn', 200, { id: returned });
  for (const read of ['getReturn', 'getReturnHistory']) await send(read, 200, { id: returned });
  await send('listReturns', 200);
  await send('listOrderReturns', 200, { id: order.id });
}

const withId = z.looseObject({ id: z.string() });

/**
 * Sends what is shown and was not sent: of a SKU, of no record, and of kinds of records that nothing else is needed for. Of such a kind a
 * record is created, and the others are sent of that.
 */
async function sendPlain(send: SendDocumented): Promise<void> {
  const unsent = send.unsent().map((name) => ({ name, operation: operationOf(name) }));
  const made = new Map<string | undefined, string>();
  for (const { name, operation } of unsent.toSorted((a, b) => placeOf(a.operation) - placeOf(b.operation))) {
    const { path, replies } = operation;
    const [status = 0] = Object.keys(replies).map(Number);
    const [, kind] = path.split('/');
    const answer = await send(name, status, path.includes(':sku') ? {} : { id: made.get(kind) ?? '' });
    if (status === 201 && !path.includes(':')) made.set(kind, answer.as(201, withId).id);
  }
}

/** @param name of a request that is shown: the id of its operation, and behind it which one of several. */
function operationOf(name: string): Operation {
  const operation = OPERATIONS.find(({ id }) => id === name.split(' ')[0]);
  if (!operation) throw new Error(`No operation has the request ${name}`);
  return operation;
}

/** Records are created before anything else, and end last. */
const placeOf = ({ method, path }: Operation): number =>
  method === 'DELETE' ? 2 : method === 'POST' && !path.includes(':') ? 0 : 1;

test('every request that the document shows can be sent as it is shown, and is answered with success', async () => {
  const { shop } = tenant;
  const send = makeSendDocumented(system.call, shop.key, documentedRequests(document));

  await send('createSku', 201, { headers: shownHeaders(document) });
  await send('getSku', 200);
  await send('listSkus', 200);
  await send('updateSku', 200);
  await shop.updateSku('MUG-01', { barcodes: [BARCODE] });
  const { headers } = await send('getSkuByBarcode', 200, { id: BARCODE });
  await send('getSkuByBarcode', 304, { id: BARCODE, headers: { 'if-none-match': headers.get('etag') ?? '' } });

  await shop.updateSku('MUG-01', { on_hand: 100 });
  const batch = (await send('batchInventory', 200)).as(200, results);
  expect(batch.results.map(({ status }) => status)).toEqual([201, 200, 201]);
  for (const media of ['text/csv', 'application/x-ndjson'])
    expect((await send(`importInventory ${media}`, 200)).as(200, report)).toMatchObject({ rows: 2, failed: 0 });
  for (const accept of ['text/csv', 'application/x-ndjson']) await send('exportInventory', 200, { headers: { accept } });

  const { id: warehouse } = (await send('createLocation', 201)).as(201, locationRecord);
  for (const location of ['createLocation 2', 'createLocation 3']) await send(location, 201);
  const shelf = (await shop.sku('MUG-01')).location_id;
  for (const change of ['updateLocation', 'updateLocation 2']) await send(change, 200, { id: warehouse });
  await shop.transfer(shelf, { to: warehouse, sku: 'MUG-01', quantity: 10 });
  await send('listLocationStock', 200, { id: warehouse });
  for (const transfer of ['transferStock', 'transferStock 2']) await send(transfer, 201, { id: warehouse });
  await send('archiveLocation', 200, { id: warehouse });
  await send('getLocation', 200, { id: warehouse });
  await send('listLocations', 200);

  const { id: order } = (await send('createOrder', 201)).as(201, orderRecord);
  expect((await send('createOrder', 200)).as(200, orderRecord).id).toBe(order);
  await send('packOrder', 200, { id: order });
  await send('shipOrder', 200, { id: order });
  const { id: other } = await shop.createOrder({ lines: [{ sku: 'MUG-01', quantity: 1 }] });
  await send('updateOrder', 200, { id: other });
  await send('cancelOrder', 200, { id: other });
  await send('eraseOrder', 200, { id: other });
  const batched = (await send('createOrders', 200)).as(200, results);
  expect(batched.results.map(({ status }) => status)).toEqual([201, 201]);
  for (const read of ['getOrder', 'getOrderHistory']) await send(read, 200, { id: order });
  await send('listOrders', 200);
  for (const accept of ['text/csv', 'application/x-ndjson']) await send('exportOrders', 200, { headers: { accept } });

  await sendChanges(send, shop);
  await sendKept(send, tenant, system.call);
  const parts = await shop.createOrder({ lines: [{ sku: 'MUG-01', quantity: 5 }] });
  const ofOrder = { id: parts.id, inBody: [/lin_\w+/, parts.lines[0]?.id ?? ''] } as const;
  const { id: part } = (await send('createFulfilment', 201, ofOrder)).as(201, fulfilmentRecord);
  for (const step of ['packFulfilment', 'unpackFulfilment', 'updateFulfilment', 'packFulfilment', 'shipFulfilment'])
    await send(step, 200, { id: part });
  const { id: dropped } = (await send('createFulfilment', 201, ofOrder)).as(201, fulfilmentRecord);
  await send('cancelFulfilment', 200, { id: dropped });
  await send('closeOrder', 200, { id: parts.id });
  await send('getFulfilment', 200, { id: part });
  await send('listFulfilments', 200);
  await send('listOrderFulfilments', 200, { id: parts.id });

  const { id: scan } = (await send('createScan', 201)).as(201, scanRecord);
  await send('createScan 2', 201);
  expect((await send('createScans', 200)).as(200, results).results.map(({ status }) => status)).toEqual([201, 201]);
  await send('getScan', 200, { id: scan });
  await send('listScans', 200);

  await sendPlain(send);

  expect(send.unsent()).toEqual([]);
  expect([...system.contract.answered].toSorted()).toEqual(system.contract.operations.toSorted());
});

interface Refused {
  readonly code: ErrorCode;
  readonly method: string;
  readonly path: string;
  readonly options?: CallOptions;
}

describe('refusals', () => {
  const refused: readonly Refused[] = [
    { code: 'malformed_json', method: 'POST', path: '/orders', options: { raw: '{' } },
    { code: 'invalid_parameter', method: 'GET', path: '/orders?limit=201' },
    { code: 'invalid_cursor', method: 'GET', path: '/orders?cursor=x' },
    { code: 'not_found', method: 'GET', path: '/orders/ord_01JD8Z0000000000000000TEST' },
    { code: 'not_acceptable', method: 'GET', path: '/inventory/export', options: { headers: { accept: 'image/png' } } },
    { code: 'sku_exists', method: 'POST', path: '/inventory', options: { body: { sku: 'KNOWN-01', name: 'Known' } } },
    {
      code: 'unsupported_media_type',
      method: 'POST',
      path: '/orders',
      options: { raw: 'x', headers: { 'content-type': 'text/plain' } },
    },
    { code: 'validation_failed', method: 'POST', path: '/inventory', options: { body: { sku: 'NAMELESS' } } },
    { code: 'unknown_sku', method: 'POST', path: '/orders', options: { body: { lines: [{ sku: 'NO-SUCH', quantity: 1 }] } } },
    {
      code: 'version_conflict',
      method: 'PATCH',
      path: '/inventory/KNOWN-01',
      options: { body: { name: 'Other' }, headers: { 'if-match': '"9"' } },
    },
    { code: 'payload_too_large', method: 'POST', path: '/orders', options: { raw: `"${'x'.repeat(1_048_577)}"` } },
    { code: 'uri_too_long', method: 'GET', path: `/orders?external_id=${'x'.repeat(8_192)}` },
  ];

  beforeAll(() => tenant.shop.createSku({ sku: 'KNOWN-01', name: 'Known' }));

  test.each(refused)('$code is shown with the members that it has', async ({ code, method, path, options = {} }) => {
    const problem = (await system.call(method, path, { key: tenant.shop.key, ...options })).problem(code);
    const shown = shownProblem(document, code);

    expect(Object.keys(problem).toSorted()).toEqual(Object.keys(shown).toSorted());
    expect(shown).toMatchObject({ code, title: problem.title, status: problem.status, retryable: problem.retryable });
  });

  test('unauthenticated too', async () => {
    const problem = (await system.call('GET', '/orders')).problem('unauthenticated');

    expect(problem).toEqual({ ...shownProblem(document, 'unauthenticated'), request_id: problem.request_id, type: problem.type });
  });
});

test('the type of every problem leads to an anchor of a page that is served', async () => {
  const page = await (await fetch(`${baseUrl}/docs/errors`)).text();

  for (const code of SHARED_ERRORS) expect(page).toContain(`<article id="${code}">`);
});

test('a response with an undeclared field is found, though the document lets responses gain fields', async () => {
  const { headers } = await system.call('GET', '/inventory/KNOWN-01', { key: tenant.shop.key });
  const record = await tenant.shop.sku('KNOWN-01');
  const seen = (body: object) => ({
    method: 'GET',
    path: '/inventory/KNOWN-01',
    status: 200,
    headers,
    text: JSON.stringify(body),
  });
  const contract = makeContract(document);

  contract.check(seen(record));
  expect(() => contract.check(seen({ ...record, cost: 3 }))).toThrow('cost');
});
