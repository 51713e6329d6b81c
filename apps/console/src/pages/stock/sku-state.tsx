import type { ReactNode } from 'react';
import type { SkuRecord } from '../../api/types.ts';
import { STATES } from '../../parts/states/states.ts';
import { StatusBadge } from '../../parts/states/status-badge.tsx';
import { stockWords } from './stock-strings.ts';

const { states: words } = stockWords;

/** How a SKU stands: archived, sold out, low or in stock; the gravest first. */
export function SkuState({ sku }: { readonly sku: SkuRecord }): ReactNode {
  if (sku.status === 'archived') return <StatusBadge {...STATES.stock.archived}>{words.archived}</StatusBadge>;
  if (sku.sold_out) return <StatusBadge {...STATES.stock.soldOut}>{words.soldOut}</StatusBadge>;
  return sku.low_stock ? (
    <StatusBadge {...STATES.stock.low}>{words.low}</StatusBadge>
  ) : (
    <StatusBadge {...STATES.stock.fine}>{words.fine}</StatusBadge>
  );
}
