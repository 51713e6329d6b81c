import type { Allocation, OrdersOverview, OrderStatus } from '@fulfilment/contracts';
import { type Clock, memoizeWithTtl, parseTenantKey, type RequestContext, type Tenant, tenantKey } from '@fulfilment/kernel';
import type { OrderFigures, OrderLists } from '../order-ports.ts';

/** The numbers of a tenant's orders, cached for a moment, or longer where counting takes long. */
export type GetOrdersOverview = (
  context: Pick<RequestContext, 'tenant' | 'storage'>,
) => Promise<Omit<OrdersOverview, 'stored_bytes'>>;

const OPEN = ['pending', 'created', 'packed'] as const satisfies readonly OrderStatus[];
const DAY_MS = 86_400_000;
/** Days at which a span of ages begins. */
const AGES = [0, 1, 2, 4, 7] as const;
/** Days of which shipped orders are counted, with the present one. */
const SHIPPED_DAYS = 14;

interface OverviewPorts {
  readonly lists: Pick<OrderLists, 'countByStatus'>;
  readonly figures: OrderFigures;
  readonly now: Clock;
}

export function makeGetOrdersOverview({ lists, figures, now }: OverviewPorts): GetOrdersOverview {
  // Cached apart: counting many shipped orders takes longer, and lets no open order be counted later.
  const shipped = memoizeWithTtl({ read: (key) => shippedByDay(figures, parseTenantKey(key), now()) });
  const overviews = memoizeWithTtl({
    read: async (key) => {
      const [at, tenant] = [now(), parseTenantKey(key)];
      const counted = await lists.countByStatus(tenant, OPEN);
      const sum = (status: OrderStatus, allocation?: Allocation): number =>
        counted
          .filter((each) => each.status === status && (allocation === undefined || each.allocation === allocation))
          .reduce((total, { orders }) => total + orders, 0);
      const allocated = sum('created', 'allocated');
      const created = {
        allocated,
        // Counted a moment later, when more of them may be on hold.
        on_hold: Math.min(allocated, await figures.countHeld(tenant, at)),
        partial: sum('created', 'partial'),
        backordered: sum('created', 'backordered'),
      };
      const open_by_age = await openByAge(figures, tenant, at);
      return { pending: sum('pending'), created, packed: sum('packed'), open_by_age, as_of: at.toISOString() };
    },
  });
  return async ({ tenant, storage }) => {
    const key = tenantKey(tenant);
    const [overview, shipped_by_day] = await Promise.all([overviews(key), shipped(key)]);
    const { pending, created, packed } = overview;
    const used = pending + created.allocated + created.partial + created.backordered + packed;
    return { ...overview, shipped_by_day, storage: { used, limit: storage?.openOrders ?? null } };
  };
}

/** The number of open orders of a tenant, which is bounded. */
export async function countOpen(lists: Pick<OrderLists, 'countByStatus'>, tenant: Tenant): Promise<number> {
  return (await lists.countByStatus(tenant, OPEN)).reduce((sum, { orders }) => sum + orders, 0);
}

async function openByAge(figures: OrderFigures, tenant: Tenant, at: Date): Promise<OrdersOverview['open_by_age']> {
  // An order of exactly so many days is of the elder span.
  const ends = AGES.slice(1).map((days) => new Date(at.getTime() - days * DAY_MS + 1));
  const counts = await figures.countBySpan(tenant, OPEN, [new Date(0), ...ends.toReversed()]);
  return counts.toReversed().map((orders, span) => ({ min_days: AGES[span] ?? 0, max_days: AGES[span + 1] ?? null, orders }));
}

async function shippedByDay(figures: OrderFigures, tenant: Tenant, at: Date): Promise<OrdersOverview['shipped_by_day']> {
  const today = Math.floor(at.getTime() / DAY_MS);
  const days = Array.from({ length: SHIPPED_DAYS }, (_, day) => new Date((today - SHIPPED_DAYS + 1 + day) * DAY_MS));
  const counted = await figures.shippedSince(tenant, days[0] ?? at);
  return days.map((day) => {
    const { orders = 0, units = 0 } = counted.find((each) => each.day.getTime() === day.getTime()) ?? {};
    return { day: day.toISOString().slice(0, 'YYYY-MM-DD'.length), orders, units };
  });
}
