import { assertNever } from '@fulfilment/kernel';
import { planClose, planFulfil, planPacking, planPackingOfRest, planShipping } from './plan-parts.ts';
import { type Fulfilment, isInParts } from './fulfilment.ts';
import type { Order, OrderStatus, RefusalItem } from './order.ts';
import type {
  Cancel,
  CancelFulfilment,
  Close,
  Fulfil,
  LineUnits,
  Pack,
  PackFulfilment,
  Ship,
  ShipFulfilment,
  Step,
  UnpackFulfilment,
} from './steps.ts';

/** Packs the order as a whole, or what is in no fulfilment as one more. */
export interface AskPack extends Pack {
  /** The id that a new fulfilment gets. */
  readonly fulfilmentId: string;
}
/** Lines that are null are all that the step can be about. */
interface Some {
  readonly lines: readonly LineUnits[] | null;
}
export type AskClose = Omit<Close, 'lines'> & Some;
export type AskFulfil = Omit<Fulfil, 'lines'> & Some;
export type AskPackFulfilment = Omit<PackFulfilment, 'lines' | 'creates'> & Some;

/** A step as a client asks for it. */
export type Ask =
  | AskPack
  | Ship
  | Cancel
  | AskClose
  | AskFulfil
  | AskPackFulfilment
  | UnpackFulfilment
  | ShipFulfilment
  | CancelFulfilment;

/** The refusal of a step that needs no word of inventory. */
export interface StepRefusal {
  readonly type: 'refused';
  readonly code: 'invalid_transition' | 'quantity_exceeded' | 'insufficient_stock' | 'validation_failed' | 'not_found';
  readonly detail: string;
  readonly errors?: readonly RefusalItem[];
  /** The status of the fulfilment, or of the order, that does not allow it. */
  readonly currentStatus?: string;
}

export type Plan =
  | { readonly type: 'step'; readonly step: Step }
  | { readonly type: 'wrong-status'; readonly status: OrderStatus }
  | StepRefusal;

/** A step as it is to be carried out, if order and fulfilment allow it. */
export function planStep(order: Order, ask: Ask): Plan {
  if (order.status !== 'created' && order.status !== 'packed') return { type: 'wrong-status', status: order.status };
  switch (ask.transition) {
    case 'pack':
      return planPack(order, ask);
    case 'ship':
      return planShip(order, ask);
    case 'cancel':
      return planCancel(order, ask);
    case 'close':
      return planClose(order, ask);
    case 'fulfil':
      return order.status === 'created' ? planFulfil(order, ask) : { type: 'wrong-status', status: order.status };
    default:
      return planOfFulfilment(order, ask);
  }
}

function planPack(order: Order, { packages, fulfilmentId }: AskPack): Plan {
  if (order.status !== 'created') return { type: 'wrong-status', status: order.status };
  if (!isInParts(order)) return { type: 'step', step: { transition: 'pack', packages } };
  const open = idsIn(order, 'open');
  if (open.length > 0)
    return {
      type: 'refused',
      code: 'invalid_transition',
      detail: `The order is in fulfilments, of which some are open: pack or cancel ${open.join(', ')} first.`,
      currentStatus: order.status,
    };
  return planPackingOfRest(order, { packages, fulfilmentId });
}

function planShip(order: Order, step: Ship): Plan {
  if (!isInParts(order))
    return order.status === 'packed' ? { type: 'step', step } : { type: 'wrong-status', status: order.status };
  if (idsIn(order, 'packed').length > 0) return { type: 'step', step };
  return {
    type: 'refused',
    code: 'invalid_transition',
    detail: 'The order is in fulfilments, of which none is packed.',
    currentStatus: order.status,
  };
}

function planCancel(order: Order, step: Cancel): Plan {
  if (order.lines.every(({ shipped }) => shipped === 0)) return { type: 'step', step };
  return {
    type: 'refused',
    code: 'invalid_transition',
    detail: 'A part of the order has left; it cannot be cancelled: `POST /orders/:id/close` drops the rest.',
    currentStatus: order.status,
  };
}

/** The statuses that each step of a fulfilment is possible from, and its past tense. */
const FROM = {
  fulfilment_pack: { statuses: ['open'], done: 'packed' },
  fulfilment_unpack: { statuses: ['packed'], done: 'unpacked' },
  fulfilment_ship: { statuses: ['packed'], done: 'shipped' },
  fulfilment_cancel: { statuses: ['open', 'packed'], done: 'cancelled' },
} as const;

function planOfFulfilment(order: Order, ask: AskPackFulfilment | UnpackFulfilment | ShipFulfilment | CancelFulfilment): Plan {
  const fulfilment = order.fulfilments?.find(({ id }) => id === ask.fulfilmentId);
  if (!fulfilment) return { type: 'refused', code: 'not_found', detail: 'There is no such fulfilment.' };
  const { statuses, done } = FROM[ask.transition];
  if (!statuses.some((status) => status === fulfilment.status)) return wrongFulfilmentStatus(fulfilment, done);
  switch (ask.transition) {
    case 'fulfilment_pack':
      return planPacking(fulfilment, ask);
    case 'fulfilment_ship':
      return planShipping(fulfilment, ask);
    case 'fulfilment_unpack':
    case 'fulfilment_cancel':
      return { type: 'step', step: ask };
    default:
      return assertNever(ask);
  }
}

/** The refusal of a step that a fulfilment is in no status for. */
export function wrongFulfilmentStatus({ status }: Fulfilment, done: string): StepRefusal {
  const detail = `The fulfilment is ${status}; from there it cannot be ${done}.`;
  return { type: 'refused', code: 'invalid_transition', detail, currentStatus: status };
}

function idsIn({ fulfilments = [] }: Order, status: Fulfilment['status']): string[] {
  return fulfilments.filter((each) => each.status === status).map(({ id }) => id);
}
