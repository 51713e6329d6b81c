import { type compareAllocationsBody, type comparedAllocations, operatorOperations } from '@fulfilment/contracts';
import { type BoundRoute, operatorRoute } from '@fulfilment/http';
import { type Tenant, tenantsOf } from '@fulfilment/kernel';
import type { z } from 'zod';

/** Compares the versions that orders know with those that inventory has. */
interface Orders {
  readonly countWaiting: (tenant: Tenant) => Promise<number>;
  readonly compare: (
    allocations: z.output<typeof compareAllocationsBody>['allocations'],
  ) => Promise<z.output<typeof comparedAllocations>>;
}

/** The operator's routes to orders: a comparison with the allocations that inventory has, counts of open ones and of waiting steps. */
export function orderOperatorRoutes(orders: Orders, countOpen: (tenant: Tenant) => Promise<number>): readonly BoundRoute[] {
  return [
    operatorRoute(operatorOperations.getStored, async ({ params: { id: accountId } }) => {
      const counted = tenantsOf(accountId).map(async (tenant) => {
        const used = await countOpen(tenant);
        return { environment: tenant.environment, kind: 'open_orders' as const, used };
      });
      return { status: 200 as const, body: { data: await Promise.all(counted) } };
    }),
    operatorRoute(operatorOperations.getWaiting, async ({ params: { id: accountId } }) => {
      const counted = tenantsOf(accountId).map(async (tenant) => {
        const waiting = await orders.countWaiting(tenant);
        return { environment: tenant.environment, kind: 'steps', waiting };
      });
      return { status: 200 as const, body: { data: await Promise.all(counted) } };
    }),
    operatorRoute(operatorOperations.compareOrders, async ({ body: { allocations } }) => ({
      status: 200 as const,
      body: await orders.compare(allocations),
    })),
  ];
}
