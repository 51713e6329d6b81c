import { assertNever } from '@fulfilment/kernel';
import { withinLines } from './edit-order.ts';
import { type Fulfilment, newFulfilment, shipmentAfter } from './fulfilment.ts';
import { withHold, withoutHolds } from './holds.ts';
import { isInParts, openOf, unitsIn, UNSHIPPED } from './units-in-parts.ts';
import { type Answer, type Order, type Packing, type PendingStep, type Refusal, withRank } from './order.ts';
import { openedReturn, withReturnStep } from './return-changes.ts';
import {
  type Edit,
  fulfilmentIdOf,
  type FulfilmentStep,
  type Package,
  type PackFulfilment,
  type PlaceHold,
  type Reassign,
  type ReleaseHold,
  type ReturnStep,
  returnIdOf,
  type Ship,
  type Source,
  type Step,
} from './steps.ts';

/** Ends the pending step by inventory's answer: in its new status, or refused in the old one. */
export function finishStep(order: Order, answer: Answer, at: Date): Order {
  const answered: Order = { ...order, lastAnswer: answer };
  return answer.refusal ? refuse(answered, answer.refusal) : accept(answered, at);
}

function refuse(order: Order, refusal: Refusal): Order {
  switch (order.status) {
    case 'pending': {
      const { pending: _refused, ...facts } = order;
      return { ...facts, refusal, status: 'rejected' };
    }
    case 'created':
    case 'packed':
    case 'shipped':
      return { ...order, refusal: order.pending?.isUnseen === true ? order.refusal : refusal, pending: null };
    default:
      return order;
  }
}

function accept(order: Order, at: Date): Order {
  switch (order.status) {
    case 'pending': {
      const { asked } = order.pending;
      const accepted = { ...order, refusal: null, pending: null };
      if (asked.transition === 'create') return { ...accepted, status: 'created' };
      const packing = { packages: [], packedAt: at };
      return { ...accepted, status: 'shipped', packing, shippedAt: at, returns: [openedReturn(asked, at)] };
    }
    case 'created':
    case 'packed':
    case 'shipped': {
      const { pending } = order;
      if (!pending) return order;
      const done: Order = { ...order, refusal: null, pending: null };
      if (isChange(pending.asked)) return acceptChange(done, pending.asked, at);
      if (isOfReturn(pending.asked)) return withReturnStep(done, pending.asked, at);
      return isInParts(order) || isOfParts(pending.asked) ? acceptPart(done, pending, at) : acceptWhole(done, pending.asked, at);
    }
    default:
      return order;
  }
}

function isOfReturn(step: Step): step is ReturnStep {
  return returnIdOf(step) !== undefined;
}

/** True of steps that only orders in parts have, and of one that leaves a part of an order. */
function isOfParts(step: Step): boolean {
  return fulfilmentIdOf(step) !== undefined || step.transition === 'close';
}

type Change = Edit | PlaceHold | ReleaseHold | Reassign;
const CHANGES: ReadonlySet<Step['transition']> = new Set(['edit', 'hold', 'release_hold', 'reassign']);

function isChange(step: Step): step is Change {
  return CHANGES.has(step.transition);
}

/** A change of lines, rank, holds or warehouses. The lines are those that inventory has answered with. */
function acceptChange(order: Order, step: Change, at: Date): Order {
  switch (step.transition) {
    case 'reassign':
      return order;
    case 'hold':
      return { ...withHold(order, step.hold), suspended: true };
    case 'release_hold':
      return { ...withoutHolds(order, step.holdIds), suspended: step.staysSuspended ? true : undefined };
    case 'edit': {
      const ranked = step.rank ? withRank(order, step.rank) : order;
      if (!step.lines) return ranked;
      const parted = step.packed && order.status === 'packed' ? withNew(ranked, packedWhole(step.packed, order.packing)) : ranked;
      return withStatus(parted.fulfilments ? { ...parted, fulfilments: withinLines(parted, at) } : parted, null, at);
    }
    default:
      return assertNever(step);
  }
}

/** The fulfilment that an order becomes which is packed whole. */
function packedWhole({ fulfilmentId: id, lines }: NonNullable<Edit['packed']>, { packages, packedAt }: Packing): Fulfilment {
  return { ...newFulfilment({ id, lines }, 1, packedAt), status: 'packed', packages, packedAt };
}

/** A step of an order that goes as a whole. */
function acceptWhole(order: Order, step: Step, at: Date): Order {
  const packing = 'packing' in order ? order.packing : null;
  switch (step.transition) {
    case 'pack':
      return { ...order, status: 'packed', packing: { packages: step.packages, packedAt: at }, pending: null };
    case 'ship': {
      const { pending: _done, ...facts } = { pending: null, ...order };
      return packing
        ? { ...facts, status: 'shipped', packing, shipment: shipmentAfter(order.shipment, step), shippedAt: at, pending: null }
        : order;
    }
    case 'cancel':
      return cancelled(order, step.reason, at);
    default:
      return order;
  }
}

function cancelled(order: Order, cancelReason: string | null, at: Date): Order {
  const packing = 'packing' in order ? order.packing : null;
  const { pending: _done, ...facts } = { pending: null, ...order };
  return { ...facts, status: 'cancelled', packing, cancelledAt: at, cancelReason };
}

function acceptPart(order: Order, { asked }: PendingStep, at: Date): Order {
  switch (asked.transition) {
    case 'create':
    case 'return_open':
    case 'pack':
    case 'edit':
    case 'hold':
    case 'release_hold':
    case 'reassign':
      return order;
    case 'cancel':
      return cancelled(
        withFulfilments(order, (each) => cancelledFulfilment(each, asked.reason, at)),
        asked.reason,
        at,
      );
    case 'ship':
      return withStatus(shipAll(order, asked, at), null, at);
    case 'close':
      return withStatus(order, asked.reason, at);
    default:
      return isOfReturn(asked) ? order : withStatus(stepped(order, asked, at), null, at);
  }
}

function shipAll(order: Order, step: Ship, at: Date): Order {
  const after = withFulfilments(order, (each) => (each.status === 'packed' ? shippedFulfilment(each, step, at) : each));
  return { ...after, shipment: shipmentAfter(order.shipment, step) };
}

function stepped(order: Order, step: FulfilmentStep, at: Date): Order {
  const ofStep = (change: (fulfilment: Fulfilment) => Fulfilment): Order =>
    withFulfilments(order, (each) => (each.id === step.fulfilmentId ? change(each) : each));
  switch (step.transition) {
    case 'fulfil':
      return withNew(order, newFulfilment({ ...step, id: step.fulfilmentId }, 1, at));
    case 'fulfilment_pack':
      if (step.creates)
        return withNew(order, packedFulfilment(newFulfilment({ ...step, id: step.fulfilmentId }, 1, at), step, at));
      return ofStep((each) => packedFulfilment(each, step, at));
    case 'fulfilment_unpack':
      return ofStep((each) => ({ ...each, status: 'open', packages: [], packedAt: null }));
    case 'fulfilment_ship': {
      const after = ofStep((each) => shippedFulfilment(each, step, at));
      const shipment = after.fulfilments?.find(({ id }) => id === step.fulfilmentId)?.shipment;
      return { ...after, shipment: shipment ? shipmentAfter(order.shipment, shipment) : order.shipment };
    }
    case 'fulfilment_cancel':
      return ofStep((each) => cancelledFulfilment(each, step.reason, at));
    default:
      return assertNever(step);
  }
}

function packedFulfilment(fulfilment: Fulfilment, { lines, packages }: PackFulfilment, at: Date): Fulfilment {
  const units = new Map(lines.map(({ lineId, quantity }) => [lineId, quantity]));
  const packed = fulfilment.lines.flatMap((line) => {
    const quantity = units.get(line.lineId);
    return quantity === undefined ? [] : [{ ...line, quantity }];
  });
  return { ...fulfilment, status: 'packed', lines: packed, packages, packedAt: at };
}

function shippedFulfilment(fulfilment: Fulfilment, step: Fulfilment['shipment'], at: Date): Fulfilment {
  return { ...fulfilment, status: 'shipped', shipment: shipmentAfter(fulfilment.shipment, shipmentOf(step)), shippedAt: at };
}

function shipmentOf({ carrier, trackingNumber, trackingUrl }: Fulfilment['shipment']): Fulfilment['shipment'] {
  return { carrier, trackingNumber, trackingUrl };
}

/** One that has left, or is cancelled, stays as it is. */
function cancelledFulfilment(fulfilment: Fulfilment, cancelReason: string | null, at: Date): Fulfilment {
  const isOver = fulfilment.status === 'shipped' || fulfilment.status === 'cancelled';
  return isOver ? fulfilment : { ...fulfilment, status: 'cancelled', cancelledAt: at, cancelReason };
}

function withNew(order: Order, fulfilment: Fulfilment): Order {
  return { ...order, fulfilments: [...(order.fulfilments ?? []), fulfilment] };
}

function withFulfilments(order: Order, change: (fulfilment: Fulfilment) => Fulfilment): Order {
  return { ...order, fulfilments: order.fulfilments?.map(change) };
}

/** The status that the lines and fulfilments of an order make. */
function withStatus(order: Order, reason: string | null, at: Date): Order {
  const { lines, fulfilments = [] } = order;
  const { pending: _done, ...facts } = { pending: null, ...order };
  const open = lines.reduce((sum, line) => sum + openOf(line), 0);
  if (open === 0) {
    if (lines.every(({ shipped }) => shipped === 0)) return cancelled(order, reason, at);
    return { ...facts, status: 'shipped', packing: packingOf(order, at), shippedAt: at, pending: null };
  }
  const isPacked = lines.every((line) => unitsIn(fulfilments, line.id, ['packed']) === openOf(line));
  if (isPacked) return { ...facts, status: 'packed', packing: packingOf(order, at), pending: null };
  return { ...created(facts), status: 'created', pending: null };
}

/** Packing is no fact of an order that is not packed. */
function created<Facts extends object>(facts: Facts): Omit<Facts, 'packing'> {
  const { packing: _before, ...others } = { packing: null, ...facts };
  return others;
}

/** The parcels of all fulfilments that are packed or have left, and when the last of them was packed. */
function packingOf(order: Order, at: Date): Packing {
  const packed = (order.fulfilments ?? []).filter(({ status }) => status === 'packed' || status === 'shipped');
  const packages = packed.flatMap((fulfilment) => fulfilment.packages.map(parcelOf));
  const times = packed.map(({ packedAt }) => (packedAt ?? at).getTime());
  const packedAt = times.length > 0 ? new Date(Math.max(...times)) : at;
  return { ...('packing' in order && order.packing), packages, packedAt };
}

function parcelOf({ lines: _contents, ...parcel }: Fulfilment['packages'][number]): Package {
  return parcel;
}

/** Units that inventory holds for a line of a fulfilment, and all of them by warehouse where they are held so. */
export interface HeldUnits {
  readonly units: number;
  readonly sources?: readonly Source[] | undefined;
}

/** Units of each line that inventory holds for a fulfilment. */
export type Portions = ReadonlyMap<string, ReadonlyMap<string, HeldUnits>>;

/** Fulfilments with the units that are held for them; nothing is for one that has ended, which keeps its warehouse. */
export function withPortions(order: Order, portions: Portions): Order {
  if (!order.fulfilments) return order;
  return withFulfilments(order, (fulfilment) => {
    const held = UNSHIPPED.some((status) => status === fulfilment.status) ? portions.get(fulfilment.id) : undefined;
    const lines = fulfilment.lines.map((line) => {
      const { units = 0, sources } = held?.get(line.lineId) ?? {};
      return { ...line, allocated: units, sources };
    });
    return { ...fulfilment, lines, warehouse: warehouseOf({ ...fulfilment, lines }) };
  });
}

/** The one warehouse that all units of a fulfilment are held in; the last one where nothing is held any more. */
function warehouseOf({ lines, warehouse }: Fulfilment): Fulfilment['warehouse'] {
  const held = lines.filter(({ allocated }) => allocated > 0);
  const [first] = held.flatMap(({ sources = [] }) => sources);
  if (held.length === 0 || !first) return held.length === 0 ? warehouse : undefined;
  const isOne = held.every(({ sources = [] }) => sources.length === 1 && sources[0]?.warehouseId === first.warehouseId);
  return isOne ? { id: first.warehouseId, code: first.warehouse } : undefined;
}
