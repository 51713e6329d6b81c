import {
  type Allocation,
  type AllocationLine,
  freeIn,
  freeOf,
  freeSourcesOf,
  lackOf,
  type Portion,
  portionOf,
  sourcesOf,
  wholeOf,
  inFinalState,
  waitingFor,
  withCancelled,
  withoutFree,
  withPortion,
} from '../../../model/allocation.ts';
import {
  fewerAreAllocated,
  fewerAreInOneWarehouse,
  insufficientStock,
  invalidField,
  isNotPacked,
  isPackedAlready,
  isPlannedAlready,
  moreThanIsOpen,
  nothingIsHeldFor,
  type Refusal,
  type ShortItem,
} from '../../../model/refusal.ts';
import { type LocationReference } from '../../../model/location.ts';
import { codeOf, firstOf, type Source, unitsIn, withSources } from '../../../model/sourcing.ts';
import type { AllocationsById, CommandResult, CommandSpec } from '../command.ts';
import { activeLocation, activeWarehouse } from '../resolve-target.ts';
import type { StockDraft } from '../stock-draft.ts';
import { fillBackorders } from './fill-backorders.ts';
import { fillBefore, reallocateLeftOut } from './reallocate-units.ts';
import { answer, changeCounters, type LineUnits, type OrderStep, stepFrom, toppedUp, whileFilling } from './order-step.ts';

/** Puts held units that are in no portion into the loose portions of a fulfilment, all lines or none. */
export interface AssignUnits extends OrderStep<'assign'> {
  readonly fulfilment: string;
  readonly lines: readonly LineUnits[];
  /** The warehouse that the units are held in; absent for the one that holds them all. */
  readonly warehouse?: LocationReference | undefined;
}

export const assign: CommandSpec<AssignUnits> = {
  ...stepFrom<AssignUnits>(['open'], 'allocation', (draft, before, command) => {
    const { fulfilment, lines } = command;
    if (before.lines.some((line) => portionOf(line, fulfilment))) return answer(draft, before, command, isPlannedAlready());
    const gathered = gather(draft, before, command, lines);
    if (gathered.type !== 'gathered') return gathered.result;
    const { allocation, units, warehouse } = gathered;
    const assigned = allocation.lines.map((line) => {
      const planned = units.get(line.id) ?? 0;
      return planned === 0
        ? line
        : withPortion(line, fulfilment, portionFor(line, { fulfilment, units: planned, warehouse, firm: false }));
    });
    return answer(draft, { ...allocation, lines: assigned }, command);
  }),
  reads: (command, allocations) => ({
    ...readsOfLines(command, allocations, (line) => lackOf(line) > 0),
    ...namedIn(command),
  }),
  forecast: fillsWhatItsOrderLacks,
};

/**
 * The order, and the SKUs of lines that a step may change the counters of: a record that is read and not written costs a second
 * transaction. What commands before it in the batch change, they have read.
 */
function readsOfLines(
  { orderId }: OrderStep,
  allocations: AllocationsById,
  isMeant: (line: AllocationLine) => boolean,
): { readonly skus: readonly string[]; readonly orderId: string } {
  const lines = allocations.get(orderId)?.lines ?? [];
  return { skus: lines.filter(isMeant).map(({ sku }) => sku), orderId };
}

/** Foresees that backorders are filled up to an order that lacks units. */
export function fillsWhatItsOrderLacks(
  ...[{ orderId }, { code, filling }, { allocations }]: Parameters<NonNullable<CommandSpec<OrderStep>['forecast']>>
): object | undefined {
  const allocation = allocations.get(orderId);
  return filling && allocation && waitingFor(allocation, code) > 0 ? {} : undefined;
}

type Gathered =
  | {
      readonly type: 'gathered';
      readonly allocation: Allocation;
      readonly units: ReadonlyMap<string, number>;
      /** The id of the one that all of them are held in; absent for units that are held wherever they lie. */
      readonly warehouse: string | undefined;
    }
  | { readonly type: 'refused'; readonly result: CommandResult };

/** Finds the units that a portion is to have: its own, and those of the line that are in none, after backorders were filled. */
function gather(
  draft: StockDraft,
  before: Allocation,
  command: OrderStep & { readonly fulfilment: string; readonly warehouse?: LocationReference | undefined },
  lines: readonly LineUnits[],
): Gathered {
  const units = unitsByLine(lines);
  const refuse = (refusal: Refusal, allocation = before): Gathered => ({
    type: 'refused',
    result: answer(draft, allocation, command, refusal),
  });
  const unknown = unknownLine(before, lines) ?? unknownWarehouse(draft, before, command.warehouse);
  if (unknown) return refuse(unknown);
  const warehouseOf = (allocation: Allocation): string | undefined =>
    command.warehouse ? activeLocation(draft, command.warehouse)?.id : warehouseFor(allocation, command.fulfilment, units);
  const shortIn = (allocation: Allocation): ShortItem[] =>
    shortOf(allocation, { fulfilment: command.fulfilment, units, warehouse: warehouseOf(allocation) });
  const isShort = shortIn(before).length > 0;
  const allocation = isShort ? toppedUp(draft, before) : before;
  const warehouse = warehouseOf(allocation);
  const [first, ...rest] = shortIn(allocation);
  if (!first) return { type: 'gathered', allocation, units, warehouse };
  const deferred = whileFilling(draft, [first, ...rest]);
  if (deferred) return { type: 'refused', result: deferred };
  const isSplit =
    warehouse !== undefined && shortOf(allocation, { fulfilment: command.fulfilment, units, warehouse: undefined }).length === 0;
  return refuse(
    insufficientStock([first, ...rest], isSplit ? fewerAreInOneWarehouse(codeOf(draft.sources(), warehouse)) : fewerAreAllocated),
    allocation,
  );
}

/** The location that a step names, to be read. */
function namedIn({ warehouse }: { readonly warehouse?: LocationReference | undefined }) {
  return warehouse ? { locations: [warehouse] } : {};
}

function unknownWarehouse(
  draft: StockDraft,
  { sourcing }: Allocation,
  warehouse: LocationReference | undefined,
): Refusal | undefined {
  if (!warehouse) return undefined;
  const found = activeWarehouse(draft, warehouse, '/warehouse');
  if (found.type === 'refused') return found.refusal;
  return sourcing ? undefined : invalidField('/warehouse', 'The units of this order are not held by warehouse.');
}

/**
 * The warehouse of a fulfilment: the one that its portions are held in, else the first that holds all the units, else that with most of
 * them. Undefined where units are held wherever they lie, and of portions that are held in several.
 */
function warehouseFor(
  { lines, sourcing }: Allocation,
  fulfilment: string,
  units: ReadonlyMap<string, number>,
): string | undefined {
  if (!sourcing) return undefined;
  const own = sourcesOf(lines.flatMap((line) => portionOf(line, fulfilment) ?? []));
  if (own.length > 0) return own.length === 1 ? own[0]?.warehouse : undefined;
  const free = lines.map((line) => ({ wanted: units.get(line.id) ?? 0, sources: freeSourcesOf(line) }));
  const candidates = new Set(
    free.flatMap(({ wanted, sources }) => (wanted > 0 ? sources.map(({ warehouse }) => warehouse) : [])),
  );
  const heldIn = (warehouse: string): number =>
    free.reduce((sum, { wanted, sources }) => sum + Math.min(wanted, unitsIn(sources, warehouse)), 0);
  return [...candidates].toSorted((a, b) => heldIn(b) - heldIn(a))[0];
}

/** The same line twice is one with the sum of both. */
function unitsByLine(lines: readonly LineUnits[]): ReadonlyMap<string, number> {
  const units = new Map<string, number>();
  for (const { id, quantity } of lines) units.set(id, (units.get(id) ?? 0) + quantity);
  return units;
}

function unknownLine({ lines }: Allocation, named: readonly LineUnits[]): Refusal | undefined {
  const ids = new Set(lines.map(({ id }) => id));
  const place = named.findIndex(({ id }) => !ids.has(id));
  return place === -1 ? undefined : invalidField(`/lines/${place}/line_id`, 'The order has no such line.');
}

interface Planned {
  readonly fulfilment: string;
  readonly units: ReadonlyMap<string, number>;
  /** Undefined for any. */
  readonly warehouse: string | undefined;
}

function shortOf({ lines }: Allocation, { fulfilment, units, warehouse }: Planned): ShortItem[] {
  return [...units].flatMap(([id, requested], place): ShortItem[] => {
    const line = lines.find((each) => each.id === id);
    if (!line) return [];
    const own = portionOf(line, fulfilment);
    const ofPortion = warehouse === undefined ? (own?.units ?? 0) : unitsIn(own?.sources, warehouse);
    const available = freeIn(line, warehouse) + ofPortion;
    const { sku, allocated } = line;
    return available < requested
      ? [{ pointer: `/lines/${place}/quantity`, sku, requested, available, allocated, line_id: id }]
      : [];
  });
}

/** Makes the portions of a fulfilment firm; with fewer units than they have, the others are left out of it. */
export interface PackFulfilment extends OrderStep<'confirm'> {
  readonly fulfilment: string;
  /** The packed units; absent where they are all that the portions had when they were made. */
  readonly lines?: readonly LineUnits[] | undefined;
  /** `cancel`: units that are left out are dropped from the order. */
  readonly short?: 'backorder' | 'cancel' | undefined;
  /** True: units that are left out, and not dropped, are held in other warehouses as far as those have them. */
  readonly reallocate?: boolean | undefined;
  /** As for {@link AssignUnits}. */
  readonly warehouse?: LocationReference | undefined;
}

export function packFulfilment(draft: StockDraft, before: Allocation, command: PackFulfilment): CommandResult {
  const { fulfilment, short, reallocate } = command;
  const lines = command.lines ?? plannedFor(before, fulfilment);
  if (lines.length === 0) return answer(draft, before, command, nothingIsHeldFor());
  if (before.lines.some((line) => portionOf(line, fulfilment)?.firm)) return answer(draft, before, command, isPackedAlready());
  const sourcing = reallocate === true ? before.sourcing : undefined;
  const deferred = sourcing && fillBefore(draft, before, fulfilment);
  if (deferred) return deferred;
  const gathered = gather(draft, draft.allocation(before.orderId) ?? before, command, lines);
  if (gathered.type !== 'gathered') return gathered.result;
  const { allocation, units, warehouse } = gathered;
  const packed = allocation.lines.map((line) => {
    const leftOut = portionOf(line, fulfilment);
    const firm = packLine(draft, line, { fulfilment, units: units.get(line.id) ?? 0, warehouse });
    return short === 'cancel' && leftOut ? dropLeftOut(draft, firm, leftOut, units.get(line.id) ?? 0) : firm;
  });
  const made = { ...allocation, lines: packed };
  const after = reallocateLeftOut(draft, sourcing, { before: allocation, after: made, fulfilment });
  const result = answer(draft, after, command);
  if (short === 'cancel' || sourcing) for (const code of new Set(packed.map(({ sku }) => sku))) fillBackorders(draft, code);
  return result;
}

function plannedFor({ lines }: Allocation, fulfilment: string): LineUnits[] {
  return lines.flatMap((line) => {
    const portion = portionOf(line, fulfilment);
    return portion ? [{ id: line.id, quantity: plannedUnits(portion) }] : [];
  });
}

const plannedUnits = ({ units, lost = 0 }: Portion): number => units + lost;

interface NewPortion extends Pick<Portion, 'fulfilment' | 'units'> {
  /** The warehouse that they are held in; undefined for any, and of units that are held wherever they lie. */
  readonly warehouse: string | undefined;
}

function packLine(draft: StockDraft, line: AllocationLine, portion: NewPortion): AllocationLine {
  const { fulfilment, units } = portion;
  if (units === 0) return withPortion(line, fulfilment, undefined);
  changeCounters(draft, line.sku, { firm: units });
  return withPortion(line, fulfilment, portionFor(line, { ...portion, firm: true }));
}

/** A portion of units that a line holds: first those that it had in it before. */
function portionFor(line: AllocationLine, { fulfilment, units, warehouse, firm }: NewPortion & Pick<Portion, 'firm'>): Portion {
  if (!line.sources) return { fulfilment, units, firm };
  const own = portionOf(line, fulfilment)?.sources ?? [];
  const sources = withSources([], firstOf([...own, ...freeSourcesOf(line)], units, warehouse));
  return { fulfilment, units, firm, ...(sources && { sources }) };
}

/** Lets go of the units that the portion held and that were not packed; what it had lost is not waited for any more. */
function dropLeftOut(draft: StockDraft, line: AllocationLine, portion: Portion, packed: number): AllocationLine {
  const held = Math.max(0, portion.units - packed);
  const lost = Math.max(0, plannedUnits(portion) - packed) - held;
  const waiting = Math.min(lost, lackOf(line));
  return drop(draft, line, { waiting, held: Math.min(held + lost - waiting, freeOf(line)), first: portion.sources });
}

/** Drops units from a line: it waits for so many fewer, and holds so many fewer of those that are in no portion. */
function drop(draft: StockDraft, line: AllocationLine, { waiting, held, first = [] }: Dropped): AllocationLine {
  if (waiting + held === 0) return line;
  changeCounters(draft, line.sku, { waiting: -waiting, allocated: -held });
  let left = held;
  const rest = first.reduce((kept, { warehouse, units }) => {
    const taken = Math.min(left, units, freeIn(kept, warehouse));
    left -= taken;
    return withoutFree(kept, taken, warehouse);
  }, line);
  return withCancelled(withoutFree(rest, left), waiting + held);
}

interface Dropped {
  readonly waiting: number;
  readonly held: number;
  /** The sources that held units are dropped from first. */
  readonly first?: readonly Source[] | undefined;
}

/** Makes firm holds loose again, of a fulfilment or of an order without portions; they stay held. */
export interface UnconfirmOrder extends OrderStep<'unconfirm'> {
  /** Of an order without portions: what it holds becomes loose portions of this fulfilment. */
  readonly fulfilment?: string | undefined;
}

export const unconfirm = stepFrom<UnconfirmOrder>(['open', 'confirmed'], 'allocation', (draft, allocation, command) => {
  const { fulfilment } = command;
  if (allocation.state === 'confirmed') {
    const loosened = allocation.lines.map((line) => loosenWhole(draft, line, fulfilment));
    return answer(draft, { ...allocation, lines: loosened, state: 'open' }, command);
  }
  if (fulfilment === undefined || !allocation.lines.some((line) => portionOf(line, fulfilment)?.firm))
    return answer(draft, allocation, command, isNotPacked());
  const lines = allocation.lines.map((line) => {
    const portion = portionOf(line, fulfilment);
    if (!portion) return line;
    changeCounters(draft, line.sku, { firm: -portion.units });
    return withPortion(line, fulfilment, { ...portion, firm: false });
  });
  return answer(draft, { ...allocation, lines }, command);
});

function loosenWhole(draft: StockDraft, line: AllocationLine, fulfilment: string | undefined): AllocationLine {
  const { sku, allocated: units } = line;
  changeCounters(draft, sku, { firm: -units });
  return fulfilment === undefined || units === 0
    ? line
    : withPortion(line, fulfilment, { ...wholeOf(line), fulfilment, firm: false });
}

/** Puts the portions of a fulfilment, packed or not, back to the open part of the order; all of it stays held. */
export interface UnassignUnits extends OrderStep<'unassign'> {
  readonly fulfilment: string;
}

export const unassign: CommandSpec<UnassignUnits> = {
  ...stepFrom<UnassignUnits>(['open'], 'allocation', (draft, allocation, command) => {
    const { fulfilment } = command;
    if (plannedFor(allocation, fulfilment).length === 0) return answer(draft, allocation, command, nothingIsHeldFor());
    const lines = allocation.lines.map((line) => {
      const portion = portionOf(line, fulfilment);
      if (portion?.firm) changeCounters(draft, line.sku, { firm: -portion.units });
      return withPortion(line, fulfilment, undefined);
    });
    return answer(draft, { ...allocation, lines }, command);
  }),
  reads: (command, allocations) =>
    readsOfLines(command, allocations, (line) => portionOf(line, command.fulfilment)?.firm === true),
};

/** Drops units of lines that are in no portion: first those that the order waits for. What was held goes to who waits for it. */
export function dropUnits(
  draft: StockDraft,
  allocation: Allocation,
  command: OrderStep<'release'> & { readonly lines: readonly LineUnits[] },
): CommandResult {
  const units = unitsByLine(command.lines);
  const refusal = unknownLine(allocation, command.lines) ?? exceeded(allocation, units);
  if (refusal) return answer(draft, allocation, command, refusal);
  const lines = allocation.lines.map((line) => {
    const dropped = units.get(line.id) ?? 0;
    const asleep = Math.min(dropped, line.suspended ?? 0);
    const waiting = Math.min(dropped - asleep, lackOf(line));
    return drop(draft, withFewerSuspended(line, asleep), { waiting, held: dropped - asleep - waiting });
  });
  const result = answer(draft, inFinalState({ ...allocation, lines }), command);
  for (const code of new Set(lines.flatMap(({ id, sku }) => (units.has(id) ? [sku] : [])))) fillBackorders(draft, code);
  return result;
}

/** The line with fewer units that are given back for a hold: they are dropped. */
function withFewerSuspended({ suspended = 0, ...line }: AllocationLine, units: number): AllocationLine {
  const left = suspended - units;
  return withCancelled(left > 0 ? { ...line, suspended: left } : line, units);
}

function exceeded({ lines }: Allocation, units: ReadonlyMap<string, number>): Refusal | undefined {
  const items = [...units].flatMap(([id, requested], place) => {
    const line = lines.find((each) => each.id === id);
    const allowed = line ? lackOf(line) + freeOf(line) + (line.suspended ?? 0) : 0;
    return requested > allowed ? [{ pointer: `/lines/${place}/quantity`, line_id: id, requested, allowed }] : [];
  });
  return items.length === 0 ? undefined : moreThanIsOpen(items);
}
