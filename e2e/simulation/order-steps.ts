import type { RequestContext } from '@fulfilment/kernel';
import type { FulfilmentReply } from '../../apps/orders/src/saga/fulfil-in-parts.ts';
import type { OrderReply } from '../../apps/orders/src/saga/order-answers.ts';
import { askEdit, type EditStep, isEditStep, type PlacedHold } from './edit-steps.ts';
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
export type Step = WholeStep | PartStep | EditStep;

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

/** The lives of orders that are edited, put on hold and ranked. */
export const EDITED_LIVES: readonly (readonly Step[])[] = [
  ['raise', 'pack', 'ship'],
  ['lower', 'add line', 'pack', 'ship'],
  ['hold', 'pack', 'release', 'pack', 'ship'],
  ['hold and give back', 'raise', 'release', 'pack', 'ship'],
  ['hold for a while', 'pack', 'only this line', 'pack', 'ship'],
  ['give back for a while', 'add line', 'pack', 'lower', 'pack'],
  ['hold and give back', 'hold', 'release', 'pack', 'release', 'pack', 'ship'],
  ['pack', 'raise', 'pack', 'ship'],
  ['pack', 'hold', 'ship', 'release', 'ship'],
  ['pack', 'hold and give back', 'raise', 'ship', 'release', 'pack', 'ship'],
  ['pack', 'hold and give back', 'raise'],
  ['rank up', 'swap line', 'pack', 'ship'],
  ['rank down', 'raise', 'cancel'],
  ['ship by', 'add line', 'lower', 'rank up'],
  ['hold and give back', 'rank up', 'release'],
  ['fulfil one', 'lower', 'pack part', 'raise', 'ship part', 'close'],
  ['fulfil', 'hold and give back', 'lower', 'release', 'pack part', 'ship part'],
  ['fulfil one', 'pack part', 'hold and give back', 'raise', 'release', 'pack', 'ship'],
  ['fulfil one', 'fulfil', 'raise', 'only this line', 'pack part', 'cancel'],
];
export const RACED_EDITED: readonly Step[] = [
  'cancel',
  'close',
  'pack',
  'ship',
  'raise',
  'lower',
  'add line',
  'only this line',
  'hold',
  'hold and give back',
  'hold for a while',
  'rank up',
  'rank down',
  'fulfil one',
];

/** An order as its client knows it. */
export interface KnownOrder {
  readonly orderId: string;
  readonly lineId: string;
  /** The holds that it placed and has not released. */
  readonly holds: readonly PlacedHold[];
  /** The part that was created last. */
  readonly partId?: string | undefined;
}

/** True of a step that is about a part which is there. */
export function isOfPart(step: Step): boolean {
  return step.startsWith('pack one') || step.endsWith(' part');
}

/** A step of a client. */
export interface AskedStep {
  readonly step: Step;
  readonly known: KnownOrder;
  /** The note of an update or of a hold. */
  readonly note: string;
  /** When it was asked for first. */
  readonly at: Date;
}

/** Asks for a step. */
export function ask(
  orders: Apis['orders'],
  { step, known, note, at }: AskedStep,
  context: RequestContext,
): Promise<OrderReply | FulfilmentReply> {
  if (isEditStep(step)) return askEdit(orders, step, { ...known, note, at }, context);
  const { orderId, lineId, partId = '' } = known;
  const lines = [{ line_id: lineId, quantity: 1 }];
  const asked: Readonly<Record<Exclude<Step, EditStep>, () => Promise<OrderReply | FulfilmentReply>>> = {
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
