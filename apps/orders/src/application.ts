import type { Clock } from '@fulfilment/kernel';
import { makeAnswerOnce } from './steps/answer-once.ts';
import { makeAwaitAnswer } from './steps/await-answer.ts';
import { type CancelOrder, makeCancelOrder } from './steps/cancel-order.ts';
import { type CreateOrder, makeCreateOrder } from './orders/create-order.ts';
import { type GetOrderHistory, makeGetOrderHistory } from './orders/get-order-history.ts';
import { type GetOrder, makeGetOrder } from './orders/get-order.ts';
import { type ListOrders, makeListOrders } from './orders/list-orders.ts';
import type { OrderWatch } from './steps/order-watch.ts';
import { makePackOrder, type PackOrder } from './steps/pack-order.ts';
import type { OrderLists, OrderStore } from './orders/order-ports.ts';
import { makeRunStep } from './steps/run-step.ts';
import { makeShipOrder, type ShipOrder } from './steps/ship-order.ts';

/** What clients can do with orders. */
export interface OrderUseCases {
  readonly listOrders: ListOrders;
  readonly createOrder: CreateOrder;
  readonly getOrder: GetOrder;
  readonly getOrderHistory: GetOrderHistory;
  readonly packOrder: PackOrder;
  readonly shipOrder: ShipOrder;
  readonly cancelOrder: CancelOrder;
}

export interface OrderUseCasesOptions {
  readonly orders: OrderStore;
  readonly lists: OrderLists;
  readonly watch: OrderWatch;
  readonly now: Clock;
  /** Milliseconds that a request waits for inventory before it is answered as pending. */
  readonly waitMs: number;
}

export function makeOrderUseCases({ orders, lists, watch, now, waitMs }: OrderUseCasesOptions): OrderUseCases {
  const awaitAnswer = makeAwaitAnswer({ orders, watch });
  const answerOnce = makeAnswerOnce({ orders, awaitAnswer });
  const runStep = makeRunStep({ orders, watch, answerOnce, now, waitMs });
  return {
    listOrders: makeListOrders(lists),
    createOrder: makeCreateOrder({ orders, awaitAnswer, answerOnce, now, waitMs }),
    getOrder: makeGetOrder(orders),
    getOrderHistory: makeGetOrderHistory(orders, lists),
    packOrder: makePackOrder(runStep),
    shipOrder: makeShipOrder(runStep),
    cancelOrder: makeCancelOrder(runStep),
  };
}
