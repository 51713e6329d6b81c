import { operatorOperations } from '@fulfilment/contracts';
import { type BoundRoute, operatorRoute } from '@fulfilment/http';

interface AllocationKey {
  readonly tenant: string;
  readonly order_id: string;
}

/** The operator's view of allocations. */
interface Allocations {
  /** The next allocations behind `after`, and the last of them where there may be more. */
  readonly versions: (after: string) => Promise<{
    readonly data: (AllocationKey & { readonly version: number })[];
    readonly next: string | null;
  }>;
  /** Tells orders of allocations. @returns their number. */
  readonly publish: (keys: readonly AllocationKey[]) => Promise<number>;
}

/** The operator's routes to allocations: their versions, and telling orders of them again. */
export function allocationOperatorRoutes(allocations: Allocations): readonly BoundRoute[] {
  return [
    operatorRoute(operatorOperations.listAllocations, async ({ query: { after = '' } }) => {
      const { data, next } = await allocations.versions(after);
      return { status: 200 as const, body: { data, next_after: next } };
    }),
    operatorRoute(operatorOperations.publishAllocations, async ({ body }) => ({
      status: 200 as const,
      body: { messages: await allocations.publish(body.allocations) },
    })),
  ];
}
