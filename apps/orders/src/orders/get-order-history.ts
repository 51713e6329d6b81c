import type { Page, PageQuery } from '@fulfilment/kernel';
import type { OrderHistoryEntry } from '@fulfilment/contracts';
import { orderNotFound } from './order-errors.ts';
import { toHistoryRecord } from './order-record.ts';
import type { OrderKey, OrderLists, OrderStore } from './order-ports.ts';

/** @throws AppError `not_found`, `invalid_cursor`. */
export type GetOrderHistory = (key: OrderKey, page: PageQuery) => Promise<Page<OrderHistoryEntry>>;

export function makeGetOrderHistory(orders: Pick<OrderStore, 'find'>, lists: Pick<OrderLists, 'history'>): GetOrderHistory {
  return async (key, query) => {
    if (!(await orders.find(key))) throw orderNotFound();
    const page = await lists.history(key, query);
    return { ...page, data: page.data.map(toHistoryRecord) };
  };
}
