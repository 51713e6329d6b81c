import { type OrderResult, orderResults, problemDocument } from '@fulfilment/contracts';
import { tenantKey } from '@fulfilment/kernel';
import { type Caller, newCaller, type Reply, type ServiceInstance } from '@fulfilment/service/test-bed';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { openTestBed, type TestBed } from '../orders.fixture.ts';
import { FakeInventory } from './fake-inventory.fixture.ts';

let bed: TestBed;
let orders: ServiceInstance;
let other: ServiceInstance;
let inventory: FakeInventory;
let caller: Caller;

beforeAll(async () => {
  bed = await openTestBed(inject('engines'));
  [orders, other] = await Promise.all([bed.start({ ORDER_WAIT_MS: '20000' }), bed.start({ ORDER_WAIT_MS: '20000' })]);
  inventory = new FakeInventory(bed.log, { 'MUG-01': 1_000_000 });
  await inventory.start();
});

beforeEach(() => {
  caller = newCaller();
});

afterEach(() => inventory.letGo());

afterAll(async () => {
  await Promise.all([orders.stop(), other.stop()]);
  await inventory.stop();
  await bed.stop();
});

const mugs = (quantity = 1, more: object = {}): object => ({ lines: [{ sku: 'MUG-01', quantity }], ...more });

const send = (batch: readonly unknown[], key?: string, to = orders): Promise<Reply> =>
  to.call(key === undefined ? caller : { ...caller, headers: { 'idempotency-key': key } }, 'POST /orders/batch', {
    orders: batch,
  });

function resultsOf({ status, body }: Reply): readonly OrderResult[] {
  expect(status).toBe(200);
  return orderResults.parse(body).results;
}

const idsOf = (results: readonly OrderResult[]): readonly (string | undefined)[] => results.map(({ record }) => record?.id);
const allocated = (): readonly string[] =>
  inventory.commands.flatMap((command) =>
    command.type === 'allocate' && command.account_id === caller.accountId ? [command.order_id] : [],
  );
const ordersMade = (): Promise<number> => bed.mongo.db.collection('orders').countDocuments({ tenant: tenantKey(caller) });

test.each([
  ['without keys', undefined, false],
  ['under a key', 'k-1', false],
  ['some with keys of their own', undefined, true],
])('200 orders are created and allocated in their order: %s', async (_how, key, someHaveKeys) => {
  const batch = Array.from({ length: 200 }, (_, place) =>
    mugs(1, someHaveKeys && place % 3 === 0 ? { idempotency_key: `own-${place}` } : {}),
  );

  const results = resultsOf(await send(batch, key));

  expect(results.map(({ index, status }) => [index, status])).toEqual(batch.map((_, place) => [place, 201]));
  expect([...new Set(allocated())]).toEqual(idsOf(results));
  expect(await ordersMade()).toBe(200);
});

test('an invalid order fails alone, its errors pointing into the batch, and pending ones say so', async () => {
  const hasty = await bed.start({ ORDER_WAIT_MS: '100' });
  inventory.holdBack();

  const results = resultsOf(
    await send(
      [mugs(), { lines: [] }, 'an order', { ...mugs(), surprise: 1 }, { lines: [{ sku: 'MUG-01', quantity: 0 }] }],
      'k-1',
      hasty,
    ),
  );
  await hasty.stop();

  expect(results.map(({ status, error }) => [status, error?.errors?.[0]?.pointer])).toEqual([
    [202, undefined],
    [422, '/orders/1/lines'],
    [422, '/orders/2'],
    [422, '/orders/3/surprise'],
    [422, '/orders/4/lines/0/quantity'],
  ]);
  expect(results[0]?.record?.status).toBe('pending');
});

test('a batch whose process stopped before inventory answered is answered by another, with the same orders', async () => {
  const hasty = await bed.start({ ORDER_WAIT_MS: '100' });
  const batch = Array.from({ length: 30 }, () => mugs());
  inventory.holdBack();
  const pending = resultsOf(await send(batch, 'k-1', hasty));
  await hasty.stop();
  await inventory.letGo();

  const late = await send(batch, 'k-1', other);
  const again = await send(batch, 'k-1');

  expect(new Set(pending.map(({ status }) => status))).toEqual(new Set([202]));
  expect(new Set(resultsOf(late).map(({ status }) => status))).toEqual(new Set([201]));
  expect(idsOf(resultsOf(late))).toEqual(idsOf(pending));
  expect(again.body).toEqual(late.body);
  expect([late, again].map(({ headers }) => headers.get('idempotency-replayed'))).toEqual([null, 'true']);
  expect(await ordersMade()).toBe(30);
});

test('two processes that get one batch at once create each order once', async () => {
  const batch = Array.from({ length: 120 }, (_, place) => mugs(1, place % 2 ? { external_id: `shop-${place}` } : {}));

  const replies = await Promise.all([0, 1, 2, 3].map((place) => send(batch, 'k-1', place % 2 ? other : orders)));

  expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(await ordersMade()).toBe(120);
});

test('another batch under the key is refused as a whole', async () => {
  await send([mugs()], 'k-1');

  const { status, body } = await send([mugs(2)], 'k-1');

  expect([status, problemDocument.parse(body).code]).toEqual([422, 'idempotency_key_reused']);
  expect(await ordersMade()).toBe(1);
});
