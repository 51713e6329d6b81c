import { ALLOCATIONS, type ListOrdersQuery, ORDER_STATUSES, type OrderRecord } from '@fulfilment/contracts';
import type { Page, Tenant } from '@fulfilment/kernel';
import { toOrderRecord } from './order-record.ts';
import type { OrderFilter, OrderLists } from './order-ports.ts';

/** @throws AppError `invalid_cursor`. */
export type ListOrders = (tenant: Tenant, query: ListOrdersQuery) => Promise<Page<OrderRecord>>;

/** What is listed unless it is asked for: no order that is none yet, and none that never was. */
const LISTED = ORDER_STATUSES.filter((status) => status !== 'pending' && status !== 'rejected');

export function makeListOrders(lists: Pick<OrderLists, 'orders'>): ListOrders {
  return async (tenant, query) => {
    const { limit, cursor } = query;
    const page = await lists.orders(tenant, filterOf(query), { limit, cursor });
    return { ...page, data: page.data.map(toOrderRecord) };
  };
}

function filterOf(query: ListOrdersQuery): OrderFilter {
  return {
    statuses: chosen(query.status, ORDER_STATUSES) ?? LISTED,
    allocations: chosen(query.allocation, ALLOCATIONS) ?? ALLOCATIONS,
    externalId: query.external_id,
    sku: query.sku,
    createdFrom: momentOf(query.created_after),
    createdBefore: momentOf(query.created_before),
  };
}

/** Each word once and in one order, so that a cursor fits however the words were written. */
function chosen<Word extends string>(list: string | undefined, words: readonly Word[]): readonly Word[] | undefined {
  if (list === undefined) return undefined;
  const asked = new Set(list.split(','));
  return words.filter((word) => asked.has(word));
}

function momentOf(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : new Date(text);
}
