import { type Allocation, type AllocationLine, hasPortions, lackOf, looseOf } from '../../../model/allocation.ts';
import {
  fewerAreAllocated,
  fewerAreAvailable,
  hasFulfilments,
  insufficientStock,
  invalidField,
  isPartlyShipped,
  notYet,
  nothingIsReserved,
  type Refusal,
  type ShortItem,
  unknownSku,
} from '../../../model/refusal.ts';
import { isActive, keptOf, type Reservation } from '../../../model/reservation.ts';
import { availableOf } from '../../../model/sku.ts';
import { admittedKindOf } from '../admitted-kinds.ts';
import { type CommandResult, type CommandSpec, DONE } from '../command.ts';
import type { StockDraft } from '../stock-draft.ts';
import { markRanked, type OrderRank, rankFacts } from './amend-order.ts';
import { fillBackorders } from './fill-backorders.ts';
import { endReservation } from './reservation-commands.ts';
import { dropUnits, fillsWhatItsOrderLacks, packFulfilment, type PackFulfilment } from './fulfilment-steps.ts';
import {
  answer,
  causeOf,
  changeCounters,
  freesWhatItsOrderHolds,
  isRepeated,
  type LineUnits,
  newAllocation,
  type OrderStep,
  refuseTransition,
  stepFrom,
  toppedUp,
  whileFilling,
} from './order-step.ts';

/** Holds what is available of each line; the rest waits, or the order is refused whole, as is one with an unknown or archived SKU. */
export interface AllocateOrder extends OrderStep<'allocate'> {
  readonly orderCreatedAt: Date;
  readonly lines: readonly { readonly id: string; readonly sku: string; readonly quantity: number }[];
  /** False: all of it is held, or it is refused and nothing is. */
  readonly allowBackorder: boolean;
  /** Absent for that of most orders. */
  readonly rank?: OrderRank | undefined;
  /** The reservation that becomes the order: what it keeps goes to the order first. */
  readonly reservationId?: string | undefined;
  /** True: it is refused where that keeps nothing any more. */
  readonly requireReservation?: boolean | undefined;
}

export const allocate: CommandSpec<AllocateOrder> = {
  reads: ({ orderId, lines, reservationId }, _allocations, reservations) => {
    const kept = reservationId === undefined ? [] : (reservations.get(reservationId)?.lines ?? []);
    const skus = lines.map(({ sku }) => sku);
    return { skus: [...skus, ...kept.flatMap(({ sku }) => (skus.includes(sku) ? [] : [sku]))], orderId, reservationId };
  },
  forecast: ({ allowBackorder, reservationId = '' }, { code, filling }, { reservations }) => {
    const reservation = reservations.get(reservationId);
    const released = reservation ? keptOf(reservation, code) : 0;
    return released > 0 || (filling && !allowBackorder) ? { released } : undefined;
  },
  cause: (command) => causeOf('allocation', command),
  decide: (draft, command) => {
    const known = draft.allocation(command.orderId);
    if (known) return isRepeated(known, command) ? DONE : refuseTransition(draft, known, command);
    const fresh = freshAllocation(command);
    const refuse = (refusal: Refusal): CommandResult => {
      const lines = command.lines.map((line) => ({ ...line, name: draft.sku(line.sku)?.name ?? null, allocated: 0, shipped: 0 }));
      return answer(draft, { ...fresh, lines }, command, refusal);
    };
    const reservation = draft.reservation(command.reservationId ?? '');
    const impossible = impossibleOrder(draft, command, reservation);
    if (impossible) return refuse(impossible);
    if (command.rank) markRanked(draft, command.lines);
    const own = unitsKept(reservation);
    const [first, ...rest] = command.allowBackorder ? [] : missingAfterFilling(draft, command, own);
    if (first) return whileFilling(draft, [first, ...rest]) ?? refuse(insufficientStock([first, ...rest], fewerAreAvailable));
    const lines = holdLines(draft, command, reservation && { reservation, own });
    const result = answer(draft, { ...fresh, lines, state: 'open' }, command);
    for (const [code, left] of own) if (left > 0) fillBackorders(draft, code);
    return result;
  },
};

function freshAllocation(command: AllocateOrder) {
  const { rank, orderCreatedAt } = command;
  return { ...newAllocation(command), orderCreatedAt, ...(rank && rankFacts(rank)) };
}

/** Units by SKU that a reservation keeps for the order. */
type OwnUnits = ReadonlyMap<string, number>;

/** The refusal of an order that no stock could serve. */
function impossibleOrder(draft: StockDraft, command: AllocateOrder, reservation: Reservation | undefined): Refusal | undefined {
  const unknown = command.lines.flatMap(({ sku }, index) =>
    draft.sku(sku)?.archivedAt === null ? [] : [{ pointer: `/lines/${index}/sku`, sku }],
  );
  if (unknown.length > 0) return unknownSku(unknown);
  return draft.admits(admittedKindOf(command)) ? uselessReservation(reservation, command) : notYet();
}

/** The refusal of a reservation that is not there, or keeps nothing and has to. */
function uselessReservation(
  reservation: Reservation | undefined,
  { reservationId, requireReservation }: AllocateOrder,
): Refusal | undefined {
  if (reservationId === undefined) return undefined;
  if (!reservation) return invalidField('/reservation_id', 'There is no such reservation.');
  return requireReservation === true && !isActive(reservation) ? nothingIsReserved(reservation) : undefined;
}

function unitsKept(reservation: Reservation | undefined): Map<string, number> {
  return new Map(reservation && isActive(reservation) ? reservation.lines.map(({ sku, units }) => [sku, units]) : []);
}

interface OwnReservation {
  readonly reservation: Reservation;
  /** None where it keeps nothing any more. Loses what is held. */
  readonly own: Map<string, number>;
}

/** Holds what is kept for the order first, over all lines, and then what is available. */
function holdLines(
  draft: StockDraft,
  { lines, origin, orderId }: AllocateOrder,
  kept: OwnReservation | undefined,
): AllocationLine[] {
  if (!kept || kept.own.size === 0) return lines.map((line) => hold(draft, line, 0));
  endReservation(draft, kept.reservation, { state: 'converted', origin, orderId });
  const units = lines.map((line) => holdOwn(draft, line, kept.own));
  return lines.map((line, index) => hold(draft, line, units[index] ?? 0));
}

/** Holds what was kept for the order, whatever others wait for. @param own loses what is held. @returns the units. */
function holdOwn(draft: StockDraft, { sku: code, quantity }: AllocateOrder['lines'][number], own: Map<string, number>): number {
  const kept = own.get(code) ?? 0;
  const units = Math.min(kept, quantity);
  if (units === 0) return 0;
  own.set(code, kept - units);
  changeCounters(draft, code, { allocated: units });
  return units;
}

/** Lines that cannot be held whole once those that wait have what is free. */
function missingAfterFilling(draft: StockDraft, command: AllocateOrder, own: OwnUnits): ShortItem[] {
  const codes = new Set(command.lines.map(({ sku }) => sku));
  for (const code of codes) if (draft.knownSku(code).filling) fillBackorders(draft, code);
  return missingLines(draft, command, own);
}

/** Lines that cannot be held whole, each after those before it. */
function missingLines(draft: StockDraft, { lines }: AllocateOrder, own: OwnUnits): ShortItem[] {
  const left = new Map<string, number>();
  return lines.flatMap(({ sku: code, quantity: requested }, index) => {
    const sku = draft.knownSku(code);
    const available = left.get(code) ?? (own.get(code) ?? 0) + (sku.filling ? 0 : availableOf(sku));
    left.set(code, Math.max(0, available - requested));
    return requested > available ? [{ pointer: `/lines/${index}/quantity`, sku: code, requested, available }] : [];
  });
}

/** While backorders are being filled, available units are theirs. @param kept units that the line holds already. */
function hold(draft: StockDraft, { id, sku: code, quantity }: AllocateOrder['lines'][number], kept: number): AllocationLine {
  const sku = draft.knownSku(code);
  const more = sku.filling ? 0 : Math.min(availableOf(sku), quantity - kept);
  const allocated = kept + more;
  draft.putSku({ ...sku, allocated: sku.allocated + more, waiting: sku.waiting + quantity - allocated });
  return { id, sku: code, name: sku.name, quantity, allocated, shipped: 0 };
}

/** Makes the holds of an order firm, all lines or none: those of the whole order, which has no portions, or those of a fulfilment. */
export type ConfirmOrder = (OrderStep<'confirm'> & { readonly fulfilment?: undefined }) | PackFulfilment;

export const confirm: CommandSpec<ConfirmOrder> = {
  ...stepFrom<ConfirmOrder>(['open'], 'allocation', (draft, before, command) => {
    if (command.fulfilment !== undefined) return packFulfilment(draft, before, command);
    if (hasPortions(before)) return answer(draft, before, command, hasFulfilments());
    const allocation = toppedUp(draft, before);
    const [first, ...rest] = shortLines(allocation);
    if (!first) return makeFirm(draft, allocation, command);
    const refusal = insufficientStock([first, ...rest], fewerAreAllocated);
    return whileFilling(draft, [first, ...rest]) ?? answer(draft, allocation, command, refusal);
  }),
  forecast: (command, sku, foreseen) => {
    const isCancelling = command.fulfilment !== undefined && command.short === 'cancel';
    return isCancelling ? freesWhatItsOrderHolds(command, sku, foreseen) : fillsWhatItsOrderLacks(command, sku, foreseen);
  },
};

function shortLines({ lines }: Allocation): ShortItem[] {
  return lines.flatMap((line, index) => {
    const { sku, allocated } = line;
    const pointer = `/lines/${index}/quantity`;
    const requested = allocated + lackOf(line) + (line.suspended ?? 0);
    return requested > allocated ? [{ pointer, sku, requested, available: allocated, allocated }] : [];
  });
}

function makeFirm(draft: StockDraft, allocation: Allocation, command: OrderStep<'confirm'>): CommandResult {
  for (const { sku, allocated } of allocation.lines) changeCounters(draft, sku, { firm: allocated });
  return answer(draft, { ...allocation, state: 'confirmed' }, command);
}

/** Gives back what an order holds, all of it or units of lines that are in no portion; the orders that wait for it get it at once. */
export interface ReleaseOrder extends OrderStep<'release'> {
  /** Absent: all of an order of which nothing was shipped. */
  readonly lines?: readonly LineUnits[] | undefined;
}

export const release: CommandSpec<ReleaseOrder> = {
  ...stepFrom<ReleaseOrder>(['open', 'confirmed'], 'release', (draft, allocation, command) => {
    const { lines: dropped } = command;
    if (dropped !== undefined) {
      if (allocation.state === 'confirmed') return refuseTransition(draft, allocation, command);
      return dropUnits(draft, allocation, { ...command, lines: dropped });
    }
    if (allocation.lines.some(({ shipped }) => shipped > 0)) return answer(draft, allocation, command, isPartlyShipped());
    const lines = allocation.lines.map((line) => giveBack(draft, allocation.state, line));
    const result = answer(draft, { ...allocation, lines, state: 'released' }, command);
    for (const code of new Set(lines.map(({ sku }) => sku))) fillBackorders(draft, code);
    return result;
  }),
  forecast: freesWhatItsOrderHolds,
};

function giveBack(draft: StockDraft, state: Allocation['state'], line: AllocationLine): AllocationLine {
  const { portions: _given, suspended: _neither, ...rest } = line;
  const { sku, allocated } = line;
  const firm = state === 'confirmed' ? allocated : allocated - looseOf(line);
  changeCounters(draft, sku, { allocated: -allocated, firm: -firm, waiting: -lackOf(line) });
  return { ...rest, allocated: 0 };
}
