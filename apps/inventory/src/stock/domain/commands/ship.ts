import type { AllocationLine } from '../../../allocations/domain/allocation.ts';
import { takingsFrom } from '../change-total.ts';
import type { CommandSpec } from '../command.ts';
import { answer, type OrderStep, stepCause, stepReads, takeStep } from '../order-step.ts';
import type { StockDraft } from '../stock-draft.ts';

/** Takes what a confirmed order holds out of stock: from the home location first, then from the fullest others. */
export type ShipOrder = OrderStep<'ship'>;

export const ship: CommandSpec<ShipOrder> = {
  reads: stepReads,
  cause: (command) => stepCause('shipment', command),
  decide: (draft, command) =>
    takeStep(draft, command, ['confirmed'], (allocation) => {
      const lines = allocation.lines.map((line) => shipLine(draft, line));
      return answer(draft, { ...allocation, lines, state: 'shipped' }, command);
    }),
};

function shipLine(draft: StockDraft, line: AllocationLine): AllocationLine {
  const { sku: code, allocated } = line;
  for (const { locationId, units } of takingsFrom(draft.knownSku(code), allocated)) draft.move(code, locationId, -units);
  const sku = draft.knownSku(code);
  draft.putSku({ ...sku, allocated: sku.allocated - allocated, firm: sku.firm - allocated });
  return { ...line, allocated: 0, shipped: allocated };
}
