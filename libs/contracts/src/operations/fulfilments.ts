import { z } from 'zod';
import { listQuery, recordId } from '../fields.ts';
import {
  closeOrderBody,
  createFulfilmentBody,
  fulfilmentPage,
  fulfilmentRecord,
  listFulfilmentsQuery,
  MAX_FULFILMENT_LINES,
  MAX_FULFILMENTS,
  packFulfilmentBody,
  reassignOrderBody,
  shipFulfilmentBody,
  updateFulfilmentBody,
} from '../orders/fulfilments.ts';
import { operation } from '../operation.ts';
import { cancelOrderBody, orderRecord } from '../orders.ts';

const params = z.strictObject({ id: recordId('ful') });
const ofOrder = z.strictObject({ id: recordId('ord') });
const done = { description: 'The fulfilment after the step.', body: fulfilmentRecord };
const pending = {
  description:
    'The step is recorded and finishes without the client. Follow `Location`, or repeat the request with the same `Idempotency-Key`, which waits for the result.',
  body: fulfilmentRecord,
  headers: { Location: 'URL of the fulfilment.', 'Retry-After': 'Seconds to wait before reading it.' },
};
const page = {
  description: 'A page of fulfilments.',
  body: fulfilmentPage,
  headers: { Link: 'The next page, `rel="next"`.' },
};
const ofWholeOrder = {
  200: { description: 'The order after the step.', body: orderRecord },
  202: { ...pending, body: orderRecord, headers: { ...pending.headers, Location: 'URL of the order.' } },
};
const step = { method: 'POST', service: 'orders', requestClass: 'step', permission: 'orders:fulfil', conditional: true } as const;
const STEP_ERRORS = ['not_found', 'invalid_transition', 'transition_in_progress', 'upstream_unavailable'] as const;

export const createFulfilment = operation({
  ...step,
  id: 'createFulfilment',
  path: '/orders/:id/fulfilments',
  summary: 'Create a fulfilment: a part of an order that is packed and shipped together',
  description:
    'From `created`, without holds. Its units have to be allocated and in no other fulfilment; stock that has become available is allocated first. ' +
    'If the units of the order are held by warehouse, those of a fulfilment are in one warehouse: if they lie in several, `warehouse` chooses one; without it, the request is refused with 409 `insufficient_stock`, which names the warehouses. ' +
    `An order has at most ${MAX_FULFILMENTS} fulfilments with ${MAX_FULFILMENT_LINES} lines in all. \`If-Match\` names the version of the order. ` +
    'A repeated `external_id` with the same content is answered 200 with the existing fulfilment.',
  params: ofOrder,
  body: createFulfilmentBody,
  replies: {
    200: { description: 'The existing fulfilment with this `external_id`.', body: fulfilmentRecord },
    201: { description: 'The created fulfilment.', body: fulfilmentRecord, headers: { Location: 'URL of the fulfilment.' } },
    202: pending,
  },
  errors: [
    ...STEP_ERRORS,
    'order_on_hold',
    'insufficient_stock',
    'quantity_exceeded',
    'duplicate_external_id',
    'unknown_location',
  ],
});

export const listOrderFulfilments = operation({
  id: 'listOrderFulfilments',
  method: 'GET',
  path: '/orders/:id/fulfilments',
  service: 'orders',
  permission: 'orders:read',
  summary: 'List the fulfilments of an order',
  description: 'Newest first.',
  params: ofOrder,
  query: z.strictObject(listQuery),
  replies: { 200: page },
  errors: ['not_found', 'invalid_cursor'],
});

export const listFulfilments = operation({
  id: 'listFulfilments',
  method: 'GET',
  path: '/fulfilments',
  service: 'orders',
  permission: 'orders:read',
  summary: 'List fulfilments, filtered by status',
  description:
    'Sorted by order, newest first, and within an order by fulfilment, newest first. Filters can be combined. With `carrier`, or with `warehouse` and `status`, a page looks through 1,000 orders and may have fewer than `limit`, or none, while `has_more` is true.',
  query: listFulfilmentsQuery,
  replies: { 200: page },
  errors: ['invalid_cursor'],
});

export const getFulfilment = operation({
  id: 'getFulfilment',
  method: 'GET',
  path: '/fulfilments/:id',
  service: 'orders',
  permission: 'orders:read',
  summary: 'Retrieve one fulfilment',
  description:
    'A fulfilment whose creation was answered with 202 exists until inventory refuses it; the `refusal` of its order then says why.',
  params,
  replies: { 200: { description: 'The fulfilment.', body: fulfilmentRecord } },
  errors: ['not_found'],
});

export const updateFulfilment = operation({
  id: 'updateFulfilment',
  method: 'PATCH',
  path: '/fulfilments/:id',
  service: 'orders',
  permission: 'orders:fulfil',
  summary: 'Update tracking, delivery or note of a fulfilment',
  description:
    'From any status but `cancelled`; `delivered_at` once it is shipped. A change emits `fulfilment.updated`; a request that changes nothing is answered with the fulfilment as it is.',
  params,
  body: updateFulfilmentBody,
  replies: { 200: { description: 'The fulfilment after the change.', body: fulfilmentRecord } },
  conditional: true,
  errors: ['not_found', 'invalid_transition', 'transition_in_progress'],
});

export const packFulfilment = operation({
  ...step,
  id: 'packFulfilment',
  path: '/fulfilments/:id/pack',
  summary: 'Mark a fulfilment as packed',
  description:
    'From `open`, without holds of the order. Every unit must be allocated; stock that has become available is allocated first. With fewer `lines` than planned, `short` says what becomes of the rest.',
  params,
  body: packFulfilmentBody,
  replies: { 200: done, 202: pending },
  errors: [...STEP_ERRORS, 'order_on_hold', 'insufficient_stock', 'quantity_exceeded'],
});

export const unpackFulfilment = operation({
  ...step,
  id: 'unpackFulfilment',
  path: '/fulfilments/:id/unpack',
  summary: 'Unpack a fulfilment',
  description: 'From `packed`: it is `open` again, its units stay allocated, and its parcels are discarded.',
  params,
  body: cancelOrderBody,
  replies: { 200: done, 202: pending },
  errors: STEP_ERRORS,
});

export const shipFulfilment = operation({
  ...step,
  id: 'shipFulfilment',
  path: '/fulfilments/:id/ship',
  summary: 'Mark a fulfilment as shipped and decrement inventory',
  description:
    'From `packed`, without holds of the order. 200 means that the stock has been decremented. The order is `shipped` once nothing of it is open any more.',
  params,
  body: shipFulfilmentBody,
  replies: { 200: done, 202: pending },
  errors: [...STEP_ERRORS, 'order_on_hold', 'insufficient_stock', 'unknown_location'],
});

export const cancelFulfilment = operation({
  ...step,
  id: 'cancelFulfilment',
  path: '/fulfilments/:id/cancel',
  summary: 'Cancel a fulfilment',
  description: 'From `open` or `packed`. Its units stay allocated to the order, in no fulfilment.',
  params,
  body: cancelOrderBody,
  replies: { 200: done, 202: pending },
  errors: STEP_ERRORS,
});

export const closeOrder = operation({
  ...step,
  id: 'closeOrder',
  permission: 'orders:cancel',
  path: '/orders/:id/close',
  summary: 'Drop the units of an order that are in no fulfilment',
  description:
    'From `created` or `packed`. Allocated units are released and fill the oldest backorders. Units in an open or packed fulfilment stay. If no unit is open afterwards, the order is `shipped`, or `cancelled` if nothing was shipped.',
  params: ofOrder,
  body: closeOrderBody,
  replies: ofWholeOrder,
  errors: [...STEP_ERRORS, 'quantity_exceeded'],
});

export const reassignOrder = operation({
  ...step,
  id: 'reassignOrder',
  path: '/orders/:id/reassign',
  summary: 'Hold units of an order in another warehouse',
  description:
    'From `created`, also on hold, if the units of the order are held by warehouse: its allocated units that are in no fulfilment are then held in another warehouse, all lines or none. Units in a fulfilment stay; cancel it first.',
  params: ofOrder,
  body: reassignOrderBody,
  replies: ofWholeOrder,
  errors: [...STEP_ERRORS, 'quantity_exceeded', 'insufficient_stock', 'unknown_location'],
});
