import { type Allocation, lackOf } from '../../../allocations/domain/allocation.ts';
import type { CommandResult, CommandSpec } from '../command.ts';
import { answer, type OrderStep, stepCause, stepReads, takeStep } from '../order-step.ts';
import { fewerAreAllocated, insufficientStock, type ShortItem } from '../refusal.ts';
import type { StockDraft } from '../stock-draft.ts';
import { fillBackorders } from './fill-backorders.ts';

/**
 * Makes the holds of an order firm, all lines or none. Where backorders are still being filled, the order's turn is
 * brought forward by filling those before it: it succeeds right after the restock that made it possible.
 */
export type ConfirmOrder = OrderStep<'confirm'>;

export const confirm: CommandSpec<ConfirmOrder> = {
  reads: stepReads,
  cause: (command) => stepCause('allocation', command),
  decide: (draft, command) =>
    takeStep(draft, command, ['open'], (before) => {
      const allocation = toppedUp(draft, before);
      const [first, ...rest] = shortLines(allocation);
      if (!first) return makeFirm(draft, allocation, command);
      if ([first, ...rest].some(({ sku }) => draft.knownSku(sku).filling)) return { type: 'deferred', progress: true };
      return answer(draft, allocation, command, insufficientStock([first, ...rest], fewerAreAllocated));
    }),
};

function toppedUp(draft: StockDraft, allocation: Allocation): Allocation {
  for (const { sku } of shortLines(allocation)) if (draft.knownSku(sku).filling) fillBackorders(draft, sku);
  return draft.allocation(allocation.orderId) ?? allocation;
}

function shortLines({ lines }: Allocation): ShortItem[] {
  return lines.flatMap((line, index) => {
    const { sku, quantity, allocated } = line;
    return lackOf(line) > 0
      ? [{ pointer: `/lines/${index}/quantity`, sku, requested: quantity, available: allocated, allocated }]
      : [];
  });
}

function makeFirm(draft: StockDraft, allocation: Allocation, command: ConfirmOrder): CommandResult {
  for (const { sku: code, allocated } of allocation.lines) {
    const sku = draft.knownSku(code);
    draft.putSku({ ...sku, firm: sku.firm + allocated });
  }
  return answer(draft, { ...allocation, state: 'confirmed' }, command);
}
