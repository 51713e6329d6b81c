import type { RequestContext } from '@fulfilment/kernel';
import type { FulfilmentReply } from '../../apps/orders/src/saga/fulfil-in-parts.ts';
import type { OrderReply } from '../../apps/orders/src/saga/order-answers.ts';
import type { Apis } from './services.ts';

/** Steps of an order that goes as a whole, or of all that is in parts of it. */
type WholeStep = 'pack' | 'ship' | 'cancel' | 'update';
/** Steps of an order in parts: each is about the part that its client created last. */
type PartStep =
  | 'fulfil one'
  | 'fulfil'
  | 'pack part'
  | 'pack one, drop the rest'
  | 'pack one'
  | 'unpack part'
  | 'ship part'
  | 'cancel part'
  | 'close';
export type Step = WholeStep | PartStep;

/** The lives of orders, as one client leads them. */
export const LIVES: readonly (readonly Step[])[] = [
  ['pack', 'ship'],
  ['pack', 'ship'],
  ['update', 'pack', 'update', 'ship'],
  ['pack', 'cancel'],
  ['cancel'],
  ['pack'],
  [],
];
export const RACED: readonly Step[] = ['cancel', 'cancel', 'pack', 'update'];

/** The lives of orders that leave in parts. */
export const LIVES_IN_PARTS: readonly (readonly Step[])[] = [
  ['fulfil one', 'pack part', 'ship part', 'fulfil', 'pack part', 'ship part'],
  ['fulfil one', 'pack part', 'ship part', 'close'],
  ['fulfil one', 'pack part', 'pack', 'ship'],
  ['fulfil', 'pack one', 'ship part', 'pack', 'ship'],
  ['fulfil', 'pack one, drop the rest', 'ship part', 'close'],
  ['fulfil', 'pack part', 'unpack part', 'cancel part', 'fulfil one', 'pack part', 'ship part'],
  ['fulfil one', 'pack part', 'cancel'],
  ['fulfil one', 'fulfil', 'pack part'],
  ['fulfil', 'pack part', 'unpack part'],
  ['close'],
];
export const RACED_IN_PARTS: readonly Step[] = ['cancel', 'close', 'pack', 'ship', 'fulfil one', 'cancel part', 'unpack part'];

/** An order as its client knows it. */
export interface KnownOrder {
  readonly orderId: string;
  readonly lineId: string;
  /** The part that was created last. */
  readonly partId?: string | undefined;
}

/** True of a step that is about a part which is there. */
export function isOfPart(step: Step): boolean {
  return step.startsWith('pack one') || step.endsWith(' part');
}

/** Asks for a step. @param note of an update. */
export function ask(
  orders: Apis['orders'],
  { step, known, note }: { readonly step: Step; readonly known: KnownOrder; readonly note: string },
  context: RequestContext,
): Promise<OrderReply | FulfilmentReply> {
  const { orderId, lineId, partId = '' } = known;
  const lines = [{ line_id: lineId, quantity: 1 }];
  const asked: Readonly<Record<Step, () => Promise<OrderReply | FulfilmentReply>>> = {
    pack: () => orders.packOrder(orderId, {}, context),
    ship: () => orders.shipOrder(orderId, {}, context),
    cancel: () => orders.cancelOrder(orderId, {}, context),
    update: () => orders.updateOrder(orderId, { note }, context),
    close: () => orders.closeOrder(orderId, {}, context),
    'fulfil one': () => orders.createFulfilment(orderId, { lines }, context),
    fulfil: () => orders.createFulfilment(orderId, {}, context),
    'pack part': () => orders.packFulfilment(partId, {}, context),
    'pack one': () => orders.packFulfilment(partId, { lines, short: 'backorder' }, context),
    'pack one, drop the rest': () => orders.packFulfilment(partId, { lines, short: 'cancel' }, context),
    'unpack part': () => orders.unpackFulfilment(partId, {}, context),
    'ship part': () => orders.shipFulfilment(partId, {}, context),
    'cancel part': () => orders.cancelFulfilment(partId, {}, context),
  };
  return asked[step]();
}
