import type { ReactNode } from 'react';
import type { OrderRecord } from '../../../api/types.ts';
import { StatusBadge } from '../../../parts/status-badge.tsx';
import { holdWords as words } from './hold-strings.ts';
import { useLiveHolds } from './live-holds.ts';

/** Says of an order that it is on hold; nothing of any other. */
export function HoldBadge({ order }: { readonly order: Pick<OrderRecord, 'status' | 'holds'> }): ReactNode {
  return useLiveHolds(order).length === 0 ? null : <StatusBadge tone="warning">{words.onHold}</StatusBadge>;
}
