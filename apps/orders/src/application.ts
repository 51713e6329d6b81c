import { type Clock, parseTenantKey, StoredCounts } from '@fulfilment/kernel';
import { type CreateOrder, makeCreateOrder, makePlaceOrder } from './saga/create-order.ts';
import { type CreateOrders, type CreateOrdersParts, makeCreateOrders } from './saga/create-orders.ts';
import { makePartSteps, type PartSteps } from './saga/fulfil-in-parts.ts';
import { makeUpdateFulfilment, type UpdateFulfilment } from './saga/update-fulfilment.ts';
import {
  type GetFulfilment,
  type ListFulfilments,
  type ListOrderFulfilments,
  makeGetFulfilment,
  makeListFulfilments,
  makeListOrderFulfilments,
} from './orders/read-fulfilments.ts';
import type { FulfilmentLists, OrderLists, OrderStore } from './orders/order-ports.ts';
import {
  countOpen,
  type ExportOrders,
  type GetOrder,
  type GetOrderHistory,
  type GetOrdersOverview,
  type ListOrders,
  makeExportOrders,
  makeGetOrder,
  makeGetOrderHistory,
  makeGetOrdersOverview,
  makeListOrders,
} from './orders/read-orders.ts';
import { makeUpdateOrder, type UpdateOrder } from './saga/update-order.ts';
import { makeChangeOrder } from './saga/change-order.ts';
import { type EraseOrder, makeEraseOrder } from './saga/erase-order.ts';
import { OrderAnswers } from './saga/order-answers.ts';
import type { OrderWatch } from './saga/order-watch.ts';
import { type CancelOrder, makeRunStep, makeSteps, type PackOrder, type ShipOrder, type StepParts } from './saga/run-step.ts';
import { makeTakeOutcomes, type TakeOutcomes } from './saga/take-outcomes.ts';

export interface Commands extends PartSteps {
  /** Records an order and has inventory hold its units. */
  readonly createOrder: CreateOrder;
  /** Records a batch of orders, each answered for itself. */
  readonly createOrders: CreateOrders;
  /** Changes note, metadata, address or tracking. */
  readonly updateOrder: UpdateOrder;
  /** Erases persons' data of an order that has ended. */
  readonly eraseOrder: EraseOrder;
  /** Makes the holds firm and records the packages. */
  readonly packOrder: PackOrder;
  /** Takes the units out of stock and records the shipment. */
  readonly shipOrder: ShipOrder;
  /** Gives the held units back. */
  readonly cancelOrder: CancelOrder;
  /** Changes tracking, delivery or note of a part of an order. */
  readonly updateFulfilment: UpdateFulfilment;
  /** Applies inventory's outcomes: ends pending steps, follows allocations. */
  readonly takeOutcomes: TakeOutcomes;
}

export interface Queries {
  /** One order by its id. */
  readonly getOrder: GetOrder;
  /** The changes of an order, oldest first. */
  readonly getOrderHistory: GetOrderHistory;
  /** Orders by status, allocation, SKU, external id and time, newest first. */
  readonly listOrders: ListOrders;
  /** One part of an order by its id. */
  readonly getFulfilment: GetFulfilment;
  /** Parts of orders by status, order, carrier and external id, newest first. */
  readonly listFulfilments: ListFulfilments;
  /** The parts of an order, newest first. */
  readonly listOrderFulfilments: ListOrderFulfilments;
  /** All orders of a filter, in pieces. */
  readonly exportOrders: ExportOrders;
  /** The number of open orders. */
  readonly getOrdersOverview: GetOrdersOverview;
}

/** Everything that the service does. */
export type Application = Commands & Queries;

export interface ApplicationParts {
  readonly orders: OrderStore;
  readonly lists: OrderLists;
  readonly fulfilments: FulfilmentLists;
  readonly watch: OrderWatch;
  /** Notifies the other processes that these orders changed. */
  readonly announce: (orderIds: readonly string[]) => void;
  readonly now: Clock;
  /** Milliseconds that a request waits for inventory before it is answered as pending. */
  readonly waitMs: number;
  readonly admitParts: StepParts['admitParts'];
  /** Describes an error as the result of an order of a batch. */
  readonly describe: CreateOrdersParts['describe'];
}

export function makeApplication(parts: ApplicationParts): Application {
  const { orders, lists, fulfilments, watch, announce, now, waitMs, describe, admitParts } = parts;
  const answers = new OrderAnswers({ orders, watch, now });
  const openOrders = new StoredCounts({ count: (tenant) => countOpen(lists, parseTenantKey(tenant)) });
  const place = makePlaceOrder({ orders, openOrders, answers, now });
  const change = makeChangeOrder({ orders, answers, now, waitMs });
  const run = makeRunStep({ orders, watch, answers, now, waitMs, admitParts });
  return {
    createOrder: makeCreateOrder(place, waitMs),
    createOrders: makeCreateOrders({ place, orders, watch, waitMs, describe }),
    updateOrder: makeUpdateOrder(change),
    eraseOrder: makeEraseOrder(change),
    ...makeSteps(run),
    ...makePartSteps(run),
    updateFulfilment: makeUpdateFulfilment(change),
    takeOutcomes: makeTakeOutcomes({ orders, watch, answers, announce, now }),
    getOrder: makeGetOrder(orders),
    getOrderHistory: makeGetOrderHistory(orders, lists),
    listOrders: makeListOrders(lists),
    getFulfilment: makeGetFulfilment(orders),
    listFulfilments: makeListFulfilments(fulfilments),
    listOrderFulfilments: makeListOrderFulfilments(orders, fulfilments),
    exportOrders: makeExportOrders(lists),
    getOrdersOverview: makeGetOrdersOverview(lists, now),
  };
}
