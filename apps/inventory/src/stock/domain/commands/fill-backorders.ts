import { type Allocation, withHeld } from '../../../model/allocation.ts';
import { type QueueKey, unitsAt, unitsSince } from '../../../model/queue.ts';
import { availableOf, promisableByWarehouse, type Sku } from '../../../model/sku.ts';
import { type Sourcing, unitsIn } from '../../../model/sourcing.ts';
import { type CommandSpec, DONE, type Origin } from '../command.ts';
import { sourceUnits } from '../source-units.ts';
import type { StockDraft } from '../stock-draft.ts';
import { reachesUpFrom, type Warehouses } from '../working-set.ts';

/** Goes on filling the backorders of a SKU that has units available. */
export interface FillBackorders {
  readonly type: 'fill';
  readonly origin: Origin;
  readonly sku: string;
}

export const fill: CommandSpec<FillBackorders> = {
  reads: ({ sku }) => ({ skus: [sku] }),
  forecast: () => ({}),
  cause: () => ({ reason: 'allocation', reference: null, note: null }),
  decide: (draft, { sku }) => {
    if (draft.sku(sku)) fillBackorders(draft, sku);
    return DONE;
  },
};

/**
 * Gives available units to the orders that wait for them, by their rank, as far as they are loaded and the bound of lines goes.
 * If others wait behind them, the SKU is marked as filling: newcomers queue, and later transactions go on.
 */
export function fillBackorders(draft: StockDraft, code: string): void {
  const reach = draft.waitingReach(code);
  const end = draft.queueOf(code).findIndex((key) => {
    if (!isWanted(draft, code) || !reachesUpFrom(reach, key)) return true;
    const allocation = draft.allocation(key.orderId);
    if (allocation && unitsAt(allocation, code, key).waiting > 0)
      fillFrom(draft, allocation, { code, key, within: reach.within });
    return false;
  });
  const sku = draft.knownSku(code);
  const isLookedThrough = end === -1 && reach.type === 'all' && draft.fillLinesLeft() > 0;
  // What is left then is in warehouses that no waiting order may have it from.
  const isDone = isLookedThrough && sku.warehouses !== undefined && !hasUnitsBeyond(sku, reach.within);
  const filling = availableOf(sku) > 0 && sku.waiting > 0 && !isDone;
  if (filling !== sku.filling) draft.putSku({ ...sku, filling });
}

/** True where a warehouse has units to promise for which no orders were looked for. */
function hasUnitsBeyond({ warehouses = [], ...sku }: Sku, within: Warehouses | undefined): boolean {
  if (within === undefined) return false;
  return promisableByWarehouse({ ...sku, warehouses })
    .entries()
    .some(([id, units]) => units > 0 && !within.has(id));
}

function isWanted(draft: StockDraft, code: string): boolean {
  const sku = draft.knownSku(code);
  return availableOf(sku) > 0 && sku.waiting > 0 && draft.fillLinesLeft() > 0;
}

interface Filled {
  readonly code: string;
  readonly key: QueueKey;
  /** The only warehouses that units are taken of. */
  readonly within: Warehouses | undefined;
}

function fillFrom(draft: StockDraft, allocation: Allocation, filled: Filled): void {
  if (allocation.sourcing) fillInWarehouses(draft, allocation, allocation.sourcing, filled);
  else fillOrder(draft, allocation, filled);
}

/** Fills what the order has waited for since that place of it in the queue, from warehouses that may ship it. */
function fillInWarehouses(draft: StockDraft, allocation: Allocation, sourcing: Sourcing, { code, key, within }: Filled): void {
  const wanted = allocation.lines
    .flatMap((line) => (line.sku === code ? [{ id: line.id, sku: code, units: unitsSince(line, key.since).waiting }] : []))
    .filter(({ units }) => units > 0);
  const sources = sourceUnits(draft, allocation, sourcing, { wanted, within });
  if (sources.size === 0) return;
  const lines = allocation.lines.map((line) => {
    const given = sources.get(line.id);
    if (!given || draft.fillLinesLeft() === 0) return line;
    draft.countFilledLine();
    const units = unitsIn(given);
    changeWaiting(draft, code, units);
    return withHeld(line, units, given);
  });
  draft.putAllocation({ ...allocation, lines });
}

function changeWaiting(draft: StockDraft, code: string, given: number): void {
  const sku = draft.knownSku(code);
  draft.putSku({ ...sku, allocated: sku.allocated + given, waiting: sku.waiting - given });
}

/** Fills what the order has waited for since that place of it in the queue. */
function fillOrder(draft: StockDraft, allocation: Allocation, { code, key }: Filled): void {
  const lines = allocation.lines.map((line) => {
    const given = line.sku === code ? Math.min(availableOf(draft.knownSku(code)), unitsSince(line, key.since).waiting) : 0;
    if (given === 0 || draft.fillLinesLeft() === 0) return line;
    draft.countFilledLine();
    changeWaiting(draft, code, given);
    return { ...line, allocated: line.allocated + given };
  });
  draft.putAllocation({ ...allocation, lines });
}
