import { describe, expect, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { ACCOUNT_OPERATIONS, accountOperations } from './account/operations.ts';
import { type Accepted, addressOf, type AnswerMediaOf, type AnswerOf, type CallOf, type UploadMediaOf } from './call.ts';
import { callables } from './callables.ts';
import { pathOf } from './operation.ts';
import { OPERATIONS, operations } from './v1.ts';
import type { IssuedKey } from './operator.ts';

const { getSku, listOrders, getOrderHistory } = callables(operations);

describe('an address', () => {
  test('has its parameters percent-encoded, so that none leaves its part of the path', () => {
    expect(addressOf(getSku, { params: { sku: 'TEE/RED M?#%' } })).toBe('/v1/inventory/TEE%2FRED%20M%3F%23%25');
  });

  test('has the query of its operation after the path, a list as its parameter repeated', () => {
    const query = { environment: 'sandbox', status: ['packed', 'shipped'], limit: 5, sku: 'A&B=C' };

    expect(addressOf(listOrders, { query })).toBe(
      '/v1/orders?environment=sandbox&status=packed&status=shipped&limit=5&sku=A%26B%3DC',
    );
  });

  test('leaves out values that are undefined or empty, alone and in lists, and keeps false and 0', () => {
    const query = { q: '', sku: undefined, sort: [undefined, ''], low_stock: false, limit: 0 };

    expect(addressOf(getOrderHistory, { params: { id: 'ord_1' }, query })).toBe(
      '/v1/orders/ord_1/history?low_stock=false&limit=0',
    );
    expect(addressOf(listOrders, { query: { sku: '' } })).toBe('/v1/orders');
  });
});

test('a client has of each operation its method and whole path, and nothing else', () => {
  const all = { ...callables(operations), ...callables(accountOperations) };
  const declared = [...OPERATIONS, ...ACCOUNT_OPERATIONS].map((each) => [each.id, { method: each.method, path: pathOf(each) }]);

  expect(all).toEqual(Object.fromEntries(declared));
  expect(Object.keys(all)).toHaveLength(declared.length);
});

test('each parameter of a path is declared by the operation, and no other', () => {
  const all = [...OPERATIONS, ...ACCOUNT_OPERATIONS];
  const declared = all.map(({ id, params }) => [id, params instanceof z.ZodObject ? Object.keys(params.shape) : []]);

  expect(declared).toEqual(all.map(({ id, path }) => [id, [...path.matchAll(/:(\w+)/g)].map(([, name]) => name)]));
});

test('the types of a call follow its operation', () => {
  type CreateKey = typeof accountOperations.createKey;
  type PackOrder = typeof operations.packOrder;
  type ListPlans = typeof accountOperations.listPlans;
  expectTypeOf<AnswerOf<CreateKey>>().toEqualTypeOf<IssuedKey>();
  expectTypeOf<CallOf<CreateKey>['query']['environment']>().toEqualTypeOf<'sandbox' | 'production'>();
  expectTypeOf<CallOf<CreateKey>['idempotencyKey']>().toEqualTypeOf<string | undefined>();
  expectTypeOf<CallOf<typeof accountOperations.signOut>['idempotencyKey']>().toEqualTypeOf<undefined>();
  expectTypeOf<CallOf<PackOrder>['params']>().toEqualTypeOf<Readonly<{ id: string }>>();
  expectTypeOf<CallOf<PackOrder>['ifMatch']>().toEqualTypeOf<number | undefined>();
  expectTypeOf<CallOf<PackOrder>['idempotencyKey']>().toEqualTypeOf<string | undefined>();
  expectTypeOf<object extends CallOf<ListPlans> ? true : false>().toEqualTypeOf<true>();
  expectTypeOf<AnswerMediaOf<typeof operations.exportOrders>>().toEqualTypeOf<'text/csv' | 'application/x-ndjson'>();
  expectTypeOf<AnswerMediaOf<PackOrder>>().toEqualTypeOf<never>();
  expectTypeOf<UploadMediaOf<typeof operations.importInventory>>().toEqualTypeOf<'text/csv' | 'application/x-ndjson'>();
  expectTypeOf<UploadMediaOf<PackOrder>>().toEqualTypeOf<never>();
});

test('a body has the types that its schema reads, where the schema preprocesses it too', () => {
  const nested = z.strictObject({ name: z.preprocess((given) => given, z.string().optional()).optional() });
  const schema = z.strictObject({ list: z.array(nested), count: z.number().default(1) });
  expectTypeOf<Accepted<typeof schema>>().toEqualTypeOf<{
    readonly list: ReadonlyArray<{ readonly name?: string | undefined }>;
    readonly count?: number | undefined;
  }>();
});
