import type { OutgoingMessage } from '@fulfilment/kernel';
import { expect, test } from 'vitest';
import {
  at,
  createdOrder,
  orderBeingPacked,
  packUnderWay,
  pendingOrder,
  refusedSnapshot,
  shippedOrder,
} from '../orders/domain/order.builder.ts';
import type { Order, Refusal } from '../orders/domain/order.ts';
import { takeOutcome } from '../orders/domain/take-outcome.ts';
import { MemoryOrderStore } from '../orders/memory-order-store.fixture.ts';
import { toOrderRecord } from '../orders/order-messages.ts';
import { OrderAnswers } from './order-answers.ts';
import { watchOver } from './saga.fixture.ts';

const { commandId } = packUnderWay;
const later = new Date(at.getTime() + 8_000);
const refusal: Refusal = { transition: 'pack', code: 'insufficient_stock', detail: 'Not enough.', errors: [], at };

function start(orders = new MemoryOrderStore()) {
  const watch = watchOver(orders);
  return new OrderAnswers({ orders, watch, now: () => later });
}

test('the answer to an earlier command is found in the history', async () => {
  const orders = new MemoryOrderStore();
  orders.findAnswer = async (_key, id) => (id === commandId ? { commandId, refusal } : undefined);

  expect(
    await start(orders).resultOf(shippedOrder(), commandId, { type: 'done' }, { deadlineMs: performance.now() }),
  ).toMatchObject({
    type: 'refused',
    error: { code: refusal.code, message: refusal.detail },
  });
});

test('the order itself holds the acceptance or refusal of its last command', async () => {
  const accepted = createdOrder({ lastAnswer: { commandId, refusal: null } });
  const refused = createdOrder({ lastAnswer: { commandId, refusal } });

  expect(await start().resultOf(accepted, commandId, { type: 'done' }, { deadlineMs: performance.now() })).toEqual({
    type: 'answered',
    answer: { type: 'done', order: toOrderRecord(accepted) },
  });
  expect(await start().resultOf(refused, commandId, { type: 'done' }, { deadlineMs: performance.now() })).toMatchObject({
    type: 'refused',
    error: { code: refusal.code, message: refusal.detail },
  });
});

test('a step without an answer is pending at the deadline, and its order shows it from then on', async () => {
  const { orders, messages } = await storeWith(orderBeingPacked());
  const answers = start(orders);
  const late = () => answers.resultOf(orderBeingPacked(), commandId, { type: 'done' }, { deadlineMs: performance.now() });
  const shown = { ...toOrderRecord(createdOrder()), pending_transition: 'pack', version: 3, updated_at: later.toISOString() };

  expect(await late()).toEqual({ type: 'answered', answer: { type: 'pending', order: shown } });

  expect(await orders.find(createdOrder())).toMatchObject({ pending: { commandId }, version: 4 });
  expect(messages.map(({ value }) => JSON.parse(value))).toMatchObject([
    { type: 'order.updated', sequence: 3, changed: ['pending_transition'], data: shown },
  ]);

  expect(await late()).toEqual({ type: 'answered', answer: { type: 'pending', order: shown } });
  expect(messages).toHaveLength(1);
});

test('a step that is answered while its request is about to be told that it waits gets its answer', async () => {
  const { orders, messages } = await storeWith(orderBeingPacked());
  const taken = takeOutcome(orderBeingPacked(), refusedSnapshot(orderBeingPacked()), at);
  if (taken.type !== 'order-changed') throw new Error(taken.type);
  await orders.save({ from: 3, order: taken.order, history: taken.history, messages: [] });

  const result = await start(orders).resultOf(orderBeingPacked(), commandId, { type: 'done' }, { deadlineMs: performance.now() });

  expect(result).toMatchObject({ type: 'refused', error: { code: 'insufficient_stock' } });
  expect(messages).toEqual([]);
});

test('a request whose step cannot be shown as pending is not told so', async () => {
  const { orders } = await storeWith(orderBeingPacked());
  orders.save = async () => 'conflict';

  await expect(
    start(orders).resultOf(orderBeingPacked(), commandId, { type: 'done' }, { deadlineMs: performance.now() }),
  ).rejects.toMatchObject({ code: 'upstream_unavailable' });
});

test('a missing answer is an error, never a success', async () => {
  await expect(start().resultOf(shippedOrder(), commandId, { type: 'done' }, { deadlineMs: performance.now() })).rejects.toThrow(
    'neither order nor history',
  );
});

/** A store of one order, and the messages that are committed after it. */
async function storeWith(order: Order) {
  const messages: OutgoingMessage[] = [];
  const orders = new MemoryOrderStore((committed) => void messages.push(...committed));
  await orders.save({ from: 0, order: pendingOrder(), history: [], messages: [] });
  await orders.save({ from: 1, order, history: [], messages: [] });
  return { orders, messages };
}
