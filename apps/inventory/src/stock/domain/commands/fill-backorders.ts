import type { Allocation } from '../../../model/allocation.ts';
import { type QueueKey, unitsAt, unitsSince } from '../../../model/queue.ts';
import { availableOf } from '../../../model/sku.ts';
import { type CommandSpec, DONE, type Origin } from '../command.ts';
import type { StockDraft } from '../stock-draft.ts';
import { reachesUpFrom } from '../working-set.ts';

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
  for (const key of draft.queueOf(code)) {
    if (!isWanted(draft, code) || !reachesUpFrom(reach, key)) break;
    const allocation = draft.allocation(key.orderId);
    if (allocation && unitsAt(allocation, code, key).waiting > 0) fillOrder(draft, allocation, { code, key });
  }
  const sku = draft.knownSku(code);
  const filling = availableOf(sku) > 0 && sku.waiting > 0;
  if (filling !== sku.filling) draft.putSku({ ...sku, filling });
}

function isWanted(draft: StockDraft, code: string): boolean {
  const sku = draft.knownSku(code);
  return availableOf(sku) > 0 && sku.waiting > 0 && draft.fillLinesLeft() > 0;
}

/** Fills what the order has waited for since that place of it in the queue. */
function fillOrder(
  draft: StockDraft,
  allocation: Allocation,
  { code, key }: { readonly code: string; readonly key: QueueKey },
): void {
  const lines = allocation.lines.map((line) => {
    const sku = draft.knownSku(code);
    const given = line.sku === code ? Math.min(availableOf(sku), unitsSince(line, key.since).waiting) : 0;
    if (given === 0 || draft.fillLinesLeft() === 0) return line;
    draft.countFilledLine();
    draft.putSku({ ...sku, allocated: sku.allocated + given, waiting: sku.waiting - given });
    return { ...line, allocated: line.allocated + given };
  });
  draft.putAllocation({ ...allocation, lines });
}
