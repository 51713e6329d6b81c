import { type Allocation, type AllocationLine, portionOf, withHeld, withoutFree } from '../../../model/allocation.ts';
import { eligibleFor, firstOf, type Source, type Sourcing, unitsIn, withoutSources } from '../../../model/sourcing.ts';
import { type Deferred, putOff } from '../command.ts';
import { newcomersOf, sourceUnits } from '../source-units.ts';
import type { StockDraft } from '../stock-draft.ts';
import { fillBackorders } from './fill-backorders.ts';
import { changeCounters } from './order-step.ts';

/** An order before and after a package of a fulfilment was made firm. */
export interface Packed {
  readonly before: Allocation;
  readonly after: Allocation;
  readonly fulfilment: string;
}

/**
 * Holds the units that a package left out in other warehouses than those of its fulfilment: as the rules choose for the order, and as many
 * as are free there and no other order waits for. The rest stays held where it is.
 *
 * @param sourcing of the order; absent where all stays where it is.
 */
export function reallocateLeftOut(
  draft: StockDraft,
  sourcing: Sourcing | undefined,
  { before, after, fulfilment }: Packed,
): Allocation {
  if (!sourcing) return after;
  const leftOut = leftOutOf(before, after, fulfilment);
  if (leftOut.size === 0) return after;
  const left = after.lines.filter(({ id }) => leftOut.has(id));
  const own = new Set(
    before.lines.flatMap((line) => (portionOf(line, fulfilment)?.sources ?? []).map(({ warehouse }) => warehouse)),
  );
  const others = eligibleFor(sourcing, draft.sources()).flatMap(({ id }) => (own.has(id) ? [] : [id]));
  // Until they are held again they are free: safety stock of the SKU may be withheld of them.
  const letGo = { ...after, lines: after.lines.map((line) => withoutSourcesOf(line, leftOut.get(line.id))) };
  for (const { id, sku } of left) changeCounters(draft, sku, { allocated: -unitsIn(leftOut.get(id)) });
  draft.putAllocation(letGo);
  const wanted = left.map(({ id, sku }) => ({ id, sku, units: unitsIn(leftOut.get(id)) }));
  const chosen = sourceUnits(draft, letGo, sourcing, { wanted, within: new Set(others), atMost: newcomersOf(draft) });
  for (const { sku, units } of wanted) changeCounters(draft, sku, { allocated: units });
  return { ...letGo, lines: letGo.lines.map((line) => heldAgain(line, leftOut.get(line.id), chosen.get(line.id))) };
}

/**
 * Gives what is free of the SKUs of a fulfilment to the orders that wait for it, before its own order has any of it in place of units that
 * it holds. @returns undefined once that is done, as far as it can be.
 */
export function fillBefore(draft: StockDraft, { lines }: Allocation, fulfilment: string): Deferred | undefined {
  const codes = new Set(lines.flatMap((line) => (portionOf(line, fulfilment) ? [line.sku] : [])));
  const filling = [...codes].filter((code) => draft.knownSku(code).filling);
  for (const code of filling) fillBackorders(draft, code);
  return filling.some((code) => draft.knownSku(code).filling) ? putOff(draft) : undefined;
}

/** Units of lines that the fulfilment held and that are not packed with it, by the warehouses that they are held in. */
function leftOutOf(before: Allocation, after: Allocation, fulfilment: string): ReadonlyMap<string, readonly Source[]> {
  const packed = new Map(after.lines.map((line) => [line.id, portionOf(line, fulfilment)?.sources]));
  return new Map(
    before.lines.flatMap((line) => {
      const left = withoutSources(portionOf(line, fulfilment)?.sources, packed.get(line.id));
      return left ? [[line.id, left] as const] : [];
    }),
  );
}

const withoutSourcesOf = (line: AllocationLine, sources: readonly Source[] = []): AllocationLine =>
  sources.reduce((rest: AllocationLine, { warehouse, units }) => withoutFree(rest, units, warehouse), line);

/** The line with units that it let go: those that others have are held there, the rest where they were. */
function heldAgain(line: AllocationLine, before: readonly Source[] = [], chosen: readonly Source[] = []): AllocationLine {
  const [all, moved] = [unitsIn(before), unitsIn(chosen)];
  return withHeld(withHeld(line, moved, chosen), all - moved, firstOf(before, all - moved));
}
