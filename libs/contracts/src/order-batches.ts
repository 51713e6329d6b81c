import { z } from 'zod';
import { bodyList, id } from './fields.ts';
import { itemKey } from './inventory/batches.ts';
import { createOrderBody, orderRecord } from './orders.ts';
import { itemProblem } from './problem.ts';

/** The most orders of one batch. */
export const MAX_BATCH_ORDERS = 200;

/** One order of a batch. Each is parsed by itself, so that a wrong one spoils no other. */
export const batchOrder = z.strictObject({ ...createOrderBody.shape, idempotency_key: itemKey }).meta({ id: 'BatchOrder' });
export type BatchOrder = z.output<typeof batchOrder>;

/** A batch of 1 to 200 new orders. Each is taken or refused by itself, so that anything is let in here. */
export const createOrdersBody = z
  .strictObject({
    orders: bodyList(
      z.array(z.union([z.unknown().describe('An invalid order fails individually.'), batchOrder])).min(1),
      MAX_BATCH_ORDERS,
    ).describe('1 to 200 orders, each as in `POST /orders`, optionally with a key of its own; stock is allocated in this order.'),
  })
  .meta({
    id: 'OrderBatch',
    examples: [
      {
        orders: [
          { external_id: 'shop-1002', lines: [{ sku: 'MUG-01', quantity: 1 }] },
          { external_id: 'shop-1003', lines: [{ sku: 'CUP-01', quantity: 2 }], allow_backorder: false },
        ],
      },
    ],
  });
export type CreateOrdersBody = z.output<typeof createOrdersBody>;

/** The result of one order of a batch: its record or why it is left out, or its problem. */
export const orderResult = z
  .strictObject({
    index: z.int().min(0).describe('Index of the order in the request, from 0.'),
    status: z.int().min(200).describe('HTTP status of the order, as for `POST /orders`: with 200, 201 and 202 it exists.'),
    id: id('ord').optional().describe('Id of the order; absent where it was refused.'),
    version: z.int().min(1).optional().describe('Version of the order; absent where it was refused.'),
    record: orderRecord
      .optional()
      .describe('The order; absent where it was refused or `record_left_out` says why. With 202 it is `pending`.'),
    record_left_out: z
      .enum(['answer_size'])
      .optional()
      .describe('Why an order that exists has no `record`: the results before it have 4 MB. `GET /orders/{id}` has the order.'),
    error: itemProblem.optional().describe('The problem of a refused order, without a request id.'),
  })
  .refine(
    ({ record, record_left_out: leftOut, error }) => [record, leftOut, error].filter((part) => part !== undefined).length === 1,
    'a record, or why it is left out, or an error',
  )
  .meta({ id: 'OrderResult' });
export type OrderResult = z.output<typeof orderResult>;

/** The results of a batch, one for each order. */
export const orderResults = z
  .strictObject({
    results: z.array(orderResult).min(1).max(MAX_BATCH_ORDERS).describe('One result for each order, in order.'),
  })
  .meta({ id: 'OrderResults' });
