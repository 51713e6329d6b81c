import {
  type Allocation,
  type AllocationLine,
  freeOf,
  inFinalState,
  lackOf,
  looseOf,
  type Portion,
  sourcesOf,
  wholeOf,
  withHeld,
  withLineSources,
  withoutFree,
} from '../../../model/allocation.ts';
import { isRanked, withFewer, withLater } from '../../../model/queue.ts';
import {
  belowMinimum,
  fewerAreAvailable,
  insufficientStock,
  invalidField,
  type Refusal,
  type ShortItem,
} from '../../../model/refusal.ts';
import { availableOf } from '../../../model/sku.ts';
import { partOf, type Source, unitsIn, withoutSources } from '../../../model/sourcing.ts';
import type { CommandResult, CommandSpec } from '../command.ts';
import { newcomersOf, sourceUnits, trackWarehouses } from '../source-units.ts';
import { unknownSkus } from '../resolve-target.ts';
import type { StockDraft } from '../stock-draft.ts';
import { fillBackorders } from './fill-backorders.ts';
import { answer, changeCounters, freesWhatItsOrderHolds, type OrderStep, stepFrom, whileFilling } from './order-step.ts';

/** A line that an order is to have, with all units that it has ordered of it. */
interface OrderedLine {
  readonly id: string;
  readonly sku: string;
  readonly quantity: number;
}

/** The rank of an order among those that wait; absent members are those of most orders. */
export interface OrderRank {
  readonly priority?: number | undefined;
  readonly shipBy?: Date | undefined;
}

/** Changes lines or rank of an open order, or whether it holds what is not packed. Absent members stay. */
export interface AmendOrder extends OrderStep<'amend'> {
  /** When it was asked for: units that are added wait since then. */
  readonly askedAt: Date;
  readonly lines?: readonly OrderedLine[] | undefined;
  /** False: units that are added are held, or nothing changes. */
  readonly allowBackorder: boolean;
  /** The fulfilment that what is packed becomes, of an order that is packed whole and gets other lines. */
  readonly fulfilment?: string | undefined;
  readonly rank?: OrderRank | undefined;
  /** With lines: true where what they add is not wanted yet. */
  readonly suspended?: boolean | undefined;
}

export const amend: CommandSpec<AmendOrder> = {
  ...stepFrom<AmendOrder>(['open', 'confirmed'], 'edit', (draft, before, command) => {
    const { lines: target, rank, suspended } = command;
    const ranked = rank ? withRank(draft, before, rank) : before;
    if (target) return amendLines(draft, ranked, { ...command, lines: target });
    if (suspended === undefined || before.state === 'confirmed') return answer(draft, ranked, command);
    return suspended ? suspend(draft, ranked, command) : resume(draft, ranked, command);
  }),
  reads: ({ orderId, lines, rank, suspended }, allocations) => {
    const known = allocations.get(orderId);
    const before = known?.lines ?? [];
    const changes = changesOf(before, lines ?? []);
    const isRankedByIt = known !== undefined && !isRanked(known) && changes.some(({ units }) => units > 0);
    const isWhole = rank !== undefined || isRankedByIt || (suspended !== undefined && !lines);
    const added = changes.flatMap(({ id, sku }) => (before.some((line) => line.id === id) ? [] : [sku]));
    return { skus: isWhole ? [...before.map(({ sku }) => sku), ...added] : changes.map(({ sku }) => sku), orderId };
  },
  forecast: (command, sku, foreseen) => {
    const { lines, suspended, allowBackorder } = command;
    const before = foreseen.allocations.get(command.orderId)?.lines ?? [];
    const isLess = lines && changesOf(before, lines).some((change) => change.sku === sku.code && change.units < 0);
    if (isLess === true || (suspended === true && !lines)) return freesWhatItsOrderHolds(command, sku, foreseen);
    return sku.filling && !allowBackorder ? {} : undefined;
  },
};

/** The lines that change, with the units that they gain or lose. */
function changesOf(before: readonly AllocationLine[], target: readonly OrderedLine[]) {
  const after = new Map(target.map((line) => [line.id, line]));
  const known = new Set(before.map(({ id }) => id));
  const changed = before.map(({ id, sku, quantity }) => ({ id, sku, units: (after.get(id)?.quantity ?? 0) - quantity }));
  const added = target.filter(({ id }) => !known.has(id)).map(({ id, sku, quantity }) => ({ id, sku, units: quantity }));
  return [...changed, ...added].filter(({ units }) => units !== 0);
}

function withRank(draft: StockDraft, { priority: _one, shipBy: _other, ...before }: Allocation, rank: OrderRank): Allocation {
  markRanked(draft, before.lines);
  return { ...before, ...rankFacts(rank) };
}

/** The members of a rank that are there. */
export function rankFacts({ priority, shipBy }: OrderRank): Pick<Allocation, 'priority' | 'shipBy'> {
  return { ...(priority !== undefined && { priority }), ...(shipBy && { shipBy }) };
}

/** Has the queues of these lines read with those of orders that do not stand where their creation puts them. */
export function markRanked(draft: StockDraft, lines: readonly { readonly sku: string }[]): void {
  for (const { sku: code } of lines) {
    const sku = draft.sku(code);
    if (sku && sku.ranked !== true) draft.putSku({ ...sku, ranked: true });
  }
}

type AmendLines = AmendOrder & { readonly lines: readonly OrderedLine[] };

function amendLines(draft: StockDraft, ranked: Allocation, command: AmendLines): CommandResult {
  const changes = new Map(changesOf(ranked.lines, command.lines).map((change) => [change.id, change.units]));
  const refusal = wrongLines(draft, ranked, { command, changes });
  if (refusal) return answer(draft, ranked, command, refusal);
  draft.putAllocation(ranked);
  const [first, ...rest] = command.allowBackorder ? [] : missingLines(draft, ranked, { command, changes });
  // It may have been filled itself.
  const before = draft.allocation(ranked.orderId) ?? ranked;
  if (first) {
    const short = insufficientStock([first, ...rest], fewerAreAvailable);
    return whileFilling(draft, [first, ...rest]) ?? answer(draft, before, command, short);
  }
  const parted = before.state === 'confirmed' ? inParts(before, command) : before;
  const lowered = parted.lines.map((line) => lower(draft, line, Math.max(0, -(changes.get(line.id) ?? 0))));
  draft.putAllocation({ ...parted, lines: lowered });
  const freed = parted.lines.filter(({ id }) => (changes.get(id) ?? 0) < 0).map(({ sku }) => sku);
  for (const code of new Set(freed)) fillBackorders(draft, code);
  const filled = draft.allocation(before.orderId) ?? parted;
  const isSuspended = command.suspended === true || filled.lines.some(({ suspended }) => suspended !== undefined);
  const gained = { changes, since: command.askedAt, isSuspended };
  const raised = command.lines.reduce((sum, target) => withTarget(draft, sum, { target, ...gained }), filled);
  const order = new Map(command.lines.map(({ id }, place) => [id, place]));
  const kept = raised.lines.filter(({ id }) => order.has(id));
  const lines = kept.toSorted((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0));
  return answer(draft, inFinalState({ ...raised, lines }), command);
}

interface Gained {
  readonly target: OrderedLine;
  /** Units that lines gain or lose, by their ids. */
  readonly changes: ReadonlyMap<string, number>;
  readonly since: Date;
  readonly isSuspended: boolean;
}

/** The order with a line that has what it gains. */
function withTarget(draft: StockDraft, order: Allocation, { target, changes, ...gained }: Gained): Allocation {
  const known = order.lines.find(({ id }) => id === target.id);
  const units = Math.max(0, changes.get(target.id) ?? 0);
  if (known && units === 0) return order;
  const line = known ?? newLine(draft, target);
  const raised = units === 0 ? line : raise(draft, order, { line, units, ...gained });
  const lines = known ? order.lines.map((each) => (each === known ? raised : each)) : [...order.lines, raised];
  const after = { ...order, lines };
  // The next line finds what this one has left.
  draft.putAllocation(after);
  return after;
}

interface Changing {
  readonly command: AmendLines;
  /** Units that lines gain or lose, by their ids. */
  readonly changes: ReadonlyMap<string, number>;
}

function wrongLines(draft: StockDraft, { state, lines }: Allocation, { command, changes }: Changing): Refusal | undefined {
  const skus = new Map(lines.map(({ id, sku }) => [id, sku]));
  const other = command.lines.findIndex(({ id, sku }) => (skus.get(id) ?? sku) !== sku);
  if (other !== -1) return invalidField(`/lines/${other}/sku`, 'The line is of another SKU.');
  const below = lines.flatMap((line) => {
    const firm = state === 'confirmed' ? line.allocated : line.allocated - looseOf(line);
    const minimum = firm + line.shipped + (line.cancelled ?? 0);
    const requested = line.quantity + (changes.get(line.id) ?? 0);
    return requested < minimum ? [{ pointer: '/lines', line_id: line.id, requested, minimum, firm }] : [];
  });
  if (below.length > 0) return belowMinimum(below);
  return unknownSkus(draft, command.lines, { passes: ({ id }) => (changes.get(id) ?? 0) <= 0 });
}

/** Lines of which added units cannot be held at once, each after those before it. */
function missingLines(draft: StockDraft, order: Allocation, { command: { lines }, changes }: Changing): ShortItem[] {
  const left = new Map<string, number>();
  const gained = lines.map((line, index) => ({ ...line, index, requested: Math.max(0, changes.get(line.id) ?? 0) }));
  if (order.sourcing) return missingInWarehouses(draft, order, gained);
  return gained.flatMap(({ sku: code, index, requested }) => {
    if (requested === 0) return [];
    if (!left.has(code) && draft.knownSku(code).filling) fillBackorders(draft, code);
    const sku = draft.knownSku(code);
    const available = left.get(code) ?? (sku.filling ? 0 : availableOf(sku));
    left.set(code, Math.max(0, available - requested));
    return requested > available ? [{ pointer: `/lines/${index}/quantity`, sku: code, requested, available }] : [];
  });
}

type GainedLine = OrderedLine & { readonly index: number; readonly requested: number };

/** The same of an order that holds its units in warehouses. */
function missingInWarehouses(draft: StockDraft, order: Allocation, gained: readonly GainedLine[]): ShortItem[] {
  const wanting = gained.filter(({ requested }) => requested > 0);
  for (const code of new Set(wanting.map(({ sku }) => sku))) if (draft.knownSku(code).filling) fillBackorders(draft, code);
  const sources = heldSources(
    draft,
    order,
    wanting.map(({ id, sku, requested: units }) => ({ id, sku, units })),
  );
  return wanting.flatMap(({ id, sku, index, requested }) => {
    const available = unitsIn(sources.get(id));
    return requested > available ? [{ pointer: `/lines/${index}/quantity`, sku, requested, available }] : [];
  });
}

/** Sources of units that an order has begun to want; while backorders are being filled, what is available is theirs. */
function heldSources(
  draft: StockDraft,
  order: Allocation,
  wanted: readonly { readonly id: string; readonly sku: string; readonly units: number }[],
): ReadonlyMap<string, readonly Source[]> {
  return order.sourcing ? sourceUnits(draft, order, order.sourcing, { wanted, atMost: newcomersOf(draft) }) : new Map();
}

/** An order that is packed whole as one in parts, of which one is packed. */
function inParts(allocation: Allocation, { fulfilment }: AmendLines): Allocation {
  if (fulfilment === undefined) return { ...allocation, state: 'open' };
  const lines = allocation.lines.map((line): AllocationLine =>
    line.allocated === 0 ? line : { ...line, portions: [{ ...wholeOf(line), fulfilment, firm: true }] },
  );
  return { ...allocation, lines, state: 'open' };
}

function newLine(draft: StockDraft, { id, sku }: OrderedLine): AllocationLine {
  return { id, sku, name: draft.knownSku(sku).name, quantity: 0, allocated: 0, shipped: 0 };
}

/** Takes units off a line: those that it waits for, then held ones in no portion, then those of portions, the last of them first. */
function lower(draft: StockDraft, before: AllocationLine, units: number): AllocationLine {
  if (units === 0) return before;
  const { suspended: asleep = 0, ...line } = withinPlan(
    before,
    before.quantity - units - before.shipped - (before.cancelled ?? 0),
  );
  const dropped = Math.min(units, asleep);
  const waiting = Math.min(units - dropped, lackOf(before));
  const held = Math.min(units - dropped - waiting, freeOf(line));
  changeCounters(draft, line.sku, { waiting: -waiting, allocated: -held });
  const fewer = withFewer(withoutFree(line, held), units);
  return asleep > dropped ? { ...fewer, suspended: asleep - dropped } : fewer;
}

/** The line with portions that plan no more units than there are: those that were made last plan fewer first. */
function withinPlan(line: AllocationLine, most: number): AllocationLine {
  const { portions, ...others } = line;
  if (!portions) return line;
  let excess = portions.reduce((sum, { units, lost = 0 }) => sum + units + lost, -most);
  const kept = portions
    .toReversed()
    .flatMap((portion): readonly Portion[] => {
      if (excess <= 0 || portion.firm) return [portion];
      const { lost = 0, ...held } = portion;
      const cut = Math.min(excess, held.units + lost);
      excess -= cut;
      const lostLeft = Math.max(0, lost - cut);
      const units = held.units - Math.max(0, cut - lost);
      const sources = withoutSources(held.sources, partOf(held.sources, held.units - units));
      const left = withLineSources({ ...held, units, ...(lostLeft > 0 && { lost: lostLeft }) }, sources);
      return units + lostLeft === 0 ? [] : [left];
    })
    .toReversed();
  return kept.length > 0 ? { ...others, portions: kept } : others;
}

/** Adds units to a line: what is available is held, the rest waits since then. */
function raise(
  draft: StockDraft,
  order: Allocation,
  {
    line,
    units,
    since,
    isSuspended,
  }: Omit<Gained, 'target' | 'changes'> & { readonly line: AllocationLine; readonly units: number },
): AllocationLine {
  const more = withLater(line, since, units);
  markRanked(draft, isRanked(order) ? [line] : [...order.lines, line]);
  return isSuspended ? { ...more, suspended: (line.suspended ?? 0) + units } : hold(draft, order, { line: more, units });
}

/** Holds what is available of units that a line has begun to want; while backorders are being filled, that is theirs. */
function hold(
  draft: StockDraft,
  order: Allocation,
  { line, units }: { readonly line: AllocationLine; readonly units: number },
): AllocationLine {
  trackWarehouses(draft, { sourcing: order.sourcing, lines: [line] });
  const sources = heldSources(draft, order, [{ id: line.id, sku: line.sku, units }]).get(line.id);
  const sku = draft.knownSku(line.sku);
  const anywhere = sku.filling || order.sourcing ? 0 : Math.min(availableOf(sku), units);
  const held = sources ? unitsIn(sources) : anywhere;
  changeCounters(draft, line.sku, { allocated: held, waiting: units - held });
  return withHeld(line, held, sources);
}

/** Gives back what is not packed; nothing more is wanted. */
function suspend(draft: StockDraft, allocation: Allocation, command: AmendOrder): CommandResult {
  const lines = allocation.lines.map((line): AllocationLine => {
    const [waiting, loose] = [lackOf(line), looseOf(line)];
    if (waiting + loose === 0) return line;
    changeCounters(draft, line.sku, { waiting: -waiting, allocated: -loose });
    const portions = line.portions?.map((portion): Portion =>
      portion.firm ? portion : withLineSources({ ...portion, units: 0, lost: (portion.lost ?? 0) + portion.units }, undefined),
    );
    const suspended = (line.suspended ?? 0) + waiting + loose;
    const kept = sourcesOf(portions ?? []);
    return withLineSources({ ...line, allocated: line.allocated - loose, suspended, ...(portions && { portions }) }, kept);
  });
  const result = answer(draft, { ...allocation, lines }, command);
  for (const code of new Set(lines.map(({ sku }) => sku))) fillBackorders(draft, code);
  return result;
}

/** Wants again what was given back, at the rank of the order. */
function resume(draft: StockDraft, allocation: Allocation, command: AmendOrder): CommandResult {
  const resumed = allocation.lines.reduce((order, each) => {
    const { suspended: units = 0, ...line } = each;
    if (units === 0) return order;
    const held = hold(draft, order, { line, units });
    const after = { ...order, lines: order.lines.map((other) => (other === each ? held : other)) };
    draft.putAllocation(after);
    return after;
  }, allocation);
  return answer(draft, resumed, command);
}
