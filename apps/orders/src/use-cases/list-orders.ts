import { type ListOrdersQuery, ORDER_STATUSES, type OrderRecord } from '@fulfilment/contracts';
import type { Page, Tenant } from '@fulfilment/kernel';
import type { OrderStatus } from '../domain/order.ts';
import { toOrderRecord } from './order-record.ts';
import type { OrderLists } from './ports.ts';

/** @throws AppError `invalid_cursor`. */
export type ListOrders = (tenant: Tenant, query: ListOrdersQuery) => Promise<Page<OrderRecord>>;

export function makeListOrders(lists: Pick<OrderLists, 'orders'>): ListOrders {
  return async (tenant, { status, external_id: externalId, limit, cursor }) => {
    const page = await lists.orders(tenant, { statuses: statusesOf(status), externalId }, { limit, cursor });
    return { ...page, data: page.data.map(toOrderRecord) };
  };
}

/** Each once and in one order, so that a cursor fits however the statuses were written. */
function statusesOf(list: string | undefined): OrderStatus[] {
  if (list === undefined) return ORDER_STATUSES.filter((status) => status !== 'pending' && status !== 'rejected');
  const asked = new Set(list.split(','));
  return ORDER_STATUSES.filter((status) => asked.has(status));
}
