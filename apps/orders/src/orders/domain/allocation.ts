import type { Allocation, OrderLine } from './order.ts';

/** How much of what an order asks for is held for it. What is shipped was held. */
export function allocationOf(lines: readonly OrderLine[]): Allocation {
  if (lines.every(({ quantity, allocated, shipped }) => allocated + shipped >= quantity)) return 'allocated';
  return lines.every(({ allocated, shipped }) => allocated + shipped === 0) ? 'backordered' : 'partial';
}
