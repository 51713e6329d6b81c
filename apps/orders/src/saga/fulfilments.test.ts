import { type FulfilmentRecord, MAX_FULFILMENT_LINES, MAX_FULFILMENTS, type OrderRecord } from '@fulfilment/contracts';
import { eventually } from '@fulfilment/testing';
import { afterEach, describe, expect, test } from 'vitest';
import * as bounds from '../orders/domain/fulfilment.ts';
import { type Saga, type SagaOptions, startSaga } from './saga.fixture.ts';

let saga: Saga;

afterEach(() => saga.stop());

async function start(quantity: number, options?: SagaOptions): Promise<OrderRecord> {
  saga = await startSaga(options);
  const { order } = await saga.orders.createOrder({ lines: [{ sku: 'MUG-01', quantity }] }, saga.context);
  return order;
}

const units = (order: OrderRecord, quantity: number) => [{ line_id: order.lines[0]?.id ?? '', quantity }];

async function fulfil(order: OrderRecord, quantity: number): Promise<FulfilmentRecord> {
  const { fulfilment } = await saga.orders.createFulfilment(order.id, { lines: units(order, quantity) }, saga.context);
  return fulfilment;
}

async function packed(order: OrderRecord, quantity: number): Promise<FulfilmentRecord> {
  const { id } = await fulfil(order, quantity);
  return (await saga.orders.packFulfilment(id, {}, saga.context)).fulfilment;
}

function read({ id }: { readonly id: string }): Promise<OrderRecord> {
  return saga.orders.getOrder({ tenant: saga.context.tenant, id });
}

/** Events of an order and of its fulfilments, in their order. */
const told = (): string[] => saga.events.map(({ type }) => type);

describe('a part of an order', () => {
  test('is packed and shipped by itself, and the order is shipped once nothing of it is open', async () => {
    const order = await start(5);

    const first = await packed(order, 2);
    await saga.orders.shipFulfilment(first.id, { carrier: 'DHL' }, saga.context);
    const between = await read(order);
    const second = await packed(order, 3);
    const beforeLast = await read(order);
    const { fulfilment } = await saga.orders.shipFulfilment(second.id, {}, saga.context);

    expect(first).toMatchObject({ status: 'packed', version: 2, lines: [{ quantity: 2, allocated: 2 }] });
    expect(between).toMatchObject({
      status: 'created',
      fulfilment: 'partial',
      fulfilments: [{ id: first.id, status: 'shipped' }],
    });
    expect(between.lines).toMatchObject([{ quantity: 5, allocated: 3, packed: 0, backordered: 0, shipped: 2, cancelled: 0 }]);
    expect(beforeLast).toMatchObject({ status: 'packed', lines: [{ allocated: 3, packed: 3, shipped: 2 }] });
    expect(fulfilment).toMatchObject({ status: 'shipped', lines: [{ quantity: 3, allocated: 0 }] });
    expect(await read(order)).toMatchObject({ status: 'shipped', fulfilment: 'complete', carrier: 'DHL' });
    expect(told()).toEqual([
      'order.created',
      'fulfilment.created',
      'order.updated',
      'fulfilment.packed',
      'order.updated',
      'fulfilment.shipped',
      'order.updated',
      'fulfilment.created',
      'order.updated',
      'fulfilment.packed',
      'order.packed',
      'fulfilment.shipped',
      'order.shipped',
    ]);
  });

  test('that is cancelled leaves its units held, in no part', async () => {
    const order = await start(5);
    const { id } = await packed(order, 2);

    const { fulfilment } = await saga.orders.cancelFulfilment(id, { reason: 'one parcel' }, saga.context);

    expect(fulfilment).toMatchObject({
      status: 'cancelled',
      cancel_reason: 'one parcel',
      lines: [{ quantity: 2, allocated: 0 }],
    });
    expect(await read(order)).toMatchObject({ status: 'created', lines: [{ allocated: 5, packed: 0 }] });
    expect(await packed(order, 5)).toMatchObject({ status: 'packed' });
  });

  test('that is unpacked is open, held, and can be packed again', async () => {
    const order = await start(3, { stock: { 'MUG-01': 10 } });
    const { id } = await packed(order, 3);

    const { fulfilment } = await saga.orders.unpackFulfilment(id, {}, saga.context);
    const unpacked = await read(order);
    await saga.orders.packFulfilment(id, {}, saga.context);

    expect(fulfilment).toMatchObject({ status: 'open', packed_at: null, packages: [], lines: [{ allocated: 3 }] });
    expect(unpacked).toMatchObject({ status: 'created', lines: [{ allocated: 3, packed: 0 }] });
    expect(await read(order)).toMatchObject({ status: 'packed' });
    expect(told().slice(-4)).toEqual(['fulfilment.unpacked', 'order.updated', 'fulfilment.packed', 'order.packed']);
  });

  test('of no lines is all that is held and in no other', async () => {
    const order = await start(75, { stock: { 'MUG-01': 61 } });
    await fulfil(order, 50);

    const { fulfilment } = await saga.orders.createFulfilment(order.id, {}, saga.context);

    expect(fulfilment.lines).toMatchObject([{ quantity: 11, allocated: 11 }]);
    expect(await read(order)).toMatchObject({ lines: [{ quantity: 75, allocated: 61, backordered: 14 }] });
    const none = saga.orders.createFulfilment(order.id, {}, saga.context);
    await expect(none).rejects.toMatchObject({ code: 'insufficient_stock', details: { errors: [{ sku: 'MUG-01' }] } });
  });
});

describe('packing fewer units than planned', () => {
  test('says what becomes of the others: they are in the order again, or dropped from it', async () => {
    const order = await start(6);
    const [kept, dropped] = [await fulfil(order, 3), await fulfil(order, 3)];
    const fewer = { lines: units(order, 2) };

    await expect(saga.orders.packFulfilment(kept.id, fewer, saga.context)).rejects.toMatchObject({
      code: 'validation_failed',
      details: { errors: [{ pointer: '/short', code: 'required' }] },
    });
    await saga.orders.packFulfilment(kept.id, { ...fewer, short: 'backorder' }, saga.context);
    expect(await read(order)).toMatchObject({ lines: [{ allocated: 6, packed: 2, cancelled: 0 }] });
    const { fulfilment } = await saga.orders.packFulfilment(dropped.id, { ...fewer, short: 'cancel' }, saga.context);

    expect(fulfilment.lines).toMatchObject([{ quantity: 2, allocated: 2 }]);
    expect(await read(order)).toMatchObject({ lines: [{ quantity: 6, allocated: 5, packed: 4, cancelled: 1 }] });
  });

  test('and contents that are not the named lines are refused by line', async () => {
    const order = await start(3);
    const { id } = await fulfil(order, 3);
    const packages = [{ lines: units(order, 2) }];

    const named = saga.orders.packFulfilment(id, { packages, lines: units(order, 3) }, saga.context);
    await expect(named).rejects.toMatchObject({
      code: 'validation_failed',
      details: { errors: [{ code: 'quantity_mismatch', named: 2, expected: 3 }] },
    });
    const two = [...packages, { weight_g: 5, lines: units(order, 1) }];
    const { fulfilment } = await saga.orders.packFulfilment(id, { packages: two }, saga.context);
    expect(fulfilment.packages).toEqual(two);
  });

  test('is said by contents alone: they are the lines, and never more than planned', async () => {
    const order = await start(6);
    const { id } = await fulfil(order, 4);
    const pack = (quantity: number, short?: 'cancel') =>
      saga.orders.packFulfilment(id, { packages: [{ lines: units(order, quantity) }, { weight_g: 5 }], short }, saga.context);

    await expect(pack(3)).rejects.toMatchObject({
      code: 'validation_failed',
      details: { errors: [{ pointer: '/short', code: 'required' }] },
    });
    await expect(pack(5, 'cancel')).rejects.toMatchObject({
      code: 'validation_failed',
      details: { errors: [{ code: 'quantity_mismatch', named: 5, expected: 4 }] },
    });
    const unknown = [{ lines: [{ line_id: 'lin_01JD8Z0000000000000000TEST', quantity: 1 }] }];
    await expect(saga.orders.packFulfilment(id, { packages: unknown }, saga.context)).rejects.toMatchObject({
      details: { errors: [{ pointer: '/packages/0/lines/0/line_id', code: 'unknown_line' }] },
    });
    const { fulfilment } = await pack(3, 'cancel');

    expect(fulfilment).toMatchObject({ status: 'packed', lines: [{ quantity: 3, allocated: 3 }] });
    expect(await read(order)).toMatchObject({ lines: [{ quantity: 6, allocated: 5, packed: 3, cancelled: 1 }] });
  });
});

describe('closing an order', () => {
  test('drops what is in no part, and ends it', async () => {
    const order = await start(5);
    const { id } = await packed(order, 2);
    await saga.orders.shipFulfilment(id, {}, saga.context);

    const closed = await saga.orders.closeOrder(order.id, { reason: 'no longer made' }, saga.context);

    expect(closed.order).toMatchObject({ status: 'shipped', fulfilment: 'complete', cancel_reason: null });
    expect(closed.order.lines).toMatchObject([{ quantity: 5, allocated: 0, backordered: 0, shipped: 2, cancelled: 3 }]);
    expect(told().filter((type) => type === 'order.shipped')).toHaveLength(1);
  });

  test('of which nothing left cancels it; more than is open is refused', async () => {
    const order = await start(5);
    await fulfil(order, 2);

    await expect(saga.orders.closeOrder(order.id, { lines: units(order, 4) }, saga.context)).rejects.toMatchObject({
      code: 'quantity_exceeded',
      details: { errors: [{ requested: 4, allowed: 3, limit: 'open' }] },
    });
    await saga.orders.closeOrder(order.id, {}, saga.context);
    expect(await read(order)).toMatchObject({ status: 'created', lines: [{ allocated: 2, cancelled: 3 }] });
    await expect(saga.orders.closeOrder(order.id, {}, saga.context)).rejects.toMatchObject({ code: 'invalid_transition' });

    const whole = await saga.orders.createOrder({ lines: [{ sku: 'MUG-01', quantity: 2 }] }, saga.context);
    const { order: ended } = await saga.orders.closeOrder(whole.order.id, { reason: 'gone' }, saga.context);
    expect(ended).toMatchObject({ status: 'cancelled', cancel_reason: 'gone', lines: [{ allocated: 0, cancelled: 2 }] });
  });
});

test('the steps of an order that is in no parts make none: its parcels are its own', async () => {
  const order = await start(5);
  await saga.orders.packOrder(order.id, { packages: [{ weight_g: 5 }] }, saga.context);
  await saga.orders.shipOrder(order.id, { carrier: 'UPS' }, saga.context);

  const gone = { status: 'shipped', fulfilment: 'complete', fulfilments: [], packages: [{ weight_g: 5 }], carrier: 'UPS' };
  expect(await read(order)).toMatchObject(gone);
  expect((await saga.orders.listFulfilments(saga.context.tenant, { limit: 50 })).data).toEqual([]);
  expect(told()).toEqual(['order.created', 'order.packed', 'order.shipped']);
});

describe('the steps of the whole order, where it is in parts', () => {
  test('pack what is in none as one more, and ship every packed part', async () => {
    const order = await start(5);
    const { id } = await fulfil(order, 2);

    await expect(saga.orders.packOrder(order.id, {}, saga.context)).rejects.toMatchObject({
      code: 'invalid_transition',
      message: expect.stringContaining(id),
    });
    await expect(saga.orders.shipOrder(order.id, {}, saga.context)).rejects.toMatchObject({ code: 'invalid_transition' });
    await saga.orders.packFulfilment(id, {}, saga.context);
    const { order: all } = await saga.orders.packOrder(order.id, { packages: [{ weight_g: 5 }] }, saga.context);
    const { order: gone } = await saga.orders.shipOrder(order.id, { carrier: 'UPS' }, saga.context);

    expect(all).toMatchObject({ status: 'packed', packages: [{ weight_g: 5 }], fulfilments: [{ id }, { status: 'packed' }] });
    expect(gone).toMatchObject({ status: 'shipped', carrier: 'UPS', lines: [{ shipped: 5 }] });
    expect(told().slice(-6)).toEqual([
      'fulfilment.created',
      'fulfilment.packed',
      'order.packed',
      'fulfilment.shipped',
      'fulfilment.shipped',
      'order.shipped',
    ]);
  });

  test('cancel all of it while nothing has left, and refuse with the way out after', async () => {
    const order = await start(5);
    const { id } = await packed(order, 2);
    await saga.orders.shipFulfilment(id, {}, saga.context);

    await expect(saga.orders.cancelOrder(order.id, {}, saga.context)).rejects.toMatchObject({
      code: 'invalid_transition',
      message: expect.stringContaining('close'),
    });
    const other = (await saga.orders.createOrder({ lines: [{ sku: 'MUG-01', quantity: 2 }] }, saga.context)).order;
    const part = await packed(other, 1);
    const { order: cancelled } = await saga.orders.cancelOrder(other.id, {}, saga.context);

    expect(cancelled).toMatchObject({ status: 'cancelled', fulfilments: [{ id: part.id, status: 'cancelled' }] });
    expect(cancelled.lines).toMatchObject([{ allocated: 0, backordered: 0, cancelled: 2 }]);
  });
});

describe('a step of a part', () => {
  test('judges If-Match by the version of the part, and is done once for one key', async () => {
    const order = await start(5);
    const { id } = await fulfil(order, 2);
    const stale = { ...saga.context, ifMatch: { type: 'one-of', versions: [7] } } as const;
    const once = { ...saga.context, idempotency: { id: 'k', fingerprint: 'f' } };

    await expect(saga.orders.packFulfilment(id, {}, stale)).rejects.toMatchObject({
      code: 'version_conflict',
      details: { current_version: 1, current: { id } },
    });
    const first = await saga.orders.packFulfilment(id, {}, once);
    const again = await saga.orders.packFulfilment(id, {}, once);

    expect(again).toEqual({ ...first, replayed: true });
  });

  test('that is answered late is shown as pending by order and part, and ends without the client', async () => {
    const order = await start(5);
    saga.inventory.holdBack();

    const { type, fulfilment } = await saga.hasty.createFulfilment(order.id, { external_id: 'pick-1' }, saga.context);
    const shown = await read(order);
    const found = await saga.orders.getFulfilment(saga.context.tenant, fulfilment.id);
    await saga.inventory.letGo();
    await eventually(async () => expect(await read(order)).toMatchObject({ pending_transition: null }));

    expect({ type, pending: fulfilment.pending_transition }).toEqual({ type: 'pending', pending: 'fulfil' });
    expect(found).toEqual(fulfilment);
    expect(shown).toMatchObject({ pending_transition: 'fulfil', pending_fulfilment_id: fulfilment.id, fulfilments: [] });
    const created = await saga.orders.getFulfilment(saga.context.tenant, fulfilment.id);
    expect(created).toMatchObject({ pending_transition: null, version: 2, lines: [{ allocated: 5 }] });
  });

  test('which packs the rest of an order as one more part shows that part while it waits', async () => {
    const order = await start(5);
    await packed(order, 2);
    saga.inventory.holdBack();

    const { type, order: shown } = await saga.hasty.packOrder(order.id, {}, saga.context);
    const id = shown.pending_fulfilment_id ?? '';
    const waiting = await saga.orders.getFulfilment(saga.context.tenant, id);
    await saga.inventory.letGo();
    await eventually(async () => expect(await read(order)).toMatchObject({ pending_transition: null, status: 'packed' }));

    expect(type).toBe('pending');
    expect(waiting).toMatchObject({ id, status: 'open', pending_transition: 'pack', version: 1, lines: [{ quantity: 3 }] });
    expect(await saga.orders.getFulfilment(saga.context.tenant, id)).toMatchObject({ status: 'packed', version: 2 });
  });

  test('with an external id that is taken answers the part which has it, or is refused where its content differs', async () => {
    const order = await start(5);
    const body = { external_id: 'pick-1', lines: units(order, 2) };
    const { fulfilment } = await saga.orders.createFulfilment(order.id, body, saga.context);

    expect(await saga.orders.createFulfilment(order.id, body, saga.context)).toMatchObject({ type: 'existing', fulfilment });
    const other = saga.orders.createFulfilment(order.id, { ...body, lines: units(order, 1) }, saga.context);
    await expect(other).rejects.toMatchObject({
      code: 'duplicate_external_id',
      details: { fulfilment_id: fulfilment.id, current_status: 'open' },
    });
  });

  test('names lines of the order, once each, and no more units than are open', async () => {
    const order = await start(5);
    const line_id = order.lines[0]?.id ?? '';
    const asked = (lines: { line_id: string; quantity: number }[]) =>
      saga.orders.createFulfilment(order.id, { lines }, saga.context);

    await expect(asked([{ line_id, quantity: 6 }])).rejects.toMatchObject({ code: 'quantity_exceeded' });
    await expect(asked([{ line_id: 'lin_01JD8Z0000000000000000TEST', quantity: 1 }])).rejects.toMatchObject({
      code: 'validation_failed',
      details: { errors: [{ pointer: '/lines/0/line_id', code: 'unknown_line' }] },
    });
    await expect(asked([...units(order, 1), ...units(order, 1)])).rejects.toMatchObject({
      details: { errors: [{ pointer: '/lines/1/line_id', code: 'duplicate' }] },
    });
  });
});

test('facts of a part change without inventory, and the delivery of one that has not left is refused', async () => {
  const order = await start(5);
  const { id } = await packed(order, 5);
  const delivered_at = '2026-11-22T10:30:00.000Z';
  const change = (body: object) => saga.orders.updateFulfilment(id, body, saga.context);

  await expect(change({ delivered_at })).rejects.toMatchObject({ code: 'invalid_transition' });
  await saga.orders.shipFulfilment(id, {}, saga.context);
  const { fulfilment } = await change({ delivered_at, tracking_number: '1Z' });

  expect(fulfilment).toMatchObject({ delivered_at, tracking_number: '1Z', version: 4 });
  expect(told().slice(-2)).toEqual(['fulfilment.updated', 'order.updated']);
});

test('an order has as many fulfilments, and lines in them, as the document of the API says', () => {
  expect(bounds).toMatchObject({ MAX_FULFILMENTS, MAX_FULFILMENT_LINES });
});
