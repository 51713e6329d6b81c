import { z } from 'zod';
import { listQuery, recordId } from '../fields.ts';
import { operation } from '../operation.ts';
import { returnHistoryPage } from '../orders/history.ts';
import {
  createReturnBody,
  disposeReturnBody,
  endReturnBody,
  listReturnsQuery,
  MAX_RETURN_LINES,
  MAX_RETURNS,
  receiveReturnBody,
  returnPage,
  returnRecord,
} from '../orders/returns.ts';

const params = z.strictObject({ id: recordId('ret') });
const ofOrder = z.strictObject({ id: recordId('ord') });
const done = { description: 'The return after the step.', body: returnRecord };
const pending = {
  description:
    'The step is recorded and finishes without the client. Follow `Location`, or repeat the request with the same `Idempotency-Key`, which waits for the result.',
  body: returnRecord,
  headers: { Location: 'URL of the return.', 'Retry-After': 'Seconds to wait before reading it.' },
};
const page = {
  description: 'A page of returns.',
  body: returnPage,
  headers: { Link: 'The next page, `rel="next"`.' },
};
const step = { method: 'POST', service: 'orders', requestClass: 'step', conditional: true } as const;
const STEP_ERRORS = ['not_found', 'invalid_transition', 'transition_in_progress', 'upstream_unavailable'] as const;

export const createReturn = operation({
  id: 'createReturn',
  addsRecords: true,
  method: 'POST',
  path: '/returns',
  service: 'orders',
  requestClass: 'step',
  permission: 'returns:create',
  alternativePermission: 'returns:receive',
  summary: 'Create a return: units that come back',
  description:
    'A return of an order needs `returns:create`; one with `order_id: null`, of units whose order is not known, needs `returns:receive`. ' +
    'A line can return at most the shipped units that have not come back and that no other return expects: more is refused with the `allowed` number. ' +
    `It is \`requested\`, or \`approved\` at once with \`approved: true\`. An order has at most ${MAX_RETURNS} returns with ${MAX_RETURN_LINES} lines in all. ` +
    'Without an order the lines name SKUs, and what is received is bounded by their quantities alone. ' +
    'With `exchange` an order is created together with it, or neither is: `exchange_order_id` names it. ' +
    'A repeated `external_id` with the same content is answered 200 with the existing return.',
  body: createReturnBody,
  replies: {
    200: { description: 'The existing return with this `external_id`.', body: returnRecord },
    201: { description: 'The created return.', body: returnRecord, headers: { Location: 'URL of the return.' } },
    202: pending,
  },
  errors: [...STEP_ERRORS, 'quantity_exceeded', 'duplicate_external_id', 'unknown_sku', 'storage_limit_reached'],
});

export const listReturns = operation({
  id: 'listReturns',
  method: 'GET',
  path: '/returns',
  service: 'orders',
  permission: 'orders:read',
  summary: 'List returns, filtered by status',
  description:
    'Sorted by order, newest first, and within an order by return, newest first; a return without an order is sorted as an order of its time would be. Filters can be combined. With `unlinked=false` a page looks through 1,000 orders and may have fewer than `limit`, or none, while `has_more` is true.',
  query: listReturnsQuery,
  replies: { 200: page },
  errors: ['invalid_cursor'],
});

export const listOrderReturns = operation({
  id: 'listOrderReturns',
  method: 'GET',
  path: '/orders/:id/returns',
  service: 'orders',
  permission: 'orders:read',
  summary: 'List the returns of an order',
  description: 'Newest first.',
  params: ofOrder,
  query: z.strictObject(listQuery),
  replies: { 200: page },
  errors: ['not_found', 'invalid_cursor'],
});

export const getReturn = operation({
  id: 'getReturn',
  method: 'GET',
  path: '/returns/:id',
  service: 'orders',
  permission: 'orders:read',
  summary: 'Retrieve one return',
  description:
    'A return whose creation was answered with 202 exists until inventory refuses it; the `refusal` of its order then says why, or without an order a repeat of the request with its `Idempotency-Key`.',
  params,
  replies: { 200: { description: 'The return.', body: returnRecord } },
  errors: ['not_found'],
});

export const getReturnHistory = operation({
  id: 'getReturnHistory',
  method: 'GET',
  path: '/returns/:id/history',
  service: 'orders',
  permission: 'orders:read',
  summary: 'List the history of a return',
  description:
    'Every step with its time, actor and request id, oldest first; for a return of an order, the steps of the order that are about the return.',
  params,
  query: z.strictObject(listQuery),
  replies: {
    200: { description: 'A page of the history.', body: returnHistoryPage, headers: { Link: 'The next page, `rel="next"`.' } },
  },
  errors: ['not_found', 'invalid_cursor'],
});

export const approveReturn = operation({
  ...step,
  id: 'approveReturn',
  path: '/returns/:id/approve',
  permission: 'returns:create',
  summary: 'Approve a requested return',
  description: 'From `requested`: its units may be received from then on.',
  params,
  body: z.strictObject({}).meta({ id: 'ReturnApprove', examples: [{}] }),
  replies: { 200: done, 202: pending },
  errors: STEP_ERRORS,
});

export const rejectReturn = operation({
  ...step,
  id: 'rejectReturn',
  path: '/returns/:id/reject',
  permission: 'returns:create',
  summary: 'Reject a requested return',
  description: 'From `requested`. Its units can be returned again.',
  params,
  body: endReturnBody,
  replies: { 200: done },
  errors: STEP_ERRORS,
});

export const cancelReturn = operation({
  ...step,
  id: 'cancelReturn',
  path: '/returns/:id/cancel',
  permission: 'returns:create',
  summary: 'Cancel a return',
  description: 'From `requested` or `approved`. Once units have been received, close it instead.',
  params,
  body: endReturnBody,
  replies: { 200: done, 202: pending },
  errors: STEP_ERRORS,
});

export const closeReturn = operation({
  ...step,
  id: 'closeReturn',
  path: '/returns/:id/close',
  permission: 'returns:create',
  summary: 'Close a return before all its units have come',
  description: 'From `approved` or `receiving`. Units that are still expected are waived, and can be returned again.',
  params,
  body: endReturnBody,
  replies: { 200: done, 202: pending },
  errors: STEP_ERRORS,
});

export const receiveReturn = operation({
  ...step,
  id: 'receiveReturn',
  path: '/returns/:id/receipts',
  permission: 'returns:receive',
  summary: 'Receive units of a return',
  description:
    'From `approved` or `receiving`, any number of times. 200 means that the units are in stock: `on_hand` rises by all of them, `available` only by those with the disposition `restock`. The return is `closed` once nothing is expected any more.',
  params,
  body: receiveReturnBody,
  replies: { 200: done, 202: pending },
  errors: [...STEP_ERRORS, 'quantity_exceeded', 'unknown_location', 'location_archived', 'sku_archived'],
});

export const disposeReturn = operation({
  ...step,
  id: 'disposeReturn',
  path: '/returns/:id/dispositions',
  permission: 'returns:receive',
  summary: 'Decide what becomes of returned units',
  description:
    'From `receiving` or `closed`, any number of times: inspected units are restocked, quarantined or scrapped, and every decision but `scrap` can be changed.',
  params,
  body: disposeReturnBody,
  replies: { 200: done, 202: pending },
  errors: [...STEP_ERRORS, 'quantity_exceeded', 'insufficient_stock', 'unknown_location', 'location_archived', 'sku_archived'],
});

export const eraseReturn = operation({
  id: 'eraseReturn',
  method: 'POST',
  path: '/returns/:id/erase',
  service: 'orders',
  permission: 'orders:erase',
  summary: "Erase persons' data of a return without an order",
  description:
    'Clears its `note` and those of its lines, and emits `return.updated` with `note` among `changed`. Copies are erased as those of an order are. It cannot be undone. A return without notes is answered as it is; a return of an order loses its notes when the order is erased.',
  params,
  replies: { 200: done },
  conditional: true,
  errors: ['not_found', 'invalid_transition', 'transition_in_progress'],
});
