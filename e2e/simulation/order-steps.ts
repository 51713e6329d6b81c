import type { RequestContext } from '@fulfilment/kernel';
import type { FulfilmentReply } from '../../apps/orders/src/saga/fulfil-in-parts.ts';
import type { OrderReply } from '../../apps/orders/src/saga/order-answers.ts';
import type { ReturnReply } from '../../apps/orders/src/saga/take-returns.ts';
import { askEdit, type EditStep, isEditStep, type PlacedHold } from './edit-steps.ts';
import { askReturn, isCreation, isReturnStep, type ReturnStep } from './return-steps.ts';
import type { Apis } from './services.ts';
import { askWarehouse, isWarehouseStep, type WarehouseStep } from './warehouse-steps.ts';

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
export type Step = WholeStep | PartStep | EditStep | WarehouseStep | ReturnStep;
/** The answer to a step, by what it is about. */
export type StepReply = OrderReply | FulfilmentReply | ReturnReply;

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

/** The lives of orders that hold their units in warehouses. */
export const LIVES_IN_WAREHOUSES: readonly (readonly Step[])[] = [
  ['to W2', 'pack', 'ship'],
  ['to W3', 'to MAIN', 'pack', 'ship'],
  ['from MAIN to W2', 'fulfil in W2', 'pack part', 'ship part', 'pack', 'ship'],
  ['from W2 to W3', 'fulfil in W3', 'pack part', 'to MAIN', 'ship part', 'close'],
  ['fulfil in W2', 'to W3', 'pack one', 'ship part', 'fulfil in MAIN', 'pack part', 'ship part'],
  ['fulfil in MAIN', 'pack part', 'unpack part', 'cancel part', 'to W2', 'fulfil one', 'pack part', 'ship part'],
  ['to W2', 'raise', 'to W3', 'lower', 'pack', 'ship'],
  ['raise', 'fulfil in W2', 'lower', 'pack part', 'ship part', 'close'],
  ['hold and give back', 'to W2', 'release', 'to W3', 'pack', 'ship'],
  ['fulfil in W2', 'hold and give back', 'release', 'pack part', 'ship part'],
  ['pack', 'to W2', 'ship'],
  ['to W2', 'cancel'],
  ['rank up', 'to MAIN'],
  ['raise'],
  [],
];
export const RACED_IN_WAREHOUSES: readonly Step[] = [
  'to MAIN',
  'to W2',
  'to W3',
  'from W2 to W3',
  'fulfil in W2',
  'fulfil one',
  'pack',
  'cancel',
  'close',
  'raise',
  'hold and give back',
];

/** The lives of orders of which units come back. */
export const RETURNED_LIVES: readonly (readonly Step[])[] = [
  ['pack', 'ship', 'return one', 'receive for inspection', 'restock inspected'],
  ['pack', 'ship', 'return two', 'receive for inspection', 'receive for sale', 'scrap inspected', 'quarantine restocked'],
  ['pack', 'ship', 'request return', 'approve return', 'receive as scrap'],
  ['pack', 'ship', 'request return', 'reject return', 'return one', 'receive for sale'],
  ['pack', 'ship', 'return two', 'receive nothing', 'close return', 'return one'],
  ['pack', 'ship', 'return one', 'cancel return', 'request return', 'cancel return', 'return two', 'receive for sale'],
  ['pack', 'ship', 'return one', 'return one', 'receive in quarantine', 'return one', 'receive for sale'],
  ['fulfil one', 'pack part', 'ship part', 'return one', 'raise', 'receive for sale', 'pack', 'ship', 'return two'],
  ['fulfil one', 'pack part', 'ship part', 'hold and give back', 'return one', 'receive for sale', 'release', 'pack', 'ship'],
  ['fulfil one', 'pack part', 'ship part', 'raise', 'return one', 'lower', 'close', 'receive for inspection', 'close return'],
  ['raise', 'pack', 'ship', 'return two', 'receive for sale', 'close return', 'quarantine restocked'],
];
/** Each begins beside the others once something has left. */
export const RACED_RETURNS: readonly (readonly Step[])[] = [
  ['return one', 'receive for sale'],
  ['return one', 'receive for inspection', 'scrap inspected'],
  ['return two', 'receive for sale', 'close return'],
  ['request return', 'approve return', 'receive nothing'],
  ['return one', 'cancel return'],
];

/** An order as its client knows it. */
export interface KnownOrder {
  readonly orderId: string;
  readonly lineId: string;
  /** The holds that it placed and has not released. */
  readonly holds: readonly PlacedHold[];
  /** The part that was created last. */
  readonly partId?: string | undefined;
  /** The return that was created last. */
  readonly returnId?: string | undefined;
}

/** True of a step that is about a part which is there. */
export function isOfPart(step: Step): boolean {
  return step.startsWith('pack one') || step.endsWith(' part');
}

/** True of a step that names what is not there yet: a part, a return or a hold. */
export function isOfNothing(step: Step, { partId, returnId, holds }: KnownOrder): boolean {
  if (isOfPart(step)) return partId === undefined;
  if (isReturnStep(step)) return !isCreation(step) && returnId === undefined;
  return step === 'release' && holds.length === 0;
}

/** The part or return that a step is about. */
export function subjectOf(step: Step, { partId, returnId }: KnownOrder): Pick<KnownOrder, 'partId' | 'returnId'> {
  if (isOfPart(step)) return { partId };
  return isReturnStep(step) && !isCreation(step) ? { returnId } : {};
}

/** The part or return that the answer to a step shows. */
export function madeBy(reply: StepReply): Pick<KnownOrder, 'partId' | 'returnId'> {
  if ('of' in reply) return { returnId: reply.of.id };
  return 'fulfilment' in reply && reply.fulfilment ? { partId: reply.fulfilment.id } : {};
}

/** The place of the step after which another client begins its own beside a life; -1 where it begins at once. */
export function placeOfRace(steps: readonly Step[], first: Step): number {
  if (isReturnStep(first)) return steps.findIndex((step) => step === 'ship' || step === 'ship part');
  return isOfPart(first) ? 0 : -1;
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
export function ask(orders: Apis['orders'], { step, known, note, at }: AskedStep, context: RequestContext): Promise<StepReply> {
  const { orderId, lineId, partId = '', returnId = '' } = known;
  if (isEditStep(step)) return askEdit(orders, step, { ...known, note, at }, context);
  if (isWarehouseStep(step)) return askWarehouse(orders, step, known, context);
  if (isReturnStep(step)) return askReturn(orders, step, { orderId, lineId, returnId }, context);
  const lines = [{ line_id: lineId, quantity: 1 }];
  const asked: Readonly<Record<WholeStep | PartStep, () => Promise<StepReply>>> = {
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
