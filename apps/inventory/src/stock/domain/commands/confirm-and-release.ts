import {
  type Allocation,
  type AllocationLine,
  hasPortions,
  lackOf,
  looseOf,
  withLineSources,
} from '../../../model/allocation.ts';
import { fewerAreAllocated, hasFulfilments, insufficientStock, isPartlyShipped, type ShortItem } from '../../../model/refusal.ts';
import type { CommandResult, CommandSpec } from '../command.ts';
import type { StockDraft } from '../stock-draft.ts';
import { fillBackorders } from './fill-backorders.ts';
import { dropUnits, fillsWhatItsOrderLacks, packFulfilment, type PackFulfilment } from './fulfilment-steps.ts';
import {
  answer,
  changeCounters,
  freesWhatItsOrderHolds,
  type LineUnits,
  type OrderStep,
  refuseTransition,
  stepFrom,
  toppedUp,
  whileFilling,
} from './order-step.ts';

/** Makes the holds of an order firm, all lines or none: those of the whole order, which has no portions, or those of a fulfilment. */
export type ConfirmOrder = (OrderStep<'confirm'> & { readonly fulfilment?: undefined }) | PackFulfilment;

const confirmStep = stepFrom<ConfirmOrder>(['open'], 'allocation', (draft, before, command) => {
  if (command.fulfilment !== undefined) return packFulfilment(draft, before, command);
  if (hasPortions(before)) return answer(draft, before, command, hasFulfilments());
  const allocation = toppedUp(draft, before);
  const [first, ...rest] = shortLines(allocation);
  if (!first) return makeFirm(draft, allocation, command);
  const refusal = insufficientStock([first, ...rest], fewerAreAllocated);
  return whileFilling(draft, [first, ...rest]) ?? answer(draft, allocation, command, refusal);
});

export const confirm: CommandSpec<ConfirmOrder> = {
  ...confirmStep,
  reads: (command, allocations, reservations) => {
    const { fulfilment, ...whole } = command;
    const named = 'warehouse' in whole && whole.warehouse ? { locations: [whole.warehouse] } : {};
    return { ...confirmStep.reads(command, allocations, reservations), ...(fulfilment !== undefined && named) };
  },
  forecast: (command, sku, foreseen) => {
    const isFreeing = command.fulfilment !== undefined && (command.short === 'cancel' || command.reallocate === true);
    return isFreeing ? freesWhatItsOrderHolds(command, sku, foreseen) : fillsWhatItsOrderLacks(command, sku, foreseen);
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
  return withLineSources({ ...rest, allocated: 0 }, undefined);
}
