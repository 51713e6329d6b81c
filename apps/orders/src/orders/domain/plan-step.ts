import { assertNever } from '@fulfilment/kernel';
import { planClose, planFulfil, planPacking, planPackingOfRest, planReassign, planShipping } from './plan-parts.ts';
import { planEdit } from './edit-order.ts';
import { type Fulfilment } from './fulfilment.ts';
import { liveHolds, reasonsOf, refusedHold, staysSuspended } from './holds.ts';
import { isInParts } from './units-in-parts.ts';
import type { Order } from './order.ts';
import type {
  Cancel,
  CancelFulfilment,
  PlaceHold,
  Reassign,
  Ship,
  ShipFulfilment,
  Transition,
  UnpackFulfilment,
} from './steps.ts';
import { planReturnStep } from './plan-return.ts';
import type { Ask, AskFulfil, AskPack, AskPackFulfilment, AskReleaseHold, AskReturn, Plan, StepRefusal } from './asked-steps.ts';

/** A step as it is to be carried out, if order and fulfilment allow it. */
export function planStep(order: Order, ask: Ask, at: Date): Plan {
  if (isOfReturn(ask)) return planReturnStep(order, ask);
  const plan = possibleStep(order, ask, at);
  return (plan.type === 'step' && STOPPED_BY_HOLDS.has(ask.transition) && onHold(order, at)) || plan;
}

function possibleStep(order: Order, ask: Exclude<Ask, AskReturn>, at: Date): Plan {
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
    case 'edit':
      return planEdit(order, ask);
    case 'hold':
      return planHold(order, ask, at);
    case 'release_hold':
      return planRelease(order, ask);
    case 'fulfil':
    case 'reassign':
      return planUnpacked(order, ask);
    default:
      return planOfFulfilment(order, ask);
  }
}

/** Steps of units that are in no fulfilment: a packed order has none. */
function planUnpacked(order: Order, ask: AskFulfil | Reassign): Plan {
  if (order.status !== 'created') return { type: 'wrong-status', status: order.status };
  return ask.transition === 'fulfil' ? planFulfil(order, ask) : planReassign(order, ask);
}

/** The steps by which units of an order leave, and those before them. */
const STOPPED_BY_HOLDS: ReadonlySet<Transition> = new Set(['pack', 'ship', 'fulfil', 'fulfilment_pack', 'fulfilment_ship']);

/** The refusal of a step of an order on hold: also of one whose hold has ended, until it waits for its units again. */
function onHold(order: Order, at: Date): StepRefusal | undefined {
  const live = liveHolds(order, at);
  const holds = live.length > 0 || !order.suspended ? live : (order.holds ?? []).filter(({ releasesStock }) => releasesStock);
  if (holds.length === 0) return undefined;
  const detail = `The order is on hold: ${reasonsOf(holds)}.`;
  return { type: 'refused', code: 'order_on_hold', detail, holds: holds.map(({ id, reason }) => ({ id, reason })) };
}

function planHold(order: Order, step: PlaceHold, at: Date): Plan {
  return refusedHold(order, step.hold, at) ?? { type: 'step', step };
}

function planRelease(order: Order, { holdIds, ...ask }: AskReleaseHold): Plan {
  const known = (order.holds ?? []).filter(({ id }) => holdIds.includes(id));
  if (known.length === 0) return { type: 'refused', code: 'not_found', detail: 'There is no such hold.' };
  const step = { ...ask, holdIds, staysSuspended: staysSuspended(order, holdIds), reason: reasonsOf(known) };
  return { type: 'step', step };
}

/** Returns come once an order has left, so that its status does not matter. */
function isOfReturn(ask: Ask): ask is AskReturn {
  return 'returnId' in ask;
}

function planPack(order: Order, { packages, fulfilmentId }: AskPack): Plan {
  if (order.status !== 'created') return { type: 'wrong-status', status: order.status };
  if (!isInParts(order)) return { type: 'step', step: { transition: 'pack', packages } };
  const open = idsIn(order, 'open');
  if (open.length > 0)
    return {
      type: 'refused',
      code: 'invalid_transition',
      detail: `The order has open fulfilments: pack or cancel ${open.join(', ')} first.`,
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
    detail: 'None of the fulfilments of the order is packed.',
    currentStatus: order.status,
  };
}

function planCancel(order: Order, step: Cancel): Plan {
  if (order.lines.every(({ shipped }) => shipped === 0)) return { type: 'step', step };
  return {
    type: 'refused',
    code: 'invalid_transition',
    detail: 'A part of the order was shipped, so it cannot be cancelled: `POST /orders/:id/close` drops the rest.',
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
  const detail = `The fulfilment is ${status}; it cannot be ${done}.`;
  return { type: 'refused', code: 'invalid_transition', detail, currentStatus: status };
}

function idsIn({ fulfilments = [] }: Order, status: Fulfilment['status']): string[] {
  return fulfilments.filter((each) => each.status === status).map(({ id }) => id);
}
