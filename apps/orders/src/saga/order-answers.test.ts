import { expect, test } from 'vitest';
import { at, createdOrder, orderBeingPacked, packUnderWay, shippedOrder } from '../orders/domain/order.builder.ts';
import type { Refusal } from '../orders/domain/order.ts';
import { MemoryOrderStore } from '../orders/memory-order-store.fixture.ts';
import { toOrderRecord } from '../orders/order-messages.ts';
import { OrderAnswers } from './order-answers.ts';
import { watchOver } from './saga.fixture.ts';

const { commandId } = packUnderWay;
const refusal: Refusal = { transition: 'pack', code: 'insufficient_stock', detail: 'Not enough.', errors: [], at };

function start(orders = new MemoryOrderStore()) {
  const watch = watchOver(orders);
  return new OrderAnswers(orders, watch);
}

test('the answer to an earlier command is found in the history', async () => {
  const orders = new MemoryOrderStore();
  orders.findAnswer = async (_key, id) => (id === commandId ? { commandId, refusal } : undefined);

  expect(await start(orders).resultOf(shippedOrder(), commandId, 'done', { deadlineMs: performance.now() })).toMatchObject({
    type: 'refused',
    error: { code: refusal.code, message: refusal.detail },
  });
});

test('the order itself holds the acceptance or refusal of its last command', async () => {
  const accepted = createdOrder({ lastAnswer: { commandId, refusal: null } });
  const refused = createdOrder({ lastAnswer: { commandId, refusal } });

  expect(await start().resultOf(accepted, commandId, 'done', { deadlineMs: performance.now() })).toEqual({
    type: 'answered',
    answer: { type: 'done', order: toOrderRecord(accepted) },
  });
  expect(await start().resultOf(refused, commandId, 'done', { deadlineMs: performance.now() })).toMatchObject({
    type: 'refused',
    error: { code: refusal.code, message: refusal.detail },
  });
});

test('a command without an answer is pending at the deadline', async () => {
  expect(await start().resultOf(orderBeingPacked(), commandId, 'done', { deadlineMs: performance.now() })).toEqual({
    type: 'answered',
    answer: { type: 'pending', order: toOrderRecord(orderBeingPacked()) },
  });
});

test('a missing answer is an error, never a success', async () => {
  await expect(start().resultOf(shippedOrder(), commandId, 'done', { deadlineMs: performance.now() })).rejects.toThrow(
    'neither order nor history',
  );
});
