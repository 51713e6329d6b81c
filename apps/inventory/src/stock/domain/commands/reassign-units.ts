import { type Allocation, type AllocationLine, freeIn, freeSourcesOf, withHeld, withoutFree } from '../../../model/allocation.ts';
import { type Location, type LocationReference } from '../../../model/location.ts';
import {
  fewerAreHeld,
  fewerLieAt,
  holdsInNoWarehouse,
  insufficientStock,
  invalidField,
  type Refusal,
} from '../../../model/refusal.ts';
import { spareIn } from '../../../model/sku.ts';
import { eligibleFor, partOf, type Sourcing, unitsIn } from '../../../model/sourcing.ts';
import type { CommandResult, CommandSpec } from '../command.ts';
import { activeWarehouse } from '../resolve-target.ts';
import type { StockDraft } from '../stock-draft.ts';
import { fillBackorders } from './fill-backorders.ts';
import { answer, freesWhatItsOrderHolds, type OrderStep, stepFrom, whileFilling } from './order-step.ts';

/** Holds units of an order in another warehouse than now, all lines or none: those that are in no portion. */
export interface ReassignUnits extends OrderStep<'reassign'> {
  readonly lines: readonly ReassignedUnits[];
}

export interface ReassignedUnits {
  readonly id: string;
  readonly quantity: number;
  /** Absent for any but the other one: those that hold most of the line first. */
  readonly from?: LocationReference | undefined;
  readonly to: LocationReference;
}

const step = stepFrom<ReassignUnits>(['open'], 'allocation', (draft, before, command) => {
  const { sourcing } = before;
  if (!sourcing) return answer(draft, before, command, holdsInNoWarehouse());
  let allocation = before;
  for (const [place, units] of command.lines.entries()) {
    const moved = moveUnits(draft, { ...allocation, sourcing }, { ...units, pointer: `/lines/${place}` });
    if (moved.type === 'refused') return moved.deferred ?? answer(draft, before, command, moved.refusal);
    allocation = moved.allocation;
    // The next line finds what this one has left; a refusal of it leaves nothing of this one.
    draft.putAllocation(allocation);
  }
  const result = answer(draft, allocation, command);
  const moved = new Set(command.lines.map(({ id }) => id));
  for (const code of new Set(allocation.lines.flatMap(({ id, sku }) => (moved.has(id) ? [sku] : []))))
    fillBackorders(draft, code);
  return result;
});

export const reassign: CommandSpec<ReassignUnits> = {
  ...step,
  reads: (command, allocations, reservations) => ({
    ...step.reads(command, allocations, reservations),
    locations: command.lines.flatMap(({ from, to }) => (from ? [from, to] : [to])),
  }),
  forecast: freesWhatItsOrderHolds,
};

type Moved =
  | { readonly type: 'moved'; readonly allocation: Allocation }
  | { readonly type: 'refused'; readonly refusal: Refusal; readonly deferred?: CommandResult | undefined };

interface Moving extends ReassignedUnits {
  readonly pointer: string;
}

function moveUnits(draft: StockDraft, order: Allocation & { readonly sourcing: Sourcing }, moving: Moving): Moved {
  const { id, quantity, pointer } = moving;
  const line = order.lines.find((each) => each.id === id);
  if (!line) return { type: 'refused', refusal: invalidField(`${pointer}/line_id`, 'The order has no such line.') };
  const ends = endsOf(draft, order.sourcing, moving);
  if (ends.type === 'refused') return ends;
  const { from, to } = ends;
  // The last of them are taken first.
  const sources = freeSourcesOf(line)
    .filter(({ warehouse }) => warehouse !== to.id)
    .toSorted((a, b) => a.units - b.units);
  const held = from ? freeIn(line, from.id) : unitsIn(sources);
  const facts = { pointer: `${pointer}/quantity`, sku: line.sku, requested: quantity, line_id: id };
  if (held < quantity)
    return { type: 'refused', refusal: insufficientStock([{ ...facts, available: held }], fewerAreHeld(from?.path)) };
  const { filling, warehouses } = draft.tracked(line.sku);
  const stock = warehouses.find((each) => each.id === to.id);
  const available = stock && !filling ? spareIn(stock) : 0;
  const short = { ...facts, available };
  if (available < quantity)
    return {
      type: 'refused',
      refusal: insufficientStock([short], fewerLieAt(to.path)),
      deferred: whileFilling(draft, [short]),
    };
  const taken = partOf(sources, quantity, from?.id);
  const without = taken.reduce((rest: AllocationLine, { warehouse, units }) => withoutFree(rest, units, warehouse), line);
  const moved = withHeld(without, quantity, [{ warehouse: to.id, units: quantity }]);
  return { type: 'moved', allocation: { ...order, lines: order.lines.map((each) => (each === line ? moved : each)) } };
}

type Ends =
  | { readonly type: 'found'; readonly from: Location | undefined; readonly to: Location }
  | { readonly type: 'refused'; readonly refusal: Refusal };

function endsOf(draft: StockDraft, sourcing: Sourcing, { from: named, to: wanted, pointer }: Moving): Ends {
  const target = activeWarehouse(draft, wanted, `${pointer}/to`);
  if (target.type === 'refused') return target;
  const source = named && activeWarehouse(draft, named, `${pointer}/from`);
  if (source?.type === 'refused') return source;
  const [to, from] = [target.location, source?.location];
  if (from?.id === to.id) return { type: 'refused', refusal: invalidField(`${pointer}/to`, 'The units are held there already.') };
  if (!eligibleFor(sourcing, draft.sources()).some(({ id }) => id === to.id))
    return { type: 'refused', refusal: invalidField(`${pointer}/to`, `The order may not be shipped from ${to.path}.`) };
  return { type: 'found', from, to };
}
