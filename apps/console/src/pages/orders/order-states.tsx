import type { ReactNode } from 'react';
import type { OrderRecord } from '../../api/types.ts';
import { STATES } from '../../parts/states/states.ts';
import { StatusBadge } from '../../parts/states/status-badge.tsx';
import { orderWords as words } from './order-strings.ts';
import { holdWords } from './holds/hold-strings.ts';
import { useLiveHolds } from './holds/live-holds.ts';

/** The status of an order. */
export function OrderStatusBadge({ order: { status } }: { readonly order: Pick<OrderRecord, 'status'> }): ReactNode {
  return <StatusBadge {...STATES.order[status]}>{words.statuses[status]}</StatusBadge>;
}

/** Says of an order that it is on hold; nothing of any other. */
export function HoldBadge({ order }: { readonly order: Pick<OrderRecord, 'status' | 'holds'> }): ReactNode {
  return useLiveHolds(order).length === 0 ? null : <StatusBadge tone="warning">{holdWords.onHold}</StatusBadge>;
}

/** How much of an open order is allocated; nothing is held for the others. */
export function AllocationBadge({ order }: { readonly order: Pick<OrderRecord, 'status' | 'allocation'> }): ReactNode {
  const { status, allocation } = order;
  if (status !== 'created' && status !== 'packed') return <span className="quiet">{words.none}</span>;
  return <StatusBadge {...STATES.allocation[allocation]}>{words.allocations[allocation]}</StatusBadge>;
}

/** How much of an order is shipped. */
export function ProgressBadge({ order: { fulfilment } }: { readonly order: Pick<OrderRecord, 'fulfilment'> }): ReactNode {
  return <StatusBadge {...STATES.progress[fulfilment]}>{words.progress[fulfilment]}</StatusBadge>;
}

/** The name that people know an order by: its external id, else its id. */
export function nameOf({ external_id: externalId, id }: Pick<OrderRecord, 'external_id' | 'id'>): string {
  return externalId ?? id;
}

/** The ordered and the allocated units of all lines. */
export function unitsOf({ lines }: Pick<OrderRecord, 'lines'>): { readonly ordered: number; readonly allocated: number } {
  const sumOf = (name: 'quantity' | 'allocated'): number => lines.reduce((sum, line) => sum + line[name], 0);
  return { ordered: sumOf('quantity'), allocated: sumOf('allocated') };
}
