import type { InventoryOverview } from '@fulfilment/contracts';
import { type Clock, memoizeWithTtl, type Tenant, tenantKey } from '@fulfilment/kernel';
import type { StockTotals } from '../stock/stock-ports.ts';

/** What there is of all SKUs of a tenant, as it was a moment ago or longer where they are many. */
export type GetInventoryOverview = (tenant: Tenant) => Promise<InventoryOverview>;

export interface GetInventoryOverviewParts {
  readonly totals: StockTotals;
  readonly now: Clock;
  /** Milliseconds of a clock that never goes back. */
  readonly nowMs: () => number;
}

export function makeGetInventoryOverview({ totals, now, nowMs }: GetInventoryOverviewParts): GetInventoryOverview {
  const glance = memoizeWithTtl({
    nowMs,
    read: async (tenant): Promise<InventoryOverview> => {
      const asOf = now().toISOString();
      const { skus, onHand, allocated, lowStock } = await totals.ofActive(tenant);
      return { skus, on_hand: onHand, allocated, available: onHand - allocated, low_stock: lowStock, as_of: asOf };
    },
  });
  return (tenant) => glance(tenantKey(tenant));
}
