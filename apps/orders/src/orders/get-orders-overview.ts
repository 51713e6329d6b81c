import type { Allocation, OrdersOverview, OrderStatus } from '@fulfilment/contracts';
import { type Clock, makeGlance, type Tenant, tenantKey } from '@fulfilment/kernel';
import type { OrderCounts } from './order-ports.ts';

/** How many orders of a tenant are open, as it was a moment ago or longer where they are many. */
export type GetOrdersOverview = (tenant: Tenant) => Promise<OrdersOverview>;

export interface GetOrdersOverviewParts {
  readonly counts: OrderCounts;
  readonly now: Clock;
  /** Milliseconds of a clock that never goes back. */
  readonly nowMs: () => number;
}

const OPEN = ['pending', 'created', 'packed'] as const satisfies readonly OrderStatus[];

export function makeGetOrdersOverview({ counts, now, nowMs }: GetOrdersOverviewParts): GetOrdersOverview {
  const glance = makeGlance({
    nowMs,
    read: async (tenant): Promise<OrdersOverview> => {
      const asOf = now().toISOString();
      const counted = await counts.byStanding(tenant, OPEN);
      const sum = (status: OrderStatus, allocation?: Allocation): number =>
        counted
          .filter((each) => each.status === status && (allocation === undefined || each.allocation === allocation))
          .reduce((total, { orders }) => total + orders, 0);
      const created = {
        allocated: sum('created', 'allocated'),
        partial: sum('created', 'partial'),
        backordered: sum('created', 'backordered'),
      };
      return { pending: sum('pending'), created, packed: sum('packed'), as_of: asOf };
    },
  });
  return (tenant) => glance(tenantKey(tenant));
}
