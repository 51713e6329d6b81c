import type { ReactNode } from 'react';
import type { SkuRecord } from '../../api/types.ts';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { dailyWork } from '../../strings-operations.ts';

const { states: words } = dailyWork.stock;

/** How a SKU stands: archived, sold out, low or in stock; the gravest first. */
export function SkuState({ sku }: { readonly sku: SkuRecord }): ReactNode {
  if (sku.status === 'archived') return <StatusBadge>{words.archived}</StatusBadge>;
  if (sku.sold_out) return <StatusBadge tone="bad">{words.soldOut}</StatusBadge>;
  return sku.low_stock ? (
    <StatusBadge tone="warning">{words.low}</StatusBadge>
  ) : (
    <StatusBadge tone="good">{words.fine}</StatusBadge>
  );
}
