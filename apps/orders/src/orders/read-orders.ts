import {
  ALLOCATIONS,
  errors,
  type ExportOrdersQuery,
  type ListOrdersQuery,
  ORDER_STATUSES,
  type OrderHistoryEntry,
  type OrderRecord,
  type OrderStatus,
} from '@fulfilment/contracts';
import { momentOf, type Page, type PageQuery, type Tenant } from '@fulfilment/kernel';
import { isUnlinked, type Order } from './domain/order.ts';
import { searchWords } from './search/domain/search-terms.ts';
import type { Progress } from './domain/units-in-parts.ts';
import type { OrderFilter, OrderKey, OrderLists, OrderStore } from './order-ports.ts';
import { toHistoryRecord, toOrderRecord } from './order-messages.ts';

/** @throws AppError `not_found`. */
export type GetOrder = (key: OrderKey) => Promise<OrderRecord>;

export function makeGetOrder(orders: Pick<OrderStore, 'find'>): GetOrder {
  return async (key) => toOrderRecord(await load(orders, key));
}

/** @throws AppError `not_found`, `invalid_cursor`. */
export type GetOrderHistory = (key: OrderKey, page: PageQuery) => Promise<Page<OrderHistoryEntry>>;

export function makeGetOrderHistory(orders: Pick<OrderStore, 'find'>, lists: Pick<OrderLists, 'history'>): GetOrderHistory {
  return async (key, query) => {
    await load(orders, key);
    const page = await lists.history(key, query);
    return { ...page, data: page.data.map(toHistoryRecord) };
  };
}

/** @throws AppError `not_found`. */
export async function load(orders: Pick<OrderStore, 'find'>, key: OrderKey): Promise<Order> {
  const order = await orders.find(key);
  if (!order || isUnlinked(order)) throw errors.notFound('There is no such order.');
  return order;
}

/** @param readsPersons false where a search is not to tell anything of addresses. @throws AppError `invalid_cursor`. */
export type ListOrders = (tenant: Tenant, query: ListOrdersQuery, readsPersons?: boolean) => Promise<Page<OrderRecord>>;

/** The statuses of a list without a filter by status: orders that were created; those that are open where it is by allocation; all of a search. */
const CREATED_STATUSES = ORDER_STATUSES.filter((status) => status !== 'pending' && status !== 'rejected');

export function makeListOrders(lists: Pick<OrderLists, 'orders'>): ListOrders {
  return async (tenant, query, readsPersons = false) => {
    const { limit, cursor } = query;
    const page = await lists.orders(tenant, filterOf(query, readsPersons), { limit, cursor });
    return { ...page, data: page.data.map(toOrderRecord) };
  };
}

/** All orders of a filter in pieces, newest first: each once, as it is when its piece is read. Nothing is kept between them but a cursor. */
export type ExportOrders = (
  tenant: Tenant,
  query: ExportOrdersQuery,
  readsPersons?: boolean,
) => AsyncIterable<readonly OrderRecord[]>;

/** Orders of a piece of an export at most. */
export const ORDERS_A_PIECE = 200;
/** Some milliseconds of work. */
const PIECE = { limit: ORDERS_A_PIECE, maxBytes: 256_000 } as const;

export function makeExportOrders(lists: Pick<OrderLists, 'orders'>): ExportOrders {
  return async function* (tenant, query, readsPersons = false) {
    const filter = { ...filterOf(query, readsPersons), sort: 'created_at' } as const;
    let cursor: string | undefined;
    do {
      const page = await lists.orders(tenant, filter, { ...PIECE, cursor });
      yield page.data.map(toOrderRecord);
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
  };
}

const OPEN_STATUSES = ['created', 'packed'] as const satisfies readonly OrderStatus[];

function filterOf(query: ExportOrdersQuery & Pick<ListOrdersQuery, 'sort'>, readsPersons: boolean): OrderFilter {
  const { status, allocation, q, id: ids, fulfilment: progress, updated_since: since } = query;
  return {
    statuses: (status ?? statusesBy(query)).filter(
      (each) => progress === undefined || STATUSES_BY_PROGRESS[progress].includes(each),
    ),
    allocations: allocation ?? ALLOCATIONS,
    externalId: query.external_id,
    sku: query.sku,
    // Scopes of cursors of earlier releases lack it.
    ...(query.warehouse === undefined ? {} : { warehouse: query.warehouse }),
    ...(ids === undefined ? {} : { ids }),
    ...(progress === undefined ? {} : { progress }),
    ...(q === undefined ? {} : { search: { words: searchWords(q), ofPersons: readsPersons } }),
    onHold: query.on_hold,
    createdFrom: momentOf(query.created_after),
    createdBefore: momentOf(query.created_before),
    updatedFrom: momentOf(since),
    sort: query.sort ?? (since === undefined ? 'created_at' : 'updated_at'),
  };
}

/** The statuses that an order may have of which so much has left. */
const STATUSES_BY_PROGRESS: Readonly<Record<Progress, readonly OrderStatus[]>> = {
  none: ORDER_STATUSES.filter((status) => status !== 'shipped'),
  partial: OPEN_STATUSES,
  complete: ['shipped'],
};

function statusesBy({ allocation, on_hold: onHold, fulfilment: progress, q, id }: ExportOrdersQuery): readonly OrderStatus[] {
  if (allocation || onHold !== undefined) return OPEN_STATUSES;
  if (progress !== undefined) return progress === 'complete' ? ['shipped'] : OPEN_STATUSES;
  return q === undefined && id === undefined ? CREATED_STATUSES : ORDER_STATUSES;
}
