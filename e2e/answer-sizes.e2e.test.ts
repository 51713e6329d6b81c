import { ACCOUNT_OPERATIONS, createOrdersBody, OPERATIONS, type Operation, requestClassOf } from '@fulfilment/contracts';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { requestOfContract } from './every-operation/request-of-contract.ts';
import { setUpRecords, type Standing } from './refusals/standing.ts';
import { sharedTestSystem } from './system/shared-system.ts';
import type { TestSystem } from './system/start-test-system.ts';
import { openTenant, type TestTenant } from './system/tenant.ts';

/** Bytes of one record at most. */
const RECORD = 1_000_000;
/** Bytes of all records of a page, or of the results of a batch, at most: they end at about 4 MB. */
const RECORDS = 4_200_000;

/** Bytes of an answer at most, by those of its request. A stream is paid by its rows, and has no bound. */
function mostBytes(
  operation: Operation,
  { status, code }: { readonly status: number; readonly code: unknown },
  asked: number,
): number {
  if (status >= 400) return 2 * asked + 65_536 + (code === 'version_conflict' ? RECORD : 0);
  const holdsMany = operation.cost !== undefined || (operation.method === 'GET' && isPage(operation));
  return 4 * asked + (holdsMany ? RECORDS : RECORD);
}

function isPage({ replies }: Operation): boolean {
  const body = replies[200]?.body;
  return body instanceof z.ZodObject && 'next_cursor' in body.shape;
}

/** Places of the SKU that every sample names: its record has some 80 KB. */
const PLACES = 280;
const LARGE = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`k${at}`, 'x'.repeat(500)]));

let system: TestSystem;
let tenant: TestTenant;
let standing: Standing;

beforeAll(async () => {
  system = await sharedTestSystem();
});
beforeAll(async () => {
  tenant = await openTenant(system);
  const { key } = tenant.shop;
  standing = await setUpRecords(tenant.shop);
  const items = Array.from({ length: PLACES }, (_, at) => ({
    op: 'adjust',
    sku: standing.sku.sku,
    delta: 1_000,
    reason: 'found',
    location: `A${Math.floor(at / 20)}/S${at % 20}`,
  }));
  (await system.call('POST', '/inventory/batch', { key, body: { mode: 'atomic', items } })).as(200, z.unknown());
  await makeLargeOrders(key);
  return () => tenant.stop();
});

/** The orders of the sample batch, which a repeat of it is answered with, grow behind its back. */
async function makeLargeOrders(key: string): Promise<void> {
  const { orders } = createOrdersBody.parse(requestOfContract(operationNamed('createOrders'), standing).options.body);
  await tenant.shop.createSku({ sku: 'CUP-01', name: 'Cup', on_hand: 500 });
  await system.call('POST', '/orders/batch', { key, body: { orders } });
  const placed = await tenant.shop.orders();
  for (const { id } of placed.filter(({ status }) => status === 'created'))
    (await system.call('PATCH', `/orders/${id}`, { key, body: { metadata: LARGE } })).as(200, z.unknown());
}

function operationNamed(id: string): Operation {
  const found = OPERATIONS.find((each) => each.id === id);
  if (!found) throw new Error(`There is no operation ${id}`);
  return found;
}

interface Sent {
  readonly what: string;
  readonly query?: string;
  readonly body?: unknown;
}

/** The sample of an operation, and the largest requests that are made of it: its lists as long as they may be, and refused. */
function requestsOf(operation: Operation): readonly Sent[] {
  const { body } = requestOfContract(operation, standing).options;
  const { shape } = operation.query instanceof z.ZodObject ? operation.query : { shape: {} };
  const longest = 'limit' in shape ? [{ what: 'the longest page', query: 'limit=200' }] : [];
  const inflated = LENGTHS.map((length) => withLists(body, length)).find(
    (each) => JSON.stringify(each).length < 1_000_000 && operation.body.safeParse(each).success,
  );
  const modes = operation.id === 'batchInventory' ? [{ mode: 'atomic' }] : [];
  return [
    { what: 'the sample', body },
    ...longest,
    ...(body === undefined ? [] : [{ what: 'lists of the most items', body: inflated ?? body }]),
    ...modes.map((mode) => ({ what: 'the same, all or none', body: { ...Object(inflated), ...mode } })),
    ...(body === undefined ? [] : [{ what: 'items with an unknown field each', body: withSurprise(inflated ?? body) }]),
  ];
}

/** The most items of the lists of the API, the longest first. */
const LENGTHS = [1_000, 500, 200, 100, 50, 20, 5, 1];

const entriesOf = (body: unknown): [string, unknown][] => Object.entries(Object(body));
const repeated = (items: readonly unknown[], length: number) => Array.from({ length }, (_, at) => items[at % items.length]);
const withLists = (body: unknown, length: number) =>
  Object.fromEntries(
    entriesOf(body).map(([name, value]) => [name, Array.isArray(value) && value.length > 0 ? repeated(value, length) : value]),
  );
const withSurprise = (body: unknown) =>
  Object.fromEntries([
    ...entriesOf(body).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map((item: unknown) => ({ ...Object(item), surprise: 1 })) : value,
    ]),
    ['surprise', 1],
  ]);

const codeOf = (text: string): unknown => (text.startsWith('{') ? Reflect.get(Object(JSON.parse(text)), 'code') : undefined);

const ends = (operation: Operation): boolean => !['stream', 'tail'].includes(requestClassOf(operation));

describe.each(OPERATIONS.filter(ends))('$id', (operation) => {
  test('answers in proportion to what it is asked, whether it does it or refuses', async () => {
    const { method, path } = requestOfContract(operation, standing);
    for (const { what, query, body } of requestsOf(operation)) {
      const target = query === undefined ? path : `${path}?${query}`;
      const answer = await system.call(method, target, { key: tenant.shop.key, ...(body === undefined ? {} : { body }) });

      const asked = body === undefined ? 0 : Buffer.byteLength(JSON.stringify(body));
      const answered = Buffer.byteLength(answer.text);
      const most = mostBytes(operation, { status: answer.status, code: codeOf(answer.text) }, asked);
      if (answered >= most)
        throw new Error(`${what}: ${asked} bytes, answered ${answer.status} with ${answered}, at most ${most}`);
      expect(answer.status).toBeLessThan(500);
    }
  });
});

// What a key may do of the account it does to an account of its own; the rest is refused.
test.each(ACCOUNT_OPERATIONS.filter(ends))('$id of the account answers in proportion to what it is asked', async (operation) => {
  const { id } = await system.operator.account('Sizes');
  const { key } = await system.operator.key({ accountId: id, environment: 'sandbox' });
  const path = operation.path.replaceAll(/:[a-z_]+/g, 'key_00000000000000000000000000');
  const bodies = operation.method === 'GET' ? [undefined] : ['{}', JSON.stringify({ surprise: 'x'.repeat(4_000) })];
  for (const body of bodies) {
    const init = { method: operation.method, headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' } };
    const answer = await fetch(`${system.baseUrl}/account/v1${path}`, body === undefined ? init : { ...init, body });

    const text = await answer.text();
    const most = mostBytes(operation, { status: answer.status, code: codeOf(text) }, body?.length ?? 0);
    expect(Buffer.byteLength(text)).toBeLessThan(most);
    expect(answer.status).toBeLessThan(500);
  }
});
