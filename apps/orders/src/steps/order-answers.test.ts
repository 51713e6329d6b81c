import { expect, test } from 'vitest';
import { at, createdOrder, orderBeingPacked, packUnderWay, shippedOrder } from '../orders/domain/order.builder.ts';
import type { Refusal } from '../orders/domain/order.ts';
import { MemoryOrderStore } from '../orders/memory-order-store.fixture.ts';
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

  expect(await start(orders).resultOf(shippedOrder(), commandId, { deadlineMs: performance.now() })).toMatchObject({
    type: 'refused',
    refusal,
  });
});

test('the order itself holds the acceptance or refusal of its last command', async () => {
  const accepted = createdOrder({ lastAnswer: { commandId, refusal: null } });
  const refused = createdOrder({ lastAnswer: { commandId, refusal } });

  expect(await start().resultOf(accepted, commandId, { deadlineMs: performance.now() })).toEqual({
    type: 'accepted',
    order: accepted,
  });
  expect(await start().resultOf(refused, commandId, { deadlineMs: performance.now() })).toEqual({
    type: 'refused',
    order: refused,
    refusal,
  });
});

test('a command without an answer is undecided at the deadline', async () => {
  expect(await start().resultOf(orderBeingPacked(), commandId, { deadlineMs: performance.now() })).toEqual({
    type: 'undecided',
    order: orderBeingPacked(),
  });
});

test('a missing answer is an error, never a success', async () => {
  await expect(start().resultOf(shippedOrder(), commandId, { deadlineMs: performance.now() })).rejects.toThrow(
    'neither order nor history',
  );
});
