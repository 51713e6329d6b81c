import { type Allocation, type AllocationLine, lackOf } from '../../../orders-stock/domain/allocation.ts';
import { answer, takeStep } from '../../../orders-stock/domain/answer-order.ts';
import type { ReleaseOrder } from './command.ts';
import type { Decision } from '../decision.ts';
import type { Draft } from '../draft.ts';
import { fillBackorders } from '../../../orders-stock/domain/fill-backorders.ts';

/** Gives back what an order holds; those that wait for it get it at once. */
export function releaseOrder(draft: Draft, command: ReleaseOrder): Decision {
  return takeStep(draft, command, {
    from: ['open', 'confirmed'],
    step: (_draft, allocation) => {
      const lines = allocation.lines.map((line) => giveBack(draft, allocation.state, line));
      const decision = answer(draft, { ...allocation, lines, state: 'released' }, { command });
      for (const code of codesOf(allocation)) fillBackorders(draft, code);
      return decision;
    },
  });
}

function giveBack(draft: Draft, state: Allocation['state'], line: AllocationLine): AllocationLine {
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

const codesOf = ({ lines }: Allocation): ReadonlySet<string> => new Set(lines.map(({ sku }) => sku));
