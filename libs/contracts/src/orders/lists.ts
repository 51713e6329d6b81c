import { z } from 'zod';
import {
  clientTimestamp,
  comparedFilter,
  id,
  listQuery,
  pageOf,
  queryFlag,
  repeatable,
  searchText,
  severalOf,
  skuCode,
} from '../fields.ts';
import { CSV, type Medium, NDJSON } from '../operation.ts';
import { ALLOCATIONS, FULFILMENT_PROGRESS, ORDER_STATUSES, orderRecord } from '../orders.ts';
import { ORDER_EXPORT_COLUMNS } from './export-columns.ts';

/** Orders that a list names by their ids, at most. */
export const MAX_NAMED_ORDERS = 100;

/** Query parameters of `GET /orders`. */
export const listOrdersQuery = z.strictObject({
  ...listQuery,
  status: severalOf(ORDER_STATUSES).optional().describe('Statuses. Default: all but `pending` and `rejected`.'),
  allocation: severalOf(ALLOCATIONS)
    .optional()
    .describe(
      'Allocations: `partial,backordered` are the orders that wait for stock. Without `status`, only open orders: `created` and `packed`.',
    ),
  q: searchText
    .optional()
    .describe(
      'Only orders whose id, `external_id`, a tracking number, the e-mail address of `ship_to`, or a word of its `name` or `company` starts with this, ' +
        'ignoring case, accents and signs such as `#` in front. Every word must match; there are at most 8. Without `status`, orders of every status. ' +
        'Where each word matches over 1,000 orders, a page looks through 1,000 orders of the list and may have fewer than `limit` while `has_more` is true. ' +
        'Roles without the permission `orders:read_ship_to` (scanner) find nothing by `ship_to`.',
    ),
  id: repeatable(id('ord'), MAX_NAMED_ORDERS)
    .optional()
    .describe('Only these orders, of every status unless `status` names some: repeat the parameter, up to 100 times.'),
  fulfilment: z
    .enum(FULFILMENT_PROGRESS)
    .optional()
    .describe(
      'How much has left: `none`, `partial`, or `complete`, which is every shipped order. Without `status`, `none` and `partial` are open orders: `created` and `packed`. ' +
        'With `none` a page looks through 1,000 orders of the list at most, and may have fewer than `limit` while `has_more` is true.',
    ),
  external_id: comparedFilter(200).optional().describe("The order's id in the system it comes from."),
  sku: skuCode.optional().describe('Orders with a line of this SKU.'),
  warehouse: id('loc')
    .optional()
    .describe(
      'Id of a warehouse, which `GET /locations?path=` finds by its code: orders that hold or shipped units from it. Orders that were shipped as a whole before their store had this list are not found.',
    ),
  on_hold: queryFlag
    .optional()
    .describe(
      'true: orders with a hold that has not ended; false: those without. Without `status`, only open orders: `created` and `packed`.',
    ),
  created_after: clientTimestamp.optional().describe('Orders created at or after this time.'),
  created_before: clientTimestamp
    .optional()
    .describe('Orders created before this time, so that consecutive windows neither miss nor repeat one.'),
  updated_since: clientTimestamp
    .optional()
    .describe(
      'Only orders that changed at or after this time. A change carries the time at which it was decided and becomes visible with its commit: ' +
        'to keep a copy in step, ask from one minute before the newest `updated_at` of the copy.',
    ),
  sort: z
    .enum(['created_at', 'updated_at'])
    .optional()
    .describe(
      '`created_at`: newest first; `updated_at`: ascending, an order that changes between two pages is listed again. ' +
        'Default: `updated_at` with `updated_since`, else `created_at`.',
    ),
});
export type ListOrdersQuery = z.output<typeof listOrdersQuery>;

/** Query parameters of `GET /orders/export`: the filters of the list. */
export const exportOrdersQuery = listOrdersQuery.omit({ limit: true, cursor: true, sort: true });
export type ExportOrdersQuery = z.output<typeof exportOrdersQuery>;

/** How an export of orders comes. */
export const ORDER_EXPORT_MEDIA = [
  { type: NDJSON, description: 'One `Order` a line, newest first.' },
  {
    type: CSV,
    description:
      `RFC 4180, UTF-8, newest first, with a header line and a row for each line of an order. The columns are ${ORDER_EXPORT_COLUMNS.join(', ')}; null is an empty cell, ` +
      '`metadata` a JSON object, `holds` the reasons with a blank between them. A text cell, or a line in it, that a spreadsheet would read as a formula is prefixed with one apostrophe.',
  },
] as const satisfies readonly Medium[];

/** A page of orders. */
export const orderPage = pageOf(orderRecord).meta({ id: 'OrderPage' });
