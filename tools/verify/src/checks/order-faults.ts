import type { AllocationRow, LineRow, OrderRow } from '../documents.ts';

/** What the ledger has of one order and SKU. */
export interface ShipmentEntry {
  readonly sku: string;
  readonly delta: number;
  /** Changes of the SKU that it was shipped by. */
  readonly times: number;
}

/** The state of the allocation that belongs to an order's status, once nothing is under way. */
const STATE_OF = {
  created: 'open',
  packed: 'confirmed',
  shipped: 'shipped',
  cancelled: 'released',
  rejected: 'rejected',
} as const satisfies Partial<Record<OrderRow['status'], AllocationRow['state']>>;

/** Where an order does not agree with what stock has for it. */
export function orderFaults(order: OrderRow, allocation: AllocationRow | undefined): string[] {
  const { status, allocation_version: taken } = order;
  if (!allocation) return status === 'pending' ? [] : [`it is ${status}, and stock has no allocation for it`];
  if (taken !== allocation.version) return [`it knows version ${taken} of its allocation, stock has ${allocation.version}`];
  if (status === 'pending') return ['its allocation is answered, and it is pending'];
  const faults = STATE_OF[status] === allocation.state ? [] : [`it is ${status}, its allocation ${allocation.state}`];
  // The step of a rejected order was refused whole: nothing was taken over.
  const differ = status !== 'rejected' && !sameLines(order.lines, allocation.lines);
  return differ ? [...faults, 'its lines are not those of its allocation'] : faults;
}

function sameLines(lines: readonly LineRow[], others: readonly LineRow[]): boolean {
  return lines.length === others.length && lines.every((line, place) => sameLine(line, others[place]));
}

function sameLine({ id, sku, quantity, allocated, shipped }: LineRow, other: LineRow | undefined): boolean {
  const sameFacts = id === other?.id && sku === other.sku && quantity === other.quantity;
  return sameFacts && allocated === other.allocated && shipped === other.shipped;
}

/** Where an allocation does not agree with itself. */
export function allocationFaults({ state, lines, ...allocation }: AllocationRow): string[] {
  const open = state === 'open';
  const faults: string[] = [];
  const skusOf = (isMeant: (line: LineRow) => boolean): Set<string> => new Set(lines.filter(isMeant).map(({ sku }) => sku));
  for (const line of lines) faults.push(...lineFaults(line, state));
  const waiting = skusOf(({ quantity, allocated }) => open && allocated < quantity);
  if (!sameSet(waiting, allocation.waiting_skus)) faults.push('the SKUs that it waits for are not those that its lines lack');
  const held = skusOf(({ allocated }) => open && allocated > 0);
  if (!sameSet(held, allocation.held_skus)) faults.push('the SKUs that may be taken back are not those that its lines hold');
  return faults;
}

function lineFaults({ id, quantity, allocated, shipped }: LineRow, state: AllocationRow['state']): string[] {
  const expected = {
    open: shipped === 0 && allocated >= 0 && allocated <= quantity,
    confirmed: shipped === 0 && allocated === quantity,
    shipped: shipped === quantity && allocated === 0,
    released: shipped === 0 && allocated === 0,
    rejected: shipped === 0 && allocated === 0,
  } as const satisfies Record<AllocationRow['state'], boolean>;
  return expected[state] ? [] : [`line ${id} of the ${state} allocation: ${allocated} held, ${shipped} shipped of ${quantity}`];
}

function sameSet(expected: ReadonlySet<string>, listed: readonly string[]): boolean {
  return expected.size === listed.length && listed.every((sku) => expected.has(sku));
}

/** Where the ledger does not have just what was shipped of an order, once. */
export function shipmentFaults(
  { lines }: OrderRow,
  allocation: AllocationRow | undefined,
  entries: readonly ShipmentEntry[],
): string[] {
  const due = new Map<string, number>();
  if (allocation?.state === 'shipped') {
    for (const { sku, quantity } of lines) due.set(sku, (due.get(sku) ?? 0) + quantity);
  }
  const faults = entries.flatMap(({ sku, delta, times }) => {
    const wanted = due.get(sku) ?? 0;
    due.delete(sku);
    if (-delta !== wanted) return [`${wanted} of ${sku} are shipped, the ledger took ${-delta} out`];
    return times === 1 ? [] : [`${sku} was taken out of stock ${times} times`];
  });
  for (const [sku, quantity] of due) faults.push(`${quantity} of ${sku} are shipped, the ledger took none out`);
  return faults;
}
