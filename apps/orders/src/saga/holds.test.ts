import { createHoldBody, editOrderBody, type OrderRecord } from '@fulfilment/contracts';
import { claimOf, newId, tenantKey } from '@fulfilment/kernel';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Saga, startSaga } from './saga.fixture.ts';

let saga: Saga;

beforeEach(async () => {
  saga = await startSaga({ stock: { 'MUG-01': 10 } });
});

afterEach(() => saga.stop());

const create = async (quantity = 4): Promise<OrderRecord> =>
  (await saga.orders.createOrder({ lines: [{ sku: 'MUG-01', quantity }] }, saga.context)).order;
const hold = async ({ id }: OrderRecord, facts: object = {}) =>
  (await saga.orders.holdOrder(id, createHoldBody.parse({ reason: 'fraud', ...facts }), saga.context)).order;
const release = async ({ id }: OrderRecord, holdId = '') => (await saga.orders.releaseHold(id, holdId, saga.context)).order;
const read = ({ id }: OrderRecord) => saga.orders.getOrder({ tenant: saga.context.tenant, id });
const onHold = { code: 'order_on_hold' };
const sweep = () => saga.orders.expireHolds(() => undefined, new AbortController().signal);
const HOUR_MS = 3_600_000;
const inAnHour = () => new Date(Date.now() + HOUR_MS).toISOString();

test('E9: of two holds one is released: the order is still held by the other', async () => {
  const order = await create();
  const first = await hold(order, { note: 'Call them.' });
  const both = await hold(order);
  expect(both.holds.map(({ reason, note }) => [reason, note])).toEqual([
    ['fraud', 'Call them.'],
    ['fraud', null],
  ]);
  const one = await release(order, first.holds[0]?.id);

  expect(one.holds).toEqual(both.holds.slice(1));
  const [left] = one.holds;
  await expect(saga.orders.packOrder(order.id, {}, saga.context)).rejects.toMatchObject({
    ...onHold,
    details: { holds: [{ id: left?.id, reason: 'fraud' }] },
  });
  await expect(release(order, first.holds[0]?.id)).rejects.toMatchObject({ code: 'not_found' });
  await release(order, left?.id);
  expect((await saga.orders.packOrder(order.id, {}, saga.context)).order.status).toBe('packed');
  const updates = saga.events.filter(({ subject, type }) => subject === order.id && type === 'order.updated');
  expect(updates.map(({ value }) => JSON.parse(value).changed)).toEqual([['holds'], ['holds'], ['holds'], ['holds']]);
  const { data } = await saga.orders.getOrderHistory(
    { tenant: saga.context.tenant, id: order.id },
    { limit: 50, cursor: undefined },
  );
  expect(data.map(({ transition, reason }) => [transition, reason])).toEqual([
    ['create', null],
    ['hold', 'fraud'],
    ['hold', 'fraud'],
    ['release_hold', 'fraud'],
    ['release_hold', 'fraud'],
    ['pack', null],
  ]);
});

test('while an order is on hold, nothing of it is planned, packed or shipped; what is packed stays packed', async () => {
  const order = await create();
  const lines = [{ line_id: order.lines[0]?.id ?? '', quantity: 1 }];
  const open = (await saga.orders.createFulfilment(order.id, { lines }, saga.context)).fulfilment.id;
  const packed = (await saga.orders.createFulfilment(order.id, { lines }, saga.context)).fulfilment.id;
  await saga.orders.packFulfilment(packed, {}, saga.context);
  const held = await hold(order);
  const commands = saga.inventory.commands.length;

  await expect(saga.orders.createFulfilment(order.id, { lines }, saga.context)).rejects.toMatchObject(onHold);
  await expect(saga.orders.packFulfilment(open, {}, saga.context)).rejects.toMatchObject(onHold);
  await expect(saga.orders.shipFulfilment(packed, {}, saga.context)).rejects.toMatchObject(onHold);
  await expect(saga.orders.shipOrder(order.id, {}, saga.context)).rejects.toMatchObject(onHold);
  expect(saga.inventory.commands).toHaveLength(commands);
  expect(await read(order)).toEqual(held);

  const lists = async (onlyHeld: boolean) => {
    const { data } = await saga.orders.listOrders(saga.context.tenant, { limit: 50, on_hold: onlyHeld });
    return data.map(({ id }) => id);
  };
  expect([await lists(true), await lists(false)]).toEqual([[order.id], []]);
  expect((await saga.orders.cancelOrder(order.id, {}, saga.context)).order.status).toBe('cancelled');
  await expect(hold(order)).rejects.toMatchObject({ code: 'invalid_transition', details: { current_status: 'cancelled' } });
});

test('a hold ends at its time, whether the sweep has come by or not; the sweep tells of it', async () => {
  const order = await create();
  const held = await hold(order, { until: inAnHour() });
  await expect(saga.orders.packOrder(order.id, {}, saga.context)).rejects.toMatchObject(onHold);
  await sweep();
  expect((await read(order)).holds).toHaveLength(1);
  saga.passTime(HOUR_MS);

  expect((await saga.orders.packOrder(order.id, {}, saga.context)).order).toMatchObject({ status: 'packed', holds: held.holds });
  await sweep();
  expect((await read(order)).holds).toEqual([]);
  await sweep();
  expect(saga.eventsOf(order.id)).toEqual(['order.created', 'order.updated', 'order.packed', 'order.updated']);
});

test('holds of several tenants that end at one time are taken off in turns', async () => {
  const others = { ...saga.context, tenant: { accountId: newId('acc'), environment: 'sandbox' } } as const;
  const held = async (context: typeof saga.context): Promise<void> => {
    const body = { lines: [{ sku: 'MUG-01', quantity: 1 }] };
    const { order } = await saga.orders.createOrder(body, context);
    await saga.orders.holdOrder(order.id, createHoldBody.parse({ reason: 'fraud', until: inAnHour() }), context);
  };
  for (let orders = 0; orders < 8; orders += 1) await held(saga.context);
  for (let orders = 0; orders < 2; orders += 1) await held(others);
  saga.passTime(2 * HOUR_MS);
  const before = saga.events.length;

  await sweep();

  const changed = saga.events.slice(before).map(({ tenant }) => tenant);
  const [mine, other] = [saga.context, others].map(({ tenant }) => tenantKey(tenant));
  const count = (of: readonly string[]) => [
    of.filter((each) => each === mine).length,
    of.filter((each) => each === other).length,
  ];
  expect(count(changed.slice(0, 7))).toEqual([5, 2]);
  expect(count(changed)).toEqual([8, 2]);
});

test.each([false, true])(
  'a repeat of a hold is told what the first request was, also once its time has passed',
  async (givesBack) => {
    const order = await create();
    const { tenant } = saga.context;
    const body = createHoldBody.parse({ reason: 'fraud', until: inAnHour(), release_stock: givesBack });
    const claim = { method: 'POST', target: ['/v1/orders/:id/holds', order.id], key: 'a-key', content: body } as const;
    const place = () => saga.orders.holdOrder(order.id, body, { ...saga.context, idempotency: claimOf({ tenant, ...claim }) });
    const first = await place();
    saga.passTime(2 * HOUR_MS);

    expect(await place()).toEqual({ ...first, replayed: true });
  },
);

test('a hold whose time has passed, a hold too many and one that is not there are refused', async () => {
  const order = await create();
  await expect(hold(order, { until: '2020-01-01T00:00:00Z' })).rejects.toMatchObject({
    code: 'validation_failed',
    details: { errors: [{ pointer: '/until', code: 'out_of_range' }] },
  });
  await expect(release(order, newId('hld'))).rejects.toMatchObject({ code: 'not_found' });
  for (let place = 0; place < 20; place += 1) await hold(order);
  await expect(hold(order)).rejects.toMatchObject({ code: 'validation_failed' });
  await expect(hold(order, { release_stock: true })).rejects.toMatchObject({ code: 'validation_failed' });
});

test('a hold with `release_stock` gives back what is not packed, and the order waits for it once the hold has ended', async () => {
  const [order, other] = [await create(8), await create(6)];
  expect(other.lines[0]).toMatchObject({ allocated: 2, backordered: 4 });
  const held = await hold(order, { release_stock: true });
  const twice = await hold(order, { release_stock: true });

  expect(held).toMatchObject({ holds: [{ release_stock: true }], lines: [{ allocated: 0, backordered: 8 }] });
  expect((await read(other)).lines[0]).toMatchObject({ allocated: 6, backordered: 0 });
  await release(order, held.holds[0]?.id);
  expect((await read(order)).lines[0]).toMatchObject({ allocated: 0 });
  const back = await release(order, twice.holds[1]?.id);
  expect(back).toMatchObject({ holds: [], allocation: 'partial', lines: [{ allocated: 4, backordered: 4 }] });
  expect(saga.inventory.commands.filter(({ type }) => type === 'amend')).toMatchObject(
    [true, true, true, false].map((suspended) => ({ suspended })),
  );
});

test('an order whose units were given back is packed only once it waits for them again', async () => {
  const order = await create(4);
  await hold(order, { release_stock: true, until: inAnHour() });
  saga.passTime(HOUR_MS);

  await expect(saga.orders.packOrder(order.id, {}, saga.context)).rejects.toMatchObject(onHold);
  await sweep();
  expect(await read(order)).toMatchObject({ holds: [], lines: [{ allocated: 4 }] });
  expect((await saga.orders.packOrder(order.id, {}, saga.context)).order.status).toBe('packed');
});

test('units that are added to an order whose units are given back wait for the end of the hold, also where all is packed', async () => {
  const order = await create(4);
  await saga.orders.packOrder(order.id, {}, saga.context);
  const { holds } = await hold(order, { release_stock: true });
  const lines = [{ id: order.lines[0]?.id ?? '', quantity: 6 }];
  const edited = await saga.orders.editOrder(order.id, editOrderBody.parse({ lines }), saga.context);
  expect(edited.order).toMatchObject({ status: 'created', lines: [{ quantity: 6, allocated: 4, packed: 4, backordered: 2 }] });

  expect(await release(order, holds[0]?.id)).toMatchObject({ lines: [{ allocated: 6, packed: 4, backordered: 0 }] });
});
