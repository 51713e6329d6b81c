import { type Allocation, type AllocationLine, lackOf } from '../../../allocations/domain/allocation.ts';
import type { CommandSpec } from '../command.ts';
import { answer, type OrderStep, stepCause, stepReads, takeStep } from '../order-step.ts';
import type { StockDraft } from '../stock-draft.ts';
import { fillBackorders } from './fill-backorders.ts';

/** Gives back what an order holds; the orders that wait for it get it at once. */
export type ReleaseOrder = OrderStep<'release'>;

export const release: CommandSpec<ReleaseOrder> = {
  reads: stepReads,
  forecast: ({ orderId }, { code }, allocations) => {
    const lines = allocations.get(orderId)?.lines ?? [];
    return { released: lines.reduce((sum, line) => (line.sku === code ? sum + line.allocated : sum), 0) };
  },
  cause: (command) => stepCause('release', command),
  decide: (draft, command) =>
    takeStep(draft, command, ['open', 'confirmed'], (allocation) => {
      const lines = allocation.lines.map((line) => giveBack(draft, allocation.state, line));
      const result = answer(draft, { ...allocation, lines, state: 'released' }, command);
      for (const code of new Set(lines.map(({ sku }) => sku))) fillBackorders(draft, code);
      return result;
    }),
};

function giveBack(draft: StockDraft, state: Allocation['state'], line: AllocationLine): AllocationLine {
  const sku = draft.knownSku(line.sku);
  const { allocated } = line;
  draft.putSku({
    ...sku,
    allocated: sku.allocated - allocated,
    firm: state === 'confirmed' ? sku.firm - allocated : sku.firm,
    waiting: sku.waiting - lackOf(line),
  });
  return { ...line, allocated: 0 };
}
