import { z } from 'zod';
import { listQuery, recordId } from '../fields.ts';
import { BYTES_PER_TOKEN, FILE_SECONDS, LINES_PER_TOKEN, LOOKED_PER_TOKEN, operation } from '../operation.ts';
import { orderHistoryPage } from '../orders/history.ts';
import { exportOrdersQuery, listOrdersQuery, ORDER_EXPORT_MEDIA, orderPage } from '../orders/lists.ts';
import { createOrdersBody, MAX_BATCH_ORDERS, orderResults } from '../order-batches.ts';
import { editOrderBody } from '../orders/edits.ts';
import { PERSONAL_PATHS } from '../orders/erasure.ts';
import { createHoldBody } from '../orders/holds.ts';
import { cancelOrderBody, createOrderBody, orderRecord, packOrderBody, shipOrderBody, updateOrderBody } from '../orders.ts';

const params = z.strictObject({ id: recordId('ord') });
const done = { description: 'The order after the step.', body: orderRecord };
const pending = {
  description:
    'The step is recorded and finishes without the client. Follow `Location`, or repeat the request with the same `Idempotency-Key`, which waits for the result.',
  body: orderRecord,
  headers: { Location: 'URL of the order.', 'Retry-After': 'Seconds to wait before reading it.' },
};

const SHIP_TO = '`ship_to` is null for roles without the permission `orders:read_ship_to` (scanner).';

export const listOrders = operation({
  id: 'listOrders',
  method: 'GET',
  path: '/orders',
  service: 'orders',
  permission: 'orders:read',
  summary: 'List orders, filtered by status',
  description: `Newest first, or by \`updated_at\`. Filters can be combined; if each of them matches many orders and all together few, a page looks through 1,000 and may have fewer than \`limit\`, or none, while \`has_more\` is true. By default \`pending\` and \`rejected\` orders are left out. ${SHIP_TO}`,
  query: listOrdersQuery,
  replies: { 200: { description: 'A page of orders.', body: orderPage, headers: { Link: 'The next page, `rel="next"`.' } } },
  errors: ['invalid_cursor'],
});

export const createOrder = operation({
  id: 'createOrder',
  addsRecords: true,
  method: 'POST',
  path: '/orders',
  service: 'orders',
  requestClass: 'step',
  permission: 'orders:create',
  summary: 'Create an order from an external system',
  description:
    'Stock is allocated at once, oldest order first. The rest is a backorder, which is allocated automatically when stock becomes available. ' +
    'With `allow_backorder: false` it is refused instead, and nothing stays allocated. A repeated `external_id` with the same content is answered 200 with the existing order.',
  body: createOrderBody,
  replies: {
    200: { description: 'The existing order with this `external_id`.', body: orderRecord },
    201: { description: 'The created order.', body: orderRecord, headers: { Location: 'URL of the order.' } },
    202: pending,
  },
  errors: [
    'unknown_sku',
    'unknown_location',
    'insufficient_stock',
    'reservation_expired',
    'duplicate_external_id',
    'transition_in_progress',
    'storage_limit_reached',
  ],
});

export const createOrders = operation({
  id: 'createOrders',
  addsRecords: true,
  method: 'POST',
  path: '/orders/batch',
  service: 'orders',
  requestClass: 'step',
  permission: 'orders:create',
  summary: 'Create a batch of orders',
  description:
    `Up to ${MAX_BATCH_ORDERS} orders, each as in \`POST /orders\`. Each succeeds or fails individually, stock is allocated in the order of the list, and errors point into ` +
    'this body (`/orders/3/lines/0/sku`). A repeated request creates orders without an `external_id` or an `idempotency_key` again, unless it has an `Idempotency-Key`. ' +
    'An order that inventory has not answered in time has the status 202 and is `pending`; the same batch under the same key waits for it. The response has at most 4 MB: beyond that, records are left out, and `record_left_out` says so.',
  body: createOrdersBody,
  cost: { member: 'orders', item: 'order', itemsPerToken: 5, most: MAX_BATCH_ORDERS, linesPerToken: LINES_PER_TOKEN },
  replies: { 200: { description: 'The result of each order.', body: orderResults } },
});

export const exportOrders = operation({
  id: 'exportOrders',
  withinSeconds: FILE_SECONDS,
  method: 'GET',
  path: '/orders/export',
  service: 'orders',
  permission: 'orders:read',
  summary: 'Export orders',
  description:
    'All orders of the filter in one response, as NDJSON or, with `Accept: text/csv`, as CSV. Each order is listed once, newest first, as it is when it ' +
    `is written. A truncated export fails as a connection error, so a completed response is complete. A client that reads less than 2 KiB a second for a minute is disconnected. ` +
    `The audit log notes each export as \`orders.exported\`, with the address of the client and the number of rows. ${SHIP_TO}`,
  query: exportOrdersQuery,
  auditedAs: 'orders.exported',
  rowPrice: { rowsPerToken: 500, bytesPerToken: BYTES_PER_TOKEN, lookedPerToken: LOOKED_PER_TOKEN },
  replies: {
    200: {
      description: 'The orders.',
      body: z.string(),
      media: ORDER_EXPORT_MEDIA,
      headers: { 'Content-Disposition': 'Suggested file name.' },
    },
  },
  errors: ['not_acceptable'],
});

export const getOrder = operation({
  id: 'getOrder',
  method: 'GET',
  path: '/orders/:id',
  service: 'orders',
  permission: 'orders:read',
  summary: 'Retrieve one order',
  description: `Includes rejected orders, with their refusal. ${SHIP_TO}`,
  params,
  replies: { 200: { description: 'The order.', body: orderRecord } },
  errors: ['not_found'],
});

export const getOrderHistory = operation({
  id: 'getOrderHistory',
  method: 'GET',
  path: '/orders/:id/history',
  service: 'orders',
  permission: 'orders:read',
  summary: 'List the history of an order',
  description: 'Every transition with its time, actor and request id, oldest first.',
  params,
  query: z.strictObject(listQuery),
  replies: {
    200: { description: 'A page of the history.', body: orderHistoryPage, headers: { Link: 'The next page, `rel="next"`.' } },
  },
  errors: ['not_found', 'invalid_cursor'],
});

export const updateOrder = operation({
  id: 'updateOrder',
  method: 'PATCH',
  path: '/orders/:id',
  service: 'orders',
  permission: 'orders:create',
  alternativePermission: 'orders:fulfil',
  requestClass: 'step',
  summary: 'Update note, metadata, address, tracking or rank of an order',
  description:
    'From any status but `cancelled` and `rejected`; `ship_to` until the order is shipped. `priority` and `ship_by` while it is open. `note`, `metadata`, `ship_to`, `priority` and `ship_by` need `orders:create`; `carrier`, ' +
    '`tracking_number`, `tracking_url` and `packages` need `orders:fulfil`. Lines are changed by an edit. A change emits `order.updated`; a request that changes nothing is answered with the order as it is.',
  params,
  body: updateOrderBody,
  replies: { 200: { description: 'The order after the change.', body: orderRecord }, 202: pending },
  conditional: true,
  errors: ['not_found', 'invalid_transition', 'transition_in_progress', 'upstream_unavailable'],
});

export const packOrder = operation({
  id: 'packOrder',
  method: 'POST',
  path: '/orders/:id/pack',
  service: 'orders',
  requestClass: 'step',
  permission: 'orders:fulfil',
  summary: 'Mark the order as packed',
  description:
    'From `created`, without holds. Every line must be allocated; stock that has become available is allocated first. If the order has fulfilments, its other units become one more, which is packed; that is refused while a fulfilment is open.',
  params,
  body: packOrderBody,
  replies: { 200: done, 202: pending },
  conditional: true,
  errors: ['not_found', 'invalid_transition', 'order_on_hold', 'transition_in_progress', 'insufficient_stock'],
});

export const shipOrder = operation({
  id: 'shipOrder',
  method: 'POST',
  path: '/orders/:id/ship',
  service: 'orders',
  requestClass: 'step',
  permission: 'orders:fulfil',
  summary: 'Mark the order as shipped and decrement inventory',
  description:
    'From `packed`, without holds. 200 means that the stock has been decremented: the next read of the SKU shows it. If the order has fulfilments, every packed one is shipped, from `created` too.',
  params,
  body: shipOrderBody,
  replies: { 200: done, 202: pending },
  conditional: true,
  errors: ['not_found', 'invalid_transition', 'order_on_hold', 'transition_in_progress', 'insufficient_stock'],
});

export const cancelOrder = operation({
  id: 'cancelOrder',
  method: 'POST',
  path: '/orders/:id/cancel',
  service: 'orders',
  requestClass: 'step',
  permission: 'orders:cancel',
  summary: 'Cancel an order',
  description:
    'From `created` or `packed`, while nothing is shipped. Its allocation is released and fills the oldest backorders, its fulfilments are cancelled. Once a part was shipped, `close` drops the rest.',
  params,
  body: cancelOrderBody,
  replies: { 200: done, 202: pending },
  conditional: true,
  errors: ['not_found', 'invalid_transition', 'transition_in_progress'],
});

const HOLD_ERRORS = ['not_found', 'invalid_transition', 'transition_in_progress', 'upstream_unavailable'] as const;

export const editOrder = operation({
  id: 'editOrder',
  method: 'POST',
  path: '/orders/:id/edit',
  service: 'orders',
  requestClass: 'step',
  permission: 'orders:create',
  summary: 'Edit the lines of an order',
  description:
    'From `created` or `packed`. A line loses waiting units first, then held units in no fulfilment, then units of open fulfilments; shipped, cancelled and packed units stay. ' +
    'Added units are allocated if nothing waits for the SKU; otherwise they wait behind the units of the same priority and `ship_by` that wait already. Units that the order had before keep their rank. ' +
    'If units are added to a packed order, its packed units become a fulfilment. An edit that changes nothing is answered with the order as it is.',
  params,
  body: editOrderBody,
  replies: { 200: done, 202: pending },
  conditional: true,
  errors: [...HOLD_ERRORS, 'quantity_exceeded', 'unknown_sku', 'insufficient_stock'],
});

export const holdOrder = operation({
  id: 'holdOrder',
  method: 'POST',
  path: '/orders/:id/holds',
  service: 'orders',
  requestClass: 'step',
  permission: 'orders:hold',
  summary: 'Place a hold on an order',
  description:
    'From `pending`, `created` or `packed`. While an order has a hold, its units cannot be planned, packed or shipped; packed units stay packed, and the order can be edited and cancelled. An order has up to 20 holds, several of which may have the same reason. The new hold is the last of `holds`.',
  params,
  body: createHoldBody,
  replies: {
    201: { description: 'The order with the hold.', body: orderRecord, headers: { Location: 'URL of the order.' } },
    202: pending,
  },
  conditional: true,
  errors: HOLD_ERRORS,
});

export const releaseHold = operation({
  id: 'releaseHold',
  method: 'DELETE',
  path: '/orders/:id/holds/:hold',
  service: 'orders',
  requestClass: 'step',
  permission: 'orders:hold',
  summary: 'Release one hold of an order',
  description: 'The other holds of the order stay. There is no request that releases all.',
  params: params.extend({ hold: recordId('hld') }),
  replies: { 200: { description: 'The order without the hold.', body: orderRecord }, 202: pending },
  conditional: true,
  errors: HOLD_ERRORS,
});

const asCode = (paths: readonly string[]): string => paths.map((path) => `\`${path}\``).join(', ');

export const eraseOrder = operation({
  id: 'eraseOrder',
  method: 'POST',
  path: '/orders/:id/erase',
  service: 'orders',
  permission: 'orders:erase',
  summary: "Erase persons' data of an order",
  description:
    `From \`shipped\`, \`cancelled\` or \`rejected\`. Clears ${asCode(PERSONAL_PATHS.order)}, of each fulfilment ${asCode(PERSONAL_PATHS.fulfilment)}, and of each return ${asCode(PERSONAL_PATHS.return)}. ` +
    'Of `ship_to` the `country` stays, and texts that every address has become `[erased]`. It sets `erased_at` and emits `order.updated`. ' +
    'Copies follow within a minute: events of the order in the feed and in deliveries, the answers of receivers to those, and stored answers to idempotency keys. It cannot be undone. An order without such data is answered as it is.',
  params,
  replies: { 200: { description: 'The order after the erasure.', body: orderRecord } },
  conditional: true,
  errors: ['not_found', 'invalid_transition', 'transition_in_progress'],
});
