import { z } from 'zod';
import { fulfilmentRecord, orderOfFulfilment } from '../orders/fulfilments.ts';
import { orderOfReturn, returnRecord } from '../orders/returns.ts';
import { envelope, sequence } from './envelope.ts';
import { snapshotOf } from './snapshot-of.ts';

const fulfilment = snapshotOf(fulfilmentRecord, ['warehouse_id', 'warehouse'])
  .meta({ id: 'FulfilmentSnapshot' })
  .describe('The fulfilment after the change.');
const orderAfter = snapshotOf(orderOfFulfilment)
  .meta({ id: 'OrderOfFulfilmentSnapshot' })
  .describe('Its order after the change.');
const fulfilmentFacts = <Type extends string>(type: Type) => ({
  ...envelope(type),
  sequence,
  data: fulfilment,
  order: orderAfter,
});
const fulfilmentEvent = <Type extends string>(type: Type, schemaId: string) =>
  z.looseObject(fulfilmentFacts(type)).meta({ id: schemaId });
/** A part of an order was planned. */
export const fulfilmentCreated = fulfilmentEvent('fulfilment.created', 'FulfilmentCreated');
/** Tracking, delivery, note, allocation or pending step of a fulfilment changed. */
export const fulfilmentUpdated = z
  .looseObject({
    ...fulfilmentFacts('fulfilment.updated'),
    changed: z
      .array(z.string())
      .describe('Changed fields of the fulfilment, such as `lines`, `tracking_number` or `delivered_at`.'),
  })
  .meta({ id: 'FulfilmentUpdated' });
/** A fulfilment was packed. */
export const fulfilmentPacked = fulfilmentEvent('fulfilment.packed', 'FulfilmentPacked');
/** A fulfilment was unpacked. */
export const fulfilmentUnpacked = fulfilmentEvent('fulfilment.unpacked', 'FulfilmentUnpacked');
/** A fulfilment was shipped, its stock decremented. */
export const fulfilmentShipped = fulfilmentEvent('fulfilment.shipped', 'FulfilmentShipped');
/** A fulfilment was cancelled. */
export const fulfilmentCancelled = fulfilmentEvent('fulfilment.cancelled', 'FulfilmentCancelled');
const returned = snapshotOf(returnRecord, ['exchange_order_id'])
  .meta({ id: 'ReturnSnapshot' })
  .describe('The return after the change.');
const orderReturned = snapshotOf(orderOfReturn)
  .meta({ id: 'OrderOfReturnSnapshot' })
  .nullable()
  .describe('Its order after the change; null of a return without one.');
const returnFacts = <Type extends string>(type: Type) => ({ ...envelope(type), sequence, data: returned, order: orderReturned });
const returnEvent = <Type extends string>(type: Type, schemaId: string) =>
  z.looseObject(returnFacts(type)).meta({ id: schemaId });
/** A return was requested or approved. */
export const returnCreated = returnEvent('return.created', 'ReturnCreated');
/** Approval, dispositions or pending step of a return changed. */
export const returnUpdated = z
  .looseObject({
    ...returnFacts('return.updated'),
    changed: z.array(z.string()).describe('Changed fields of the return, such as `status` or `lines`.'),
  })
  .meta({ id: 'ReturnUpdated' });
/** Units of a return were received, or reported as missing. */
export const returnReceived = returnEvent('return.received', 'ReturnReceived');
/** A return was closed. */
export const returnClosed = returnEvent('return.closed', 'ReturnClosed');
/** A return was cancelled. */
export const returnCancelled = returnEvent('return.cancelled', 'ReturnCancelled');
