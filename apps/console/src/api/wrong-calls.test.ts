import { expectTypeOf, test } from 'vitest';
import { call, listing, reading, type RequestOf } from './call.ts';
import { accountOperations, operations } from './callable-operations.ts';
import { followEvents } from './event-stream.ts';
import { download, upload } from './files.ts';
import type { NamedCall } from './named-call.ts';
import type { ImportReport, IssuedKey, OrderRecord, SkuRecord } from './types.ts';

const query = { environment: 'sandbox' } as const;
const params = { id: 'ord_1' };
const file = new Blob();
const signal = new AbortController().signal;
const onProgress = (): void => undefined;

// Nothing here runs: the check of types refuses each line whose mistake it does not find.
export const planted = {
  operations: () => [
    // @ts-expect-error -- there is no such operation.
    call(operations.listOrder, { query }),
    // @ts-expect-error -- an operation is no path.
    call('/v1/orders', { query }),
    // @ts-expect-error -- an export is no JSON document.
    call(operations.exportOrders, { query }),
    // @ts-expect-error -- an import takes a file.
    call(operations.importInventory, { query }),
  ],
  params: () => [
    // @ts-expect-error -- without its parameter.
    call(operations.getOrder, { query }),
    // @ts-expect-error -- by another name.
    call(operations.getOrder, { params: { order: 'ord_1' }, query }),
    // @ts-expect-error -- not text.
    call(operations.getOrder, { params: { id: 1 }, query }),
    // @ts-expect-error -- a path without parameters.
    call(operations.listOrders, { params, query }),
    // @ts-expect-error -- one of two.
    call(accountOperations.cancelReplay, { params: { id: 'whk_1' }, query }),
  ],
  queries: () => [
    // @ts-expect-error -- a session names its environment.
    call(operations.listOrders),
    // @ts-expect-error -- in the query, too.
    call(operations.listOrders, { query: { sku: 'MUG-01' } }),
    // @ts-expect-error -- there is no such environment.
    call(operations.listOrders, { query: { environment: 'staging' } }),
    // @ts-expect-error -- an unknown parameter.
    call(operations.listOrders, { query: { ...query, state: 'packed' } }),
    // @ts-expect-error -- an unknown value.
    call(operations.listOrders, { query: { ...query, status: 'done' } }),
    // @ts-expect-error -- one unknown of several.
    call(operations.listOrders, { query: { ...query, status: ['packed', 'done'] } }),
    // @ts-expect-error -- text in place of a flag.
    call(operations.listSkus, { query: { ...query, low_stock: 'true' } }),
    // @ts-expect-error -- text in place of a number.
    call(operations.listSkus, { query: { ...query, limit: '50' } }),
    // @ts-expect-error -- members are of no environment.
    call(accountOperations.listMembers, { query }),
    // @ts-expect-error -- nothing is to be asked here.
    call(accountOperations.listPlans, { query: { plan: 'starter' } }),
    // @ts-expect-error -- a change is no read, whatever it answers.
    reading(accountOperations.testFilter, { query, body: { filter: {}, event: {} } }),
    // @ts-expect-error -- a list is read by the same query.
    listing(operations.listScans, { query: { ...query, device: 'gun-7' } }),
    // @ts-expect-error -- and so is a record.
    reading(accountOperations.getKey, { params: { id: 'key_1' } }),
  ],
  bodies: () => [
    // @ts-expect-error -- without a body.
    call(accountOperations.createKey, { query }),
    // @ts-expect-error -- without a required field.
    call(accountOperations.createKey, { query, body: { name: 'Shop' } }),
    // @ts-expect-error -- an unknown value.
    call(accountOperations.createKey, { query, body: { name: 'Shop', role: 'boss' } }),
    // @ts-expect-error -- an unknown field.
    call(accountOperations.createKey, { query, body: { name: 'Shop', role: 'viewer', colour: 'red' } }),
    // @ts-expect-error -- an optional field of another type, which the schema preprocesses.
    call(operations.createLocation, { query, body: { type: 'aisle', code: 'A1', name: 7 } }),
    // @ts-expect-error -- deep in a list, too.
    call(operations.packOrder, { params, query, body: { packages: [{ weight_g: '850' }] } }),
    // @ts-expect-error -- a read has none.
    call(operations.getOrder, { params, query, body: {} }),
  ],
  headers: () => [
    // @ts-expect-error -- a list has no version.
    call(operations.listOrders, { query, ifMatch: 1 }),
    // @ts-expect-error -- creating is not conditional.
    call(operations.createScan, { query, body: { barcode: '1' }, ifMatch: 1 }),
    // @ts-expect-error -- a version is a number.
    call(operations.cancelOrder, { params, query, body: {}, ifMatch: '1' }),
    // @ts-expect-error -- a read has no second effect.
    call(operations.getOrder, { params, query, idempotencyKey: 'a' }),
    // @ts-expect-error -- sessions take none.
    call(accountOperations.signOut, { idempotencyKey: 'a' }),
  ],
  named: (named: NamedCall) => [
    // @ts-expect-error -- it names the call itself.
    named(operations.packOrder, { params, query, body: {}, idempotencyKey: 'a' }),
    // @ts-expect-error -- it takes no key.
    named(accountOperations.signOut, {}),
    // @ts-expect-error -- neither does a read.
    named(operations.getOrder, { params, query }),
  ],
  files: () => [
    // @ts-expect-error -- it answers with JSON.
    download(operations.listSkus, { query, type: 'text/csv', signal, onProgress }),
    // @ts-expect-error -- an unknown media type.
    download(operations.exportInventory, { query, type: 'text/html', signal, onProgress }),
    // @ts-expect-error -- an unknown parameter.
    download(operations.exportInventory, { query: { ...query, sku: 'MUG-01' }, type: 'text/csv', signal, onProgress }),
    // @ts-expect-error -- it takes no file.
    upload(operations.batchInventory, { query, file, type: 'text/csv', onProgress }),
    // @ts-expect-error -- an unknown media type.
    upload(operations.importInventory, { query, file, type: 'application/pdf', onProgress }),
    // @ts-expect-error -- text in place of a flag.
    upload(operations.importInventory, { query: { ...query, dry_run: 'yes' }, file, type: 'text/csv', onProgress }),
  ],
  streams: (options: Parameters<typeof followEvents>[2]) => [
    // @ts-expect-error -- it streams no events.
    followEvents(operations.exportInventory, { query }, options),
    // @ts-expect-error -- it answers with JSON.
    followEvents(operations.listOrders, { query }, options),
    // @ts-expect-error -- an unknown value.
    followEvents(accountOperations.streamDeliveries, { query: { ...query, event_type: 'order.lost' } }, options),
  ],
  answers: async () => {
    const order = await call(operations.getOrder, { params, query });
    // @ts-expect-error -- an order has no total.
    return order.total;
  },
  schemas: () => {
    // @ts-expect-error -- the bundle has none.
    return operations.createOrder.body;
  },
};

/** Calls that compile, which nothing runs either. */
const right = {
  createKey: () => call(accountOperations.createKey, { query, body: { name: 'Shop', role: 'viewer' } }),
  packOrder: () => call(operations.packOrder, { params, query, body: {}, ifMatch: 3, idempotencyKey: 'a' }),
  listSkus: () => call(operations.listSkus, { query: { ...query, sku: ['MUG-01', 'CUP-01'], low_stock: true, limit: 7 } }),
  exportInventory: () => download(operations.exportInventory, { query, type: 'text/csv', signal, onProgress }),
  importInventory: () => upload(operations.importInventory, { query, file, type: 'text/csv', idempotencyKey: 'a', onProgress }),
};

test('an answer has the type of its operation', () => {
  type Answer<Name extends keyof typeof right> = Awaited<ReturnType<(typeof right)[Name]>>;
  expectTypeOf<Answer<'createKey'>>().toEqualTypeOf<IssuedKey>();
  expectTypeOf<Answer<'packOrder'>>().toEqualTypeOf<OrderRecord>();
  expectTypeOf<Answer<'listSkus'>['data']>().toEqualTypeOf<SkuRecord[]>();
  expectTypeOf<Answer<'exportInventory'>>().toEqualTypeOf<File>();
  expectTypeOf<Answer<'importInventory'>>().toEqualTypeOf<ImportReport>();
  expectTypeOf<RequestOf<typeof operations.listOrders>['query']['environment']>().toEqualTypeOf<'sandbox' | 'production'>();
});
