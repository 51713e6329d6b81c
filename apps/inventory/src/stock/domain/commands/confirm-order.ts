import { type Allocation, lackOf } from '../../../orders-stock/domain/allocation.ts';
import { answer, takeStep } from '../../../orders-stock/domain/answer-order.ts';
import type { ConfirmOrder } from './command.ts';
import type { Decision } from '../decision.ts';
import type { Draft } from '../draft.ts';
import { fillBackorders } from '../../../orders-stock/domain/fill-backorders.ts';
import { fewerAreAllocated, insufficientStock, type ShortItem } from '../refusal.ts';

/**
 * Makes the holds of an order firm, all lines or none. Where backorders are still being filled, the order's turn is
 * brought forward by filling those before it: it succeeds right after the restock that made it possible.
 */
export function confirmOrder(draft: Draft, command: ConfirmOrder): Decision {
  return takeStep(draft, command, {
    from: ['open'],
    step: (_draft, before) => {
      const allocation = toppedUp(draft, before);
      const [first, ...rest] = shortLines(allocation);
      if (!first) return makeFirm(draft, allocation, command);
      if ([first, ...rest].some(({ sku }) => draft.knownSku(sku).filling)) return { type: 'deferred', progress: true };
      return answer(draft, allocation, { command, refusal: insufficientStock([first, ...rest], fewerAreAllocated) });
    },
  });
}

function toppedUp(draft: Draft, allocation: Allocation): Allocation {
  for (const { sku } of shortLines(allocation)) if (draft.knownSku(sku).filling) fillBackorders(draft, sku);
  return draft.allocation(allocation.orderId) ?? allocation;
}

function shortLines({ lines }: Allocation): ShortItem[] {
  return lines.flatMap((line, place) => {
    const { sku, quantity, allocated } = line;
    return lackOf(line) > 0
      ? [{ pointer: `/lines/${place}/quantity`, sku, requested: quantity, available: allocated, allocated }]
      : [];
  });
}

function makeFirm(draft: Draft, allocation: Allocation, command: ConfirmOrder): Decision {
  for (const { sku: code, allocated } of allocation.lines) {
    const sku = draft.knownSku(code);
    draft.putSku({ ...sku, firm: sku.firm + allocated });
  }
  return answer(draft, { ...allocation, state: 'confirmed' }, { command });
}
