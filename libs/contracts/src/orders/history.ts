import { z } from 'zod';
import { pageOf, recordId, timestamp } from '../fields.ts';
import { orderStatus, TRANSITIONS } from '../orders.ts';

/** One step of an order, done or refused. */
export const orderHistoryEntry = z
  .strictObject({
    transition: z
      .enum([...TRANSITIONS, 'allocate', 'update'])
      .describe(
        'The step that was done or refused; `allocate` for a change of the allocation, `update` for one of note, metadata, address or tracking, of the order or of a fulfilment, for a return that was requested or rejected, and for a step that was answered with 202.',
      ),
    refused: z.boolean().describe('Whether the step was refused.'),
    status: orderStatus.describe('Status of the order after the step.'),
    version: z.int().min(1).describe('Version of the order after the step; a refused step leaves it as it was.'),
    code: z.string().nullable().describe('Error code of the refusal; null unless refused.'),
    fulfilment_id: recordId('ful')
      .nullable()
      .describe('The fulfilment that the step was about; null for one of the whole order.'),
    return_id: recordId('ret').nullable().describe('The return that the step was about; null for any other step.'),
    reason: z.string().nullable().describe('Reason given by the caller.'),
    actor: z.string().describe('Id of the API key or member, or name of the service, that took the step.'),
    request_id: z.string().describe('The `X-Request-Id` of the request.'),
    at: timestamp.describe('Time of the step, RFC 3339 in UTC with milliseconds.'),
  })
  .meta({ id: 'OrderHistoryEntry' });
export type OrderHistoryEntry = z.output<typeof orderHistoryEntry>;

/** One step of a return, done or refused: of one of an order the same entry as in the history of that. */
export const returnHistoryEntry = orderHistoryEntry
  .pick({ refused: true, code: true, reason: true, actor: true, request_id: true, at: true })
  .extend({
    transition: orderHistoryEntry.shape.transition.describe(
      'The step that was done or refused: `return`, `approve`, `receive`, `dispose`, `cancel` or `close`; `update` for a return that was requested, rejected or erased, and for a step that was answered with 202.',
    ),
  })
  .meta({ id: 'ReturnHistoryEntry' });
export type ReturnHistoryEntry = z.output<typeof returnHistoryEntry>;

/** A page of the history of a return. */
export const returnHistoryPage = pageOf(returnHistoryEntry).meta({ id: 'ReturnHistoryPage' });

/** A page of the history of an order. */
export const orderHistoryPage = pageOf(orderHistoryEntry).meta({ id: 'OrderHistoryPage' });
