import type { CreateOrderBody } from '@fulfilment/contracts';
import type { RequestContext } from '@fulfilment/kernel';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Saga, startSaga } from './saga.fixture.ts';

let saga: Saga;
let context: RequestContext;
beforeEach(async () => {
  saga = await startSaga();
  context = { ...saga.context, storage: { skus: 9, openOrders: 2 } };
});
afterEach(() => saga.stop());

const mug = (externalId?: string): CreateOrderBody => ({ lines: [{ sku: 'MUG-01', quantity: 1 }], external_id: externalId });
const FULL = {
  kind: 'forbidden',
  code: 'storage_limit_reached',
  details: { errors: [{ pointer: '', code: 'storage_limit_reached', stored: 'open_orders', used: 2, maximum: 2 }] },
};

test('open orders are created up to the bound, and refused beyond it', async () => {
  await saga.orders.createOrder(mug(), context);
  await saga.orders.createOrder(mug(), context);
  await expect(saga.orders.createOrder(mug(), context)).rejects.toMatchObject(FULL);
  expect(await saga.orders.getOrdersOverview(context)).toMatchObject({ storage: { used: 2, limit: 2 } });
});

test('at the bound a repeat by key or external id gets its order, and a refusal for room is not kept', async () => {
  const keyed = { ...context, idempotency: { id: 'key-1', fingerprint: 'a' } };
  const { order: first } = await saga.orders.createOrder(mug(), keyed);
  const { order: second } = await saga.orders.createOrder(mug('S-1'), context);
  expect((await saga.orders.createOrder(mug(), keyed)).order.id).toBe(first.id);
  expect(await saga.orders.createOrder(mug('S-1'), context)).toMatchObject({ type: 'existing', order: { id: second.id } });
  const late = { ...context, idempotency: { id: 'key-2', fingerprint: 'b' } };
  await expect(saga.orders.createOrder(mug(), late)).rejects.toMatchObject(FULL);
  const lifted = { ...late, storage: { skus: 9, openOrders: 3 } };
  expect(await saga.orders.createOrder(mug(), lifted)).toMatchObject({ type: 'created' });
});

test('a batch that begins with room is done whole; what finds none of it goes on with a repeat, once there is some', async () => {
  const keyed = { ...context, idempotency: { id: 'batch', fingerprint: 'a' } };
  const batch = Array.from({ length: 3 }, () => ({ type: 'valid', value: mug() }) as const);
  const statuses = async (request: RequestContext) =>
    (await saga.orders.createOrders(batch, request)).result.map(({ status }) => status);
  expect(await statuses(context)).toEqual([201, 201, 201]);
  expect(await statuses(keyed)).toEqual([403, 403, 403]);
  expect(await statuses({ ...keyed, storage: { skus: 9, openOrders: 4 } })).toEqual([201, 201, 201]);
  expect(await statuses(keyed)).toEqual([201, 201, 201]);
});
