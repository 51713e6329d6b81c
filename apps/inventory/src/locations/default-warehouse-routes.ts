import { route } from '@fulfilment/http';
import type { EnsureDefaultWarehouse } from './default-warehouse.ts';

/** Binds operations as `route` does; the tenant of a request has its default warehouse before the request is handled. */
export function withDefaultWarehouse(ensure: EnsureDefaultWarehouse): typeof route {
  return (operation, handle) =>
    route(operation, async (input) => {
      await ensure(input.context.tenant);
      return handle(input);
    });
}
