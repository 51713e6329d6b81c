import type { OutgoingMessage } from '@fulfilment/kernel';
import { describe, expect, test } from 'vitest';
import { at, createdOrder, mugs, snapshotOf, orderBeingPacked, pendingOrder, origin } from '../orders/domain/order.builder.ts';
import type { Order } from '../orders/domain/order.ts';
import type { AllocationSnapshot } from '../orders/domain/take-outcome.ts';
import { MemoryOrderStore } from '../orders/memory-order-store.fixture.ts';
import { watchOver } from './saga.fixture.ts';
import type { OrderChange, ReceivedOutcome } from '../orders/order-ports.ts';
import { placing } from '../orders/order-change.builder.ts';
import { OrderAnswers } from './order-answers.ts';
import { makeTakeOutcomes } from './take-outcomes.ts';

const key = { tenant: pendingOrder().tenant, id: pendingOrder().id };

async function start(order: Order = pendingOrder()) {
  const sent: OutgoingMessage[] = [];
  const announced: string[] = [];
  const orders = new MemoryOrderStore((messages) => sent.push(...messages));
  await orders.save(placing(pendingOrder()));
  if (order.version > 1) await orders.save({ from: 1, order, history: [], messages: [] });
  sent.length = 0;
  const watch = watchOver(orders);
  const announce = (ids: readonly string[]): number => announced.push(...ids);
  return {
    orders,
    sent,
    announced,
    take: makeTakeOutcomes({
      orders,
      watch,
      answers: new OrderAnswers({ orders, watch, now: () => at }),
      announce,
      now: () => at,
    }),
  };
}

const about = (snapshot: AllocationSnapshot): ReceivedOutcome => ({ order: key, ...snapshot });

describe('a batch of outcomes', () => {
  test('makes one change of an order, with each of its events', async () => {
    const { orders, sent, announced, take } = await start();
    const line = { id: mugs().id, name: 'Mug', shipped: 0 };
    const create = snapshotOf(pendingOrder(), { lines: [{ ...line, allocated: 1 }] });
    const fill = { ...create, version: 2, lines: [{ ...line, allocated: 2 }] };

    const { finished } = await take([about(create), about(fill), about(create)]);

    expect(await orders.find(key)).toMatchObject({
      status: 'created',
      version: 3,
      allocation: 'allocated',
      allocationVersion: 2,
    });
    expect(sent.map(({ type, version }) => [type, version])).toEqual([
      ['order.created', 2],
      ['order.updated', 3],
    ]);
    expect(finished).toMatchObject([{ step: { asked: { transition: 'create' } }, order: { version: 2 } }]);
    expect(announced).toEqual([key.id]);
  });

  test('of one order that are more than it carries events of are several changes', async () => {
    const { orders, sent, take } = await start();
    const line = { id: mugs().id, name: 'Mug', shipped: 0 };
    const outcomes = Array.from({ length: 30 }, (_, place) =>
      about(snapshotOf(pendingOrder(), { version: place + 1, lines: [{ ...line, allocated: place % 2 }] })),
    );
    const changes: number[] = [];
    const save = orders.save;
    orders.save = (change) => {
      changes.push(change.messages.length);
      return save(change);
    };

    await take(outcomes);

    expect(await orders.find(key)).toMatchObject({ version: 31, allocationVersion: 30 });
    expect(sent.map(({ version }) => version)).toEqual(outcomes.map((_, place) => place + 2));
    expect(changes).toEqual([12, 12, 6]);
  });

  test('reports unknown orders, and applies the others', async () => {
    const { take, orders } = await start();
    const unknownId = { ...key, id: 'ord_of_others' };

    const { unknown } = await take([
      { ...about(snapshotOf(pendingOrder())), order: unknownId },
      about(snapshotOf(pendingOrder())),
    ]);

    expect(unknown).toEqual([unknownId]);
    expect(await orders.find(key)).toMatchObject({ status: 'created' });
  });

  test('that is already known writes and publishes nothing', async () => {
    const { take, sent, announced } = await start(createdOrder());

    expect(await take([about(snapshotOf(createdOrder(), { version: 1 }))])).toEqual({ finished: [], unknown: [] });
    expect([...sent, ...announced]).toEqual([]);
  });
});

describe('an order that changes concurrently', () => {
  test('is decided again by its new version: the step that started stays pending', async () => {
    const { orders, take } = await start(createdOrder());
    const save = orders.save.bind(orders);
    orders.save = async (change: OrderChange) => {
      orders.save = save;
      await save({ from: 2, order: orderBeingPacked(), history: [], messages: [] });
      return save(change);
    };

    await take([about(snapshotOf(createdOrder(), { lines: [{ id: mugs().id, name: 'Mug', allocated: 1, shipped: 0 }] }))]);

    expect(await orders.find(key)).toMatchObject({
      version: 4,
      allocation: 'partial',
      pending: { asked: { transition: 'pack' } },
    });
  });

  test('every time fails with a retryable error', async () => {
    const { orders, take } = await start();
    orders.save = async () => 'conflict';

    await expect(take([about(snapshotOf(pendingOrder()))])).rejects.toMatchObject({
      code: 'upstream_unavailable',
      isRetryable: true,
    });
  });
});

test('an event carries the ids of the request that asked for the step, and without a step those of the outcome', async () => {
  const { sent, take } = await start();
  const create = snapshotOf(pendingOrder());

  await take([{ ...about(create), traceparent: 'of-inventory' }]);
  await take([
    { ...about({ ...create, version: 2, lines: [{ id: mugs().id, name: 'Mug', allocated: 0, shipped: 0 }] }), traceparent: 't' },
  ]);

  expect(sent.map(({ requestId, traceparent }) => ({ requestId, traceparent }))).toEqual([
    { requestId: origin.requestId, traceparent: origin.traceparent },
    { requestId: create.requestId, traceparent: 't' },
  ]);
});
