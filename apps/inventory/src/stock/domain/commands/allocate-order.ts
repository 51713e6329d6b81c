import type { AllocationLine } from '../../../orders-stock/domain/allocation.ts';
import { answer, isRepeated, newAllocation, refuseTransition } from '../../../orders-stock/domain/answer-order.ts';
import type { AllocateOrder } from './command.ts';
import { type Decision, DONE } from '../decision.ts';
import type { Draft } from '../draft.ts';
import { unknownSku } from '../refusal.ts';
import { availableOf } from '../../../skus/domain/sku.ts';

/** Holds what there is of each line; the rest waits. An order with an unknown or archived SKU is refused whole. */
export function allocateOrder(draft: Draft, command: AllocateOrder): Decision {
  const known = draft.allocation(command.orderId);
  if (known) return isRepeated(known, command) ? DONE : refuseTransition(draft, known, command);
  const fresh = { ...newAllocation(command), orderCreatedAt: command.orderCreatedAt };
  const unknown = command.lines.flatMap(({ sku }, place) =>
    canBeHad(draft, sku) ? [] : [{ pointer: `/lines/${place}/sku`, sku }],
  );
  if (unknown.length > 0) {
    const lines = command.lines.map((line) => ({ ...line, name: draft.sku(line.sku)?.name ?? null, allocated: 0, shipped: 0 }));
    return answer(draft, { ...fresh, lines }, { command, refusal: unknownSku(unknown) });
  }
  const lines = command.lines.map((line) => hold(draft, line));
  return answer(draft, { ...fresh, lines, state: 'open' }, { command });
}

function canBeHad(draft: Draft, code: string): boolean {
  return draft.sku(code)?.archivedAt === null;
}

/** While backorders are being filled, what is free is theirs. */
function hold(draft: Draft, { id, sku: code, quantity }: AllocateOrder['lines'][number]): AllocationLine {
  const sku = draft.knownSku(code);
  const allocated = sku.filling ? 0 : Math.min(availableOf(sku), quantity);
  draft.putSku({ ...sku, allocated: sku.allocated + allocated, waiting: sku.waiting + quantity - allocated });
  return { id, sku: code, name: sku.name, quantity, allocated, shipped: 0 };
}
