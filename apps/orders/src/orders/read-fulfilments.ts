import { errors, FULFILMENT_STATUSES, type FulfilmentRecord, type ListFulfilmentsQuery } from '@fulfilment/contracts';
import type { Page, PageQuery, Tenant } from '@fulfilment/kernel';
import { fulfilmentOf, toFulfilmentRecord } from './fulfilment-messages.ts';
import type { FulfilmentLists, FulfilmentOfOrder, OrderKey, OrderStore } from './order-ports.ts';

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
  return async (tenant, { status, order_id: orderId, carrier, external_id: externalId, limit, cursor }) => {
    const filter = { statuses: status ?? FULFILMENT_STATUSES, orderId, carrier, externalId };
    return presented(await lists.fulfilments(tenant, filter, { limit, cursor }));
  };
}

/** @throws AppError `not_found`, `invalid_cursor`. */
export type ListOrderFulfilments = (key: OrderKey, page: PageQuery) => Promise<Page<FulfilmentRecord>>;

export function makeListOrderFulfilments(orders: Pick<OrderStore, 'find'>, lists: FulfilmentLists): ListOrderFulfilments {
  return async (key, page) => {
    if (!(await orders.find(key))) throw errors.notFound('There is no such order.');
    const filter = { statuses: FULFILMENT_STATUSES, orderId: key.id, carrier: undefined, externalId: undefined };
    return presented(await lists.fulfilments(key.tenant, filter, page));
  };
}

function presented(page: Page<FulfilmentOfOrder>): Page<FulfilmentRecord> {
  return { ...page, data: page.data.map(({ fulfilment, order }) => toFulfilmentRecord(fulfilment, order)) };
}
