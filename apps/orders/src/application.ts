import { type Clock, parseTenantKey, StoredCounts } from '@fulfilment/kernel';
import { type CreateOrder, makeCreateOrder, makeFullOfOrders, makePlaceOrder } from './saga/create-order.ts';
import { type CreateOrders, type CreateOrdersParts, makeCreateOrders } from './saga/create-orders.ts';
import { makePartSteps, type PartSteps } from './saga/fulfil-in-parts.ts';
import { makeReturnSteps, type ReturnSteps } from './saga/take-returns.ts';
import { makeUpdateFulfilment, type UpdateFulfilment } from './saga/update-fulfilment.ts';
import {
  type GetFulfilment,
  type GetReturn,
  type GetReturnHistory,
  type ListFulfilments,
  type ListOrderFulfilments,
  type ListOrderReturns,
  type ListReturns,
  makeGetFulfilment,
  makeGetReturn,
  makeGetReturnHistory,
  makeListFulfilments,
  makeListOrderFulfilments,
  makeListOrderReturns,
  makeListReturns,
} from './orders/read-parts.ts';
import type { FulfilmentLists, OrderFigures, OrderLists, OrderStore, ReturnLists } from './orders/order-ports.ts';
import {
  type ExportOrders,
  type GetOrder,
  type GetOrderHistory,
  type ListOrders,
  makeExportOrders,
  makeGetOrder,
  makeGetOrderHistory,
  makeListOrders,
} from './orders/read-orders.ts';
import { countOpen, type GetOrdersOverview, makeGetOrdersOverview } from './orders/overview/read-overview.ts';
import { makeUpdateOrder, type UpdateOrder } from './saga/update-order.ts';
import { type ChangeOrder, makeChangeOrder } from './saga/change-order.ts';
import { type EraseOrder, type EraseReturn, makeEraseOrder, makeEraseReturn } from './saga/erase-order.ts';
import { type GetRetention, makeGetRetention, makeUpdateRetention, type UpdateRetention } from './retention/change-retention.ts';
import { type EraseExpired, type EraseExpiredParts, makeEraseExpired } from './retention/erase-expired.ts';
import type { RetentionStore } from './retention/retention-ports.ts';
import { OrderAnswers } from './saga/order-answers.ts';
import type { OrderWatch } from './saga/order-watch.ts';
import {
  type ExpireHolds,
  type HoldOrder,
  type HoldParts,
  makeExpireHolds,
  makeHoldOrder,
  makeReleaseHold,
  type ReleaseHold,
} from './saga/hold-order.ts';
import {
  type CancelOrder,
  type EditOrder,
  makeRunStep,
  makeSteps,
  makeTakenBy,
  type PackOrder,
  type ShipOrder,
  type StepParts,
} from './saga/run-step.ts';
import { makeTakeOutcomes, type TakeOutcomes } from './saga/take-outcomes.ts';

export interface Commands extends PartSteps, ReturnSteps {
  /** Records an order and has inventory hold its units. */
  readonly createOrder: CreateOrder;
  /** Records a batch of orders, each answered for itself. */
  readonly createOrders: CreateOrders;
  /** Changes note, metadata, address, tracking or rank. */
  readonly updateOrder: UpdateOrder;
  /** Changes lines: inventory frees or holds the difference. */
  readonly editOrder: EditOrder;
  /** Stops packing and shipping for a reason. */
  readonly holdOrder: HoldOrder;
  /** Ends one such reason. */
  readonly releaseHold: ReleaseHold;
  /** Takes off holds whose time has come. */
  readonly expireHolds: ExpireHolds;
  /** Erases persons' data of an order that has ended. */
  readonly eraseOrder: EraseOrder;
  /** Makes the holds firm and records the packages. */
  readonly packOrder: PackOrder;
  /** Takes the units out of stock and records the shipment. */
  readonly shipOrder: ShipOrder;
  /** Gives the held units back. */
  readonly cancelOrder: CancelOrder;
  /** Erases the notes of a return that has no order. */
  readonly eraseReturn: EraseReturn;
  /** Sets how long persons' data of a tenant's ended orders is kept. */
  readonly updateRetention: UpdateRetention;
  /** Erases persons' data of orders whose retention is over. */
  readonly eraseExpired: EraseExpired;
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
  /** One return by its id. */
  readonly getReturn: GetReturn;
  /** The steps of a return, oldest first. */
  readonly getReturnHistory: GetReturnHistory;
  /** Returns by status, order and external id, newest first. */
  readonly listReturns: ListReturns;
  /** The returns of an order, newest first. */
  readonly listOrderReturns: ListOrderReturns;
  /** All orders of a filter, in pieces. */
  readonly exportOrders: ExportOrders;
  /** How long persons' data of a tenant's ended orders is kept. */
  readonly getRetention: GetRetention;
  /** The number of open orders. */
  readonly getOrdersOverview: GetOrdersOverview;
}

/** Everything that the service does. */
export type Application = Commands & Queries;

/** Commands and queries of orders, their parts and returns: all but those of the resources beside them. */
export type OrderApplication = Omit<Application, 'getRetention' | 'updateRetention' | 'eraseExpired'>;

export interface OrderParts {
  readonly orders: OrderStore;
  readonly lists: OrderLists;
  readonly figures: OrderFigures;
  readonly partLists: FulfilmentLists & ReturnLists;
  readonly watch: OrderWatch;
  /** Notifies the other processes that these orders changed. */
  readonly announce: (orderIds: readonly string[]) => void;
  readonly now: Clock;
  /** Milliseconds that a request waits for inventory before it is answered as pending. */
  readonly waitMs: number;
  readonly admit: StepParts['admit'];
  readonly onHoldError: HoldParts['onError'];
  /** Describes an error as the result of an order of a batch. */
  readonly describe: CreateOrdersParts['describe'];
}

export interface ApplicationParts extends OrderParts {
  readonly retentions: RetentionStore;
  readonly expiry: Pick<EraseExpiredParts, 'countWaiting' | 'onError'>;
}

export function makeApplication(parts: ApplicationParts): Application {
  const { retentions, expiry, now } = parts;
  const { application, change } = composeOrders(parts);
  return {
    ...application,
    getRetention: makeGetRetention(retentions),
    updateRetention: makeUpdateRetention(retentions, now),
    eraseExpired: makeEraseExpired({ ...expiry, retentions, change, now }),
  };
}

/** Orders alone, for tests of the saga. */
export const makeOrderApplication = (parts: OrderParts): OrderApplication => composeOrders(parts).application;

function composeOrders(parts: OrderParts): { readonly application: OrderApplication; readonly change: ChangeOrder } {
  const { orders, lists, figures, partLists, watch, announce, now, waitMs, describe, admit } = parts;
  const answers = new OrderAnswers({ orders, watch, now });
  const openOrders = new StoredCounts({ count: (tenant) => countOpen(lists, parseTenantKey(tenant)) });
  const full = makeFullOfOrders(openOrders);
  const place = makePlaceOrder({ orders, openOrders, full, answers, now, admit });
  const change = makeChangeOrder({ orders, answers, now, waitMs });
  const takenBy = makeTakenBy({ orders, answers });
  const run = makeRunStep({ orders, watch, answers, takenBy, now, waitMs, admit });
  const holds = { orders, lists, change, run, admit, now, onError: parts.onHoldError };
  const application = {
    createOrder: makeCreateOrder(place, waitMs),
    createOrders: makeCreateOrders({ place, orders, watch, waitMs, describe }),
    updateOrder: makeUpdateOrder({ orders, answers, change, run }),
    holdOrder: makeHoldOrder(holds),
    releaseHold: makeReleaseHold(holds),
    expireHolds: makeExpireHolds(holds),
    eraseOrder: makeEraseOrder(change),
    eraseReturn: makeEraseReturn(change),
    ...makeSteps(run),
    ...makePartSteps(run),
    ...makeReturnSteps({ run, change, orders, full, takenBy, answers, now, admit, waitMs }),
    updateFulfilment: makeUpdateFulfilment(change),
    takeOutcomes: makeTakeOutcomes({ orders, watch, answers, announce, now }),
    getOrder: makeGetOrder(orders),
    getOrderHistory: makeGetOrderHistory(orders, lists),
    listOrders: makeListOrders(lists),
    getFulfilment: makeGetFulfilment(orders),
    listFulfilments: makeListFulfilments(partLists),
    listOrderFulfilments: makeListOrderFulfilments(orders, partLists),
    getReturn: makeGetReturn(orders),
    getReturnHistory: makeGetReturnHistory(orders, lists),
    listReturns: makeListReturns(partLists),
    listOrderReturns: makeListOrderReturns(orders, partLists),
    exportOrders: makeExportOrders(lists),
    getOrdersOverview: makeGetOrdersOverview({ lists, figures, now }),
  };
  return { application, change };
}
