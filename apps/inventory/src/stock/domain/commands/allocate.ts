import type { AllocationLine } from '../../../allocations/domain/allocation.ts';
import { availableOf } from '../../../skus/domain/sku.ts';
import { type CommandSpec, DONE } from '../command.ts';
import { answer, isRepeated, newAllocation, type OrderStep, refuseTransition, stepCause } from '../order-step.ts';
import { unknownSku } from '../refusal.ts';
import type { StockDraft } from '../stock-draft.ts';

/** Holds what is available of each line; the rest waits. An order with an unknown or archived SKU is refused whole. */
export interface AllocateOrder extends OrderStep<'allocate'> {
  readonly orderCreatedAt: Date;
  readonly lines: readonly { readonly id: string; readonly sku: string; readonly quantity: number }[];
}

export const allocate: CommandSpec<AllocateOrder> = {
  reads: ({ orderId, lines }) => ({ skus: lines.map(({ sku }) => sku), orderId }),
  cause: (command) => stepCause('allocation', command),
  decide: (draft, command) => {
    const known = draft.allocation(command.orderId);
    if (known) return isRepeated(known, command) ? DONE : refuseTransition(draft, known, command);
    const fresh = { ...newAllocation(command), orderCreatedAt: command.orderCreatedAt };
    const unknown = command.lines.flatMap(({ sku }, index) =>
      draft.sku(sku)?.archivedAt === null ? [] : [{ pointer: `/lines/${index}/sku`, sku }],
    );
    if (unknown.length > 0) {
      const lines = command.lines.map((line) => ({ ...line, name: draft.sku(line.sku)?.name ?? null, allocated: 0, shipped: 0 }));
      return answer(draft, { ...fresh, lines }, command, unknownSku(unknown));
    }
    const lines = command.lines.map((line) => hold(draft, line));
    return answer(draft, { ...fresh, lines, state: 'open' }, command);
  },
};

/** While backorders are being filled, available units are theirs. */
function hold(draft: StockDraft, { id, sku: code, quantity }: AllocateOrder['lines'][number]): AllocationLine {
  const sku = draft.knownSku(code);
  const allocated = sku.filling ? 0 : Math.min(availableOf(sku), quantity);
  draft.putSku({ ...sku, allocated: sku.allocated + allocated, waiting: sku.waiting + quantity - allocated });
  return { id, sku: code, name: sku.name, quantity, allocated, shipped: 0 };
}
