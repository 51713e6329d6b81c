import { claimOf, newId, type RequestContext } from '@fulfilment/kernel';
import { eventually } from '@fulfilment/testing';
import { afterEach, describe, expect, test } from 'vitest';
import { type Saga, type SagaOptions, startSaga } from './saga.fixture.ts';
import type { OrderApplication } from '../application.ts';

let saga: Saga;

afterEach(() => saga.stop());

async function start(options?: SagaOptions): Promise<Saga> {
  saga = await startSaga(options);
  return saga;
}

const mugs = (quantity = 2) => ({ lines: [{ sku: 'MUG-01', quantity }] });

function named(key: string, content: unknown, target: readonly string[] = ['/v1/orders']): RequestContext {
  const { context } = saga;
  const claim = claimOf({ tenant: context.tenant, method: 'POST', target, key, content });
  return { ...context, requestId: newId('req'), idempotency: claim };
}

const create = (orders: OrderApplication, key: string, quantity = 2) => {
  const context = named(key, quantity);
  return { context, answer: orders.createOrder(mugs(quantity), context) };
};

const ship = (orders: OrderApplication, id: string, key: string) => {
  const context = named(key, {}, ['/v1/orders/:id/ship', id]);
  return { context, answer: orders.shipOrder(id, {}, context) };
};

async function packedId({ orders, context }: Saga): Promise<string> {
  const { order } = await orders.createOrder(mugs(), context);
  await orders.packOrder(order.id, {}, context);
  return order.id;
}

describe('a repeat of an answered request', () => {
  test('gets the first answer, although the order has changed since, and has no effect', async () => {
    const { orders, context, inventory, eventsOf } = await start();
    const first = await create(orders, 'k-1').answer;
    await orders.packOrder(first.order.id, {}, context);

    const again = create(orders, 'k-1');

    expect(await again.answer).toEqual({ ...first, replayed: true });
    expect(first).toMatchObject({ type: 'created', replayed: false, order: { status: 'created', version: 2 } });
    expect(inventory.commands.filter(({ type }) => type === 'allocate')).toHaveLength(1);
    expect(eventsOf(first.order.id)).toEqual(['order.created', 'order.packed']);
  });

  test('whose step inventory could not decide is decided again', async () => {
    const { orders, context, inventory } = await start();
    const { order } = await orders.createOrder(mugs(), context);
    const pack = () => orders.packOrder(order.id, {}, named('k-1', {}, ['/v1/orders/:id/pack', order.id]));
    inventory.holdBack();
    const first = Promise.allSettled([pack()]);
    await eventually(() => expect(inventory.commands).toHaveLength(2));
    await inventory.letGo((outcomes) =>
      outcomes.map((outcome) => ({
        ...outcome,
        last_answer: { ...outcome.last_answer, accepted: false, code: 'upstream_unavailable', detail: 'Try again.', errors: [] },
      })),
    );
    expect(await first).toMatchObject([{ status: 'rejected', reason: { code: 'upstream_unavailable' } }]);

    expect(await pack()).toMatchObject({ type: 'done', replayed: false, order: { status: 'packed' } });
    expect(await pack()).toMatchObject({ type: 'done', replayed: true });
  });

  test('of a step gets its first answer and not invalid_transition', async () => {
    const { orders } = await start();
    const id = await packedId(saga);
    const shipped = await ship(orders, id, 'k-1').answer;

    expect(shipped.replayed).toBe(false);
    expect(await ship(orders, id, 'k-1').answer).toEqual({ ...shipped, replayed: true });
    await expect(ship(orders, id, 'k-2').answer).rejects.toMatchObject({ code: 'invalid_transition' });
  });

  test('gets the refusal by inventory again, although it would be accepted now', async () => {
    const { orders, inventory } = await start({ stock: { 'MUG-01': 1 } });
    const { order } = await create(orders, 'k-0', 3).answer;
    const pack = (key: string) => {
      const context = named(key, {}, ['/v1/orders/:id/pack', order.id]);
      return { context, answer: orders.packOrder(order.id, {}, context).catch((error: unknown) => error) };
    };
    const first = pack('k-1');
    const refusal = await first.answer;
    await inventory.restock('MUG-01', 5);

    const again = pack('k-1');

    const insufficient = { code: 'insufficient_stock', details: { errors: [{ pointer: '/lines/0/sku' }] } };
    expect(refusal).toMatchObject({ ...insufficient, replayed: false });
    const { requestId } = first.context;
    expect(await again.answer).toMatchObject({
      code: 'insufficient_stock',
      replayed: true,
      details: { errors: [{ pointer: '/lines/0/sku' }], request_id: requestId },
    });
    expect(await pack('k-2').answer).toMatchObject({ type: 'done', order: { status: 'packed' } });
  });

  test('gets a rejected create again, and makes no second order', async () => {
    const { orders, inventory } = await start({ stock: {} });
    const first = await create(orders, 'k-1').answer.catch((error: unknown) => error);
    await inventory.restock('MUG-01', 5);

    const again = create(orders, 'k-1');

    expect(first).toMatchObject({ code: 'unknown_sku', replayed: false });
    await expect(again.answer).rejects.toMatchObject({ code: 'unknown_sku', replayed: true });
    expect(inventory.commands).toHaveLength(1);
  });

  test.each([
    ['not_found', newId('ord'), undefined],
    ['invalid_transition', undefined, undefined],
    ['version_conflict', undefined, { type: 'one-of', versions: [1] }],
  ] as const)('gets a refusal again that needed no command: %s', async (code, unknownId, ifMatch) => {
    const { orders, context, inventory } = await start();
    const { order } = await orders.createOrder(mugs(), context);
    const id = unknownId ?? order.id;
    const shipIt = () => orders.shipOrder(id, {}, { ...named('k-1', {}, ['/v1/orders/:id/ship', id]), ifMatch });

    await expect(shipIt()).rejects.toMatchObject({ code, replayed: false });
    await orders.packOrder(order.id, {}, context);

    await expect(shipIt()).rejects.toMatchObject({ code, replayed: true });
    expect(inventory.commands.filter(({ type }) => type === 'ship')).toEqual([]);
  });

  test('with another body is refused, and with the same key on another path is another request', async () => {
    const { orders } = await start();
    const { order } = await create(orders, 'k-1').answer;

    await expect(create(orders, 'k-1', 3).answer).rejects.toMatchObject({ code: 'idempotency_key_reused' });
    const context = named('k-1', {}, ['/v1/orders/:id/cancel', order.id]);
    expect(await orders.cancelOrder(order.id, {}, context)).toMatchObject({ order: { status: 'cancelled' } });
  });
});

describe('repeats of a request in progress', () => {
  test('many at once: one order, one answer for all, and all but one are marked as replayed', async () => {
    const { orders, inventory } = await start();

    const asked = Array.from({ length: 20 }, () => create(orders, 'k-1'));
    const answers = await Promise.all(asked.map(({ answer }) => answer));

    expect(new Set(answers.map(({ type, order }) => JSON.stringify([type, order]))).size).toBe(1);
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(inventory.commands).toHaveLength(1);
  });

  test('wait with it, get the pending order at the deadline, and the answer later', async () => {
    const { orders, hasty, inventory } = await start();
    inventory.holdBack();
    const first = create(hasty, 'k-1');
    const second = create(hasty, 'k-1');
    const [pending, joined] = await Promise.all([first.answer, second.answer]);
    expect(pending).toMatchObject({ type: 'pending', order: { status: 'pending' } });
    expect(joined).toEqual(pending);
    expect(joined.replayed).toBe(false);

    const third = create(orders, 'k-1');
    await inventory.letGo();

    const late = { type: 'created', replayed: true, order: { id: pending.order.id, status: 'created' } };
    expect(await third.answer).toMatchObject(late);
    expect(inventory.commands).toHaveLength(1);
  });

  test('with another body are refused at once', async () => {
    const { hasty, inventory } = await start();
    inventory.holdBack();
    await create(hasty, 'k-1').answer;

    await expect(create(hasty, 'k-1', 3).answer).rejects.toMatchObject({ code: 'idempotency_key_reused' });
  });

  test('that wait behind another step: one takes it, the others join it', async () => {
    const { orders, context, inventory } = await start();
    const { order } = await orders.createOrder(mugs(), context);
    inventory.holdBack();
    const packing = orders.packOrder(order.id, {}, context);
    await eventually(() => expect(inventory.commands.at(-1)).toMatchObject({ type: 'confirm' }));

    const asked = Array.from({ length: 10 }, () => ship(orders, order.id, 'k-1'));
    await inventory.letGo();
    await packing;
    const answers = await Promise.all(asked.map(({ answer }) => answer));

    for (const answer of answers) expect(answer).toMatchObject({ type: 'done', order: { status: 'shipped' } });
    expect(inventory.commands.filter(({ type }) => type === 'ship')).toHaveLength(1);
  });

  test('that wait for another step until the deadline get transition_in_progress, which is not kept', async () => {
    const { orders, hasty, context, inventory } = await start();
    const id = await packedId(saga);
    inventory.holdBack();
    const cancelling = orders.shipOrder(id, {}, context);
    await eventually(() => expect(inventory.commands.at(-1)).toMatchObject({ type: 'ship' }));

    await expect(ship(hasty, id, 'k-1').answer).rejects.toMatchObject({ code: 'transition_in_progress' });
    await inventory.letGo();
    await cancelling;

    const again = ship(orders, id, 'k-1');
    await expect(again.answer).rejects.toMatchObject({ code: 'invalid_transition', replayed: false });
  });
});

describe('beside an external id', () => {
  test('a repeat by key is the first answer, another key finds the order that is there', async () => {
    const { orders } = await start();
    const body = { ...mugs(), external_id: 'shop-1' };
    const ask = (key: string) => {
      const context = named(key, body);
      return { context, answer: orders.createOrder(body, context) };
    };
    const all = [...Array.from({ length: 5 }, () => ask('k-1')), ...Array.from({ length: 5 }, () => ask('k-2'))];
    const answers = await Promise.all(all.map(({ answer }) => answer));

    expect(new Set(answers.map(({ order }) => order.id)).size).toBe(1);
    expect(answers.map(({ type }) => type).toSorted()).toEqual([
      ...Array.from({ length: 5 }, () => 'created'),
      ...Array.from({ length: 5 }, () => 'existing'),
    ]);
    expect((await ask('k-2').answer).type).toBe('existing');
  });

  test('a create that found a pending order is answered with its result later', async () => {
    const { hasty, orders, inventory } = await start();
    const body = { ...mugs(), external_id: 'shop-1' };
    inventory.holdBack();
    await hasty.createOrder(body, named('k-1', body));
    expect(await hasty.createOrder(body, named('k-2', body))).toMatchObject({ type: 'pending' });

    await inventory.letGo();

    expect(await orders.createOrder(body, named('k-2', body))).toMatchObject({ type: 'existing', order: { status: 'created' } });
    expect(await orders.createOrder(body, named('k-1', body))).toMatchObject({ type: 'created' });
  });

  test('a repeat of a create with a taken external id is refused again', async () => {
    const { orders, context } = await start();
    await orders.createOrder({ ...mugs(1), external_id: 'shop-1' }, context);
    const body = { ...mugs(), external_id: 'shop-1' };
    const ask = (asked: RequestContext) => orders.createOrder(body, asked);
    const refusal = { code: 'duplicate_external_id' };
    await expect(ask(named('k-1', body))).rejects.toMatchObject({ ...refusal, replayed: false });

    await expect(ask(named('k-1', body))).rejects.toMatchObject({ ...refusal, replayed: true });
  });
});

const at = (...versions: number[]): RequestContext => ({ ...saga.context, ifMatch: { type: 'one-of', versions } });

describe('If-Match', () => {
  test('starts a step for the current version; another version is refused with the current order', async () => {
    const { orders, inventory } = await start();
    const { order } = await orders.createOrder(mugs(), saga.context);

    await expect(orders.packOrder(order.id, {}, at(1))).rejects.toMatchObject({
      code: 'version_conflict',
      details: { current_version: order.version, current: order },
    });
    expect(inventory.commands).toHaveLength(1);
    expect(await orders.packOrder(order.id, {}, at(7, order.version))).toMatchObject({ order: { status: 'packed' } });
  });

  test('is checked before the status and after the existence of the order', async () => {
    const { orders } = await start();
    const { order } = await orders.createOrder(mugs(), saga.context);

    await expect(orders.shipOrder(order.id, {}, at(9))).rejects.toMatchObject({ code: 'version_conflict' });
    await expect(orders.shipOrder(order.id, {}, at(order.version))).rejects.toMatchObject({ code: 'invalid_transition' });
    await expect(orders.shipOrder(newId('ord'), {}, at(9))).rejects.toMatchObject({ code: 'not_found' });
  });

  test('lets one of two steps for one version start', async () => {
    const { orders } = await start();
    const { order } = await orders.createOrder(mugs(), saga.context);

    const results = await Promise.allSettled([
      orders.packOrder(order.id, {}, at(order.version)),
      orders.cancelOrder(order.id, {}, at(order.version)),
    ]);

    const refused = results.flatMap((each): unknown[] => (each.status === 'rejected' ? [each.reason] : []));
    expect(refused).toMatchObject([{ code: 'version_conflict' }]);
  });

  test('* starts a step for any version', async () => {
    const { orders, context } = await start();
    const { order } = await orders.createOrder(mugs(), context);

    expect(await orders.packOrder(order.id, {}, { ...context, ifMatch: { type: 'any' } })).toMatchObject({ type: 'done' });
  });
});
