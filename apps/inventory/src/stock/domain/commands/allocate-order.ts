import { type Allocation, type AllocationLine, withHeld } from '../../../model/allocation.ts';
import { type LocationReference } from '../../../model/location.ts';
import {
  fewerAreAvailable,
  insufficientStock,
  invalidField,
  notYet,
  nothingIsReserved,
  type Refusal,
  type ShortItem,
} from '../../../model/refusal.ts';
import { isActive, keptOf, type Reservation } from '../../../model/reservation.ts';
import { availableOf } from '../../../model/sku.ts';
import { eligibleFor, type Source, type Sourcing, type Split, unitsIn, withSources } from '../../../model/sourcing.ts';
import { admittedKindOf } from '../admitted-kinds.ts';
import { type CommandResult, type CommandSpec, DONE } from '../command.ts';
import { newcomersOf, sourceUnits, trackWarehouses } from '../source-units.ts';
import { activeWarehouse, unknownSkus } from '../resolve-target.ts';
import type { StockDraft } from '../stock-draft.ts';
import { markRanked, type OrderRank, rankFacts } from './amend-order.ts';
import { fillBackorders } from './fill-backorders.ts';
import {
  answer,
  causeOf,
  changeCounters,
  isRepeated,
  newAllocation,
  type OrderStep,
  refuseTransition,
  whileFilling,
} from './order-step.ts';
import { endReservation } from './reservation-commands.ts';

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
  /** The warehouses that it may be shipped from, where it says so itself; absent where the tenant's rules say it all. */
  readonly sourcing?: AskedSourcing | undefined;
  /** Absent where it is not known. */
  readonly country?: string | undefined;
}

/** The warehouses that an order may be shipped from, as a command names them. */
export interface AskedSourcing {
  readonly shipFrom?: readonly LocationReference[] | undefined;
  readonly split?: Split | undefined;
}

export const allocate: CommandSpec<AllocateOrder> = {
  reads: ({ orderId, lines, reservationId, sourcing }, _allocations, reservations) => {
    const kept = reservationId === undefined ? [] : (reservations.get(reservationId)?.lines ?? []);
    const skus = lines.map(({ sku }) => sku);
    const all = [...skus, ...kept.flatMap(({ sku }) => (skus.includes(sku) ? [] : [sku]))];
    return { skus: all, orderId, reservationId, ...(sourcing?.shipFrom && { locations: sourcing.shipFrom }) };
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
    return allocateNew(draft, command);
  },
};

function allocateNew(draft: StockDraft, command: AllocateOrder): CommandResult {
  const reservation = draft.reservation(command.reservationId ?? '');
  const found = sourcingOf(draft, command, reservation);
  const { sourcing } = found;
  const fresh = { ...freshAllocation(command), ...(sourcing && { sourcing }) };
  const impossible = impossibleOrder(draft, command, reservation) ?? found.refusal;
  if (impossible) return refuse(draft, fresh, command, impossible);
  if (command.rank) markRanked(draft, command.lines);
  trackWarehouses(draft, { ...command, sourcing });
  const kept = keptFor(draft, reservation, sourcing);
  const [first, ...rest] = command.allowBackorder ? [] : missingAfterFilling(draft, command, { kept, sourcing });
  if (first) {
    const refusal = insufficientStock([first, ...rest], fewerAreAvailable);
    return whileFilling(draft, [first, ...rest]) ?? refuse(draft, fresh, command, refusal);
  }
  return answerHeld(draft, fresh, command, kept);
}

/** The active reservation that becomes an order, and what it keeps. */
interface Kept {
  readonly reservation: Reservation | undefined;
  /** Units by SKU that it keeps for the order; loses what is held. */
  readonly own: Map<string, number>;
  /** The one warehouse that the order is to hold them in; undefined where it holds them as any others. */
  readonly warehouse: string | undefined;
}

/** Units that are kept in a warehouse are not for an order that chooses warehouses and may not be shipped from there: they are free. */
function keptFor(draft: StockDraft, named: Reservation | undefined, sourcing: Sourcing | undefined): Kept {
  const reservation = named && isActive(named) ? named : undefined;
  const own = unitsKept(reservation);
  const warehouse = reservation?.warehouse?.id;
  if (!sourcing || warehouse === undefined) return { reservation, own, warehouse: undefined };
  return mayShipFrom(draft, sourcing, warehouse)
    ? { reservation, own, warehouse }
    : { reservation, own: new Map(), warehouse: undefined };
}

const mayShipFrom = (draft: StockDraft, sourcing: Sourcing, warehouse: string): boolean =>
  eligibleFor(sourcing, draft.sources()).some(({ id }) => id === warehouse);

function answerHeld(draft: StockDraft, fresh: Allocation, command: AllocateOrder, kept: Kept): CommandResult {
  const { sourcing } = fresh;
  const { reservation, own } = kept;
  const sources = sourcing && sourcesOfLines(draft, command, sourcing, kept);
  if (reservation) endReservation(draft, reservation, { state: 'converted', origin: command.origin, orderId: command.orderId });
  const lines = sources ? holdInWarehouses(draft, command, sources, kept) : holdLines(draft, command, own);
  const result = answer(draft, { ...fresh, lines, state: 'open' }, command);
  if (reservation) fillWithRest(draft, reservation, kept);
  return result;
}

/** Fills backorders with what the order left: of units in a warehouse all, where it holds as many elsewhere. */
function fillWithRest(draft: StockDraft, { lines, warehouse }: Reservation, { own, warehouse: held }: Kept): void {
  const isLeft = warehouse !== undefined && held === undefined;
  for (const { sku } of lines) if (isLeft || (own.get(sku) ?? 0) > 0) fillBackorders(draft, sku);
}

/** Nothing is held for an order that is refused. */
function refuse(draft: StockDraft, fresh: Allocation, command: AllocateOrder, refusal: Refusal): CommandResult {
  const lines = command.lines.map((line) => ({ ...line, name: draft.sku(line.sku)?.name ?? null, allocated: 0, shipped: 0 }));
  return answer(draft, { ...fresh, lines }, command, refusal);
}

function freshAllocation(command: AllocateOrder): Allocation {
  const { rank, orderCreatedAt } = command;
  return { ...newAllocation(command), orderCreatedAt, ...(rank && rankFacts(rank)) };
}

/** Neither of an order that holds its units wherever they lie. */
interface SourcingOfOrder {
  readonly sourcing?: Sourcing;
  readonly refusal?: Refusal;
}

/** The warehouses that an order may hold its units in, where it, its reservation or the tenant's rules have it hold them so. */
function sourcingOf(
  draft: StockDraft,
  { sourcing: asked, country }: AllocateOrder,
  reservation: Reservation | undefined,
): SourcingOfOrder {
  const toCountry = country === undefined ? {} : { country };
  if (!asked && draft.sources().rules.strategy === 'anywhere') return sourcingOfReservation(draft, reservation, toCountry);
  const shipFrom: string[] = [];
  for (const [place, reference] of (asked?.shipFrom ?? []).entries()) {
    const found = activeWarehouse(draft, reference, `/ship_from/${place}`);
    if (found.type === 'refused') return { refusal: found.refusal };
    shipFrom.push(found.location.id);
  }
  const split = asked?.split;
  return { sourcing: { ...(shipFrom.length > 0 && { shipFrom }), ...(split && { split }), ...toCountry } };
}

/** Of an order that chooses no warehouse: units that are kept in one are held there, if it may be shipped from there. */
function sourcingOfReservation(draft: StockDraft, reservation: Reservation | undefined, sourcing: Sourcing): SourcingOfOrder {
  const isKeeping = unitsKept(reservation)
    .values()
    .some((units) => units > 0);
  const id = isKeeping ? reservation?.warehouse?.id : undefined;
  return id !== undefined && mayShipFrom(draft, sourcing, id) ? { sourcing } : {};
}

/** The refusal of an order that no stock could serve. */
function impossibleOrder(draft: StockDraft, command: AllocateOrder, reservation: Reservation | undefined): Refusal | undefined {
  const unknown = unknownSkus(draft, command.lines);
  if (unknown) return unknown;
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

/** Holds what is kept for the order first, over all lines, and then what is available. @param own loses what is held. */
function holdLines(draft: StockDraft, { lines }: AllocateOrder, own: Map<string, number>): AllocationLine[] {
  const units = lines.map((line) => (own.size === 0 ? 0 : holdOwn(draft, line, own)));
  return lines.map((line, index) => hold(draft, line, units[index] ?? 0));
}

/**
 * Chooses the warehouses of units of each line, which may ship the order: that of the reservation for what it keeps there, whatever others
 * wait for; while backorders are being filled, no others than are kept for it.
 */
function sourcesOfLines(
  draft: StockDraft,
  { lines }: AllocateOrder,
  sourcing: Sourcing,
  { own, warehouse }: Kept,
): ReadonlyMap<string, readonly Source[]> {
  const first = warehouse === undefined ? new Map<string, readonly Source[]>() : keptSources(lines, own, warehouse);
  const held = lines.map(({ id }) => ({ id, sources: first.get(id) ?? [] }));
  const wanted = lines.map(({ id, sku, quantity }) => ({ id, sku, units: quantity - unitsIn(first.get(id)) }));
  const bounds = warehouse === undefined ? { atMost: newcomersOf(draft, own), released: own } : { atMost: newcomersOf(draft) };
  const missing = wanted.filter(({ units }) => units > 0);
  const more = sourceUnits(draft, { lines: held }, sourcing, { wanted: missing, ...bounds });
  return new Map(held.map(({ id, sources }) => [id, withSources(sources, more.get(id)) ?? []]));
}

/** The units of lines that a reservation keeps in its warehouse, by line. */
function keptSources(lines: AllocateOrder['lines'], own: ReadonlyMap<string, number>, warehouse: string) {
  const left = new Map(own);
  const sources = new Map<string, readonly Source[]>();
  for (const { id, sku, quantity } of lines) {
    const units = Math.min(left.get(sku) ?? 0, quantity);
    if (units === 0) continue;
    left.set(sku, (left.get(sku) ?? 0) - units);
    sources.set(id, [{ warehouse, units }]);
  }
  return sources;
}

/** Holds units of each line in the warehouses that were chosen for it. */
function holdInWarehouses(
  draft: StockDraft,
  { lines }: AllocateOrder,
  sources: ReadonlyMap<string, readonly Source[]>,
  { own, warehouse }: Kept,
): AllocationLine[] {
  return lines.map(({ id, sku, quantity }) => {
    const held = sources.get(id) ?? [];
    const units = unitsIn(held);
    own.set(sku, Math.max(0, (own.get(sku) ?? 0) - unitsIn(held, warehouse)));
    changeCounters(draft, sku, { allocated: units, waiting: quantity - units });
    const { name } = draft.knownSku(sku);
    return withHeld({ id, sku, name, quantity, allocated: 0, shipped: 0 }, units, held);
  });
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
function missingAfterFilling(
  draft: StockDraft,
  command: AllocateOrder,
  { kept, sourcing }: { readonly kept: Kept; readonly sourcing: Sourcing | undefined },
): ShortItem[] {
  const codes = new Set(command.lines.map(({ sku }) => sku));
  for (const code of codes) if (draft.knownSku(code).filling) fillBackorders(draft, code);
  return sourcing ? missingInWarehouses(draft, command, sourcing, kept) : missingLines(draft, command, kept.own);
}

/** Lines that warehouses which may ship the order cannot hold whole. What is kept for the order is taken for free. */
function missingInWarehouses(draft: StockDraft, command: AllocateOrder, sourcing: Sourcing, kept: Kept): ShortItem[] {
  const sources = sourcesOfLines(draft, command, sourcing, kept);
  return command.lines.flatMap(({ id, sku, quantity: requested }, index) => {
    const available = unitsIn(sources.get(id));
    return requested > available ? [{ pointer: `/lines/${index}/quantity`, sku, requested, available }] : [];
  });
}

/** Lines that cannot be held whole, each after those before it. */
function missingLines(draft: StockDraft, { lines }: AllocateOrder, own: ReadonlyMap<string, number>): ShortItem[] {
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
