import type { AllocationLine } from '../../../orders-stock/domain/allocation.ts';
import { answer, takeStep } from '../../../orders-stock/domain/answer-order.ts';
import type { ShipOrder } from './command.ts';
import type { Decision } from '../decision.ts';
import type { Draft } from '../draft.ts';
import { takeFrom } from '../take-from.ts';

/** Takes what a confirmed order holds out of stock: from the home location first, then from the fullest others. */
export function shipOrder(draft: Draft, command: ShipOrder): Decision {
  return takeStep(draft, command, {
    from: ['confirmed'],
    step: (_draft, allocation) => {
      const lines = allocation.lines.map((line) => shipLine(draft, line));
      return answer(draft, { ...allocation, lines, state: 'shipped' }, { command });
    },
  });
}

function shipLine(draft: Draft, line: AllocationLine): AllocationLine {
  const { sku: code, allocated } = line;
  for (const { locationId, units } of takeFrom(draft.knownSku(code), allocated)) draft.move(code, locationId, -units);
  const sku = draft.knownSku(code);
  draft.putSku({ ...sku, allocated: sku.allocated - allocated, firm: sku.firm - allocated });
  return { ...line, allocated: 0, shipped: allocated };
}
