import { newId } from '@fulfilment/kernel';
import { afterEach, describe, expect, test } from 'vitest';
import { type Saga, startSaga } from './saga.fixture.ts';

let saga: Saga;

afterEach(() => saga.stop());

async function start(): Promise<Saga> {
  saga = await startSaga();
  return saga;
}

const asked = { external_id: 'shop-1', lines: [{ sku: 'MUG-01', quantity: 1 }] };

/** A saga with an order that is cancelled. */
async function withCancelled(): Promise<Saga & { readonly cancelled: string }> {
  await start();
  const { order } = await saga.orders.createOrder(asked, saga.context);
  await saga.orders.cancelOrder(order.id, {}, saga.context);
  return { ...saga, cancelled: order.id };
}

const taken = (id: string, status: string) => ({
  code: 'duplicate_external_id',
  details: { order_id: id, current_status: status, errors: [{ pointer: '/external_id' }] },
});

describe('an order that is placed again under the external id of a cancelled one', () => {
  test('is refused, with the same content too, by the id and the status of the other', async () => {
    const { orders, context, cancelled, inventory } = await withCancelled();
    const before = inventory.commands.length;

    await expect(orders.createOrder(asked, context)).rejects.toMatchObject(taken(cancelled, 'cancelled'));
    await expect(orders.createOrder({ ...asked, note: 'new' }, context)).rejects.toMatchObject(taken(cancelled, 'cancelled'));
    expect(inventory.commands).toHaveLength(before);
  });

  test.each([
    ['names it', asked],
    ['leaves it out', { lines: asked.lines }],
  ])('takes the id over where it replaces that and %s, once', async (_what, body) => {
    const { orders, context, cancelled } = await withCancelled();
    const again = { ...body, replaces: cancelled };

    const { order } = await orders.createOrder(again, context);

    expect(order).toMatchObject({ external_id: 'shop-1', status: 'created' });
    expect(await orders.createOrder(again, context)).toMatchObject({ type: 'existing', order: { id: order.id } });
    await expect(orders.createOrder(asked, context)).rejects.toMatchObject(taken(order.id, 'created'));
    expect(await orders.getOrder({ tenant: context.tenant, id: cancelled })).toMatchObject({
      external_id: 'shop-1',
      status: 'cancelled',
    });
  });

  test('of several at once one takes it over', async () => {
    const { orders, context, cancelled } = await withCancelled();
    const bodies = Array.from({ length: 10 }, (_, place) => ({ ...asked, note: `n ${place}`, replaces: cancelled }));

    const results = await Promise.allSettled(bodies.map((body) => orders.createOrder(body, context)));

    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('and is cancelled too is replaced in turn, and not the first one', async () => {
    const { orders, context, cancelled } = await withCancelled();
    const second = await orders.createOrder({ ...asked, replaces: cancelled }, context);
    await orders.cancelOrder(second.order.id, {}, context);

    await expect(orders.createOrder({ ...asked, note: 'x', replaces: cancelled }, context)).rejects.toMatchObject(
      taken(second.order.id, 'cancelled'),
    );
    expect(await orders.createOrder({ ...asked, replaces: second.order.id }, context)).toMatchObject({ type: 'created' });
  });
});

describe('an order replaces', () => {
  test('none that is not cancelled', async () => {
    const { orders, context } = await start();
    const { order } = await orders.createOrder(asked, context);

    await expect(orders.createOrder({ ...asked, note: 'x', replaces: order.id }, context)).rejects.toMatchObject({
      code: 'duplicate_external_id',
      details: { order_id: order.id, current_status: 'created' },
    });
  });

  test.each([
    ['that does not exist', async () => newId('ord')],
    [
      'of another external id',
      async ({ orders, context }: Saga) => (await orders.createOrder({ ...asked, external_id: 'b' }, context)).order.id,
    ],
    ['without one', async ({ orders, context }: Saga) => (await orders.createOrder({ lines: asked.lines }, context)).order.id],
  ])('none %s', async (_what, make) => {
    await start();
    const replaces = await make(saga);

    await expect(saga.orders.createOrder({ ...asked, replaces }, saga.context)).rejects.toMatchObject({
      code: 'validation_failed',
      details: { errors: [{ pointer: '/replaces' }] },
    });
  });
});
