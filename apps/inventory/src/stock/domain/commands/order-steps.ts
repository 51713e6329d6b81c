import { type Allocation, type AllocationLine, hasPortions, lackOf, looseOf } from '../../../model/allocation.ts';
import {
  fewerAreAllocated,
  fewerAreAvailable,
  hasFulfilments,
  insufficientStock,
  isPartlyShipped,
  notYet,
  type Refusal,
  type ShortItem,
  unknownSku,
} from '../../../model/refusal.ts';
import { availableOf } from '../../../model/sku.ts';
import { type CommandResult, type CommandSpec, DONE } from '../command.ts';
import type { StockDraft } from '../stock-draft.ts';
import { markRanked, type OrderRank, rankFacts } from './amend-order.ts';
import { fillBackorders } from './fill-backorders.ts';
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
}

export const allocate: CommandSpec<AllocateOrder> = {
  reads: ({ orderId, lines }) => ({ skus: lines.map(({ sku }) => sku), orderId }),
  forecast: ({ allowBackorder }, { filling }) => (filling && !allowBackorder ? {} : undefined),
  cause: (command) => causeOf('allocation', command),
  decide: (draft, command) => {
    const known = draft.allocation(command.orderId);
    if (known) return isRepeated(known, command) ? DONE : refuseTransition(draft, known, command);
    const { rank, orderCreatedAt } = command;
    const fresh = { ...newAllocation(command), orderCreatedAt, ...(rank && rankFacts(rank)) };
    const unknown = command.lines.flatMap(({ sku }, index) =>
      draft.sku(sku)?.archivedAt === null ? [] : [{ pointer: `/lines/${index}/sku`, sku }],
    );
    const refuse = (refusal: Refusal): CommandResult => {
      const lines = command.lines.map((line) => ({ ...line, name: draft.sku(line.sku)?.name ?? null, allocated: 0, shipped: 0 }));
      return answer(draft, { ...fresh, lines }, command, refusal);
    };
    if (unknown.length > 0) return refuse(unknownSku(unknown));
    if (rank && !draft.admitsEdits) return refuse(notYet());
    if (rank) markRanked(draft, command.lines);
    const [first, ...rest] = command.allowBackorder ? [] : missingLines(draft, command);
    if (first) return whileFilling(draft, [first, ...rest]) ?? refuse(insufficientStock([first, ...rest], fewerAreAvailable));
    const lines = command.lines.map((line) => hold(draft, line));
    return answer(draft, { ...fresh, lines, state: 'open' }, command);
  },
};

/** Lines that cannot be held whole, each after those before it, once those that wait have what is free. */
function missingLines(draft: StockDraft, { lines }: AllocateOrder): ShortItem[] {
  for (const code of new Set(lines.map(({ sku }) => sku))) if (draft.knownSku(code).filling) fillBackorders(draft, code);
  const left = new Map<string, number>();
  return lines.flatMap(({ sku: code, quantity: requested }, index) => {
    const sku = draft.knownSku(code);
    const available = left.get(code) ?? (sku.filling ? 0 : availableOf(sku));
    left.set(code, Math.max(0, available - requested));
    return requested > available ? [{ pointer: `/lines/${index}/quantity`, sku: code, requested, available }] : [];
  });
}

/** While backorders are being filled, available units are theirs. */
function hold(draft: StockDraft, { id, sku: code, quantity }: AllocateOrder['lines'][number]): AllocationLine {
  const sku = draft.knownSku(code);
  const allocated = sku.filling ? 0 : Math.min(availableOf(sku), quantity);
  draft.putSku({ ...sku, allocated: sku.allocated + allocated, waiting: sku.waiting + quantity - allocated });
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
