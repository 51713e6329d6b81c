import {
  errors,
  FULFILMENT_STATUSES,
  type FulfilmentRecord,
  type ListFulfilmentsQuery,
  type ListReturnsQuery,
  RETURN_STATUSES,
  type ReturnHistoryEntry,
  type ReturnRecord,
} from '@fulfilment/contracts';
import type { Page, PageQuery, Tenant } from '@fulfilment/kernel';
import { isUnlinked } from './domain/order.ts';
import { load } from './read-orders.ts';
import { toReturnHistoryRecord } from './order-messages.ts';
import { fulfilmentOf, toFulfilmentRecord } from './fulfilment-messages.ts';
import type {
  FulfilmentLists,
  FulfilmentOfOrder,
  OrderKey,
  OrderLists,
  OrderStore,
  ReturnLists,
  ReturnOfOrder,
} from './order-ports.ts';
import { returnOf, toReturnRecord } from './return-messages.ts';

/** @throws AppError `not_found`. */
export type GetFulfilment = (tenant: Tenant, id: string) => Promise<FulfilmentRecord>;

export function makeGetFulfilment(orders: Pick<OrderStore, 'findByFulfilment'>): GetFulfilment {
  return async (tenant, id) => {
    const order = await orders.findByFulfilment(tenant, id);
    const fulfilment = order && fulfilmentOf(order, id);
    if (!fulfilment) throw errors.notFound('There is no such fulfilment.');
    return toFulfilmentRecord(fulfilment, order);
  };
}

/** @throws AppError `invalid_cursor`. */
export type ListFulfilments = (tenant: Tenant, query: ListFulfilmentsQuery) => Promise<Page<FulfilmentRecord>>;

export function makeListFulfilments(lists: FulfilmentLists): ListFulfilments {
  return async (tenant, { status, order_id: orderId, carrier, external_id: externalId, limit, cursor, ...query }) => {
    const filter = { statuses: status ?? FULFILMENT_STATUSES, orderId, carrier, externalId, warehouseId: query.warehouse };
    return presented(await lists.fulfilments(tenant, filter, { limit, cursor }));
  };
}

/** @throws AppError `not_found`, `invalid_cursor`. */
export type ListOrderFulfilments = (key: OrderKey, page: PageQuery) => Promise<Page<FulfilmentRecord>>;

export function makeListOrderFulfilments(orders: Pick<OrderStore, 'find'>, lists: FulfilmentLists): ListOrderFulfilments {
  return async (key, page) => {
    await load(orders, key);
    const filter = { statuses: FULFILMENT_STATUSES, orderId: key.id, carrier: undefined, externalId: undefined };
    return presented(await lists.fulfilments(key.tenant, filter, page));
  };
}

function presented(page: Page<FulfilmentOfOrder>): Page<FulfilmentRecord> {
  return { ...page, data: page.data.map(({ fulfilment, order }) => toFulfilmentRecord(fulfilment, order)) };
}

/** @throws AppError `not_found`. */
export type GetReturn = (tenant: Tenant, id: string) => Promise<ReturnRecord>;

export function makeGetReturn(orders: Pick<OrderStore, 'findByReturn'>): GetReturn {
  return async (tenant, id) => {
    const order = await orders.findByReturn(tenant, id);
    const found = order && returnOf(order, id);
    if (!found) throw errors.notFound('There is no such return.');
    return toReturnRecord(found, order);
  };
}

/** @throws AppError `not_found`, `invalid_cursor`. */
export type GetReturnHistory = (tenant: Tenant, id: string, page: PageQuery) => Promise<Page<ReturnHistoryEntry>>;

export function makeGetReturnHistory(
  orders: Pick<OrderStore, 'findByReturn'>,
  lists: Pick<OrderLists, 'history'>,
): GetReturnHistory {
  return async (tenant, id, query) => {
    const order = await orders.findByReturn(tenant, id);
    if (!order || !returnOf(order, id)) throw errors.notFound('There is no such return.');
    // All entries of what stands for an unknown order are about its return, those without its id too.
    const page = await lists.history({ tenant, id: order.id, returnId: isUnlinked(order) ? undefined : id }, query);
    return { ...page, data: page.data.map(toReturnHistoryRecord) };
  };
}

/** @throws AppError `invalid_cursor`. */
export type ListReturns = (tenant: Tenant, query: ListReturnsQuery) => Promise<Page<ReturnRecord>>;

export function makeListReturns(lists: ReturnLists): ListReturns {
  return async (tenant, { status, order_id: orderId, external_id: externalId, unlinked, limit, cursor }) => {
    // Those of an order have one.
    if (orderId !== undefined && unlinked === true) return { data: [], has_more: false, next_cursor: null };
    const kind = orderId === undefined ? unlinked : false;
    const filter = { statuses: status ?? RETURN_STATUSES, orderId, externalId, unlinked: kind };
    return presentedReturns(await lists.returns(tenant, filter, { limit, cursor }));
  };
}

/** @throws AppError `not_found`, `invalid_cursor`. */
export type ListOrderReturns = (key: OrderKey, page: PageQuery) => Promise<Page<ReturnRecord>>;

export function makeListOrderReturns(orders: Pick<OrderStore, 'find'>, lists: ReturnLists): ListOrderReturns {
  return async (key, page) => {
    await load(orders, key);
    const filter = { statuses: RETURN_STATUSES, orderId: key.id, externalId: undefined };
    return presentedReturns(await lists.returns(key.tenant, filter, page));
  };
}

function presentedReturns(page: Page<ReturnOfOrder>): Page<ReturnRecord> {
  return { ...page, data: page.data.map(({ of, order }) => toReturnRecord(of, order)) };
}
