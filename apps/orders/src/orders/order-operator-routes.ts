import { type compareAllocationsBody, type comparedAllocations, operatorOperations } from '@fulfilment/contracts';
import { type BoundRoute, operatorRoute } from '@fulfilment/http';
import type { z } from 'zod';

/** Compares the versions that orders know with those that inventory has. */
interface Orders {
  readonly compare: (
    allocations: z.output<typeof compareAllocationsBody>['allocations'],
  ) => Promise<z.output<typeof comparedAllocations>>;
}

/** The operator's route that compares orders with the allocations that inventory has. */
export function orderOperatorRoutes(orders: Orders): readonly BoundRoute[] {
  return [
    operatorRoute(operatorOperations.compareOrders, async ({ body: { allocations } }) => ({
      status: 200 as const,
      body: await orders.compare(allocations),
    })),
  ];
}
