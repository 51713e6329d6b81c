import type { OrderRecord } from '@fulfilment/contracts';
import { newId } from '@fulfilment/kernel';
import { eventually } from '@fulfilment/testing';
import { afterEach, describe, expect, test } from 'vitest';
import { type Saga, type SagaOptions, startSaga } from './saga.fixture.ts';

let saga: Saga;

afterEach(() => saga.stop());

const mugs = (quantity: number) => ({ lines: [{ sku: 'MUG-01', quantity }] });

async function start(options?: SagaOptions): Promise<Saga> {
  saga = await startSaga(options);
  return saga;
}

async function created({ orders, context }: Saga, quantity = 2): Promise<OrderRecord> {
  const { order } = await orders.createOrder(mugs(quantity), context);
  return order;
}

async function packed(running: Saga): Promise<OrderRecord> {
  const { id } = await created(running);
  const { order } = await running.orders.packOrder(id, {}, running.context);
  return order;
}

function read({ orders, context }: Saga, id: string): Promise<OrderRecord> {
  return orders.getOrder({ tenant: context.tenant, id });
}

async function transitionsOf({ orders, context }: Saga, id: string): Promise<string[]> {
  const { data } = await orders.getOrderHistory({ tenant: context.tenant, id }, { limit: 50, cursor: undefined });
  return data.map(({ transition, refused }) => (refused ? `${transition} refused` : transition));
}

describe('an order on its way', () => {
  test('is created, packed and shipped, with one event each, in order', async () => {
    const { orders, context, eventsOf } = await start();

    const { order } = await orders.createOrder(mugs(2), context);
    await orders.packOrder(order.id, { packages: [{ weight_g: 850 }] }, context);
    const shipped = await orders.shipOrder(order.id, { carrier: 'DHL' }, context);

    expect(order).toMatchObject({
      status: 'created',
      allocation: 'allocated',
      lines: [{ name: 'Name of MUG-01', allocated: 2 }],
    });
    expect(shipped).toMatchObject({ type: 'done', order: { status: 'shipped', carrier: 'DHL', packages: [{ weight_g: 850 }] } });
    expect(shipped.order.lines).toMatchObject([{ allocated: 0, shipped: 2 }]);
    expect(eventsOf(order.id)).toEqual(['order.created', 'order.packed', 'order.shipped']);
    expect(await transitionsOf(saga, order.id)).toEqual(['create', 'pack', 'ship']);
  });

  test('with an unknown SKU is rejected, stays readable, and releases its external id', async () => {
    const { orders, context, eventsOf } = await start();
    const wrong = { external_id: 'shop-1', lines: [{ sku: 'CUP-09', quantity: 1 }] };

    const refused = await orders.createOrder(wrong, context).catch((error: unknown) => error);

    expect(refused).toMatchObject({ code: 'unknown_sku', details: { errors: [{ pointer: '/lines/0/sku', sku: 'CUP-09' }] } });
    const [rejected] = (await orders.listOrders(context.tenant, { limit: 50, status: ['rejected'] })).data;
    expect(rejected).toMatchObject({ status: 'rejected', refusal: { transition: 'create', code: 'unknown_sku' } });
    expect(eventsOf(rejected?.id ?? '')).toEqual([]);
    expect(await orders.createOrder({ ...mugs(1), external_id: 'shop-1' }, context)).toMatchObject({ type: 'created' });
  });

  test('that cannot be filled is a backorder, is not packed, and is packed right after the restock', async () => {
    const { orders, context, inventory, eventsOf } = await start({ stock: { 'MUG-01': 1 } });
    const { id, allocation } = await created(saga, 3);
    const before = await read(saga, id);

    const refused = orders.packOrder(id, {}, context);
    await expect(refused).rejects.toMatchObject({
      code: 'insufficient_stock',
      details: { errors: [{ pointer: '/lines/0/sku' }] },
    });
    expect(await read(saga, id)).toEqual(before);

    await inventory.restock('MUG-01', 5);
    const again = await orders.packOrder(id, {}, context);

    expect(allocation).toBe('partial');
    expect(again).toMatchObject({ type: 'done', order: { status: 'packed', refusal: null, allocation: 'allocated' } });
    expect(eventsOf(id)).toEqual(['order.created', 'order.updated', 'order.packed']);
    expect(await transitionsOf(saga, id)).toEqual(['create', 'pack refused', 'allocate', 'pack']);
  });

  test('gives back what it held when it is cancelled', async () => {
    const { orders, context } = await start({ stock: { 'MUG-01': 2 } });
    const { id } = await packed(saga);

    const { order } = await orders.cancelOrder(id, { reason: 'changed their mind' }, context);

    expect(order).toMatchObject({ status: 'cancelled', allocation: 'allocated', lines: [{ allocated: 0 }] });
    expect(await created(saga)).toMatchObject({ allocation: 'allocated' });
  });
});

describe('while inventory does not answer', () => {
  test('a create is answered as pending, left out of lists, and finished without the client', async () => {
    const { orders, hasty, context, inventory, eventsOf } = await start();
    inventory.holdBack();

    const { type, order } = await hasty.createOrder(mugs(2), context);
    expect({ type, status: order.status, pending: order.pending_transition }).toEqual({
      type: 'pending',
      status: 'pending',
      pending: 'create',
    });
    expect((await orders.listOrders(context.tenant, { limit: 50 })).data).toEqual([]);
    await expect(hasty.packOrder(order.id, {}, context)).rejects.toMatchObject({ code: 'transition_in_progress' });

    await inventory.letGo();
    await eventually(async () =>
      expect(await read(saga, order.id)).toMatchObject({ status: 'created', pending_transition: null }),
    );
    expect(eventsOf(order.id)).toEqual(['order.created']);
  });

  test('a step that no other is in the way of is refused for what it is, however late', async () => {
    const { orders, hasty, context } = await start({ hasteMs: 0 });
    const { id } = await created(saga);
    await orders.packOrder(id, {}, context);

    await expect(hasty.packOrder(id, {}, context)).rejects.toMatchObject({ code: 'invalid_transition' });
  });

  test('a step is answered as pending with the order unchanged, and its late result is in the order', async () => {
    const { hasty, context, inventory, eventsOf } = await start({ stock: { 'MUG-01': 1 } });
    const { id } = await created(saga, 3);
    inventory.holdBack();

    const { type, order } = await hasty.packOrder(id, {}, context);
    expect({ type, status: order.status, pending: order.pending_transition }).toEqual({
      type: 'pending',
      status: 'created',
      pending: 'pack',
    });

    await inventory.letGo();
    await eventually(async () =>
      expect(await read(saga, id)).toMatchObject({ pending_transition: null, refusal: { code: 'insufficient_stock' } }),
    );
    expect(eventsOf(id)).toEqual(['order.created', 'order.updated', 'order.updated']);
  });

  test('another step waits for the pending one and is decided by the resulting state', async () => {
    const { orders, context, inventory } = await start();
    const { id } = await created(saga);
    inventory.holdBack();

    const packing = orders.packOrder(id, {}, context);
    await eventually(() => expect(inventory.commands.at(-1)).toMatchObject({ type: 'confirm' }));
    const shipping = orders.shipOrder(id, {}, context);
    const packingAgain = orders.packOrder(id, {}, context).catch((error: unknown) => error);
    await inventory.letGo();

    expect(await packing).toMatchObject({ type: 'done' });
    expect(await shipping).toMatchObject({ type: 'done', order: { status: 'shipped' } });
    expect(await packingAgain).toMatchObject({ code: 'invalid_transition' });
  });
});

describe('answers of inventory', () => {
  test('that come twice and in the wrong order have one effect', async () => {
    const { orders, context, inventory, eventsOf } = await start({ stock: { 'MUG-01': 1 } });
    const { id } = await created(saga, 2);
    inventory.holdBack();
    await inventory.restock('MUG-01', 5);
    const packing = orders.packOrder(id, {}, context);
    await eventually(() => expect(inventory.commands.at(-1)).toMatchObject({ type: 'confirm' }));

    await inventory.letGo((outcomes) => [...outcomes, ...outcomes].toReversed());

    expect(await packing).toMatchObject({ type: 'done', order: { status: 'packed', allocation: 'allocated' } });
    await inventory.repeat(id);
    await orders.shipOrder(id, {}, context);
    expect(eventsOf(id)).toEqual(['order.created', 'order.packed', 'order.shipped']);
  });

  test('that are lost are covered by the next one', async () => {
    const { orders, context, inventory } = await start();
    const { id } = await created(saga);
    inventory.holdBack();
    const packing = orders.packOrder(id, {}, context);
    await eventually(() => expect(inventory.commands.at(-1)).toMatchObject({ type: 'confirm' }));

    await inventory.letGo(() => []);
    await inventory.repeat(id);

    expect(await packing).toMatchObject({ type: 'done', order: { status: 'packed' } });
  });

  test('about unknown orders are ignored, and the others are applied', async () => {
    const { inventory, log, taken } = await start();
    inventory.holdBack();
    const creating = created(saga);
    await eventually(() => expect(inventory.commands).toHaveLength(1));

    await inventory.letGo((outcomes) => outcomes.flatMap((outcome) => [{ ...outcome, order_id: newId('ord') }, outcome]));

    expect(await creating).toMatchObject({ status: 'created' });
    await eventually(() => expect(taken.flatMap(({ unknown }) => unknown)).toHaveLength(1));
    await eventually(async () => {
      const behind = (await log.lag('orders', ['stock.outcomes'])).filter(({ lag }) => lag > 0);
      expect(behind).toEqual([]);
    });
  });
});

describe('many at once', () => {
  test('20 clients ship one order: one command, one success, 19 refusals with the status shipped', async () => {
    const { orders, context, inventory, eventsOf } = await start();
    const { id } = await packed(saga);

    const results = await Promise.allSettled(Array.from({ length: 20 }, () => orders.shipOrder(id, {}, context)));

    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refused = results.filter((result) => result.status === 'rejected');
    for (const { reason } of refused) {
      expect(reason).toMatchObject({ code: 'invalid_transition', details: { current_status: 'shipped' } });
    }
    expect(inventory.commands.filter(({ type }) => type === 'ship')).toHaveLength(1);
    expect(eventsOf(id).filter((type) => type === 'order.shipped')).toHaveLength(1);
  });

  test('20 creates with one external id make one order', async () => {
    const { orders, context, inventory } = await start();
    const asked = { ...mugs(1), external_id: 'shop-1' };

    const results = await Promise.all(Array.from({ length: 20 }, () => orders.createOrder({ ...asked }, context)));

    expect(new Set(results.map(({ order }) => order.id)).size).toBe(1);
    expect(Map.groupBy(results, ({ type }) => type).get('created')).toHaveLength(1);
    expect(Map.groupBy(results, ({ type }) => type).get('existing')).toHaveLength(19);
    expect(inventory.commands).toHaveLength(1);
  });

  test('other content under a taken external id is refused; the same content in another order of fields, or with explicit defaults, is not', async () => {
    const { orders, context } = await start();
    const { order } = await orders.createOrder({ external_id: 'shop-1', note: 'quick', ...mugs(1) }, context);

    await expect(orders.createOrder({ external_id: 'shop-1', ...mugs(2) }, context)).rejects.toMatchObject({
      code: 'duplicate_external_id',
      details: { order_id: order.id, errors: [{ pointer: '/external_id', code: 'duplicate_external_id' }] },
    });
    for (const same of [{}, { metadata: {} }]) {
      expect(await orders.createOrder({ ...mugs(1), note: 'quick', external_id: 'shop-1', ...same }, context)).toMatchObject({
        type: 'existing',
        order: { id: order.id },
      });
    }
  });
});

describe('while inventory is silent', () => {
  test('no more requests wait than may, and those beyond are pending at once', async () => {
    const { orders, context, inventory } = await start({ maxWaiting: 3 });
    inventory.holdBack();

    const all = Array.from({ length: 20 }, () => orders.createOrder(mugs(1), context));
    const first = await Promise.all(all.slice(3));
    await eventually(() => expect(inventory.commands).toHaveLength(20));
    await inventory.letGo();

    expect(first.map(({ type }) => type)).toEqual(Array(17).fill('pending'));
    expect((await Promise.all(all.slice(0, 3))).map(({ type }) => type)).toEqual(Array(3).fill('created'));
    await eventually(async () => expect((await orders.listOrders(context.tenant, { limit: 50 })).data).toHaveLength(20));
  });

  test('requests are pending at once after some waited in vain, and done again once it answers', async () => {
    const { orders, hasty, context, inventory } = await start();
    inventory.holdBack();
    for (let waits = 0; waits < 5; waits += 1) await hasty.createOrder(mugs(1), context);

    const probe = orders.createOrder(mugs(1), context);
    const others = await Promise.all(Array.from({ length: 10 }, () => orders.createOrder(mugs(1), context)));
    const [stepped] = others;
    const refused = orders.cancelOrder(stepped?.order.id ?? '', {}, context);

    expect(others.map(({ type }) => type)).toEqual(Array(10).fill('pending'));
    await expect(refused).rejects.toMatchObject({ code: 'transition_in_progress' });

    await inventory.letGo();
    expect((await probe).type).toBe('created');
    const after = await Promise.all(Array.from({ length: 10 }, () => orders.createOrder(mugs(1), context)));
    expect(after.map(({ type }) => type)).toEqual(Array(10).fill('created'));
  });
});
